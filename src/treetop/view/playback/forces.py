"""What forces exert along a run, as a result holds it, on the bodies that they act on."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from treetop.model.body import GROUND
from treetop.model.forces.base import JointForce
from treetop.results.distance import turned
from treetop.topology.grounding import bodies_at_ends
from treetop.view.playback.motion import Motion

FIXED = 1e-6  # of its distance from the body's origin, by which a point that is fixed may move
KINDS = {"applied_force": "force", "applied_torque": "torque"}


class Acting(NamedTuple):
    """A force or torque on a body along time.

    Attributes
    ----------
    name : str
        Of the force.
    kind : str
        ``"force"``, ``"torque"`` or ``"gravity"``.
    body : str
    at : array (3,) or (n, 3)
        Where it acts, in the body's axes, m.
    values : array (n, 3)
        Inertial axes, N or N m.
    """

    name: str
    kind: str
    body: str
    at: np.ndarray
    values: np.ndarray


def acting(motion: Motion) -> Iterator[Acting]:
    """All that acts on bodies at some time; of forces along joints, that on the outboard body."""
    yield from _applied(motion)
    yield from _gravity(motion)


def _applied(motion: Motion) -> Iterator[Acting]:
    data = motion.data
    for k, name in enumerate(data.force.values if "applied_force" in data else ()):
        force = motion.model.forces[str(name)]
        first, second = bodies_at_ends(motion.model, force)
        for body, point, sign in (
            (second, "point_of_action", 1.0),
            (None if isinstance(force, JointForce) else first, "point_of_reaction", -1.0),
        ):
            for field, kind in KINDS.items() if body not in (None, GROUND) else ():
                values = sign * data[field].values[:, k]
                if values.any():
                    at = _in_body(motion, str(body), data[point].values[:, k], values)
                    yield Acting(str(name), kind, str(body), at, values)


def _gravity(motion: Motion) -> Iterator[Acting]:
    if "gravity_force" not in motion.data:
        return
    for name in motion.names:
        values = motion.data.gravity_force.values[:, motion.numbers[name]]
        if values.any():
            centre = np.asarray(motion.model.bodies[name].centre, float)
            yield Acting(f"gravity on {name}", "gravity", name, centre, values)


def _in_body(motion: Motion, body: str, point: np.ndarray, values: np.ndarray) -> np.ndarray:
    """A point in the axes of a body: where it is while something acts there, if it is fixed."""
    number = motion.numbers[body]
    position = motion.root_position + motion.positions[:, number]
    w, e = np.split(motion.attitudes[:, number], [1], axis=1)
    found = turned(np.hstack([w, -e]), point - position)
    acts: np.ndarray = np.any(values, axis=1)
    middle = found[acts].mean(axis=0)
    far = np.linalg.norm(found[acts], axis=1).max()
    moved = np.abs(found[acts] - middle).max() > FIXED * (far + np.abs(position).max() * 1e-9)
    return np.where(acts[:, None], found, middle) if moved else middle
