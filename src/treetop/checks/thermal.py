"""What is wrong with thermal nodes, and with flexible bodies that light warms."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, cast

from treetop.errors import ModelError, Problem
from treetop.model.devices.thermal_deformation import ThermalDeformation
from treetop.model.devices.thermal_node import ThermalNode
from treetop.model.flexible_body import FlexibleBody
from treetop.model.specification import path, unknown

if TYPE_CHECKING:
    from treetop.model.model import Model


def thermal_problems(model: Model) -> Iterator[Problem]:
    """Problems of devices that have temperatures."""
    nodes = {name: part for name, part in model.devices.items() if isinstance(part, ThermalNode)}
    for name, node in nodes.items():
        yield from _node_problems(name, node, nodes)
        yield from _surface_problems(model, name, node, nodes)
        yield from _dark(model, name, node)
    for name, part in model.devices.items():
        if isinstance(part, ThermalDeformation):
            yield from _deformation_problems(model, name, part)
            yield from _dark(model, name, part)


def _node_problems(
    name: str, node: ThermalNode, nodes: dict[str, ThermalNode]
) -> Iterator[Problem]:
    for field in ("conduction", "radiation"):
        for other in getattr(node, field):
            where = path("devices", name, field, other)
            if other not in nodes:
                yield unknown("thermal node", other, [n for n in nodes if n != name], where)
            elif other == name:
                yield Problem("it exchanges no heat with itself", where, "name another node")
            elif name in getattr(nodes[other], field) and name > other:
                what = f"'{other}' gives the {field} between the two already"
                yield Problem(what, where, "give it at one of them")


def _surface_problems(
    model: Model, name: str, node: ThermalNode, nodes: dict[str, ThermalNode]
) -> Iterator[Problem]:
    """Problems of the surfaces that a node names."""
    where = path("devices", name, "surfaces")
    for surface in node.surfaces:
        part = cast(Any, model.surfaces.get(surface))
        if part is None:
            yield unknown("surface", surface, list(model.surfaces), where)
            continue
        if getattr(part, "emissivity", None) is None or part.finish is None:
            what = f"absorption and emissivity of the surface '{surface}' are not both known"
            yield Problem(what, where, "give them, with specular or diffuse, at a surface of shape")
        if part.at.partition(".")[0] != node.at.partition(".")[0]:
            what = f"'{surface}' is on '{part.at}', and the node on '{node.at}'"
            yield Problem(what, where, "name surfaces of its own body")
        if any(surface in other.surfaces for word, other in nodes.items() if word < name):
            what = f"another node takes up the heat of '{surface}' already"
            yield Problem(what, where, "name it at one node")


def _deformation_problems(model: Model, name: str, part: ThermalDeformation) -> Iterator[Problem]:
    where, body = path("devices", name, "body"), cast(Any, model.bodies.get(part.body))
    if part.body in model.bodies and not isinstance(body, FlexibleBody):
        yield Problem(f"'{part.body}' is no flexible body", where, "name a flexible body")
        return
    if "." in part.body:
        yield Problem(f"'{part.body}' is a frame", where, "name the flexible body")
        return
    if body is None:
        return
    if body.thermal is None:
        what = f"loads of thermal strain are not known of '{part.body}'"
        yield Problem(what, where, "they are of structures made of BeamFrame or Shell")
        return
    from treetop.structures.elements.thermal_loads import stretches

    try:
        stretches(body.thermal, part.elements or None, part.segments)
    except ModelError as error:
        for each in error.problems:
            yield each._replace(where=path("devices", name, each.where))


def _dark(model: Model, name: str, part: Any) -> Iterator[Problem]:
    """Parts that light of an environment should warm, without a Sun."""
    planet = getattr(model, "environment", None)
    if part.lit and not getattr(planet, "sun", None):
        hint = "give sun, its direction, or an environment with one"
        yield Problem("there is no Sun to warm it", path("devices", name, "sun"), hint)
