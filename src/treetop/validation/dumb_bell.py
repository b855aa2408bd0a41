"""Two point masses on a rigid massless rod of 20 km, started at rest in the local frame.

In plane θ, out of plane φ: the upper mass lies along (cos φ cos θ, cos φ sin θ, sin φ) in the axes
(up, forward, orbit normal) of the mass centre. A rod with point masses has no inertia about itself,
so it gets no freedom to spin: the lower mass goes along x and y and the rod turns with a plane,
then the mass along z, and the rod rises out of the plane.
"""

import numpy as np

import treetop as tt
from treetop.validation.case import Check
from treetop.validation.numerics import TIGHT

MU, R, LENGTH = 3.986004418e14, 7.0e6, 20.0e3
LOWER, UPPER = 1000.0, 200.0
N = np.sqrt(MU / R**3)
THETA, PHI, TENSION = -0.04692498118, 0.09036613683, 14.5357316103  # at 5829 s


def checks() -> list[Check]:
    system = craft()
    run = tt.simulate(system, start(system), duration=5829.0, at=[5829.0], **TIGHT)
    theta, phi = libration(run)
    tension = -float(run["top.reaction_force"].sel(axis="x")[-1])
    return [
        Check("θ at 5829 s", theta, THETA, 1e-10, "rad"),
        Check("φ at 5829 s", phi, PHI, 1e-10, "rad"),
        Check("tension at 5829 s", tension, TENSION, 1e-10, "N", "relative"),
    ]


def craft() -> tt.System:
    model = tt.Model("dumb-bell")
    plane, rod = model.add_body("plane", 0.0), model.add_body("rod", 0.0)
    lower, upper = model.add_body("lower", LOWER), model.add_body("upper", UPPER)
    model.add_joint("orbit", tt.Planar([0, 0, 1]), model.ground, plane)
    model.add_joint("rise", tt.Prismatic([0, 0, 1]), plane, lower)
    model.add_joint("foot", tt.Revolute([0, -1, 0]), lower, rod)
    model.add_joint("top", tt.Fixed(), rod.frame("tip", at=[LENGTH, 0, 0]), upper)
    model.add_force("earth", tt.CentralGravity(MU, gradient=False))
    return model.build()


def start(system: tt.System) -> tt.State:
    """Mass centre on a circular orbit, 0.2 rad in plane and 0.1 rad out of it."""
    theta, phi = 0.2, 0.1
    rod = LENGTH * np.array([np.cos(phi) * np.cos(theta), np.cos(phi) * np.sin(theta), np.sin(phi)])
    x, y, z = [R, 0, 0] - UPPER / (LOWER + UPPER) * rod
    return system.state(
        orbit={"x": x, "y": y, "angle": theta, "x_rate": -N * y, "y_rate": N * x, "rate": N},
        rise={"slide": z},
        foot={"angle": phi},
    )


def libration(run: tt.Run) -> tuple[float, float]:
    """θ and φ at the last sample."""
    last = run.data.isel(time=-1).sel(body=["lower", "upper"])
    share = np.array([LOWER, UPPER]) / (LOWER + UPPER)
    r, v = share @ last.position.values, share @ last.velocity.values
    up, normal = r / np.linalg.norm(r), np.cross(r, v)
    normal /= np.linalg.norm(normal)
    rod = np.array([-1, 1]) @ last.position_from_origin.values / LENGTH
    return float(np.arctan2(rod @ np.cross(normal, up), rod @ up)), float(np.arcsin(rod @ normal))
