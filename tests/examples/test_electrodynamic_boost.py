"""Orbit boost by a current: against a steady push, and the energy that the source gives."""

import math

import numpy as np
import pytest
from numpy.testing import assert_allclose

from pages import page

pytestmark = pytest.mark.compiled
script = page("electrodynamic-boost")


def test_the_orbit_rises_as_a_steady_push_lifts_it(example_run):
    run = example_run("electrodynamic-boost")
    time = 2.0 * 2.0 * math.pi / script.ORBIT
    assert_allclose(script.rise(run), 4295.4, atol=0.5)
    assert_allclose(script.rise(run), script.closed_form(time), rtol=5e-3)
    assert_allclose(np.degrees(script.pitch(run).max()), 5.8036, atol=1e-3)
    assert run.audit().passed(1e-9)


def test_work_is_what_the_source_supplies(example_run):
    run = example_run("electrodynamic-boost")
    assert_allclose(float(run["work"][-1]), script.supplied(run), rtol=1e-7)
