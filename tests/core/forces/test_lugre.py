"""Friction by bristles, against what its equations say at once."""

import math

import pytest

import treetop as tt
from sliders import effort, slider
from treetop.core.forces.dry_friction import level
from treetop.core.forces.lugre import deflection_rate

LAW = {"coulomb": 3.0, "static": 4.0, "stribeck_speed": 0.2, "stiffness": 500.0}


def test_in_steady_slip_friction_is_the_level_and_bristles_rest():
    steady = level(0.1, 3.0, 4.0, 1 / 0.2)
    assert steady == pytest.approx(3.0 + math.exp(-0.25), rel=1e-15)
    assert deflection_rate(steady / 500.0, 0.1, 500.0, steady) == pytest.approx(0.0, abs=1e-16)
    assert deflection_rate(-steady / 500.0, -0.1, 500.0, steady) == pytest.approx(0.0, abs=1e-16)


def test_bristles_that_are_straight_resist_only_by_damping():
    system = slider(tt.LuGre("rail", **LAW, damping=2.0, viscous=0.5))
    assert effort(system, rate=0.3) == pytest.approx(-2.5 * 0.3, rel=1e-14)


@pytest.mark.compiled
def test_a_small_pull_bends_bristles_and_a_large_one_slips():
    """Bending: dx = dz / (1 - s z / g), without turning back x = -g / s ln(1 - F / g); slipping:
    m v' = F - g - viscous v."""
    law = {"coulomb": 3.0, "stiffness": 500.0}
    held = slider(tt.LuGre("rail", **law, damping=200.0), tt.JointEffort("rail", 1.0))
    run = tt.simulate(held, held.state(), duration=30.0, every=1.0, rtol=1e-10, atol=1e-14)
    bent = -3.0 / 500.0 * math.log(1 - 1.0 / 3.0)
    assert run["rail.slide"][-1] == pytest.approx(bent, rel=1e-8)
    pulled = slider(tt.LuGre("rail", **law, damping=5.0, viscous=2.0), tt.JointEffort("rail", 9.0))
    run = tt.simulate(pulled, pulled.state(), duration=30.0, every=1.0)
    assert run["rail.slide_rate"][-1] == pytest.approx((9.0 - 3.0) / 2.0, rel=1e-9)
    assert run.audit()["energy"].relative < 1e-8
