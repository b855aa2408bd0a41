"""Orbital check cases of NASA's Engineering and Safety Center.

NASA/TM-2015-218675: 28800 s from 2007-11-20T00:00:00 UTC, with GEM-T1 to degree 4 or 8, Sun and
Moon, precession of 1976 and nutation of 1980.  References were computed for Treetop by an
integrator of its own in extended precision, in an environment that agrees with that of NASA's JEOD
to 5e-12 m/s².
"""

from typing import Any

import numpy as np

import treetop as tt
from treetop.validation.case import Check, componentwise
from treetop.validation.numerics import TIGHT, compose, quaternion, same_sign, turn

DURATION = 28800.0
MU = 3.98600436e14
TYPICAL = ([-4292653.41, 955168.47, 5139356.57], [109.649663, -7527.726490, 1484.521489])
ELLIPTICAL = ([-4315967.74, 960356.20, 5167269.53], [129.091037, -7491.513855, 1452.515654])
SPHERE = {"mass": 1.0, "inertia": [0.4, 0.4, 0.4]}
ISS = {
    "mass": 4e5,
    "inertia": [[1.02e8, -6.96e6, -5.48e6], [-6.96e6, 0.91e8, 5.9e5], [-5.48e6, 5.9e5, 1.64e8]],
}
CYLINDER = {"mass": 1000.0, "inertia": [500.0, 12250.0, 12250.0]}
PITCH = np.radians(-11.6)
ATTITUDE_9A = [0.751959990662373, 0.138138323576199, -0.012751901925809, -0.644446557132456]


def checks() -> list[Check]:
    plain = flown(case(SPHERE, tt.Planet(mu=MU)), TYPICAL)
    field = flown(case(SPHERE, earth(8)), TYPICAL, 600.0)
    turned = flown(case(ISS, tt.Planet(mu=MU, gradient=False), torque=True), TYPICAL)
    attitude = same_sign(turned["body.attitude"].values[-1], ATTITUDE_9A)
    return [
        *componentwise(
            "2: position", "xyz", plain["body.position"].values[-1],
            (-1024266.070683, -6151091.316363, 2599979.134646), 1e-5, "m",
        ),
        *componentwise(
            "3B, 600 s: position", "xyz", field["body.position"].values[-1],
            (-3276789.155378, -3433719.752186, 4816181.370839), 2e-6, "m",
        ),
        *componentwise(
            "9A: attitude", "wxyz", attitude, ATTITUDE_9A, 1e-10,
        ),
    ]  # fmt: skip


def earth(degree: int = 0, **more: Any) -> tt.Earth:
    """The Earth of these cases."""
    gravity = ("GEM-T1", degree) if degree else None
    return tt.Earth(mu=None if degree else MU, gravity=gravity, rotation="IAU 1976", **more)


def case(body: dict[str, Any], planet: tt.Planet, torque: bool = False) -> tt.Model:
    epoch = tt.Epoch("2007-11-20T00:00:00 UTC", tt.EarthOrientation(dut1=-0.469, tai_utc=32.0))
    model = tt.Model("NESC check case", epoch=epoch)
    own = model.add_body("body", body["mass"], body["inertia"])
    model.add_joint("orbit", tt.Free(), model.ground, own)
    model.set_environment(planet)
    if torque:
        pulse = tt.Table([0, 1000, 2000], [[0, 0, 0], [10, 0, 0], [0, 0, 0]], "hold")
        model.add_force("torque", tt.FrameForce(own, torque=pulse))
    return model


def local_attitude(orbit: tuple[list[float], list[float]]) -> np.ndarray:
    """Pitched in axes forward, against the orbit normal and down."""
    r, v = map(np.array, orbit)
    down, normal = -r / np.linalg.norm(r), np.cross(r, v)
    side = -normal / np.linalg.norm(normal)
    axes = np.column_stack([np.cross(side, down), side, down])
    return compose(quaternion(axes), turn([0, 1, 0], PITCH))


def flown(
    model: tt.Model, orbit: tuple[list[float], list[float]], duration: float = DURATION
) -> tt.Run:
    """At rest in inertial axes at the start."""
    system, (position, velocity) = model.build(), orbit
    start = system.state(
        orbit={"position": position, "velocity": velocity, "attitude": local_attitude(orbit)}
    )
    return tt.simulate(system, start, duration=duration, at=[duration], **TIGHT)
