"""A cable of twenty links from a ship that turns and heaves to an underwater vehicle, with drag and
weight in water along it."""

import math

import numpy as np

import treetop as tt
from treetop.core.forces.fluid_load import drag as fluid_drag
from treetop.core.spatial import norm
from treetop.validation.case import Check, componentwise

LINKS, LINK, DIAMETER, WATER, GRAVITY = 20, 25.0, 0.02, 1025.0, 9.81
VEHICLE, SINKING = 2000.0, 500.0  # kg, and N down in water
PLACE = (731.36890856, 22.39056496, -172.47489659)  # vehicle at 600 s, m
PULL = 3879.99138  # of the first link on the ship, N
LEANING = math.radians(30.0)  # of the cable at the start, behind the vertical


def checks() -> list[Check]:
    place, pull = towed()
    found = componentwise("vehicle, 600 s,", "xyz", place, PLACE, 1e-6, "m")
    return [*found, Check("pull of the ship, 600 s", pull, PULL, 1e-8, "N", "relative")]


def drag(t, motion, p):
    """Drag of the vehicle: p[0] v² against its velocity."""
    v = motion.velocity
    return tt.Wrench(v * (-p[0] * norm(v)), tt.Vec3(0.0, 0.0, 0.0))


def model() -> tt.Model:
    """The ship follows a given path, the cable hangs from it."""
    m = tt.Model("tow")
    ship = m.add_body("ship", 1.0, [1.0, 1.0, 1.0])
    m.add_joint("path", tt.Free(), m.ground, ship)
    position = ["2*t", "20*(1 - cos(2*pi*t/600))", "0.5*(1 - cos(2*pi*t/12))"]
    m.add_constraint("voyage", tt.PrescribedPose(ship, position=position, angles=["0"] * 3))
    line = tt.Cable(
        length=LINKS * LINK, mass_per_length=1.0, elements=LINKS, lumped=True, tension_only=False
    )
    cable = m.add_beam("cable", line)
    aft = ship.frame("aft", attitude=down().tolist())
    m.add_joint("hold", tt.Fixed(), aft, cable)
    vehicle = m.add_body("vehicle", VEHICLE)
    m.add_joint("end", tt.Fixed(), cable.tip, vehicle)
    m.add_force("gravity", tt.UniformGravity([0.0, 0.0, -GRAVITY]))
    lift = [0.0, 0.0, VEHICLE * GRAVITY - SINKING]
    m.add_force("lift", tt.FrameForce(vehicle, force=lift, axes="inertial"))
    m.add_force("drag", tt.UserForce(drag, vehicle, parameters=[0.5 * WATER]))
    m.add_force("water", tt.FluidLoad(cable, diameter=DIAMETER, density=WATER))
    return m


def down() -> np.ndarray:
    """From axes of the cable at the start to inertial ones: x is down and backward."""
    s, c = math.sin(LEANING), math.cos(LEANING)
    return np.array([[-s, 0.0, c], [0.0, 1.0, 0.0], [-c, 0.0, -s]])


def towed() -> tuple[np.ndarray, float]:
    """Place of the vehicle, and tension of the first link, after 600 s."""
    system = model().build()
    state = system.state(path={"velocity": [2.0, 0.0, 0.0]})
    run = tt.simulate(system, state, 600.0, every=600.0, rtol=1e-10, atol=1e-9)
    return run["vehicle.position"].values[-1], tension(run)


def tension(run: tt.Run) -> float:
    """Along the first link at the end, N: what the ship exerts, less half of the load on the link,
    which acts where it holds."""
    seen = run.beam("cable").isel(time=-1)
    ends, rates = seen.position.values[:2], seen.velocity.values[:2]
    d = ends[1] - ends[0]
    along, v = d / LINK, rates.mean(axis=0)
    load = np.array(fluid_drag(tt.Vec3(*v), tt.Vec3(*along), 1.2, 0.01))
    load *= 0.5 * WATER * DIAMETER * LINK
    lift = WATER * math.pi / 4.0 * DIAMETER**2 * LINK * GRAVITY
    held = run["hold.reaction_force"].values[-1] @ down().T
    mass = 0.5 * LINK  # kg of the cable at its root, which the ship accelerates as well
    rise = 0.5 * (2.0 * math.pi / 12.0) ** 2  # of the ship, at 600 s, m/s²
    across = 20.0 * (2.0 * math.pi / 600.0) ** 2
    own = mass * np.array([0.0, across, rise + GRAVITY])
    return float((held - own + 0.5 * (load + [0.0, 0.0, lift])) @ -along)
