"""Random motions in closed form, each with an event whose signal is a known function of time."""

import math
from typing import Any, NamedTuple

import numpy as np
from scipy.optimize import brentq

import treetop as tt

GRID = 40_000  # instants at which a signal is looked at by brute force
MOST_TURNED = 3000.0  # rad, about each axis: steps are about as many
GRAZE = 1e-5  # part of its range, by which a signal must pass zero at an extremum to be counted on


class Case(NamedTuple):
    kind: str
    model: tt.Model
    duration: float
    signal: Any  # of time, vectorised, less the value that is crossed
    exact: list | None = None  # when it is crossed, where that is known


def crossings(signal, duration):
    """Times at which a signal crosses zero; None if it nearly grazes it somewhere."""
    t = np.linspace(0.0, duration, GRID + 1)
    g = signal(t)
    scale = np.abs(g).max()
    inner = (np.abs(g[1:-1]) <= np.abs(g[:-2])) & (np.abs(g[1:-1]) <= np.abs(g[2:]))
    low = np.flatnonzero(inner & (g[:-2] * g[2:] > 0)) + 1
    bend = np.abs(g[low - 1] - 2 * g[low] + g[low + 1])
    if (np.abs(g[low]) < GRAZE * scale + 2 * bend).any():
        return None
    if min(abs(g[0]), abs(g[-1])) < GRAZE * scale:
        return None
    change = np.flatnonzero((g[:-1] < 0) != (g[1:] < 0))
    return np.array(
        [brentq(lambda x: float(signal(x)), t[k], t[k + 1], xtol=1e-13) for k in change]
    )


def rotors(rng):
    """Two rotors in a row, both balanced, which turn steadily; where their tip is at a time."""
    l1, l2 = rng.uniform(0.2, 2.0, 2)
    w1, w2 = rng.uniform(-10, 10, 2)
    m = tt.Model("rotors")
    hub = m.add_body("hub", mass=1, inertia=[0.3] * 3)
    disc = m.add_body("disc", mass=1, inertia=[0.2] * 3)
    m.add_joint("first", tt.Revolute([0, 0, 1]), m.ground, hub)
    m.add_joint("second", tt.Revolute([0, 0, 1]), hub.frame("end", at=[l1, 0, 0]), disc)
    m.set_start("first", rate=w1)
    m.set_start("second", rate=w2)
    disc.frame("tip", at=[l2, 0, 0])

    def place(t):
        x = l1 * np.cos(w1 * t) + l2 * np.cos((w1 + w2) * t)
        return x, l1 * np.sin(w1 * t) + l2 * np.sin((w1 + w2) * t)

    return m, place, l1 + l2, rng.uniform(5, 40)


def tip_of_rotors(rng):
    """A component of the place of such a tip: a sum of two turning vectors."""
    m, place, length, duration = rotors(rng)
    value = rng.uniform(-0.9, 0.9) * length

    def height(t, motion, p):
        return motion.position.y

    m.add_event("it", tt.UserSignal(height, "disc.tip").crosses(value))
    return Case("tip of rotors", m, duration, lambda t: place(t)[1] - value)


def distance_from_rotors(rng):
    """The distance of such a tip from a point of the ground."""
    m, place, length, duration = rotors(rng)
    post = rng.uniform(-1, 1, 3) * length

    def distance(t):
        x, y = place(t)
        return np.sqrt((x - post[0]) ** 2 + (y - post[1]) ** 2 + post[2] ** 2)

    value = float(distance(rng.uniform(0, duration)))
    mark = m.ground.frame("post", at=list(post))
    m.add_event("it", tt.distance("disc.tip", mark).crosses(value))
    return Case("distance from rotors", m, duration, lambda t: distance(t) - value)


def unbalanced_rotor(rng):
    """A component of the reaction of a rotor whose mass centre is off the axis."""
    e, w, mass = rng.uniform(0.1, 1.0), rng.uniform(1, 20), rng.uniform(0.5, 5)
    m = tt.Model("unbalanced rotor")
    hub = m.add_body("hub", mass=mass, inertia=[0.3] * 3, centre=[e, 0, 0])
    m.add_joint("axle", tt.Revolute([0, 0, 1]), m.ground, hub)
    m.set_start("axle", rate=w)
    most = mass * e * w * w
    value = rng.uniform(-0.95, 0.95) * most
    m.add_event("it", tt.reaction("axle").force.x.crosses(value))
    return Case("reaction", m, rng.uniform(2, 20), lambda t: -most * np.cos(w * t) - value)


