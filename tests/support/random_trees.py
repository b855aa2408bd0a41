"""Random trees of rigid bodies, built through the public names, the same for the same seed.

model = random_tree(seed=3, bodies=20)
system = model.build()
state = system.state(**random_motion(model, seed=3))
"""

from collections.abc import Callable, Sequence

import numpy as np

import treetop as tt

UNIFORM_GRAVITY = (0.7, -1.1, -9.3)


def direction(rng: np.random.Generator) -> list[float]:
    v = rng.normal(size=3)
    return (v / np.linalg.norm(v)).tolist()


def attitude(rng: np.random.Generator) -> list[float]:
    q = rng.normal(size=4)
    return (q / np.linalg.norm(q)).tolist()


def place(rng: np.random.Generator) -> list[float]:
    return rng.uniform(-0.6, 0.6, size=3).tolist()


def inertia(rng: np.random.Generator) -> list[list[float]]:
    """The inertia of five unit points strewn at random: general, and possible for a body."""
    x = rng.normal(scale=0.4, size=(5, 3))
    scatter = x.T @ x
    return (np.trace(scatter) * np.eye(3) - scatter).tolist()


def universal(rng: np.random.Generator) -> tt.Universal:
    """Two axes well away from parallel, as a joint with two freedoms needs, but not square."""
    first, other = np.array(direction(rng)), np.array(direction(rng))
    across = np.cross(first, other)
    return tt.Universal(first.tolist(), (across / np.linalg.norm(across) + 0.3 * first).tolist())


Make = Callable[[np.random.Generator], object]

SCALAR: dict[str, Make] = {
    "revolute": lambda rng: tt.Revolute(direction(rng)),
    "prismatic": lambda rng: tt.Prismatic(direction(rng)),
    "screw": lambda rng: tt.Screw(direction(rng), pitch=rng.uniform(-0.3, 0.3)),
}
JOINTS: dict[str, Make] = SCALAR | {
    "fixed": lambda rng: tt.Fixed(),
    "cylindrical": lambda rng: tt.Cylindrical(direction(rng)),
    "universal": universal,
    "spherical": lambda rng: tt.Spherical(),
    "planar": lambda rng: tt.Planar(direction(rng), x=direction(rng)),
    "free": lambda rng: tt.Free(),
}


def curve(rng: np.random.Generator) -> tt.Curve:
    """From the origin, about 16 m long, twisted."""
    x = np.arange(17.0)
    y, z = (rng.uniform(0.2, 0.5) * (np.cos(rng.uniform(0.4, 0.7) * x) - 1.0) for _ in range(2))
    return tt.Curve(np.column_stack([x, y, z]).tolist())


# Joints along curves by themselves: those above make the same trees as ever.
CURVED: dict[str, Make] = {
    "curvilinear": lambda rng: tt.Curvilinear(curve(rng), attitude="parallel"),
    "curvilinear, turned along": lambda rng: tt.Curvilinear(curve(rng)),
    "curvilinear, beside a direction": lambda rng: tt.Curvilinear(curve(rng), across=[0, 1, 3]),
}


