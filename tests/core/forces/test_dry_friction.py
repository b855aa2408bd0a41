"""Coulomb's friction for a given direction of slip."""

import math

import pytest

import treetop as tt
from sliders import effort, slider
from treetop.core.forces.dry_friction import level

LAW = {"coulomb": 3.0, "static": 5.0, "stribeck_speed": 0.2, "viscous": 0.5}


def friction(speed):
    return 3.0 + 2.0 * math.exp(-((speed / 0.2) ** 2)) + 0.5 * abs(speed)


@pytest.mark.parametrize("speed", [0.05, 1.0, -0.05, -1.0])
def test_it_opposes_the_motion(speed):
    system = slider(tt.DryFriction("rail", **LAW))
    expected = -math.copysign(friction(speed), speed)
    assert effort(system, rate=speed) == pytest.approx(expected, rel=1e-14)


def test_level_falls_from_static_to_coulomb():
    assert level(0.0, 3.0, 5.0, 5.0) == 5.0
    assert level(100.0, 3.0, 5.0, 5.0) == 3.0
    assert level(0.7, 3.0, 3.0, 0.0) == 3.0


@pytest.mark.parametrize(("slip", "expected"), [(1, -5.0), (-1, 5.0), (0, 0.0)])
def test_a_given_direction_of_slip_counts_whatever_the_speed(slip, expected):
    """So that nothing jumps where the speed passes through zero."""
    system = slider(tt.DryFriction("rail", **LAW, mode=slip))
    for speed in (-1e-9, 0.0, 1e-9):
        assert effort(system, rate=speed) == pytest.approx(expected, abs=1e-8)


def test_without_a_speed_it_falls_at_once():
    assert effort(slider(tt.DryFriction("rail", 3.0, 5.0)), rate=1e-9) == -3.0


def test_at_rest_nothing_is_known_of_it():
    assert effort(slider(tt.DryFriction("rail", **LAW))) == 0.0
