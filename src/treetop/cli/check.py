"""treetop check: what is in a model, and what is wrong with it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from treetop.cli.options import as_json, located, model_of

if TYPE_CHECKING:
    from treetop.model import Model

TERMINAL = "-"


@click.command()
@click.argument("path", metavar="MODEL", type=click.Path(path_type=Path), required=False)
@click.option(
    "--diagram",
    metavar="[FILE]",
    is_flag=False,
    flag_value=TERMINAL,
    help="Draw bodies and joints instead: as text, or to FILE.svg, .pdf or .png.",
)
@as_json
def check(path: Path | None, diagram: str | None, as_json: bool) -> None:
    """Summarise MODEL, or list all its errors.

    MODEL is a YAML or URDF file or a result (.nc), whose model is checked.
    """
    if path is None and diagram and Path(diagram).suffix in (".yaml", ".yml", ".urdf", ".nc"):
        path, diagram = Path(diagram), TERMINAL  # what stands behind --diagram was MODEL
    if path is None:
        raise click.UsageError("Missing argument 'MODEL'.")
    if diagram:
        _draw(path, diagram)
        return
    with located(path):
        answer = _contents(model_of(path))
    click.echo(json.dumps(answer) if as_json else _text(answer))


def _draw(path: Path, diagram: str) -> None:
    """Draw the model's tree, on the terminal or into a file."""
    from treetop.view.diagram import save_diagram, text, tree_of
    from treetop.view.figures import require_figure_file

    if diagram != TERMINAL:
        require_figure_file(diagram)
    with located(path):
        model = model_of(path)
        model.validate()
    if diagram == TERMINAL:
        click.echo(text(tree_of(model)))
    else:
        save_diagram(tree_of(model), diagram)
        click.echo(f"diagram in {diagram}")


def _contents(model: Model) -> dict[str, Any]:
    """What is in the model; forces that are functions leave the mass centre unknown."""
    import numpy as np

    from treetop.analysis import diagnosis
    from treetop.checks.checks import missing_functions
    from treetop.checks.summary import spin_warnings, summary
    from treetop.simulation.supervisor import Supervisor

    model.validate()
    answer = summary(model)._asdict()
    missing = [problem.what for problem in missing_functions(model)]
    if missing:
        # What functions among the constraints hold is not known either.
        freedom = None if answer["constraints"] or _closing(model) else answer["degrees_of_freedom"]
        unknown = {"mass_centre": None, "degrees_of_freedom": freedom}
        return answer | unknown | {"warnings": answer["warnings"] + missing}
    system = model.build()
    Supervisor(system, 1.0)  # refuses events and stages that cannot be
    start = system.start()
    system.require_start(start)
    now = system.evaluate(start)
    centre = {"mass_centre": now.mass_centre.tolist()}
    rates = {name: float(np.linalg.norm(body.angular_velocity)) for name, body in now.body.items()}
    answer["warnings"] += spin_warnings(model, rates)
    if not system.constrained:  # joints that only measure have no freedom of their own
        return answer | centre | {"degrees_of_freedom": len(system.speed_labels)}
    found = diagnosis(system, start)
    loops = {"closed_by": system.assembly.closing, **found._asdict()}
    loops["dependent"] = [each._asdict() for each in found.dependent]
    return answer | centre | {"degrees_of_freedom": found.degrees_of_freedom, "loops": loops}


def _closing(model: Model) -> bool:
    from treetop.topology.spanning_tree import spanning_tree

    return bool(spanning_tree(model).closing)


def _counted(answer: dict[str, Any]) -> str:
    counts = [(len(answer["bodies"]), "body", "bodies"), (len(answer["joints"]), "joint", "joints")]
    freedom = answer["degrees_of_freedom"]
    if freedom is not None:
        counts.append((freedom, "degree of freedom", "degrees of freedom"))
    return ", ".join(f"{n} {one if n == 1 else many}" for n, one, many in counts)


_LATER = ("sensors", "controllers", "surfaces", "environment", "events", "stages", "units")


def _text(answer: dict[str, Any]) -> str:
    lines = [f"{answer['name']}: {_counted(answer)}", f"mass {answer['mass']:.6g} kg"]
    if answer["mass_centre"]:
        centre = ", ".join(f"{x:.6g}" for x in answer["mass_centre"])
        lines[-1] += f", mass centre at the start ({centre}) m"
    for title in ("bodies", "flexible", "joints", "forces", "constraints", "devices", *_LATER):
        if answer[title]:
            lines += ["", title]
        for name, value in answer[title].items():
            number = f"{value:.9g} kg" if title == "bodies" else value
            lines.append(f"  {name:32} {number}")
    lines += _loops(answer["loops"]) if "loops" in answer else []
    lines += ["", *(f"warning: {warning}" for warning in answer["warnings"])]
    return "\n".join(lines).rstrip()


def _loops(found: dict[str, Any]) -> list[str]:
    """What the constraints do at the start."""
    freedom, count = found["degrees_of_freedom"], found["gruebler"]
    closed_by = ", ".join(found["closed_by"])
    lines = ["", f"loops, closed by {closed_by}" if closed_by else "the constraints"]
    lines.append(f"  degrees of freedom {freedom}, by Grübler's count {count}")
    if found["singular"]:
        lines.append(f"  {found['singular']}")
    if found["dependent"]:
        lines += ["", "constraints that follow from others"]
    for each in found["dependent"]:
        parts = (f"{part:+.3g} ({name})" for name, part in each["follows_from"].items())
        lines.append(f"  {each['constraint']} = {' '.join(parts)}")
    if found["indeterminate"]:
        lines += ["", "reactions that nothing determines"]
    lines += [f"  {name}: {', '.join(parts)}" for name, parts in found["indeterminate"].items()]
    return lines
