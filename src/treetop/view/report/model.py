"""The model: its tree, masses, joints, constraints, forces, stages and modes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from treetop.model import Free
from treetop.topology.flexible_expansion import flexible_bodies
from treetop.topology.spanning_tree import spanning_tree
from treetop.view.diagram import svg, tree_of
from treetop.view.report.html import (
    figure,
    heading,
    paragraph,
    section,
    table,
)
from treetop.view.report.inline import themed
from treetop.view.report.masses import masses
from treetop.view.report.modes import modes
from treetop.view.report.quantities import described, in_words
from treetop.view.report.surroundings import environment_part
from treetop.view.text import pretty_unit
from treetop.view.timeline import stage_spans

if TYPE_CHECKING:
    from treetop.model import Model
    from treetop.results import Run

SYMBOLIC = (
    "The run is of equations that were given in symbols, not of bodies and joints: there is no "
    "model to show. Its coordinates are below."
)


def model_section(run: Run) -> str:
    """Everything that the model says."""
    if run.symbolic:
        return section("model", "The model", paragraph(SYMBOLIC), _coordinates(run))
    model = run.model
    tree = figure(themed(svg(tree_of(model))), _caption(model))
    return section(
        "model",
        "The model",
        tree,
        masses(run),
        environment_part(model),
        _joints(model),
        _parts(model, "constraints", "Constraints"),
        _parts(model, "forces", "Forces"),
        _parts(model, "devices", "Devices"),
        _parts(model, "sensors", "Sensors"),
        _parts(model, "controllers", "Controllers"),
        _stages(run),
        _events(model),
        modes(flexible_bodies(model)),
    )


def _caption(model: Model) -> str:
    closing = spanning_tree(model).closing
    words = f"Bodies and joints of {model.name}, outward from the ground"
    words += "; flexible bodies have a dashed outline" if flexible_bodies(model) else ""
    if closing:
        only = all(isinstance(joint.kind, Free) for joint in closing)
        words += f"; dashed lines {'only measure' if only else 'close loops'}"
    return f"{words}."


def _coordinates(run: Run) -> str:
    units = run.data.coords.get("coordinate_unit")
    labels = [str(label) for label in run.data.coordinate.values]
    known = [str(unit) for unit in units.values] if units is not None else [""] * len(labels)
    rows = [(label, pretty_unit(unit)) for label, unit in zip(labels, known, strict=True)]
    return heading("Coordinates") + table("coordinates", ("coordinate", "unit"), rows)


def _joints(model: Model) -> str:
    closing = {joint.name for joint in spanning_tree(model).closing}
    rows = []
    for name, joint in model.joints.items():
        numbers = "; ".join(described(model, joint.kind))
        moves = ", ".join(
            f"{each.name} [{pretty_unit(each.unit)}]" if pretty_unit(each.unit) else each.name
            for each in joint.kind.coordinates
        )
        role = "beside the tree" if name in closing else ""
        if joint.stiffness is not None:
            numbers = "; ".join(filter(None, [numbers, "shares reactions by its stiffness"]))
        rows.append((name, joint.kind.kind, joint.inboard, joint.outboard, moves, numbers, role))
    heads = ("joint", "kind", "inboard", "outboard", "coordinates", "numbers", "")
    return heading("Joints") + table("joints", heads, rows)


def _parts(model: Model, sort: str, title: str) -> str:
    """Forces or constraints, with their numbers."""
    parts: dict[str, Any] = getattr(model, sort)
    if not parts:
        return heading(title) + paragraph("None.") if sort in ("constraints", "forces") else ""
    rows = [(name, part.kind, "; ".join(described(model, part))) for name, part in parts.items()]
    return heading(title) + table(sort, ("name", "kind", "numbers, SI"), rows)


def _stages(run: Run) -> str:
    model = run.model
    if not model.stages:
        return ""
    spans = stage_spans(run)
    rows = []
    for name, stage in model.stages.items():
        times = [(span.begin, span.end) for span in spans if span.name == name]
        when = ", ".join(f"{in_words(begin)} to {in_words(end)}" for begin, end in times)
        rows.append((name, stage.text, when or "not reached"))
    heads = ("stage", "what changes when it begins, and until when it lasts", "in this run [s]")
    return heading("Stages") + table("stages", heads, rows)


def _events(model: Model) -> str:
    rows = []
    for name, event in model.events.items():
        does = ["stops the run"] if event.do == "stop" else []
        does += [f"ends '{stage.name}'" for stage in model.stages.values() if name in stage.until]
        does += [
            f"{word} {', '.join(names)}"
            for word in ("on", "off")
            if (names := getattr(event, word))
        ]
        rows.append((name, event.text, "; ".join(does) or "is recorded"))
    if not rows:
        return ""
    return heading("Events") + table("events", ("event", "when", "what it does"), rows)
