"""treetop check: what is in a model, and what is wrong with it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from treetop.cli.options import as_json

if TYPE_CHECKING:
    from treetop.model import Model
    from treetop.system import System


@click.command()
@click.argument("path", metavar="MODEL", type=click.Path(path_type=Path))
@as_json
def check(path: Path, as_json: bool) -> None:
    """Say what is in MODEL, or all that is wrong with it."""
    from treetop.formats.yaml import load

    model = load(path)
    system = model.build()
    answer = _contents(model, system)
    click.echo(json.dumps(answer) if as_json else _text(answer))


def _contents(model: Model, system: System) -> dict[str, Any]:
    now = system.evaluate(system.start())
    return {
        "model": model.name,
        "degrees_of_freedom": len(system.speed_labels),
        "mass": float(sum(body.mass for body in model.bodies.values())),
        "mass_centre": [float(x) for x in now.mass_centre],
        "bodies": {name: float(body.mass) for name, body in model.bodies.items()},
        "joints": {
            name: f"{joint.kind.kind}, {joint.inboard} to {joint.outboard}"
            for name, joint in model.joints.items()
        },
        "forces": {name: force.kind for name, force in model.forces.items()},
        "units": dict(_measured(model)),
        "warnings": list(_warnings(model)),
    }


def _text(answer: dict[str, Any]) -> str:
    centre = ", ".join(f"{x:.6g}" for x in answer["mass_centre"])
    lines = [
        f"{answer['model']}: {len(answer['bodies'])} bodies, {len(answer['joints'])} joints, "
        f"{answer['degrees_of_freedom']} degrees of freedom",
        f"mass {answer['mass']:.6g} kg, mass centre at the start ({centre}) m",
    ]
    for title in ("bodies", "joints", "forces", "units"):
        if answer[title]:
            lines += ["", title]
        for name, value in answer[title].items():
            number = f"{value:.9g} kg" if title == "bodies" else value
            lines.append(f"  {name:32} {number}")
    lines += ["", *(f"warning: {warning}" for warning in answer["warnings"])]
    return "\n".join(lines).rstrip()


def _measured(model: Model) -> Iterator[tuple[str, str]]:
    """Every number that was written with a unit: its place, and how it was understood."""
    parts = ("bodies", "ground", "joints", "forces", "start", "run")
    for part in parts:
        for place, number in _leaves(getattr(model, part), part):
            yield place, f"{number.text} = {float(number):.12g} {number.unit}"


def _leaves(value: Any, place: str) -> Iterator[tuple[str, Any]]:
    from treetop.model.quantity import Measured

    if isinstance(value, Measured):
        yield place, value
    elif isinstance(value, dict):
        for key, item in value.items():
            yield from _leaves(item, f"{place}.{key}")
    elif isinstance(value, (list, tuple)):
        for index, item in enumerate(value):
            yield from _leaves(item, f"{place}[{index}]")
    elif is_dataclass(value):
        for field in fields(value):
            yield from _leaves(getattr(value, field.name), f"{place}.{field.name}")


def _warnings(model: Model) -> Iterator[str]:
    """What is allowed but seldom meant."""
    if model.run.duration is None:
        yield "the file does not say how long to run: `treetop run` will need --duration"
    if not model.forces:
        yield "no force acts: the bodies move by inertia alone"
    for name, body in model.bodies.items():
        if body.mass == 0:
            yield f"body '{name}' has no mass"
        elif not any(map(any, body.inertia)):
            yield f"body '{name}' is a point mass: it has no inertia"
    for name in sorted(model.joints.keys() - model.start.keys()):
        if model.joints[name].kind.coordinates:
            yield f"joint '{name}' has no start values: it starts at zero"
