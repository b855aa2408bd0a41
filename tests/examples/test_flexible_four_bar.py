"""The four-bar linkage that bends: against rigid rods with springs, and another formulation."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from pages import page

script = page("flexible-four-bar")

pytestmark = pytest.mark.compiled


def test_modes_are_those_of_a_beam_between_pins():
    found = script.strip(script.COUPLER).angular_frequencies
    exact = (np.array([1, 2]) * np.pi / script.COUPLER) ** 2 * np.sqrt(
        script.STIFFNESS / script.MASS
    )
    assert_allclose(found, exact, rtol=1e-3)


def test_bars_bend_as_rods_with_springs_do_and_only_with_stiffening():
    flexible, rods = script.run_of(0.5), script.run_of(0.5, bars="rods", rods=8)
    assert_allclose(script.deflection(flexible, "coupler").min(), -2.70699e-3, rtol=1e-5)
    assert script.apart(flexible, rods) < 6e-5
    assert script.apart(script.run_of(0.5, stiffening="none"), rods) > 1e-3


def test_the_loop_is_kept_by_two_formulations():
    one, other = script.run_of(1), script.run_of(1, formulation="kane")
    assert script.apart(one, other) < 1e-9
    assert one.audit().passed(1e-9)
    assert float(one.data.constraint_error.max()) < 1e-12
    assert_allclose(script.torque(one), script.torque(other), atol=1e-8)
