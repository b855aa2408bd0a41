"""Two masses on a tether without mass that is paid out and drawn in, in a circular orbit.

Lengths that follow a function of time are constraints; a reel and a tension law are devices.  Pitch
is in the plane of the orbit, from the radius of the mass centre towards flight, roll is out of it.
"""

import math
from typing import Any

import numpy as np

import treetop as tt
from treetop.core.spatial import Vec3, cross, dot
from treetop.validation.case import Check, componentwise

MU, RADIUS = 3.986004418e14, 6778137.0
MASSES = (10000.0, 500.0)
N = math.sqrt(MU / RADIUS**3)
RTOL, ATOL = 1e-12, 1e-10
C = 0.25  # rate of the exponential deployments, of that of the orbit
SMALL = 10.0  # m, short against the orbit: closed forms leave out parts of the size length / radius


def checks() -> list[Check]:
    return [*references(), *constant_angle(), *librations(), *station_keeping(), spun()]


def references() -> list[Check]:
    """Deployment of 20 km, retrievals, and deployment under a tension law."""
    rate, m = -0.2 * N, MASSES[1]
    quintic = tt.Distance("one", "two", "1000 + 19000*smoothstep(t/10800)")
    decay = tt.Distance("one", "two", f"20000*exp({rate!r}*t)")
    even = tt.Distance("one", "two", "10000 - 1.5*t")
    law = tt.Tether(
        *("one", "two"), tension_by_square=3 * N**2 * m / 20000, tension_by_rate=2 * N * m
    )
    runs = {
        "deployment, 5400 s": (quintic, 5400.0, 1000.0, 0.0, 0.0, 0.05),
        "exponential retrieval, 3600 s": (decay, 3600.0, 20000.0, rate * 20000.0, 0.1, 0.01),
        "uniform retrieval, 3000 s": (even, 3000.0, 10000.0, -1.5, 0.05, 0.01),
        "tension law, 6000 s": (law, 6000.0, 200.0, 1.5, 0.0, 0.02),
    }
    expected = {
        "deployment, 5400 s": (-0.150529752066, 0.001543259839, 19.4783913744),
        "exponential retrieval, 3600 s": (0.0734912457, -0.0058031773, 16.733680303),
        "uniform retrieval, 3000 s": (0.104566390171, 0.015725216910, 9.656272416),
        "tension law, 6000 s": (-0.1573076079, None, 39.90402609),
    }
    found = []
    for name, (line, duration, *start) in runs.items():
        run = flown(line, duration, *start)
        pitch, roll, length = attitude(run)
        angle, side, pull = expected[name]
        found.append(Check(f"{name}, pitch", pitch[-1], angle, 2e-9, "rad"))
        if side is not None:
            found.append(Check(f"{name}, roll", roll[-1], side, 2e-9, "rad"))
        found.append(Check(f"{name}, tension", tension(run), pull, 1e-8, "N", "relative"))
        if isinstance(line, tt.Tether):
            found.append(Check(f"{name}, length", length[-1], 19105.42452, 1e-5, "m"))
    return found


def constant_angle() -> list[Check]:
    """A reel that pays out in proportion to the length keeps the angle sin 2θ = -4c/3."""
    still = 0.5 * math.asin(-4.0 * C / 3.0)
    reel = tt.Tether("one", "two", length=SMALL, stiffness=100, damping=500, rate=C * N)
    period = 2.0 * math.pi / N
    run = flown(reel, period, SMALL, C * N * SMALL, still, 0.0)
    pitch, _, _ = attitude(run)
    drawn, grown = float(run["line.length"][-1]), SMALL * math.exp(C * N * period)
    return [
        Check("paid out in proportion, angle", pitch[-1], still, 2e-5, "rad"),
        Check("paid out in proportion, length", drawn, grown, 1e-9, "m", "relative"),
    ]


