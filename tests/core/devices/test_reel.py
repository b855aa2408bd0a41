"""Laws of reels."""

import pytest

from treetop.core.compiler import interpreted
from treetop.core.devices.reel import holding_torque, inertia_along_line


def test_a_reel_and_what_is_wound_on_it_have_the_kinetic_energy_of_what_turns():
    I, R, stored, speed = 0.3, 0.2, 4.0, 1.7
    turning = 0.5 * (I + stored * R**2) * (speed / R) ** 2
    with interpreted():
        assert 0.5 * inertia_along_line(I, R, stored) * speed**2 == pytest.approx(
            turning, rel=1e-14
        )


def test_friction_opposes_turning_and_has_its_full_size_well_above_the_creep():
    with interpreted():
        assert holding_torque(3.0, 10.0, 0.01) == pytest.approx(3.0, rel=1e-6)
        assert holding_torque(3.0, -10.0, 0.01) == pytest.approx(-3.0, rel=1e-6)
        assert holding_torque(3.0, 0.0, 0.01) == 0.0
