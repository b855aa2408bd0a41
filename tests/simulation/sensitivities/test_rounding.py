"""Derivatives that are not much more than rounding are told."""

import warnings
from pathlib import Path

import numpy as np
import pytest

import treetop as tt
from treetop.simulation.sensitivities.parameters import parameters_of

EXAMPLES = Path(__file__).parents[3] / "examples"


def test_noise_of_what_copies_have_is_seen_and_curvature_is_not():
    m = tt.Model("block")
    m.add_body("block", mass=2)
    (mass,) = parameters_of(m, ["bodies.block.mass"])
    x = 1.0 + mass.offsets
    smooth = np.exp(x)
    assert mass.error_of(smooth) < 1e-8
    found = mass.error_of(smooth + 1e-6 * np.array([1, -1, 1, -1]))
    off = abs(mass.weights @ (1e-6 * np.array([1, -1, 1, -1])))
    assert 0.3 * off < found < 3 * off


@pytest.mark.compiled
def test_derivatives_that_are_mostly_rounding_are_told():
    """The energy about the mass centre is what is left of energies in orbit, 1e9 times as large."""
    path = "start.orbit.x_rate"
    model = tt.load(EXAMPLES / "dumb-bell.yaml")
    run = tt.simulate(model, duration=60, every=30, sensitivities=[path])
    with pytest.warns(UserWarning, match=r"'energy_about_centre' by 'start\.orbit\.x_rate' is unc"):
        run.sensitivity("energy_about_centre", to=path)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert run.sensitivity("orbit.x_rate", to=path).values[0] == pytest.approx(1, rel=1e-9)
