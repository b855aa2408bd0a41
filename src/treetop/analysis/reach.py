"""How far flexible bodies may bend before their kinetic energy, told to second order, would be
negative in some motion: a run that gets there stops."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from treetop.assembling import motions_per_speed
from treetop.assembly.kinds import STATION
from treetop.mass import mass_matrix_of
from treetop.model.flexing import flexible_bodies
from treetop.state import State
from treetop.system import System

LOWEST = 1.5  # times the first frequency, up to which modes are looked at: others bend little
FAR = 0.3  # rad: beyond, modes that are linear do not describe a body in any case
NARROW = 0.02  # part of a reach, to which it is found


class Reach(NamedTuple):
    """How far a body may bend along one of its modes, the others being as they are.

    Attributes
    ----------
    mode : str
        Label of the modal coordinate.
    node : str
        Of the body's nodes with frames, the one that turns most.
    angle : float, rad
        By which it may turn; not looked for beyond 0.3 rad.
    """

    mode: str
    node: str
    angle: float


def reaches(system: System, state: State) -> dict[str, Reach]:
    """Of each flexible body with frames at outboard nodes: along that of its lowest modes which
    reaches least far.

    Parameters
    ----------
    system : System
        Built as "recursive" or "kane".
    state : State
    """
    tree, found = system.tables.tree, {}
    system.rate(state)
    turns = motions_per_speed(system).reshape(len(system.body_names), 6, -1)[:, :3]
    for body in flexible_bodies(system.described):
        i = system.body_names.index(body.name) + 1
        nodes = np.flatnonzero((tree.joint == STATION) & (tree.parent == i)) - 1
        along = []
        for j in tree.u_at[i] + np.flatnonzero(_lowest(body.modes.angular_frequencies)):
            sizes = np.linalg.norm(turns[nodes, :, j], axis=1)
            if sizes.max(initial=0.0) > 0.0:
                node = system.body_names[nodes[int(np.argmax(sizes))]]
                mode = system.speed_labels[j].removesuffix("_rate")
                along.append(Reach(mode, node, _angle(system, state, j, float(sizes.max()))))
        if along:
            found[body.name] = min(along, key=lambda reach: reach.angle)
    return found


def _lowest(frequencies: np.ndarray) -> np.ndarray:
    return np.asarray(frequencies) <= LOWEST * np.min(frequencies)


def _angle(system: System, state: State, speed: int, size: float) -> float:
    """By which a node turns where the inertia loses its sign, either way; `size` is by how much it
    turns for a unit of the coordinate."""
    near, far = 0.0, FAR
    if all(_has_inertia(system, state, speed, way * far / size) for way in (1.0, -1.0)):
        return far
    while far - near > NARROW * far:
        middle = 0.5 * (near + far)
        sound = all(_has_inertia(system, state, speed, way * middle / size) for way in (1.0, -1.0))
        near, far = (middle, far) if sound else (near, middle)
    return near


def _has_inertia(system: System, state: State, speed: int, change: float) -> bool:
    """Whether every motion has kinetic energy, one coordinate being changed."""
    y, along = state.vector.copy(), np.zeros(len(system.speed_labels))
    along[speed] = change
    system.equations.chart.displaced(y, system.problem, along)
    system.rate(State(system, state.time, y))
    M = mass_matrix_of(system)
    scale = 1.0 / np.sqrt(np.maximum(np.diag(M), 1e-300))
    return bool(np.linalg.eigvalsh(M * np.outer(scale, scale))[0] > 0.0)