def librations() -> list[Check]:
    """Retrieval in proportion to the length: librations about the constant angle grow as 1/l."""
    c, small, time = -0.1, 1e-4, 1.3 * 2.0 * math.pi / N
    still = 0.5 * math.asin(-4.0 * c / 3.0)
    line = tt.Distance("one", "two", f"{SMALL}*exp({c * N!r}*t)")
    run = flown(line, time, SMALL, c * N * SMALL, still + small, small)
    pitch, roll, _ = attitude(run)
    squares = 3.0 * math.cos(2.0 * still), 1.0 + 3.0 * math.cos(still) ** 2
    expected = [small * _decaying(math.sqrt(square - c * c), c, N * time) for square in squares]
    found = (pitch[-1] - still, roll[-1])
    free = componentwise("retrieval, libration in", ("plane", "roll"), found, expected, 2e-6, "rad")
    # Thrusters across the line that take away what the retrieval adds.
    reduced = MASSES[0] * MASSES[1] / sum(MASSES)
    thrust = tt.UserForce(across, "two", "one", parameters=[-2.0 * c * N * reduced, N])
    run = flown(line, time, SMALL, c * N * SMALL, still + small, small, thrust)
    pitch, roll, _ = attitude(run)
    expected = [small * math.cos(math.sqrt(square) * N * time) for square in squares]
    found = (pitch[-1] - still, roll[-1])
    braked = componentwise(
        "retrieval with thrusters, libration in", ("plane", "roll"), found, expected, 1e-6, "rad"
    )
    return [*free, *braked, *fast_retrieval()]


def fast_retrieval() -> list[Check]:
    """Retrieval faster than any constant angle allows, c < -3/4: thrusters across the line take
    away its Coriolis force too, so that it swings about the vertical as one of constant length."""
    c, small, time = -1.0, 1e-4, 2.0 / N
    reduced = MASSES[0] * MASSES[1] / sum(MASSES)
    line = tt.Distance("one", "two", f"{SMALL}*exp({c * N!r}*t)")
    parameters = [-2.0 * c * N * reduced, N, 2.0 * N * reduced]
    thrust = tt.UserForce(across_and_against_coriolis, "two", "one", parameters=parameters)
    run = flown(line, time, SMALL, c * N * SMALL, small, small, thrust)
    pitch, roll, _ = attitude(run)
    expected = [small * math.cos(square**0.5 * N * time) for square in (3.0, 4.0)]
    name = "fast retrieval with thrusters, libration in"
    found = (pitch[-1], roll[-1])
    return componentwise(name, ("plane", "roll"), found, expected, 1e-6, "rad")


def across_and_against_coriolis(t, motion, p):
    """Thrust as of `across`, and against what the velocity along the line gives in turning axes."""
    d, v = motion.position, motion.velocity
    w = v - cross(Vec3(0.0, 0.0, p[1]), d)
    along = d * (dot(d, w) / dot(d, d))
    against = cross(Vec3(0.0, 0.0, p[2]), along)
    return tt.Wrench((w - along) * -p[0] + against, Vec3(0.0, 0.0, 0.0))


def across(t, motion, p):
    """Thrust against the velocity across the line, in axes that turn with the orbit."""
    d, v = motion.position, motion.velocity
    w = v - cross(Vec3(0.0, 0.0, p[1]), d)
    along = d * (dot(d, w) / dot(d, d))
    return tt.Wrench((w - along) * -p[0], Vec3(0.0, 0.0, 0.0))


def _decaying(frequency: float, c: float, t: float) -> float:
    """x'' + 2 c x' + (frequency² + c²) x = 0 from x = 1, at rest."""
    swing = math.cos(frequency * t) + c / frequency * math.sin(frequency * t)
    return math.exp(-c * t) * swing


def station_keeping() -> list[Check]:
    """Rupp's law, linear in length and rate, about its commanded length: the linear motion."""
    from scipy.linalg import expm

    length, small, time = 1.0, 2e-4, 3000.0  # what is left out: length / radius, small / length
    reduced = MASSES[0] * MASSES[1] / sum(MASSES)
    k, d = 9.0 * N**2, 2.5 * N  # of the reduced mass
    law = tt.Tether(
        *("one", "two"),
        tension=reduced * (3.0 * N**2 - k) * length,
        tension_by_length=reduced * k,
        tension_by_rate=reduced * d,
    )
    run = flown(law, time, length + small, 0.0, 0.0, 0.0)
    pitch, _, found = attitude(run)
    A = np.array(
        [
            [0.0, 1.0, 0.0, 0.0],
            [3.0 * N**2 - k, -d, 0.0, 2.0 * N * length],
            [0.0, 0.0, 0.0, 1.0],
            [0.0, -2.0 * N / length, -3.0 * N**2, 0.0],
        ]
    )
    expected = expm(A * time) @ [small, 0.0, 0.0, 0.0]
    return [
        Check("station-keeping, length", found[-1] - length, expected[0], 2e-3 * small, "m"),
        Check("station-keeping, pitch", pitch[-1], expected[2], 2e-3 * small / length, "rad"),
    ]