def passing_spheres(rng):
    """Two free spheres that pass each other, one of them spinning: their gap."""
    far, speed = 10 ** rng.uniform(0.5, 4), 10 ** rng.uniform(-1, 2)
    radii, side = 10 ** rng.uniform(-2, 0, 2), rng.normal(size=(2, 3))
    way = side[0] / np.linalg.norm(side[0])
    across = np.cross(way, side[1])
    across *= radii.sum() * rng.uniform(0, 3) / np.linalg.norm(across)
    start, velocity = way * far + across, -way * speed
    m = tt.Model("passing spheres")
    for name in "ab":
        body = m.add_body(name, mass=1, inertia=[0.1, 0.1, 0.1])
        m.add_joint(f"free {name}", tt.Free(), m.ground, body)
    spin = rng.uniform(-3, 3, 3)
    m.set_start("free b", position=list(start), velocity=list(velocity))
    gap = tt.clearance(tt.Sphere("a", radii[0]), tt.Sphere("b", radii[1]))
    m.add_event("it", gap.crosses(0))

    closest, nearest = far / speed, float(np.linalg.norm(across))
    half = math.sqrt(max(0.0, radii.sum() ** 2 - nearest**2)) / speed
    exact = [closest - half, closest + half] if half else []
    duration = closest + rng.uniform(1, 100) * closest
    m.set_start("free a", angular_velocity=list(spin * min(1.0, MOST_TURNED / duration)))
    return Case("passing spheres", m, duration, None, exact)


def thrown_past_a_ball(rng):
    """A ball in flight, its distance from a point: up to four crossings."""
    v, place = rng.uniform(2, 20, 3) * [1, 1, 2], rng.uniform(-0.5, 0.5, 3)
    duration = 2.2 * v[2] / 9.81
    at = v * (s := rng.uniform(0.1, 1.9) * v[2] / 9.81) + [0, 0, -0.5 * 9.81 * s * s] + place
    m = tt.Model("thrown past")
    m.add_joint("flight", tt.Free(), m.ground, m.add_body("ball", mass=1, inertia=[0.01] * 3))
    m.add_force("weight", tt.UniformGravity())
    m.set_start("flight", velocity=list(v))
    value = rng.uniform(0.1, 5.0)
    m.add_event("it", tt.distance("ball", m.ground.frame("mark", at=list(at))).crosses(value))

    def signal(t):
        t = np.asarray(t)[..., None]
        return np.linalg.norm(v * t - [0, 0, 0.5 * 9.81] * t * t - at, axis=-1) - value

    return Case("thrown past", m, duration, signal)


def slewed_arm(rng):
    """An arm that a polynomial moves from rest to rest, through several turns or none."""
    turn, span, l = rng.uniform(-40, 40), rng.uniform(5, 200), rng.uniform(0.5, 3)
    m = tt.Model("slewed arm")
    arm = m.add_body("arm", mass=1, inertia=[0.3] * 3)
    tip = m.add_body("tip", mass=1, inertia=[0.1] * 3)
    m.add_joint("axle", tt.Revolute([0, 0, 1]), m.ground, arm)
    m.add_joint("weld", tt.Fixed(), arm.frame("end", at=[l, 0, 0]), tip)
    s = f"(t/{span!r})"
    law = f"{turn!r}*(10*{s}**3 - 15*{s}**4 + 6*{s}**5)"
    m.add_constraint("slew", tt.Prescribed("axle.angle", law))
    value = rng.uniform(-0.95, 0.95) * l
    m.add_event("it", tt.quantity("tip.position.x").crosses(value))

    def signal(t):
        x = np.asarray(t) / span
        return l * np.cos(turn * x**3 * (10 - 15 * x + 6 * x * x)) - value

    return Case("slewed arm", m, span, signal)


def capsule_past_post(rng):
    """The gap of an arm that goes round and a ball beside its way."""
    w, l, r = rng.uniform(1, 8), rng.uniform(0.5, 2), rng.uniform(0.02, 0.1)
    place, height = rng.uniform(0.3, 1.3) * l, rng.uniform(0, 2) * r
    m = tt.Model("arm past a ball")
    arm = m.add_body("arm", mass=1, inertia=[0.1] * 3)
    m.add_joint("axle", tt.Revolute([0, 0, 1]), m.ground, arm)
    shape = tt.Capsule(arm.frame("a", at=[-0.5 * l, 0, 0]), arm.frame("b", at=[l, 0, 0]), r)
    post = m.ground.frame("post", at=[0, place, height])
    m.add_event("it", tt.clearance(shape, tt.Sphere(post, r)).crosses(0))
    m.set_start("axle", rate=w)

    def signal(t):
        angle = np.pi / 2 - w * np.asarray(t)
        x, y = place * np.cos(angle), place * np.sin(angle)
        dx = x - np.clip(x, -0.5 * l, l)
        return np.sqrt(dx * dx + y * y + height * height) - 2 * r

    return Case("arm past a ball", m, rng.uniform(5, 40), signal)


KINDS = (
    tip_of_rotors,
    distance_from_rotors,
    unbalanced_rotor,
    passing_spheres,
    thrown_past_a_ball,
    slewed_arm,
    capsule_past_post,
)


def random_case(seed):
    """The case of a seed, and when its event happens."""
    rng = np.random.default_rng(seed)
    while True:
        case = KINDS[seed % len(KINDS)](rng)
        exact = crossings(case.signal, case.duration) if case.exact is None else case.exact
        if exact is not None:
            return case, exact
