"""A conducting tether of ten lumps in an inclined orbit, in the field of a dipole; and the angle at
which a conducting dumb-bell stands over the magnetic equator."""

import math
from typing import Any

import numpy as np

import treetop as tt
from treetop.validation.case import Check, componentwise

MU, RADIUS, FIELD = 3.986004418e14, 6878137.0, 7.8e15  # m³/s², m, T m³
N = math.sqrt(MU / RADIUS**3)
LUMPS, LENGTH, CURRENT, INCLINATION = 10, 5000.0, 2.0, math.radians(30.0)
FIRST = (1185.794256269, -1635.574562854, -836.515132118)  # first mass at 2400 s, m
PULL = 1.060346180  # of its link, N
VACUUM = 1e-7  # μ0/4π
# The field of the environment is linear about the first body: over the line it misses 2 (L/R)² of
# itself in the mean, and so of the 1700 m that the current has moved the tether by.
LINEAR = 2.0 * (LENGTH / RADIUS) ** 2


def checks() -> list[Check]:
    place, pull = lumped_tether()
    missed = 1700.0 * LINEAR
    found = componentwise("ten lumps, 2400 s, first mass", "xyz", place, FIRST, missed, "m")
    found.append(Check("ten lumps, 2400 s, pull on it", pull, PULL, LINEAR, "N", "relative"))
    return [*found, dumb_bell()]


def field() -> tt.Planet:
    """A planet that does not turn, its dipole along -z."""
    dipole = tt.MagneticDipoleField([0.0, 0.0, -FIELD / VACUUM])
    return tt.Planet(mu=MU, radius=6378137.0, gradient=False, magnetic=dipole)


def lumped_tether() -> tuple[np.ndarray, float]:
    """500 kg, ten times 2 kg and 50 kg on eleven equal links."""
    h = LENGTH / (LUMPS + 1)
    m = tt.Model("conducting tether")
    m.set_environment(field())
    line = tt.Cable(
        length=LENGTH, mass_per_length=2.0 / h, elements=LUMPS + 1, lumped=True, tension_only=False
    )
    tether = m.add_beam("tether", line)
    first = m.add_body("first", 499.0, [1.0, 1.0, 1.0])
    m.add_joint("free", tt.Free(), m.ground, first)
    m.add_joint("hold", tt.Fixed(), first, tether)
    m.add_joint("end", tt.Fixed(), tether.tip, m.add_body("last", 49.0))
    m.add_device("current", tt.Conductor(tether, current=CURRENT))
    system = m.build()
    along = np.array([1.0, 0.0, 0.0])
    flight = np.array([0.0, math.cos(INCLINATION), math.sin(INCLINATION)])
    normal = np.cross(along, flight)
    masses = np.array([500.0, *[2.0] * LUMPS, 50.0])
    centre = masses @ (np.arange(LUMPS + 2) * h) / masses.sum()
    speed = math.sqrt(MU / RADIUS)
    state = system.state(
        origin={"position": RADIUS * along, "velocity": speed * flight},
        free={
            "position": -centre * along,
            "velocity": -N * centre * flight,
            "angular_velocity": N * normal,
        },
    )
    run = tt.simulate(system, state, 2400.0, every=2400.0, rtol=1e-12, atol=1e-10)
    angle = N * 2400.0
    fallen = RADIUS * (math.cos(angle) * along + math.sin(angle) * flight)
    near = run.data.sel(body="first").position_from_origin.values[-1]
    pull = float(np.linalg.norm(run.data.sel(joint="tether hinge 0").reaction_force.values[-1]))
    return np.asarray(near + (run.data.origin.values[-1] - fallen)), pull


def dumb_bell() -> Check:
    """Two masses on a massless conductor over the equator, the field northward: the westward force
    at its middle holds it at an angle at which it stays."""
    m1, m2, length, current = 300.0, 100.0, 200.0, 0.05
    total, reduced = m1 + m2, m1 * m2 / (m1 + m2)
    B = FIELD / RADIUS**3
    angle = -0.5 * math.asin(2.0 * current * B * (0.5 - m2 / total) / (3.0 * N**2 * reduced))
    m = tt.Model("dumb-bell")
    m.set_environment(field())
    for name, mass in (("one", m1), ("two", m2)):
        m.add_joint(f"free {name}", tt.Free(), m.ground, m.add_body(name, mass, [1, 1, 1]))
    m.add_constraint("line", tt.Distance("one", "two", length))
    m.add_device("current", tt.Conductor("one", "two", current=current))
    along = np.array([math.cos(angle), math.sin(angle), 0.0])
    turning = np.cross([0.0, 0.0, N], along)
    system = m.build()
    start: dict[str, Any] = {
        f"free {name}": {"position": part * along, "velocity": part * turning}
        for name, part in (("one", -m2 / total * length), ("two", m1 / total * length))
    }
    origin = {"position": [RADIUS, 0, 0], "velocity": [0, math.sqrt(MU / RADIUS), 0]}
    run = tt.simulate(system, system.state(origin=origin, **start), 6000.0, every=20.0, rtol=1e-11)
    seen = run.data.position_from_origin
    d = seen.sel(body="two").values - seen.sel(body="one").values
    r = run["mass_centre"].values
    pitch = np.unwrap(np.arctan2(d[:, 1], d[:, 0])) - np.unwrap(np.arctan2(r[:, 1], r[:, 0]))
    return Check("dumb-bell in equilibrium, mean angle", float(pitch.mean()), angle, 2e-6, "rad")