def spun() -> Check:
    """Without gravity the rate of rotation falls with the square of a length that grows evenly."""
    line = tt.Distance("one", "two", "10 + 0.1*t")
    m = masses(line)
    vector, motion = np.array([10.0, 0.0, 0.0]), np.array([0.1, 10.0 * 0.2, 0.0])
    system = m.build()
    run = tt.simulate(
        system, system.state(**_apart(vector, motion)), 100.0, every=50.0, rtol=RTOL, atol=ATOL
    )
    d, v = (_between(run, name)[-1] for name in ("position", "velocity"))
    rate = float(np.cross(d, v)[2] / (d @ d))
    return Check("spun up before pay-out, rate at twice the length", rate, 0.05, 1e-9, "rad/s")


def masses(line: tt.Distance | tt.Tether) -> tt.Model:
    """Two masses that fly freely, and what is between them."""
    m = tt.Model("two masses")
    for name, mass in zip(("one", "two"), MASSES, strict=True):
        m.add_joint(f"free {name}", tt.Free(), m.ground, m.add_body(name, mass, [1, 1, 1]))
    if isinstance(line, tt.Distance):
        m.add_constraint("line", line)
    else:
        m.add_device("line", line)
    return m


def flown(
    line: tt.Distance | tt.Tether,
    duration: float,
    length: float,
    rate: float,
    pitch: float,
    roll: float,
    thrust: tt.UserForce | None = None,
) -> tt.Run:
    """From rest in the turning frame, but for the rate of the length."""
    m = masses(line)
    m.add_force("earth", tt.CentralGravity(MU, gradient=False))
    if thrust is not None:
        m.add_force("thrusters", thrust)
    flat = math.cos(roll)
    along = np.array([math.cos(pitch) * flat, math.sin(pitch) * flat, math.sin(roll)])
    motion = rate * along + np.cross([0.0, 0.0, N], length * along)
    origin = {"position": [RADIUS, 0, 0], "velocity": [0, math.sqrt(MU / RADIUS), 0]}
    system = m.build()
    state = system.state(origin=origin, **_apart(length * along, motion))
    return tt.simulate(system, state, duration, every=duration, rtol=RTOL, atol=ATOL)


def _apart(vector: np.ndarray, motion: np.ndarray) -> dict[str, Any]:
    """Start values by which the line is along a vector, the mass centre at the origin."""
    first, second = (mass / sum(MASSES) for mass in MASSES)
    return {
        "free one": {"position": -second * vector, "velocity": -second * motion},
        "free two": {"position": first * vector, "velocity": first * motion},
    }


def _between(run: tt.Run, field: str) -> np.ndarray:
    """From one to two, in time."""
    return np.asarray(run[f"two.{field}"].values - run[f"one.{field}"].values)


def attitude(run: tt.Run) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Pitch, roll and length in time."""
    seen = run.data.position_from_origin
    d = seen.sel(body="two").values - seen.sel(body="one").values
    r = run["mass_centre"].values
    along = np.arctan2(d[:, 1], d[:, 0]) - np.arctan2(r[:, 1], r[:, 0])
    length = np.linalg.norm(d, axis=1)
    return (along + math.pi) % (2.0 * math.pi) - math.pi, np.arcsin(d[:, 2] / length), length


def tension(run: tt.Run) -> float:
    """The tension of the line at the end, N."""
    name = "line.holding_force" if "line.holding_force" in run.quantities else "line.applied_force"
    return float(np.linalg.norm(run[name].values[-1]))
