"""Scratch rows that an evaluation writes, and nothing else does."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from treetop.core.compiler import varying
from treetop.core.tables import surroundings
from treetop.core.tables.kinds import MAX_FRAMES
from treetop.core.tables.tables import Bodies


@varying
class Measured(NamedTuple):
    """What is found of the joints that close loops."""

    q: np.ndarray  # (nq,)  coordinates
    near: np.ndarray  # (nq,)  what they are near to, by which full turns are counted
    u: np.ndarray  # (nu,)  speeds
    S: np.ndarray  # (nu, 6)  motion of the outboard frame per unit of each
    c: np.ndarray  # (l, 6)  its acceleration at constant speeds, less what its body's turning lends
    arms: np.ndarray  # (l, 6)  the outboard frame from the origins of the two bodies
    tau: np.ndarray  # (nu,)  efforts along the speeds
    F: np.ndarray  # (l, 6)  force of these on the outboard body, about the outboard frame
    scratch: np.ndarray  # (nu,)


def measured_workspace(joints: int, coordinates: int, speeds: int) -> Measured:
    c, arms, F = np.zeros((3, joints, 6))
    u, tau, scratch = np.zeros((3, speeds))
    q, near = np.zeros((2, coordinates))
    return Measured(q, near, u, np.zeros((speeds, 6)), c, arms, tau, F, scratch)


@varying
class Hung(NamedTuple):
    """Joints whose place follows the level of fuel, of bodies on which no other hangs.

    Speeds are those at a constant level: what the level does to positions is not in them.
    """

    body: np.ndarray  # (h,)    whose inboard joint it is
    place: np.ndarray  # (h, 3)  origin of F from the parent's origin, in the parent's axes
    drift: np.ndarray  # (h, 3)  its velocity in the parent, inertial axes


@varying
class Work(NamedTuple):
    """Scratch rows of one evaluation: inertial axes, about each body's own origin."""

    bodies: Bodies  # mass properties as they are now: those of flexible bodies change
    R: np.ndarray  # (n + 1, 9)   attitude
    r: np.ndarray  # (n + 1, 3)   origin from the parent's origin
    p: np.ndarray  # (n + 1, 3)   origin from the origin of positions
    V: np.ndarray  # (n + 1, 6)   velocity
    c: np.ndarray  # (n + 1, 6)   acceleration at rest of all speeds, less the parent's own
    S: np.ndarray  # (nu, 6)      motion per unit of each speed
    tau: np.ndarray  # (nu,)        efforts along the speeds
    F: np.ndarray  # (n + 1, 6)   applied forces
    I: np.ndarray  # (n + 1, 21)  inertia of all that hangs on the body
    B: np.ndarray  # (n + 1, 6)   force from all that hangs on the body
    U: np.ndarray  # (nu, 6)      force per unit of each speed's rate
    pivots: np.ndarray  # (nu, 2)      1 / inertia left for each speed, and effort left for it
    prescribed: (
        np.ndarray
    )  # (nu, 4)      of driven speeds: coordinate, speed, rate, and what it takes; of those with
    #                    an inertia of their own that in the place of the rate, and what it exerts
    A: np.ndarray  # (n + 1, 6)   acceleration
    phi: np.ndarray  # (s, 6)       of nodes of flexible bodies: motion per unit of modal speeds
    L: np.ndarray  # (l, 6)       force of each loop's joint on its outboard body, about its frame
    H: np.ndarray  # (c, 6)       force of each added constraint on its body b, about its frame
    effort: np.ndarray  # (c,)         of each added constraint along a joint's coordinate
    jets: np.ndarray  # (s, 3)       results of the steps of an expression, with two rates
    user_frames: (
        np.ndarray
    )  # (18 f, 3)    how frames move that a user's function looks at, with rates
    rank: np.ndarray  # (1,)         of the constraints, held within a step; -1: to be found
    gains: np.ndarray  # (3,)         α, β and σ of constraints that are stabilised, 1/s
    surroundings: np.ndarray  # what is around the craft, see core/tables/surroundings.py
    perturbation: np.ndarray  # (n + 1, 3)   gravity beyond that of the point mass, at mass centres
    loops: Measured  # joints that close loops
    hung: Hung  # joints that follow the level of fuel


@varying
class Moving(NamedTuple):
    """What of the work says how bodies move, and workspace for what functions see of it."""

    R: np.ndarray
    p: np.ndarray
    V: np.ndarray
    user_frames: np.ndarray


def workspace(
    bodies: Bodies,
    speeds: int,
    loops: tuple[int, int, int] = (0, 0, 0),
    added: int = 0,
    steps: int = 0,
    shapes: int = 0,
    hung: Sequence[int] = (),
) -> Work:
    """Scratch rows for bodies, and for so many speeds, joints that close loops with their
    coordinates and speeds, added constraints, steps of expressions and shapes of nodes, and joints
    of the bodies `hung` that follow the level of fuel; the ground's row is at rest."""
    n = bodies.mass.size
    widths = {"R": 9, "r": 3, "p": 3, "V": 6, "c": 6, "F": 6, "I": 21, "B": 6, "A": 6}
    widths["perturbation"] = 3
    rows = {name: np.zeros((n, width)) for name, width in widths.items()}
    rows["R"][0] = np.eye(3).ravel()
    widths = {"S": 6, "U": 6, "pivots": 2, "prescribed": 4}
    columns = {name: np.zeros((speeds, width)) for name, width in widths.items()}
    seen = {"L": np.zeros((loops[0], 6)), "H": np.zeros((added, 6)), "effort": np.zeros(added)}
    jets, user_frames = np.zeros((steps, 3)), np.zeros((18 * MAX_FRAMES, 3))
    seen["phi"] = np.zeros((shapes, 6))
    single = {
        "jets": jets,
        "user_frames": user_frames,
        "rank": np.full(1, -1),
        "gains": np.zeros(3),
        "surroundings": np.zeros(surroundings.SIZE),
    }
    closing = measured_workspace(*loops)
    body_tables = Bodies(*(each.copy() for each in bodies))
    place, drift = np.zeros((2, len(hung), 3))
    following = Hung(np.array(hung, dtype=np.int64), place, drift)
    arrays = single | rows | columns | seen | {"tau": np.zeros(speeds)}
    return Work(bodies=body_tables, loops=closing, hung=following, **arrays)