def random_tree(
    seed: int,
    bodies: int = 12,
    kinds: Sequence[str] = tuple(JOINTS),
    roots: int = 1,
    grounded: bool = False,
    reach: int = 3,
    light: float = 0.0,
    efforts: bool = True,
    gravity: bool = True,
) -> tt.Model:
    """A tree that branches, with general frames, mass centres, inertias and joints.

    Parameters
    ----------
    seed : int
        Fixes everything about the tree.
    bodies : int
        How many bodies.
    kinds : sequence of str
        Joint kinds to draw from; the first bodies take one of each in turn.
    roots : int
        How many bodies hang on the ground: by free joints, or any joints where `grounded`.
    grounded : bool
        Whether the roots are joined to the ground by joints of the given kinds.
    reach : int
        Each body hangs on one of so many before it: 1 makes a chain.
    light : float
        Share of bodies that become massless (inside the tree) or point masses (at its ends),
        each between joints with one freedom, where the mechanics allows it.
    efforts, gravity : bool
        Whether joint efforts and uniform gravity act.
    """
    rng = np.random.default_rng(seed)
    parents = _parents(rng, bodies, roots, reach)
    lightness = _light(rng, parents, light)
    m = tt.Model(f"random tree {seed}")
    handles = []
    for i, parent in enumerate(parents):
        body = m.add_body(f"b{i}", **_mass_properties(rng, lightness[i]))
        handles.append(body)
        held = lightness[i] or (parent >= 0 and lightness[parent])
        if parent < 0 and not grounded:
            kind = tt.Free()
        elif held:
            kind = SCALAR[rng.choice(sorted(SCALAR))](rng)
        else:
            name = kinds[i - roots] if roots <= i < roots + len(kinds) else rng.choice(kinds)
            kind = (JOINTS | CURVED)[name](rng)
        inboard = (m.ground if parent < 0 else handles[parent]).frame(
            f"to_b{i}", at=place(rng), attitude=attitude(rng)
        )
        outboard = body.frame("root", at=place(rng), attitude=attitude(rng))
        m.add_joint(f"j{i}", kind, inboard, outboard)
    if efforts:
        add_random_efforts(m, rng)
    if gravity:
        m.add_force("gravity", tt.UniformGravity(UNIFORM_GRAVITY))
    return m


def _parents(rng, bodies, roots, reach):
    late = (int(rng.integers(max(0, i - reach), i)) for i in range(roots, bodies))
    return [-1] * roots + list(late)


def _light(rng, parents, share):
    """Which bodies have no mass ('massless') or no inertia ('point'), never two in a row."""
    children = [parents.count(i) for i in range(len(parents))]
    kinds = [""] * len(parents)
    for i, parent in enumerate(parents):
        if parent >= 0 and not kinds[parent] and children[i] <= 1 and rng.uniform() < share:
            kinds[i] = "massless" if children[i] else "point"
    return kinds


def _mass_properties(rng, lightness):
    if lightness == "massless":
        return {"mass": 0.0}
    mass, centre = rng.uniform(1.0, 2.0), place(rng)
    return {"mass": mass, "centre": centre} | (
        {} if lightness == "point" else {"inertia": inertia(rng)}
    )


def add_random_efforts(model: tt.Model, rng: np.random.Generator) -> None:
    """An effort along every speed of every joint."""
    for name, joint in list(model.joints.items()):
        for along, speed in _speeds(joint.kind):
            values = rng.normal(size=speed.size).tolist()
            effort = tt.JointEffort(name, values if speed.size > 1 else values[0], along)
            model.add_force(f"{name}_{along}", effort)


def joint_efforts(model: tt.Model) -> dict[str, dict]:
    """The efforts that act in a random tree, by joint and name of the speed."""
    acting = {
        (f.joint, f.coordinate): f.effort
        for f in model.forces.values()
        if isinstance(f, tt.JointEffort)
    }
    return {
        name: {
            speed.name: acting.get((name, along), np.zeros(speed.size))
            for along, speed in _speeds(joint.kind)
        }
        for name, joint in model.joints.items()
    }


def _speeds(kind):
    """Each speed with the name that efforts along it are given: the coordinate's if scalar."""
    pairs = zip(kind.coordinates, kind.speeds, strict=True)
    return [(s.name if s.size > 1 else c.name, s) for c, s in pairs]


def random_motion(model: tt.Model, seed: int, speed: float = 1.0) -> dict[str, dict]:
    """Random coordinates and speeds of every joint, as `System.state` takes them."""
    rng = np.random.default_rng(seed)

    def value(coordinate, scale):
        if coordinate.name == "attitude":
            return attitude(rng)
        if coordinate.name == "arc_length":
            return 8.0 + float(rng.normal())
        v = scale * rng.normal(size=coordinate.size)
        return v.tolist() if coordinate.size > 1 else float(v[0])

    return {
        name: {c.name: value(c, 1.0) for c in joint.kind.coordinates}
        | {c.name: value(c, speed) for c in joint.kind.speeds}
        for name, joint in model.joints.items()
    }
