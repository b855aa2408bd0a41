"""How bodies are added to a model: rigid, flexible, beams and cables."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, cast

from treetop.model.appearance import Look
from treetop.model.beam import Line
from treetop.model.beam_body import BeamBody
from treetop.model.body import GROUND, Body
from treetop.model.flexible_body import FlexibleBody
from treetop.model.naming import new_place
from treetop.model.specification import made_from

if TYPE_CHECKING:
    from treetop.structures.modes.modes import Modes


_ORIGIN = (0, 0, 0)


class WithBodies:
    """What has bodies, by name."""

    bodies: dict[str, Body]

    def add_body(
        self,
        name: str,
        mass: Any,
        inertia: Any = 0,
        centre: Any = _ORIGIN,
        looks: Iterable[Look] = (),
        **spelled: Any,
    ) -> Body:
        """Add a rigid body.

        Parameters
        ----------
        name : str
        mass : number, kg
        inertia : 0, 3 numbers or 3x3 numbers, kg m²
            About the mass centre, in body axes.
        centre : 3 numbers, m
            The mass centre, in the frame of the body; its origin unless said. ``center`` is
            accepted, too.
        looks : list of Look
            What it looks like, such as ``[tt.looks.Box([2, 1, 1])]``; without any, it is drawn by
            its inertia and joints.

        Returns
        -------
        Body
            Stands for its own frame wherever a frame is asked for.
        """
        where = new_place(name, self.bodies, "bodies", {"the inertial frame": (GROUND,)})
        values = {"name": name, "mass": mass, "inertia": inertia, "looks": looks, **spelled}
        values |= {} if centre is _ORIGIN else {"centre": centre}
        body = made_from(Body, values, where)
        self.bodies[name] = body
        return body

    def add_flexible_body(
        self,
        name: str,
        modes: Modes,
        damping: Any = None,
        stiffening: str | None = None,
        looks: Iterable[Look] = (),
        frequency_factor: float | Sequence[float] = 1.0,
    ) -> FlexibleBody:
        """Add a body that bends.

        Parameters
        ----------
        name : str
        modes : Modes
            Of its structure, such as ``normal_modes(structure, fixed="root", count=6)``; the body's
            frame is that of the structure.
        damping : Damping, number, numbers or matrix, optional
            Such as `treetop.flexible.RayleighDamping`; a number or numbers are the damping ratio of
            all modes, or of each, a matrix is that of the modes.
        stiffening : {"geometric", "foreshortening", "none"}, optional
            How motion stiffens it: by geometric stiffness unless said, where the structure can
            supply it.
        looks : list of Look
            Of what is fixed to its frame, besides the structure, which is drawn as it bends.
        frequency_factor : number or numbers, optional
            Multiplies the frequencies of all modes, or of each.

        Returns
        -------
        FlexibleBody
            Stands for its own frame; ``frame("tip", node="end")`` makes one at a node.
        """
        where = new_place(name, self.bodies, "bodies", {"the inertial frame": (GROUND,)})
        values = {"name": name, "modes": modes, "damping": damping, "stiffening": stiffening}
        values |= {"looks": looks, "frequency_factor": frequency_factor}
        body = made_from(FlexibleBody, values, where)
        self.bodies[name] = cast(Body, body)  # it has all that a body has
        return body

    def add_beam(self, name: str, beam: Line, looks: Iterable[Look] = ()) -> BeamBody:
        """Add a beam or cable that bends as far as it likes.

        Parameters
        ----------
        name : str
        beam : Beam or Cable
            Such as ``tt.Beam(length=10, mass_per_length=1.2, EI=1400)``.
        looks : list of Look
            Of what is fixed to its root, besides the beam, which is drawn as it bends.

        Returns
        -------
        BeamBody
            Stands for the frame at its root, x along the beam; ``tip`` is the one at its end and
            ``at("3 m")`` one between.
        """
        where = new_place(name, self.bodies, "beams", {"the inertial frame": (GROUND,)})
        body = made_from(BeamBody, {"name": name, "line": beam, "looks": looks}, where)
        self.bodies[name] = cast(Body, body)  # it has all that a body has
        return body

    @property
    def beams(self) -> dict[str, BeamBody]:
        """The beams and cables among its bodies."""
        bodies: dict[str, Any] = self.bodies
        return {name: body for name, body in bodies.items() if isinstance(body, BeamBody)}
