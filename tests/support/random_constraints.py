"""Random trees with constraints of every kind, met in a random position."""

import numpy as np
from scipy.optimize import brentq

import treetop as tt
from random_loops import rotation, turn
from random_trees import direction, random_motion, random_tree
from treetop.assembly.path_geometry import by_arc_length
from treetop.core.spatial import Vec3, cos, cross, dot, exp, norm, sin, sqrt

FRAMES = (
    "point-on-plane", "coincident", "distance", "no-rotation", "parallel", "perpendicular",
    "rolling-ball", "rolling-disc", "rolling-balls", "point-on-path", "driven-on-path",
)  # fmt: skip
# Zero at time 0, and no knot there: third rates jump.
TIMES = [-1.0, -0.4, 0.4, 1.0]
POSES = {
    "prescribed-position": lambda rng: {
        "position": ["0.3*sin(2*t)", "-0.2*t**2", tt.Spline(TIMES, [-0.3, 0.1, -0.1, 0.3])]
    },
    "prescribed-angles": lambda rng: {
        "angles": ["0.4*sin(t)", "0.3*t**2 - 0.2*t", "-0.5*t"],
        "axes": [direction(rng) for _ in range(3)],
    },
    "prescribed-attitudes": lambda rng: {"attitudes": tt.Attitudes(TIMES, odd_turns(rng))},
}


def odd_turns(rng):
    late = [[0.9, *rng.uniform(-0.5, 0.5, 3)], [0.4, *rng.uniform(-0.5, 0.5, 3)]]
    early = [[w, -x, -y, -z] for w, x, y, z in reversed(late)]
    return [(np.array(q) / np.linalg.norm(q)).tolist() for q in (*early, *late)]


KINDS = (
    *FRAMES, *POSES, "paid-out-distance", "prescribed-orbit", "coupling", "prescribed",
    "user-surface", "user-slip", "cord",
)  # fmt: skip
NONHOLONOMIC = ("rolling-ball", "rolling-disc", "rolling-balls", "user-slip")


def constrained_tree(
    seed: int, kinds: tuple[str, ...], bodies: int = 5, grounded: bool | None = None
) -> tuple[tt.Model, dict[str, dict]]:
    """A chain with a constraint of each of the kinds, and motions to start from.

    The position meets the constraints at time 0; the speeds must still be projected.  Between two
    bodies that a constraint holds there is freedom enough for it.
    """
    rng = np.random.default_rng(2000 + seed)
    grounded = bool(seed % 2) if grounded is None else grounded
    joints = ("revolute", "universal", "cylindrical", "planar", "prismatic", "screw")
    model = random_tree(seed, bodies, joints, grounded=grounded, reach=1)
    motion = random_motion(model, seed)
    system = model.build()
    now = system.evaluate(system.state(**motion))
    for k, kind in enumerate(kinds):
        make = {"coupling": coupling, "prescribed": prescribed}.get(kind)
        name = f"{kind} {k}"
        if kind.startswith("user"):
            chosen = rng.permutation(bodies)[:3]
            add_own(model, motion, name, [f"b{body}" for body in chosen])
        elif kind == "cord":
            model.add_constraint(name, cord(model, now, rng))
        elif make:
            model.add_constraint(name, make(model, motion, rng))
        else:
            a = rng.integers(bodies - 4)
            b = a + 4
            model.add_constraint(name, between(model, kind, now, f"b{a}", f"b{b}", rng))
    return model, motion


def surface(t, one, two, p):
    """A function of time, and of places and attitudes of two frames; it would be hard to do by
    hand."""
    x, y = one.position, two.position
    axis = one.attitude @ Vec3(0.6, 0.0, 0.8)
    swing = dot(axis, two.attitude @ Vec3(0.0, 1.0, 0.0))
    bend = sqrt(1.0 + dot(x, x)) * exp(-0.1 * norm(y)) + dot(cross(axis, x), y) / (2.0 + cos(t))
    return bend + swing**3 + x.x * y.z - 0.2 * sin(3.0 * t) * x.y - p[0]


def slip(t, one, two, p):
    """A function of velocities, in which it is linear but for a drive."""
    across = one.attitude @ Vec3(0.6, 0.0, 0.8)
    turning = dot(two.angular_velocity, cross(two.position, across)) * 0.3
    return dot(across, one.velocity) + turning - 0.4 * sin(2.0 * t) * one.position.x + 0.1 * p[0]


def add_own(model, motion, name, bodies):
    """A constraint by a function, met where the model is."""
    frames = [
        model.bodies[body].frame(f"{name} {k}", at=[0.1, 0.2 * k, -0.1], attitude=[0.8, 0, 0.6, 0])
        for k, body in enumerate(bodies)
    ]
    function, holonomic = (surface, True) if "surface" in name else (slip, False)
    ends = {"frames": frames[1:], "reference": frames[0], "holonomic": holonomic}
    trial = model.copy()
    trial.add_constraint(name, tt.UserConstraint(function, **ends, parameters=[0.0]))
    system = trial.build()
    missed = float(system.at(system.state(**motion)).rows.error[-1])
    model.add_constraint(name, tt.UserConstraint(function, **ends, parameters=[missed]))


def cord(model, now, rng):
    """Over frames of three bodies, as long as it is where these are."""
    frames, places = [], []
    for body in rng.permutation(len(model.bodies))[:3]:
        pose, at = now.body[f"b{body}"], rng.normal(size=3)
        frames.append(model.bodies[f"b{body}"].frame("cord", at=at.tolist()))
        places.append(pose.position + turn(pose.attitude) @ at)
    lengths = np.linalg.norm(np.diff(places, axis=0), axis=1)
    return tt.Cord(frames, float(lengths.sum()))


