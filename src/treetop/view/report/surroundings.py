"""What surrounds the spacecraft of a model, and the surfaces on which it acts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from typing import TYPE_CHECKING, Any

from treetop.model.environment.part import EnvironmentPart
from treetop.view.report.html import heading, table
from treetop.view.report.quantities import in_words

if TYPE_CHECKING:
    from treetop.model import Model

UNITS = {  # of numbers of environments, their parts and surfaces, by name
    "mu": "m^3/s^2",
    "radius": "m",
    "shadow_radius": "m",
    "infrared": "W/m^2",
    "span": "s",
    "position": "m",
    "irradiance": "W/m^2",
    "distance": "m",
    "density": "kg/m^3",
    "height": "m",
    "heights": "m",
    "scale_height": "m",
    "temperature": "K",
    "molar_mass": "kg/mol",
    "lag": "rad",
    "lowest": "m",
    "highest": "m",
    "duration": "s",
    "moment": "A*m^2",
    "rate": "rad/s",
    "angle": "rad",
    "size": "m",
    "length": "m",
    "area": "m^2",
    "centre": "m",
    "scale": "m",
    "wall": "K",
    "wind": "m/s",
}


def environment_part(model: Model) -> str:
    """Tables of the environment and of the surfaces; nothing where there are none."""
    planet, surfaces = model.environment, model.surfaces
    if planet is None:
        return ""
    rows = [("kind", planet.kind), *_said(planet)]
    made = heading("Environment") + table("environment", ("part", "what it is, SI"), rows)
    surface_rows = [(name, each.kind, "; ".join(_lines(each))) for name, each in surfaces.items()]
    heads = ("surface", "kind", "numbers, SI")
    return made + (
        heading("Surfaces") + table("surfaces", heads, surface_rows) if surface_rows else ""
    )


def _said(part: Any) -> Iterator[tuple[str, str]]:
    """Fields and their values; those that are switched off, or at a default of nothing, are left
    out."""
    for item in fields(part):
        value = getattr(part, item.name)
        if value is None or value is False or value == ():
            continue
        yield item.name.replace("_", " "), _words(item.name, value)


def _lines(part: Any) -> list[str]:
    return [f"{name} {words}" for name, words in _said(part)]


def _words(name: str, value: Any) -> str:
    if isinstance(value, EnvironmentPart):
        return "; ".join([value.kind, *_lines(value)])
    if isinstance(value, tuple) and value and isinstance(value[0], EnvironmentPart):
        return ", ".join(_words(name, each) for each in value)
    return in_words(value, UNITS.get(name, ""))
