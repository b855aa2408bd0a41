"""Fuel on springs is fuel on pendulums to first order, at every level."""

import numpy as np
import pytest

import treetop as tt
from treetop.topology.slosh import slosh_parts

RADIUS, LENGTH, DENSITY, ACCELERATION, DRY = 0.5, 2.0, 1000.0, 3.0, 800.0
FULL = DENSITY * np.pi * RADIUS**2 * LENGTH
SMALL = 1e-6  # rad


def pushed(model, at_start, fuel):
    """A stage that is filled to a level at its start, pushed along its axis as it has fuel."""
    m = tt.Model("stage")
    bus = m.add_body("bus", DRY, [300, 900, 900], centre=[0.2, 0, 0])
    m.add_joint("flight", tt.Free(), m.ground, bus)
    shape = tt.CylindricalTank(radius=RADIUS, length=LENGTH, down=[-1, 0, 0])
    seat, nozzle = bus.frame("seat", at=[1, 0, 0]), bus.frame("exit", at=[-2, 0, 0])
    m.add_device("tank", tt.Tank(seat, fuel=at_start, density=DENSITY, shape=shape))
    m.add_device("slosh", tt.Slosh("tank", model=model, modes=2, acceleration=ACCELERATION))
    jet = tt.Thruster(nozzle, thrust=1.0, isp="300 s", tank="tank", throttle=0.0)
    m.add_device("jet", jet)
    m.add_force("push", tt.FrameForce(nozzle, force=[(DRY + fuel) * ACCELERATION, 0, 0]))
    return m


def displaced(model, at_start, fuel, angles):
    """How the bus accelerates sideways and turns while masses are aside by angles of pendulums."""
    described = pushed(model, at_start, fuel)
    parts = slosh_parts(
        tt.Slosh("tank", model="pendulum", modes=2), pushed(model, FULL, FULL).devices["tank"]
    )
    system = described.build()
    y = system.state().vector.copy()
    y[system.places["tank.mass"]] = fuel
    labels = [*system.coordinate_labels]
    for k, (part, angle) in enumerate(zip(parts, angles, strict=True)):
        length = part.at(fuel)[1] if model == "spring" else 1.0
        word = "slide" if model == "spring" else "angle"
        y[labels.index(f"slosh {k + 1}.{word}")] = angle * length
    now = system.evaluate(tt.State(system, 0.0, y)).body["bus"]
    return np.array([now.acceleration[1], now.angular_acceleration[2]])


@pytest.mark.parametrize("level", [1.0, 0.6, 0.2])
@pytest.mark.parametrize("angles", [(SMALL, 0.0), (0.0, SMALL)])
def test_a_spring_follows_the_level_as_a_pendulum_hung_at_it_does(level, angles):
    """The pull of a string at its hinge is the push of a spring and of its guide at the mass; so
    springs of a tank that was full do what pendulums do whose hinges are where this level puts
    them, and so do pendulums of a tank that was full."""
    fuel = level * 0.9 * FULL
    hung = displaced("pendulum", fuel, fuel, angles)
    sprung = displaced("spring", 0.9 * FULL, fuel, angles)
    assert abs(hung).max() > 1e-9
    assert sprung == pytest.approx(hung, rel=1e-5)
    assert displaced("pendulum", 0.9 * FULL, fuel, angles) == pytest.approx(hung, rel=1e-9)
