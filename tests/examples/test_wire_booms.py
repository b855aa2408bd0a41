"""Wire booms: strings that spin holds out, against the equation of a string."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from pages import page

script = page("wire-booms")

pytestmark = pytest.mark.compiled


def test_a_string_without_tip_mass_has_the_frequencies_of_legendre():
    assert_allclose(script.string(25.0, 0.0, 0.0), np.sqrt([1, 6, 15]), rtol=1e-12)


def test_the_craft_vibrates_as_strings_do():
    found = script.vibrations()
    assert found.eigenvalues.real.max() < 1e-6
    flap = script.string(script.WIRE, script.TIP, script.RADIUS)
    for values in (flap, np.sqrt(flap**2 - 1)):
        near = script.nearest(found.angular_frequencies, values)
        assert (np.abs(near / values - 1) < [1e-6, 1e-5, 2e-4]).all()


def test_without_stiffening_bent_wires_grow_at_the_rate_of_spin():
    growth = script.vibrations("none").eigenvalues.real.max()
    assert_allclose(growth, script.SPIN, rtol=1e-3)


def test_thrusters_let_the_wires_swing_about_the_new_spin():
    run = script.spun_faster(90.0)
    # Swings of 8 degrees are slower than small ones, by a thousandth.
    assert_allclose(script.swing(run) / script.faster(), 0.4172, rtol=2e-3)
    ahead, _ = script.tip_angles(run, "wire1")
    assert_allclose(np.degrees(ahead.min()), -9.038, atol=2e-3)
    assert script.kept().audit().passed(1e-12)
