"""A lunar orbiter: Jacobi's integral, drift of the node, the field's degree."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from pages import page

pytestmark = pytest.mark.compiled
script = page("lunar-orbiter")


def test_degree_2_keeps_jacobis_integral_and_turns_the_node():
    run = script.flown(script.alone(2), duration=np.pi / script.RATE, every=1200.0)
    C = script.jacobi(run)
    assert np.ptp(C) < 1e-10 * abs(C[0])
    found, first_order = script.node_rate(run)
    assert_allclose(found, first_order, rtol=0.01)


def test_the_orbit_does_not_stay_a_circle(example_run):
    run = example_run("lunar-orbiter")
    low, high = script.heights(run)
    assert_allclose([low.min(), high.max()], [92.702, 106.257], atol=0.01)
    assert run.audit()["energy"].relative < 1e-9
    assert_allclose(np.degrees(script.elements(run)["inclination"][0]), 60.0, atol=1e-10)
