"""Stops and backlash against closed forms."""

import math

import pytest

import treetop as tt
from sliders import MASS, effort, slider
from treetop.core.forces.hard_stop import thrust

STIFFNESS, SPEED = 800.0, 3.0


def test_a_stop_pushes_and_never_pulls():
    assert thrust(0.1, 2.0, 50.0, 3.0) == pytest.approx(11.0, rel=1e-15)
    assert thrust(0.1, -2.0, 50.0, 3.0) == 0.0
    assert thrust(-0.1, 2.0, 50.0, 3.0) == 0.0


@pytest.mark.parametrize(
    ("force", "slide", "expected"),
    [
        (tt.HardStop("rail", 50, lower=-1, upper=2), 2.5, -25.0),
        (tt.HardStop("rail", 50, lower=-1, upper=2), -1.5, 25.0),
        (tt.HardStop("rail", 50, lower=-1, upper=2), 1.9, 0.0),
        (tt.HardStop("rail", 50, upper=2), -9.0, 0.0),
        (tt.Backlash("rail", 0.4, 50, middle=1), 1.3, -5.0),
        (tt.Backlash("rail", 0.4, 50, middle=1), 0.7, 5.0),
        (tt.Backlash("rail", 0.4, 50, middle=1), 1.19, 0.0),
    ],
)
def test_effort_beyond_the_limits(force, slide, expected):
    assert effort(slider(force), slide) == pytest.approx(expected, abs=1e-12)


@pytest.mark.compiled
@pytest.mark.parametrize("part", [0.05, 0.3, 0.6])  # of critical damping
def test_rebound_leaves_with_the_restitution_of_the_closed_form(part):
    """The stop is left where k s + c s' is zero, as in T. Schwager and T. Pöschel, *Coefficient of
    restitution and linear-dashpot model revisited*, Granular Matter 9 (2007), 465-469."""
    omega = math.sqrt(STIFFNESS / MASS)
    system = slider(tt.HardStop("rail", STIFFNESS, upper=0.0, damping=2 * part * omega * MASS))
    start = system.state(rail={"slide": -0.1, "slide_rate": SPEED})
    run = tt.simulate(system, start, duration=1.0, every=0.5, rtol=1e-11, atol=1e-13)
    free = math.sqrt(1 - part**2)
    phase = math.atan2(2 * part * free, 2 * part**2 - 1)  # ω_d t, where it is left
    restitution = math.exp(-part / free * phase)
    assert run["rail.slide_rate"][-1] == pytest.approx(-SPEED * restitution, rel=1e-9)
    assert run.audit()["energy"].relative < 1e-9