def on_curve(rng, driven):
    """A point of an odd curve, and what makes it slide along."""
    u = np.linspace(-1.0, 1.0, 7)
    points = np.array([u, 0.4 * np.sin(2.0 * u), 0.3 * u**2]).T + 0.02 * rng.normal(size=(7, 3))
    curve = by_arc_length(points)
    s = 0.55 * float(curve.x[-1])
    law = {"law": f"{s!r} + 0.3*sin(2*t) - 0.2*t**2"} if driven else {}
    return curve(s), {"curve": tt.Curve(points.tolist()), **law}


def scalar_values(model, motion):
    """Coordinates of one number, with values, and their rates."""
    for name in motion:
        kind = model.joints[name].kind
        for coordinate, speed in zip(kind.coordinates, kind.speeds, strict=True):
            if coordinate.size == 1:
                values = motion[name][coordinate.name], motion[name][speed.name]
                yield f"{name}.{coordinate.name}", *map(float, values)


def coupling(model, motion, rng):
    every = list(scalar_values(model, motion))
    chosen = [every[k] for k in rng.choice(len(every), 3, replace=False)]
    weights = rng.uniform(0.5, 2.0, 3)
    offset = sum(w * value for w, (_, value, _) in zip(weights, chosen, strict=True))
    labels = (label for label, _, _ in chosen)
    return tt.Coupling(dict(zip(labels, weights.tolist(), strict=True)), offset=float(offset))


def prescribed(model, motion, rng):
    every = list(scalar_values(model, motion))
    label, value, _ = every[rng.integers(len(every))]
    return tt.Prescribed(label, f"{value!r} + 0.3*sin(2*t) - 0.2*t**2")


def between(model, kind, now, a, b, rng):
    """A constraint between two bodies, by frames placed where it is met."""
    x, R, number = rng.normal(size=3), rotation(rng), len(model.constraints)

    def frame(body, place):
        pose = now.body[body]
        R_NB = turn(pose.attitude)
        at, R_BF = R_NB.T @ (place - pose.position), R_NB.T @ R
        return model.bodies[body].frame(f"held{number}", at=at, attitude=R_BF.tolist())

    e, other = np.array(direction(rng)), np.array(direction(rng))
    across = np.cross(e, other) / np.linalg.norm(np.cross(e, other))
    shift, more = np.zeros(3), {}
    match kind:
        case "distance":
            shift, more = 0.7 * other, {"length": 0.7}
        case "paid-out-distance":
            kind = "distance"
            shift, more = 0.7 * other, {"length": "0.7 + 0.2*sin(2*t) - 0.1*t**2"}
        case "point-on-plane":
            shift, more = 0.4 * across, {"normal": e.tolist()}
        case "no-rotation" | "parallel":
            shift, more = rng.normal(size=3), {"axis": e.tolist()}
        case "perpendicular":
            more = {"axis": e.tolist(), "axis_b": across.tolist()}
        case "prescribed-orbit":
            more = {"semi_major_axis": 2.0, "eccentricity": 0.3, "anomaly": 0.4, "mu": 3.0}
            more |= {"inclination": 0.5, "node": 1.1, "periapsis": 0.7}
            shift = on_orbit(**more)
        case "rolling-ball":
            shift, more = 0.3 * e + 0.2 * across, {"radius": 0.3, "normal": e.tolist()}
        case "rolling-disc":
            height = 0.3 * np.sqrt(1 - (e @ other) ** 2)
            shift = height * e + 0.2 * across
            more = {"radius": 0.3, "normal": e.tolist(), "axis": other.tolist()}
        case "point-on-path" | "driven-on-path":
            shift, more = on_curve(rng, kind == "driven-on-path")
        case "rolling-balls":
            shift, more = 0.8 * e, {"radius_a": 0.5, "radius_b": 0.3}
    if kind in POSES:
        kind, more = "prescribed-pose", POSES[kind](rng)
    if kind == "driven-on-path":
        kind = "point-on-path"
    first, last = CLASSES[kind].ends
    ends = {first: frame(a, x), last: frame(b, x + R @ shift)}
    return CLASSES[kind](**ends, **more)


def on_orbit(semi_major_axis, eccentricity, inclination, node, periapsis, anomaly, mu):
    """The place at time 0, by the true anomaly and the conic section."""
    E = brentq(lambda E: E - eccentricity * np.sin(E) - anomaly, -10, 10, xtol=1e-15)
    true = 2 * np.arctan(np.sqrt((1 + eccentricity) / (1 - eccentricity)) * np.tan(E / 2))
    r = semi_major_axis * (1 - eccentricity**2) / (1 + eccentricity * np.cos(true))
    u, c, s = true + periapsis, np.cos(inclination), np.sin(inclination)
    x, y = np.cos(u), c * np.sin(u)
    turn = np.array([[np.cos(node), -np.sin(node)], [np.sin(node), np.cos(node)]])
    return r * np.array([*(turn @ [x, y]), s * np.sin(u)])


CLASSES = {
    cls.kind: cls
    for cls in (
        tt.PointOnPlane, tt.Coincident, tt.Distance, tt.NoRotation, tt.Parallel, tt.Perpendicular,
        tt.RollingBall, tt.RollingDisc, tt.RollingBalls, tt.PrescribedPose, tt.PrescribedOrbit,
        tt.PointOnPath,
    )
}  # fmt: skip
