"""Where bodies are along a run, relative to one of them, so that no digit is lost in orbit."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import xarray as xr

from treetop.errors import TreetopError
from treetop.model.body import GROUND
from treetop.topology.mechanism import Mechanism
from treetop.topology.nodes import Role


class Motion(NamedTuple):
    """Motion of n samples and b bodies, by inertial axes.

    Attributes
    ----------
    model : Mechanism
        With the bodies that the result has.
    data : xarray.Dataset
        The samples that are shown.
    numbers : dict of int
        Of the bodies, by name, and last of the ground.
    parents : list of int
        Which body each hangs on when the run begins, -1: on the ground.
    root : int
        The body that positions are relative to.
    positions : array (n, b, 3)
        From the root, m.
    attitudes : array (n, b, 4)
    root_position : array (n, 3)
        From the inertial origin, m.
    """

    model: Mechanism
    data: xr.Dataset
    numbers: dict[str, int]
    parents: list[int]
    root: int
    positions: np.ndarray
    attitudes: np.ndarray
    root_position: np.ndarray

    @property
    def time(self) -> np.ndarray:
        return self.data.time.values

    @property
    def names(self) -> list[str]:
        """Names of the bodies, without the ground."""
        return list(self.numbers)[:-1]

    def attitude(self, body: str) -> np.ndarray:
        """Along time."""
        if body == GROUND:
            return np.tile([1.0, 0.0, 0.0, 0.0], (len(self.time), 1))
        return self.attitudes[:, self.numbers[body]]


def motion(model: Mechanism, data: xr.Dataset) -> Motion:
    """Motion of all bodies that a result has."""
    names = [str(name) for name in data.body.values] if "body" in data.coords else []
    missing = [name for name in names if name not in model.bodies]
    if missing or not names or not {"position", "attitude"} <= data.keys():
        raise TreetopError("the result does not fit the model that it holds: it cannot be shown")
    carrier = {joint.bodies[1]: joint.bodies[0] for joint in model.tree.joints}
    number = {name: k for k, name in enumerate(names)}
    parents = [number.get(carrier.get(name, GROUND), -1) for name in names]
    root = _root(model, names, parents)
    near = data.position_from_origin if "position_from_origin" in data else data.position
    positions = near.values - near.values[:, root : root + 1]
    where = data.position.values[:, root]
    return Motion(
        model,
        data,
        number | {GROUND: len(names)},
        parents,
        root,
        positions,
        data.attitude.values,
        where,
    )


def _root(model: Mechanism, names: list[str], parents: list[int]) -> int:
    """The heaviest of those that hang on the ground, or of all where these have no mass."""
    known = masses(model)
    heavy = [known[name] for name in names]
    free = [k for k, parent in enumerate(parents) if parent < 0 and heavy[k] > 0]
    return max(free or range(len(names)), key=heavy.__getitem__)


def masses(model: Mechanism) -> dict[str, float]:
    """Masses of all bodies by name, kg; a flexible body has its own, whichever frame that moves
    with, and a beam that of all its rods."""
    found = {name: body.mass for name, body in model.bodies.items()}
    for name, beam in model.model.beams.items():
        found |= dict.fromkeys(model.beam(name).rods, 0.0) | {name: beam.mass}
    for frame, body in mass_frames(model).items():
        found |= {frame: 0.0, body: found[frame]}
    return found


def mass_frames(model: Mechanism) -> dict[str, str]:
    """The flexible bodies whose mass moves with a frame of its own, by that frame."""
    return {name: body.id.part for name, body in model.bodies.items() if body.role is Role.MASS}
