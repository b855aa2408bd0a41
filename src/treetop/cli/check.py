"""treetop check: what is in a model, and what is wrong with it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from treetop.cli.options import as_json, model_of

if TYPE_CHECKING:
    from treetop.model import Model


@click.command()
@click.argument("path", metavar="MODEL", type=click.Path(path_type=Path))
@as_json
def check(path: Path, as_json: bool) -> None:
    """Say what is in MODEL, or all that is wrong with it.

    MODEL is a YAML file or a result (.nc), whose model is checked.
    """
    answer = _contents(model_of(path))
    click.echo(json.dumps(answer) if as_json else _text(answer))


def _contents(model: Model) -> dict[str, Any]:
    """What is in the model; forces that are functions leave the mass centre unknown."""
    from treetop.model.check import summary
    from treetop.model.rules import missing_functions

    model.validate()
    answer = summary(model)._asdict()
    missing = [problem.what for problem in missing_functions(model)]
    if missing:
        return answer | {"mass_centre": None, "warnings": answer["warnings"] + missing}
    system = model.build()
    return answer | {"mass_centre": system.evaluate(system.start()).mass_centre.tolist()}


def _text(answer: dict[str, Any]) -> str:
    lines = [
        f"{answer['name']}: {len(answer['bodies'])} bodies, {len(answer['joints'])} joints, "
        f"{answer['degrees_of_freedom']} degrees of freedom",
        f"mass {answer['mass']:.6g} kg",
    ]
    if answer["mass_centre"]:
        centre = ", ".join(f"{x:.6g}" for x in answer["mass_centre"])
        lines[-1] += f", mass centre at the start ({centre}) m"
    for title in ("bodies", "joints", "forces", "units"):
        if answer[title]:
            lines += ["", title]
        for name, value in answer[title].items():
            number = f"{value:.9g} kg" if title == "bodies" else value
            lines.append(f"  {name:32} {number}")
    lines += ["", *(f"warning: {warning}" for warning in answer["warnings"])]
    return "\n".join(lines).rstrip()
