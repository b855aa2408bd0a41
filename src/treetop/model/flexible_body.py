"""Flexible bodies: what a structure and its modes make of a body, and frames at its nodes."""

from __future__ import annotations

from dataclasses import field
from functools import cached_property
from reprlib import repr as short
from typing import TYPE_CHECKING, Annotated, Any, Literal

import numpy as np
from pydantic import PlainValidator

from treetop.errors import ModelError, Problem
from treetop.model.body import Frame, Name
from treetop.model.quantity import Invalid
from treetop.model.spec import made_from, path, spec

if TYPE_CHECKING:  # finite elements take their time to import, and few models need them
    from treetop.flexible.modes import Modes
    from treetop.flexible.moments import Moments, NodeMotion

__all__ = ["FlexibleBody", "NodeFrame"]


def _modes(value: Any) -> Modes:
    from treetop.flexible.modes import Modes

    if isinstance(value, Modes):
        return value
    hint = "give those of a structure, such as normal_modes(structure, held='root')"
    raise Invalid(f"{short(value)} are no modes", hint)


def _damping_matrix(modes: Modes, damping: Any) -> np.ndarray:
    given = np.asarray(damping, dtype=float)
    if given.ndim == 2:
        return given
    return np.diag(2 * given * modes.angular_frequencies * modes.mass.diagonal())


@spec
class NodeFrame(Frame):
    """A frame at a node of a flexible body, which moves and turns with the node.

    Attributes
    ----------
    node : str or int
        By name or number.
    at, attitude
        From the node, in the axes that the node has while nothing is bent.
    """

    node: Any = 0


@spec
class FlexibleBody:
    """A body that bends, with a frame B to which its modes belong.

    Attributes
    ----------
    name : str
    modes : Modes
        Of its structure, whose axes and origin are those of B.
    damping : number, numbers or matrix
        Damping ratio of all modes, of each, or the modal damping matrix.
    stiffening : "geometric", "foreshortening", "none" or None
        How motion stiffens it; None: by geometric stiffness where the structure can supply it.
    frames : dict of Frame
        By name; `frame` adds to it.
    """

    name: Name
    modes: Annotated[Any, PlainValidator(_modes)] = field(compare=False, repr=False)
    damping: Any = 0.0
    stiffening: Literal["geometric", "foreshortening", "none", None] = None
    frames: dict[str, Frame] = field(default_factory=dict, hash=False)

    @property
    def reference(self) -> str:
        """The text that stands for the frame B of this body: its name."""
        return str(self.name)

    def frame(
        self,
        name: str,
        node: str | int | None = None,
        at: Any = (0, 0, 0),
        attitude: Any = (1, 0, 0, 0),
    ) -> Frame:
        """Fix a frame to a node of this body, or, without one, to its frame B.

        Parameters
        ----------
        name : str
        node : str or int, optional
            A node of its structure, by name or number.
        at : 3 numbers, m
            From the node, or from the origin of B.
        attitude : 4 numbers or 3x3 numbers
            Unit quaternion, scalar first, or matrix, from its axes to those of B, unbent.
        """
        where = path("bodies", self.name, "frames", str(name))
        if name in self.frames:
            hint = "give each frame of a body its own name"
            raise ModelError([Problem(f"the frame '{name}' is there already", where, hint)])
        values = {"body": self.name, "name": name, "at": at, "attitude": attitude}
        if node is None:
            frame = made_from(Frame, values, where)
        else:
            self.modes.structure.node(node)
            frame = made_from(NodeFrame, {**values, "node": node}, where)
        self.frames[name] = frame
        return frame

    @cached_property
    def moments(self) -> Moments:
        """Of its mass, about B."""
        from treetop.flexible.moments import moments

        return moments(self.modes, self.stiffening, _damping_matrix(self.modes, self.damping))

    def node_motion(self, node: str | int) -> NodeMotion:
        """How a node moves in B."""
        from treetop.flexible.moments import node_motion

        known = self.__dict__.setdefault("_nodes", {})
        if node not in known:
            known[node] = node_motion(self.modes, node, self.stiffening)
        return known[node]

    @property
    def mass(self) -> float:
        """[kg]."""
        return self.moments.mass

    @property
    def centre(self) -> tuple[float, ...]:
        """Mass centre in B, unbent [m]."""
        return tuple((self.moments.first0 / self.moments.mass).tolist())

    @property
    def inertia(self) -> tuple[tuple[float, ...], ...]:
        """About the mass centre, unbent [kg m²]."""
        c = np.array(self.centre)
        about_centre = self.moments.inertia0 - self.mass * (c @ c * np.eye(3) - np.outer(c, c))
        return tuple(map(tuple, about_centre.tolist()))
