"""References of the orbital check cases, computed anew by other means."""

import numpy as np
import pytest

from nesc_reference import orbit_end, turning_end
from treetop.validation.nesc_orbits import (
    AFTER_600_S,
    ATTITUDES,
    CYLINDER,
    ENDS,
    ISS,
    TYPICAL,
)


@pytest.mark.compiled
def test_orbits_in_the_field_of_the_earth():
    assert orbit_end(TYPICAL, 600.0, degree=8) == pytest.approx(AFTER_600_S, abs=1e-6)
    assert orbit_end(TYPICAL, third=True) == pytest.approx(ENDS["4"], abs=5e-6)


@pytest.mark.compiled
@pytest.mark.parametrize(
    ("name", "body", "forces"),
    [
        ("9D", ISS, {"turning": True, "torque": 10.0, "force": 10.0}),
        ("10B", CYLINDER, {"turning": True, "gradient": True}),
    ],
)
def test_bodies_that_turn(name, body, forces):
    x, q = turning_end(TYPICAL, body["mass"], body["inertia"], **forces)
    assert x == pytest.approx(ENDS[name], abs=5e-6)
    if name in ATTITUDES:
        assert np.abs(q - ATTITUDES[name]).max() < 1e-9
