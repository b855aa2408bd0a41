"""Beams with a thrust at their end, and with fuel that flows along them.

Modes and flutter of a free beam with a thrust that follows it, after Beal (1965); of a beam that
travels along itself through its supports, which a beam with a steady flow in it does too, pressed
as much; a rocket whose thrust is turned for a while, with and without mass that it loses; jet
damping of a rod that burns evenly; and the force of a nozzle on a gimbal, which vanishes where its
inertia outweighs its thrust ("tail wags dog").
"""

from __future__ import annotations

import math
from functools import partial

import numpy as np

import treetop as tt
from treetop.analysis import linearised
from treetop.validation.case import Check, componentwise
from treetop.validation.lines import limit, limit_checks, places
from treetop.validation.ritz import thrust_beam, thrust_matrices, travelling_beam

BEAL = (20.9746208856, 59.7670833121, 118.8359569185)  # P = 10
TRAVELLING = (7.3055392721, 37.8152412348, 87.3956252738)  # pinned, v = 2, T = 0
TURNED = (7.725322e-4, -1.1876779e-3)  # m, nose and tail at 1 s
BURNT = 8.785425e-4  # m, nose, with mass lost evenly and its flow left out
LENGTH, MASS, BENDING, THRUST = 20.0, 50.0, 2e6, 2e4  # of this rocket
RITZ = 1e-6  # to which continuous beams are solved
GIMBALLED = 1000.0  # N, thrust of a nozzle by itself
NOTHING = 1e-9  # N, where fuel leaves and thrust is that of another force


def checks() -> list[Check]:
    return [
        *_thrust_checks(),
        *_travelling_checks(),
        *_turned_checks(),
        *_jet_damping_checks(),
        *_gimbal_checks(),
    ]


def _thrust_checks() -> list[Check]:
    """Modes under thrust, and where the first two of them meet."""
    found = componentwise(
        "thrust 10, after Galerkin, mode", "123", np.sqrt(thrust_beam(10.0)[2:5]), BEAL, RITZ
    )
    for thrust in (10.0, 25.0, 50.0, 80.0):
        modes = limit(partial(pushed, thrust=thrust), 10)
        wanted = np.sqrt(thrust_beam(thrust)[2:5])
        what = f"thrust {thrust:g}, mode"  # of short waves fourth order is as much as second
        found += limit_checks(what, modes, wanted, 1e-2, digits=RITZ, ordered=False)
    flutter = limit(flutters, 10)
    return [*found, *limit_checks("flutter, thrust", flutter, [_flutter()], 1e-2, digits=RITZ)]


def _free(n: int, **more: object) -> tt.Model:
    m = tt.Model("rocket")
    line = {"length": 1.0, "mass_per_length": 1.0, "EI": [None, 1.0], "elements": n} | more
    m.add_joint("flight", tt.Planar([0, 0, 1]), m.ground, m.add_beam("hull", tt.Beam(**line)))
    return m


def _values(n: int, thrust: float) -> np.ndarray:
    """Eigenvalues of a free beam that is pushed at its root along itself."""
    m = _free(n)
    m.add_force("thrust", tt.FrameForce("hull", force=[thrust, 0, 0]))
    system = m.build()
    return np.linalg.eigvals(linearised(system, system.state()).A)


def pushed(n: int, thrust: float) -> np.ndarray:
    """The lowest frequencies."""
    values = _values(n, thrust).imag
    return np.sort(values[values > 1.0])[:3]


def flutters(n: int) -> float:
    """The thrust from which on vibration grows."""
    return _least(lambda thrust: bool(_values(n, thrust).real.max() > 0.1))


def _flutter() -> float:
    from scipy.linalg import eigvals

    return _least(lambda thrust: bool(np.abs(eigvals(*thrust_matrices(thrust)).imag).max() > 1.0))


def _least(unstable) -> float:
    low, high = 90.0, 130.0
    while high - low > 1e-7:
        middle = 0.5 * (low + high)
        low, high = (low, middle) if unstable(middle) else (middle, high)
    return 0.5 * (low + high)


def _travelling_checks() -> list[Check]:
    found = componentwise(
        "travelling beam, after Galerkin, mode",
        "123",
        travelling_beam(2.0, 0.0, "pinned pinned")[:3],
        TRAVELLING,
        RITZ,
    )
    for held in ("pinned", "clamped"):
        for speed, tension in ((1.0, 0.0), (2.0, 0.0), (3.0, 10.0)):
            modes = limit(partial(travelling, speed=speed, tension=tension, held=held), 10)
            wanted = travelling_beam(speed, tension, f"{held} {held}")[:3]
            what = f"travelling {held} beam, v = {speed:g}, T = {tension:g}, mode"
            ordered = held == "clamped"  # between pins what is left of second order is little
            found += limit_checks(what, modes, wanted, 1e-2, digits=RITZ, ordered=ordered)
    string = limit(partial(travelling, speed=0.5, tension=1.0, held="pinned", bending=0.0), 10)
    return [
        *found,
        *limit_checks("travelling string, mode", string, 0.75 * math.pi * np.arange(1, 4), 1e-2),
    ]


