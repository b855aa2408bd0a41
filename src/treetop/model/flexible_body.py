"""Flexible bodies: what a structure and its modes make of a body, and frames at its nodes."""

from __future__ import annotations

from dataclasses import field
from functools import cached_property
from numbers import Integral
from reprlib import repr as short
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal

import numpy as np
from pydantic import PlainValidator

from treetop.errors import ModelError, Problem
from treetop.model.appearance import Look, Looks
from treetop.model.body import Frame, Name, add_look, new_frame
from treetop.model.quantity import Invalid
from treetop.model.specification import made_from, path, spec, unknown

if TYPE_CHECKING:  # finite elements take their time to import, and few models need them
    from treetop.structures.body.floating_frame import Floating
    from treetop.structures.body.modal_integrals import Moments, NodeMotion
    from treetop.structures.body.reduced_body import ReducedBody
    from treetop.structures.elements.thermal_loads import ThermalLoads
    from treetop.structures.modes.damping import Damping
    from treetop.structures.modes.modes import Modes

__all__ = ["FlexibleBody", "NodeFrame"]


def _modes(value: Any) -> Modes | ReducedBody:
    from treetop.structures.body.reduced_body import ReducedBody
    from treetop.structures.modes.modes import Modes

    if isinstance(value, Modes | ReducedBody):
        return value
    hint = "give those of a structure, such as normal_modes(structure, fixed='root')"
    raise Invalid(f"{short(value)} are no modes", hint)


def _damping(value: Any) -> Damping | None:
    """A damping as it is; numbers are damping ratios, a matrix is that of the modes."""
    if value is None or hasattr(value, "matrices"):
        return value
    from treetop.structures.modes.damping import MatrixDamping, ModalDamping

    try:
        numbers = np.asarray(value, dtype=float)
    except (TypeError, ValueError):
        hint = "give a damping ratio, one for each mode, a matrix, or one such as RayleighDamping"
        raise Invalid(f"{short(value)} is no damping", hint) from None
    if numbers.ndim == 2:
        return MatrixDamping(numbers)
    return ModalDamping(float(numbers) if numbers.ndim == 0 else tuple(numbers.tolist()))


def _frequency_factor(value: Any) -> float | tuple[float, ...]:
    """One number for all modes, or one for each."""
    hint = "give a positive number such as 1.05, or one for each mode"
    try:
        numbers = np.asarray(value, dtype=float)
    except (TypeError, ValueError):
        raise Invalid(f"{short(value)} is no factor of frequencies", hint) from None
    if numbers.ndim > 1 or not numbers.size or not (np.isfinite(numbers) & (numbers > 0)).all():
        raise Invalid(f"{short(value)} is no factor of frequencies", hint)
    return tuple(numbers.tolist()) if numbers.ndim else float(numbers)


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

    node: Any = None  # no node at all: a file must name every one, node 0 too


