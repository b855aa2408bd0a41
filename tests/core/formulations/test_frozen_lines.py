"""A line that stands still in its mouth accelerates as rods on hinges do, by other formulations."""

import numpy as np
import pytest

import treetop as tt
from frozen_line import hinged, paid_out

FLIGHT = {"angular_velocity": [0.1, 0.2, 0.5], "velocity": [1, 2, 3]}


def accelerations(system, joints, rods, seed=7):
    """Accelerations of the hub, and how fast all rods come to turn, the line being bent and in
    motion."""
    rng, state = np.random.default_rng(seed), system.state(flight=FLIGHT)
    z, q = system.joint_vectors(state.vector[None])[0].copy(), len(system.coordinate_labels)
    for name in joints:  # a start has lines straight
        for m in (1, 2):
            z[system.coordinate_labels.index(f"{name}.angle{m}")] = rng.uniform(-0.5, 0.5)
            z[q + system.speed_labels.index(f"{name}.rate{m}")] = rng.uniform(-0.5, 0.5)
    state = tt.State(system, 0.0, system.own_vector(z))
    now = system.evaluate(state)
    turning = [now.body[name].angular_acceleration for name in ("hub", *rods)]
    return np.array([now.body["hub"].acceleration, *turning])


@pytest.mark.parametrize("formulation", ["kane", "newton-euler", "udwadia"])
@pytest.mark.parametrize("length", [2.0, 7.5, 11.0])
def test_accelerations_are_those_of_rods_on_hinges(length, formulation):
    out = int(length / 3.0 - 0.1) + 1
    names = [[f"line {part} {k}" for k in range(5 - out, 5)] for part in ("link", "rod")]
    ours = accelerations(paid_out(length), *names)
    names = [[f"{part} {k}" for k in range(1, out + 1)] for part in ("hinge", "rod")]
    theirs = accelerations(hinged(length, formulation), *names)
    np.testing.assert_allclose(ours, theirs, rtol=0, atol=1e-11 * np.abs(theirs).max())
