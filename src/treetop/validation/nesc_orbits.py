"""Orbital check cases of NASA's Engineering and Safety Center.

NASA/TM-2015-218675: 28800 s from 2007-11-20T00:00:00 UTC, with GEM-T1 to degree 4 or 8, Sun and
Moon, precession of 1976 and nutation of 1980.  Cases 5, 6B, 7C and 7D need the Marshall Engineering
Thermosphere, which is not here.  Case 2, 3B after 600 s and 9A were computed for Treetop by an
integrator of its own in extended precision, in an environment that agrees with that of NASA's JEOD
to 5e-12 m/s²; all others by SciPy's DOP853 in inertial coordinates, with Cunningham's recursion for
the harmonics and frames, Sun and Moon straight from ERFA.
"""

from typing import Any, NamedTuple

import numpy as np

import treetop as tt
from treetop.validation.case import Check, componentwise
from treetop.validation.numerics import TIGHT, same_sign

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
SUN, MOON = tt.Sun(mu=1.3271244e20), tt.ThirdBody("moon", mu=4.902801076e12)
AIR = tt.TabulatedAtmosphere([100e3, 1000e3], [1.4e-12, 1.4e-12])


class Case(NamedTuple):
    """A body on an orbit in an environment, and whether it rests in the local axes."""

    body: dict[str, Any]
    orbit: tuple[list[float], list[float]]
    planet: tt.Planet
    turning: bool = False
    torque: float = 0.0  # N m, and
    force: float = 0.0  # N, along x of the body from 1000 to 2000 s
    drag: bool = False


def earth(degree: int = 0, **more: Any) -> tt.Earth:
    """The Earth of these cases."""
    gravity = ("GEM-T1", degree) if degree else None
    return tt.Earth(mu=None if degree else MU, gravity=gravity, rotation="IAU 1976", **more)


def plain(gradient: bool = False) -> tt.Planet:
    """A point mass."""
    return tt.Planet(mu=MU, gradient=gradient)


CASES = {
    "2": Case(SPHERE, TYPICAL, plain()),
    "3A": Case(SPHERE, TYPICAL, earth(4)),
    "3B": Case(SPHERE, TYPICAL, earth(8)),
    "4": Case(SPHERE, TYPICAL, earth(sun=SUN, moon=MOON)),
    "6A": Case(SPHERE, ELLIPTICAL, earth(atmosphere=AIR), drag=True),
    "7A": Case(SPHERE, ELLIPTICAL, earth(4, sun=SUN, moon=MOON)),
    "7B": Case(SPHERE, ELLIPTICAL, earth(8, sun=SUN, moon=MOON)),
    "8A": Case(SPHERE, TYPICAL, plain()),
    "8B": Case(SPHERE, TYPICAL, plain(), turning=True),
    "9A": Case(ISS, TYPICAL, plain(), torque=10.0),
    "9B": Case(ISS, TYPICAL, plain(), turning=True, torque=10.0),
    "9C": Case(ISS, TYPICAL, plain(), torque=10.0, force=10.0),
    "9D": Case(ISS, TYPICAL, plain(), turning=True, torque=10.0, force=10.0),
    "10A": Case(CYLINDER, TYPICAL, plain(gradient=True)),
    "10B": Case(CYLINDER, TYPICAL, plain(gradient=True), turning=True),
    "10C": Case(CYLINDER, ELLIPTICAL, plain(gradient=True)),
    "10D": Case(CYLINDER, ELLIPTICAL, plain(gradient=True), turning=True),
}
ENDS = {  # m
    "2": (-1024266.070683, -6151091.316363, 2599979.134646),
    "3A": (-1254743.444529, -6089582.821110, 2656346.747397),
    "3B": (-1255260.230070, -6089429.946174, 2656934.721065),
    "4": (-1024259.614510, -6151102.122928, 2599955.982948),
    "6A": (-1050807.732227, -6116988.900637, 2625683.647791),
    "7A": (-1279301.586784, -6056223.291006, 2681158.118870),
    "7B": (-1279794.002248, -6056086.644720, 2681723.850560),
    "9C": (-1024348.510641, -6151029.905416, 2600068.573733),
    "9D": (-1025524.188180, -6150301.251534, 2601375.016408),
    "10A": (-1024266.070702, -6151091.316352, 2599979.134667),
    "10B": (-1024266.070659, -6151091.316415, 2599979.134627),
    "10C": (-1051398.862116, -6116651.030913, 2626347.322375),
    "10D": (-1051398.862152, -6116651.030903, 2626347.322417),
}
AFTER_600_S = (-3276789.155378, -3433719.752186, 4816181.370839)  # 3B
ATTITUDES = {
    "8A": (0.236810636523756, -0.717311704367028, 0.614088072891079, -0.228649250906722),
    "8B": (-0.552485583208963, 0.714747197884183, -0.357691374209830, -0.236543873898361),
    "9A": (0.751959990662373, 0.138138323576199, -0.012751901925809, -0.644446557132456),
    "9B": (-0.317001165003973, 0.586617065540816, -0.376943289269346, -0.642887576857114),
    "10A": (0.189373618038137, -0.697823265206949, 0.630334095246329, -0.282593792743313),
    "10B": (-0.475313954519237, -0.065579203535159, 0.455258260196502, -0.750010619408708),
    "10C": (0.238576703840797, -0.717966676372255, 0.613404104359716, -0.226584228837957),
    "10D": (-0.514141751015466, 0.001791058394710, 0.410903515110215, -0.752870077266089),
}


def checks() -> list[Check]:
    early = flown("3B", 600.0)["body.position"].values[-1]
    found = componentwise("3B, 600 s: position", "xyz", early, AFTER_600_S, 2e-6, "m")
    for name in CASES:
        end = flown(name)
        if name in ENDS:
            x = end["body.position"].values[-1]
            found += componentwise(f"{name}: position", "xyz", x, ENDS[name], 1e-5, "m")
        if name in ATTITUDES:
            q = same_sign(end["body.attitude"].values[-1], ATTITUDES[name])
            found += componentwise(f"{name}: attitude", "wxyz", q, ATTITUDES[name], 1e-9)
    return found


def model(name: str) -> tt.Model:
    """The model of a case."""
    case = CASES[name]
    epoch = tt.Epoch("2007-11-20T00:00:00 UTC", tt.EarthOrientation(dut1=-0.469, tai_utc=32.0))
    found = tt.Model("NESC check case", epoch=epoch)
    body = found.add_body("body", case.body["mass"], case.body["inertia"])
    found.add_joint("orbit", tt.Free(), found.ground, body)
    found.set_environment(case.planet)
    if case.torque:
        force, torque = (
            tt.Table([0, 1000, 2000], [[0, 0, 0], [push, 0, 0], [0, 0, 0]], "hold")
            for push in (case.force, case.torque)
        )
        found.add_force("push", tt.FrameForce("body", force=force, torque=torque))
    if case.drag:
        found.add_surface("ball", tt.surfaces.Cannonball("body", area=1.0, drag=0.02))
    position, velocity = case.orbit
    attitude = tt.local(0, PITCH, 0, turning=case.turning)
    orbit = tt.Orbit(position=position, velocity=velocity, attitude=attitude, impact=True)
    found.set_start("orbit", orbit=orbit)
    return found


def flown(name: str, duration: float = DURATION) -> tt.Run:
    """A case, with its end alone."""
    system = model(name).build()
    return tt.simulate(system, system.start(), duration=duration, at=[duration], **TIGHT)