@spec
class FlexibleBody:
    """A body that bends, with a frame B to which its modes belong.

    Attributes
    ----------
    name : str
    modes : Modes or ReducedBody
        Of its structure, whose axes and origin are those of B.
    damping : Damping or None
        Such as `treetop.flexible.RayleighDamping`; a number or numbers are the damping ratio of all
        modes, or of each, a matrix is that of the modes.
    frequency_factor : float or tuple of float
        Multiplies the frequencies of its modes, one for all or one for each: what is not known of
        the structure's stiffness. Shapes are those of the modes.
    stiffening : "geometric", "foreshortening", "none" or None
        How motion stiffens it; None: by geometric stiffness where the structure can supply it.
    frames : dict of Frame
        By name; `frame` adds to it.
    source : dict
        What a file says of its structure and modes; empty if it was described in Python.
    looks : list of Look
        Of what is fixed to B, besides its structure; `add_look` adds to it.
    """

    section: ClassVar[str] = "bodies"

    name: Name
    modes: Annotated[Any, PlainValidator(_modes)] = field(compare=False, repr=False)
    damping: Annotated[Any, PlainValidator(_damping)] = field(default=None, compare=False)
    frequency_factor: Annotated[Any, PlainValidator(_frequency_factor)] = 1.0
    stiffening: Literal["geometric", "foreshortening", "none", None] = None
    frames: dict[str, Frame] = field(default_factory=dict, hash=False)
    source: dict[str, Any] = field(default_factory=dict, hash=False)
    looks: Looks = field(default_factory=list, hash=False)

    def __post_init__(self) -> None:
        said = self.damping, self.stiffening, self.frequency_factor
        if not hasattr(self.modes, "structure") and said != (None, None, 1.0):
            hint = "leave damping, stiffening and frequency_factor out, or give modes"
            raise Invalid(
                "a reduced body has its damping, stiffening and frequencies already", hint
            )

    @property
    def reference(self) -> str:
        """The text that stands for the frame B of this body: its name."""
        return str(self.name)

    def add_look(self, look: Look) -> None:
        """Let it look like this too, such as ``tt.looks.Box([2, 1, 1])``."""
        add_look(self, look)

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
        where = new_frame(self, name)
        values = {"body": self.name, "name": name, "at": at, "attitude": attitude}
        if node is None:
            frame = made_from(Frame, values, where)
        else:
            try:
                node = self._node(node)
                self.node_motion(node)
            except ModelError as error:
                reported = (p._replace(where=path(where, "node")) for p in error.problems)
                raise ModelError(reported) from None
            frame = made_from(NodeFrame, {**values, "node": node}, where)
        self.frames[name] = frame
        return frame

    def _node(self, node: Any) -> str | int:
        """A node as written in files."""
        if isinstance(node, str):
            return node
        if not isinstance(node, Integral) or isinstance(node, bool):
            raise ModelError([Problem(f"{short(node)} is no node", "", "give its name or number")])
        names = self.modes.structure.names if hasattr(self.modes, "structure") else {}
        if names.get(str(node), node) != node:
            what = f"node {node}, counted from 0, is not the node that is named '{node}'"
            raise ModelError([Problem(what, "", f"give a name, such as '{node}'")])
        return int(node)

    @cached_property
    def moments(self) -> Moments:
        """Moments of its mass, about B."""
        if not hasattr(self.modes, "structure"):
            return self.modes.moments
        from treetop.structures.body.modal_integrals import moments, with_damping

        known = self.modes.__dict__.setdefault("_moments", {})  # bodies with the same modes share
        if self.stiffening not in known:
            known[self.stiffening] = moments(self.modes, self.stiffening)
        return with_damping(known[self.stiffening], self.tuned_modes, self.damping)

    @property
    def tuned_modes(self) -> Any:
        """Its modes with the frequencies that they have in this body."""
        reduced = not hasattr(self.modes, "structure")
        return self.modes if reduced else self.modes.tuned(self.frequency_factor)

    @property
    def varied(self) -> dict[str, Any]:
        """Its numbers that may be others in each of many runs."""
        ratios = getattr(self.damping, "ratios", None)
        return {
            "frequency_factor": self.frequency_factor,
            **({} if ratios is None else {"damping": ratios}),
        }

    @property
    def thermal(self) -> ThermalLoads | None:
        """Loads of thermal strain on its coordinates, if they are known."""
        if not hasattr(self.modes, "structure"):
            return self.modes.thermal
        from treetop.structures.body.modal_thermal_loads import modal_thermal_loads

        return modal_thermal_loads(self.modes, self.moments)

    def node_motion(self, node: str | int) -> NodeMotion:
        """How a node moves in B."""
        if not hasattr(self.modes, "structure"):
            if str(node) not in self.modes.nodes:
                where = path("bodies", self.name)
                raise ModelError([unknown("node", node, self.modes.nodes, where)])
            return self.modes.nodes[str(node)]
        from treetop.structures.body.modal_integrals import node_motion

        known = self.__dict__.setdefault("_nodes", {})
        if node not in known:
            internal = len(self.moments.modal_mass) - len(self.modes)
            known[node] = node_motion(self.modes, node, self.stiffening, internal)
        return known[node]

    @cached_property
    def floating(self) -> Floating | None:
        """As seen from a frame that floats, where modes that carry it along would else lose the
        sign of its kinetic energy; None where they do not."""
        from treetop.structures.body.floating_frame import floating

        return floating(self.moments) if self.stiffens else None

    @property
    def reduced(self) -> ReducedBody:
        """All that dynamics needs of it, nodes with frames included."""
        from treetop.structures.body.reduced_body import ReducedBody
        from treetop.structures.surface import seen_stress, skin

        if isinstance(self.modes, ReducedBody):
            return self.modes
        nodes = (frame.node for frame in self.frames.values() if isinstance(frame, NodeFrame))
        motions = {str(node): self.node_motion(node) for node in nodes}
        rates = self.tuned_modes.angular_frequencies
        seen, stress = skin(self.modes), seen_stress(self.modes)
        return ReducedBody(self.moments, motions, rates, seen, self.thermal, stress)

    @property
    def stiffens(self) -> bool:
        """Whether motion stiffens it."""
        return bool(self.moments.first2.any())

    @property
    def text(self) -> str:
        """Its modes in a few words."""
        rates = self.tuned_modes.angular_frequencies / (2 * np.pi)
        stiff = "stiffens" if self.stiffens else "does not stiffen"
        return f"{len(rates)} modes, {min(rates):.4g} to {max(rates):.4g} Hz, {stiff} by motion"

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
