"""Surfaces of a craft hide each other from the Sun, whatever the frames of its joints."""

import math

import numpy as np
import pytest

import treetop as tt
from treetop.validation.low_orbit_day import MU, POSITION, RADIUS, SUN, VELOCITY
from treetop.validation.numerics import matrix

HALF = math.sqrt(0.5)
BLACK = {"both": True, "absorption": 1, "specular": 0}
START = {
    "orbit": {
        "position": (-np.array(POSITION)).tolist(),  # in the Sun
        "velocity": VELOCITY,
        "attitude": [0.8, 0.0, 0.6, 0.0],
    },
    "drive": {"angle": 0.7},
}


def craft():
    """A bus and a wing, whose joint has frames that are turned and moved in both."""
    model = tt.Model("craft")
    bus = model.add_body("bus", 100.0, [10.0, 20.0, 15.0])
    wing = model.add_body("wing", 5.0, [3.0, 1.0, 4.0], [0, 2.0, 0])
    side = bus.frame("side", at=[0, 0.5, 0], attitude=[HALF, HALF, 0, 0])
    root = wing.frame("root", at=[0.3, -0.2, 0.1], attitude=[HALF, 0, HALF, 0])
    model.add_joint("orbit", tt.Free(), model.ground, bus)
    model.add_joint("drive", tt.Revolute([0, 1, 0]), side, root)
    sun = tt.Sun(position=SUN.tolist(), attracts=False)
    model.set_environment(tt.Planet(mu=MU, radius=RADIUS, sun=sun))
    return model


@pytest.mark.compiled
@pytest.mark.parametrize("body", ["wing", "bus"])
@pytest.mark.parametrize(("before", "lit"), [(1.0, 0.0), (-1.0, 1.0)])
def test_a_plate_before_another_takes_its_light(body, before, lit):
    """A large plate 1 m before a small one, on its own body or on the other, or behind it."""
    system = craft().build()
    now = system.evaluate(system.state(**START))
    sun = SUN - now.body["wing"].position
    sun /= np.linalg.norm(sun)
    turned = {name: np.array(matrix(now.body[name].attitude)) for name in ("bus", "wing")}
    small = np.array([0.0, 3.0, 0.0])
    place = now.body["wing"].position + turned["wing"] @ small + before * sun
    large = turned[body].T @ (place - now.body[body].position)
    model = craft()
    for name, at, centre, area in (("small", "wing", small, 1.0), ("large", body, large, 9.0)):
        normal = (turned[at].T @ sun).tolist()
        model.add_surface(
            name, tt.Plate(at, area=area, centre=centre.tolist(), normal=normal, **BLACK)
        )
    system = model.build()
    pressure = 1361 / 299792458
    force = system.evaluate(system.state(**START)).force["small"].applied_force
    assert force == pytest.approx(-lit * pressure * sun, abs=1e-3 * pressure)
