"""Flexible bodies in files: a reduced body, or a structure and which modes to take.

boom: {modes: boom.npz}
boom:
  structure: panel.nc                  # or nodes, sections, beams, bodies and links
  modes: {held: root, count: 6}
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from reprlib import repr as short
from typing import Any

from treetop.errors import ModelError, Problem
from treetop.formats.attachments import Beside
from treetop.model.flexible_body import FlexibleBody
from treetop.model.inertia import inertia
from treetop.model.quantity import Invalid, each, elements, number, numbers
from treetop.model.specification import path, unknown

_MODES = ("held", "count", "highest", "interface")
_STRUCTURE = ("nodes", "sections", "beams", "bodies", "links")


def modes_of(values: Mapping[str, Any], where: str, beside: Beside) -> Any:
    """What the keys ``modes`` and ``structure`` of a body stand for."""
    from treetop.structures.body.reduced_body import reduced_in

    modes, structure = values.get("modes"), values.get("structure")
    if structure is None:
        if not isinstance(modes, str):
            hint = "name a file, or give a structure and modes such as {held: root, count: 6}"
            raise _problem(f"{short(modes)} are no modes", path(where, "modes"), hint)
        hint = "give a file of a reduced body"
        return _from_file(reduced_in, beside, modes, path(where, "modes"), hint)
    made = _structure(structure, path(where, "structure"), beside)
    return _modes(made, modes, path(where, "modes"))


def require_moments(body: FlexibleBody, where: str) -> None:
    """Report damping above critical and the like at its place, once for all modes alike."""
    try:
        body.moments  # noqa: B018
    except ModelError as error:
        reported = {problem.what: problem for problem in reversed(error.problems)}
        places = (
            p._replace(where=path(where, p.where.partition(".")[0])) for p in reported.values()
        )
        raise ModelError(places) from None


def _modes(structure: Any, described: Any, where: str) -> Any:
    from treetop.structures.modes.modes import normal_modes
    from treetop.structures.modes.reduction import craig_bampton

    values = _mapping(described, where, _MODES)
    clamped, highest = values.get("held", ()), values.get("highest")
    try:
        if "interface" in values:
            if highest is not None:
                raise Invalid("'highest' has no meaning with an interface", "give 'count'")
            made = craig_bampton(structure, values["interface"], clamped, count=values.get("count"))
            return made if clamped else made.normal()  # without motion as one piece
        most = None if highest is None else number(highest, "Hz")
        return normal_modes(structure, clamped, count=values.get("count"), highest=most)
    except Invalid as error:
        raise _problem(error.what, where, error.hint) from None
    except ModelError as error:
        raise ModelError(p._replace(where=path(where, p.where)) for p in error.problems) from None


def _structure(described: Any, where: str, beside: Beside) -> Any:
    from treetop.structures.files import structure_in

    if isinstance(described, str):
        return _from_file(structure_in, beside, described, where, "give a file of a structure")
    values = _mapping(described, where, _STRUCTURE)
    try:
        return _frame(values, where).structure()
    except ModelError as error:
        problems = error.problems
        raise ModelError(
            p if p.where.startswith(where) else p._replace(where=path(where, p.where))
            for p in problems
        ) from None


def _frame(values: Mapping[str, Any], where: str) -> Any:
    from treetop.structures.elements.beam_frame import BeamFrame

    frame = BeamFrame()
    for name, at in _mapping(values.get("nodes"), path(where, "nodes")).items():
        frame.add_node(name, _read(lambda v: numbers(v, 3, "m"), at, path(where, "nodes", name)))
    known = {
        name: _section(part, path(where, "sections", name))
        for name, part in _mapping(values.get("sections"), path(where, "sections")).items()
    }
    for name, part in _mapping(values.get("beams"), path(where, "beams")).items():
        at = path(where, "beams", name)
        beam = _mapping(part, at, ("start", "end", "section", "elements", "y", "offsets"))
        word = beam.get("section")
        if not isinstance(word, str) or word not in known:
            raise ModelError([unknown("section", word, known, path(at, "section"))])
        if "offsets" in beam:
            beam["offsets"] = _read(_offsets, beam["offsets"], path(at, "offsets"))
        ends = beam.pop("start", ""), beam.pop("end", "")
        frame.add_beam(name, *ends, known[beam.pop("section")], **beam)
    for name, part in _mapping(values.get("bodies"), path(where, "bodies")).items():
        at = path(where, "bodies", name)
        body = _mapping(part, at, ("node", "mass", "inertia", "centre"))
        body["mass"] = _read(lambda v: number(v, "kg"), body.get("mass"), path(at, "mass"))
        if "inertia" in body:
            body["inertia"] = _read(inertia, body["inertia"], path(at, "inertia"))
        if "centre" in body:
            body["centre"] = _read(lambda v: numbers(v, 3, "m"), body["centre"], path(at, "centre"))
        frame.add_body(name, body.pop("node", ""), **body)
    for node, master in _mapping(values.get("links"), path(where, "links")).items():
        frame.add_link(master, node)
    return frame


def _section(described: Any, where: str) -> Any:
    """By its stiffnesses, or that of a tube: ``{tube: {outer: 5 cm, ...}}``."""
    from treetop.structures.elements.beam_section import Section

    tube = {"outer": "m", "inner": "m", "E": "Pa", "G": "Pa", "density": "kg/m^3"}
    units = {
        "axial": "N", "bending_y": "N*m^2", "bending_z": "N*m^2", "torsion": "N*m^2",
        "mass": "kg/m", "rotary_y": "kg*m", "rotary_z": "kg*m", "shear_y": "N", "shear_z": "N",
    }  # fmt: skip
    make: Any = Section
    if isinstance(described, dict) and list(described) == ["tube"]:
        described, units, make = described["tube"], tube, Section.tube
    si = {}
    for name, value in _mapping(described, where, tuple(units)).items():
        unit = units[name]
        si[name] = _read(lambda v, unit=unit: number(v, unit), value, path(where, name))  # type: ignore[misc]
    try:
        return make(**si)
    except ModelError as error:
        problems = (
            p._replace(where=path(where, p.where.partition(".")[2])) for p in error.problems
        )
        raise ModelError(problems) from None
    except TypeError as error:
        raise _problem(str(error).rpartition(") ")[2], where, f"give {', '.join(units)}") from None


def _offsets(value: Any) -> list[tuple[float, ...]]:
    return each(elements(value), lambda end: numbers(end, 3, "m"))


def _from_file(
    read: Callable[[bytes, str], Any], beside: Beside, name: str, where: str, hint: str
) -> Any:
    content = beside.content(name, where, hint)
    try:
        return read(content, name)
    except ModelError as error:
        problem = error.problems[0]
        reported = f"{problem.where}: {problem.what}" if problem.where else problem.what
        raise _problem(f"'{name}': {reported}", where, problem.hint) from None


def _read(read: Callable[[Any], Any], value: Any, where: str) -> Any:
    try:
        return read(value)
    except Invalid as error:
        raise _problem(error.what, path(where, *error.at), error.hint) from None


def _mapping(value: Any, where: str, known: tuple[str, ...] | None = None) -> dict[str, Any]:
    if value is None:
        return {}
    if not isinstance(value, dict):
        raise _problem(f"{short(value)} is not a mapping", where, "write 'key: value' lines")
    strange = [key for key in value if known is not None and key not in known]
    if strange:
        raise ModelError(unknown("key", key, known or (), path(where, key)) for key in strange)
    return dict(value)


def _problem(what: str, where: str, hint: str) -> ModelError:
    return ModelError([Problem(what, where, hint)])