def travelling(n: int, speed: float, tension: float, held: str, bending: float = 1.0) -> np.ndarray:
    """The lowest frequencies of a beam with a flow from its tip to its root, as heavy as itself."""
    m = tt.Model("travelling beam")
    line = tt.Beam(length=1, mass_per_length=1, EI=[None, bending], elements=n)
    beam = m.add_beam("line", line)
    kind = tt.Revolute([0, 0, 1]) if held == "pinned" else tt.Fixed()
    m.add_joint("root", kind, m.ground, beam)
    end = m.ground.frame("end", at=[1, 0, 0])
    m.add_constraint("height", tt.PointOnPlane(beam.tip, end, [0, 1, 0]))
    if held == "clamped":
        m.add_constraint("slope", tt.Perpendicular(beam.tip, end, [1, 0, 0], [0, 1, 0]))
    pull = [tension - speed**2, 0, 0]
    m.add_force("pull", tt.FrameForce(beam.tip, force=pull, axes="inertial"))
    column = tt.FuelAlongBeam(begin=1.0 - 1e-6, end=1.0)
    m.add_device("feed", tt.Tank(beam, fuel=NOTHING, shape=column))
    m.add_device("exit", tt.Thruster(beam, NOTHING, mass_flow=speed, tank="feed", throttle=1))
    system = m.build()
    values = np.linalg.eigvals(linearised(system, system.state()).A).imag
    return np.sort(values[values > 1e-3])[:3]


def _steered(t, motion, p):
    """A thrust that is turned for half a second, in the axes of the tail."""
    turn = p[1] * math.sin(math.pi * t / 0.5) ** 2 if t < 0.5 else 0.0
    x, y = p[0] * math.cos(turn), -p[0] * math.sin(turn)
    R = motion.attitude
    force = tt.Vec3(R.x.x * x + R.x.y * y, R.y.x * x + R.y.y * y, R.z.x * x + R.z.y * y)
    return tt.Wrench(force, tt.Vec3(0.0, 0.0, 0.0))


def turned(n: int, burns: bool = False, inner_flow: bool = False) -> np.ndarray:
    """Nose and tail aside after a second."""
    own = 0.5 * MASS if burns else MASS
    m = _free(n, length=LENGTH, mass_per_length=own, EI=[None, BENDING])
    m.add_force("thrust", tt.UserForce(_steered, "hull", parameters=[THRUST, 1e-4], breaks=[0.5]))
    if burns:
        column = tt.FuelAlongBeam(inner_flow=inner_flow)
        m.add_device("fuel", tt.Tank("hull", fuel=0.5 * MASS * LENGTH, shape=column))
        flow = 0.2 * MASS * LENGTH
        m.add_device("exit", tt.Thruster("hull", NOTHING, mass_flow=flow, tank="fuel", throttle=1))
    system = m.build()
    run = tt.simulate(system, system.state(), 1.0, every=1.0, rtol=1e-10, atol=1e-14)
    return np.array([places(run, f"hull.{end}")[-1, 1] for end in ("tip", "root")])


def _turned_checks() -> list[Check]:
    steady, burnt = limit(turned, 10), limit(partial(turned, burns=True), 10)
    names, digits = ("nose", "tail"), 1e-10
    found = componentwise("rocket steered,", names, steady.value, TURNED, steady.left + digits, "m")
    burning = Check("rocket that burns, nose", burnt.value[0], BURNT, burnt.left + digits, "m")
    return [
        *found,
        burning,
        Check("rocket steered: error estimated", steady.left, 0.0, 1e-8, "m"),
        Check("rocket that burns: error estimated", burnt.left, 0.0, 1e-8, "m"),
        Check("rocket steered: order of convergence", steady.order, 2.0, 0.1),
        Check("rocket that burns: order of convergence", burnt.order, 2.0, 0.1),
    ]


def damped(n: int, left: float) -> float:
    """The part of its turning that a stiff rod keeps, when a part of its mass is left."""
    m = _free(n, mass_per_length=0.2, EI=[None, 1e3])
    m.add_device("fuel", tt.Tank("hull", fuel=0.8, shape=tt.FuelAlongBeam()))
    m.add_device("jet", tt.Thruster("hull", thrust=1e-3, mass_flow=0.1, tank="fuel", throttle=1))
    system = m.build()
    start, end = system.state(flight={"rate": 1e-3}), (1.0 - left) / 0.1
    run = tt.simulate(system, start, end, every=end, rtol=1e-10, atol=1e-13)
    return float(run["hull.angular_velocity"].values[-1, 2]) / 1e-3


def _jet_damping_checks() -> list[Check]:
    return [
        Check(f"turning left of a rod of {left:g} of its mass", damped(4, left), left**2, 1e-6)
        for left in (0.8, 0.5)
    ]


def gimbal_force(rate: float) -> float:
    """The force across a gimbal that swings as sin(rate t), per unit of its angle, at the end of a
    swing."""
    m, small, mass, arm = tt.Model("gimbal"), 1e-6, 10.0, 0.5
    nozzle = m.add_body("nozzle", mass, [0.3, 0.4, 0.5], centre=[-arm, 0, 0])
    m.add_joint("gimbal", tt.Revolute([0, 0, 1]), m.ground, nozzle)
    m.add_constraint("swing", tt.Prescribed("gimbal.angle", f"{small} * sin({rate} * t)"))
    m.add_force("thrust", tt.FrameForce("nozzle", force=[GIMBALLED, 0, 0]))
    system = m.build()
    quarter = 0.5 * math.pi / rate
    start = system.state(gimbal={"rate": small * rate})
    run = tt.simulate(system, start, quarter, every=quarter, rtol=1e-11, atol=1e-14)
    return -float(run.data.sel(joint="gimbal").reaction_force.values[-1, 1]) / small


def _gimbal_checks() -> list[Check]:
    zero = math.sqrt(GIMBALLED / 5.0)  # by mass times arm, kg m
    return [
        Check(
            f"gimbal at {part:g} of its zero, force across it",
            gimbal_force(part * zero),
            GIMBALLED * (1.0 - part**2),
            1e-5,
            "N/rad",
        )
        for part in (0.1, 0.5, 1.0, 2.0)
    ]
