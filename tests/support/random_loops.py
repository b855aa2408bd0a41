"""Random mechanisms: random trees, closed to loops by joints that hold in a random position."""

import numpy as np

import treetop as tt
from random_trees import JOINTS, random_motion, random_tree

CLOSING = ("revolute", "prismatic", "cylindrical", "universal", "spherical", "planar", "fixed")


def random_mechanism(
    seed: int, bodies: int = 8, loops: int = 2, again: int = 1
) -> tuple[tt.Model, dict[str, dict]]:
    """A tree whose `loops` pairs of bodies are joined as well, and motions to start from.

    Loops take no more than all freedom but one.  With `again` above 1 every closing joint is there
    so many times.  The position closes all loops; the speeds must still be projected.
    """
    rng = np.random.default_rng(1000 + seed)
    kinds = ("revolute", "spherical", "universal", "cylindrical", "planar", "prismatic")
    model = random_tree(seed, bodies, kinds, grounded=bool(seed % 2), reach=bodies)
    motion = random_motion(model, seed)
    system = model.build()
    now = system.evaluate(system.state(**motion))
    names, left = list(model.bodies), len(system.speed_labels)
    for k in range(loops):
        a, b = rng.choice(len(names), 2, replace=False)
        fit = [kind for kind in CLOSING if 6 - freedom(JOINTS[kind](rng)) < left]
        if not fit:
            break
        kind = JOINTS[rng.choice(fit)](rng)
        left -= 6 - freedom(kind)
        close(model, f"loop{k}", kind, now, names[a], names[b], rng, again)
    return model, motion


def freedom(kind) -> int:
    return sum(speed.size for speed in kind.speeds)


def close(model, name, kind, now, a, b, rng, again):
    """Join two bodies as they stand, by frames that coincide: all coordinates are zero."""
    x, R = rng.normal(size=3), rotation(rng)
    frames = []
    for body in (a, b):
        pose = now.body[body]
        R_NB = turn(pose.attitude)
        at, R_BF = R_NB.T @ (x - pose.position), R_NB.T @ R
        frames.append(model.bodies[body].frame(f"{name}_{body}", at=at, attitude=R_BF.tolist()))
    for copy in range(again):
        model.add_joint(f"{name}_{copy}" if copy else name, kind, *frames)


def rotation(rng):
    Q, _ = np.linalg.qr(rng.normal(size=(3, 3)))
    return Q * np.sign(np.linalg.det(Q))


def turn(quaternion):
    w, *e = quaternion
    cross = np.cross(e, np.eye(3)).T
    return np.eye(3) + 2 * w * cross + 2 * cross @ cross
