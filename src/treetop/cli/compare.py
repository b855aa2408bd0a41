"""treetop compare: one model by all formulations."""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from treetop.cli.options import TIME, as_json, figure, model_of, result_of

if TYPE_CHECKING:
    from treetop.analysis.comparison import Comparison
    from treetop.model import Model
    from treetop.system.state import State


@click.command()
@click.argument("source", metavar="MODEL", type=click.Path(path_type=Path))
@click.option("--formulations", metavar="A,B,...", help="Two or more formulations; default: all.")
@click.option("--duration", type=TIME, metavar="TIME", help='How long, such as 100 or "3 h".')
@click.option("--rtol", type=float, help="Relative tolerance of the runs.")
@click.option("--atol", type=float, help="Absolute tolerance of the runs.")
@click.option(
    "--limit", type=TIME, metavar="TIME", help="Wall time limit of each run; default: 60 s."
)
@figure
@as_json
def compare(
    source: Path, formulations: str | None, figure: Path | None, as_json: bool, **settings: Any
) -> None:
    """Solve MODEL by all possible formulations and compare the results.

    Evaluates the equations at equal states along the run, runs the model by each formulation, and
    prints one table. MODEL is a YAML file or an earlier result (.nc); options take precedence over
    its run settings.

    The exit code is 1 if two formulations differ by more than is allowed: in accelerations,
    reactions and loads of constraints 1e-9 of the largest, in the motion at the end twice the
    errors of their runs. It is also 1 if a run fails or exceeds the time limit.
    """
    from treetop.analysis import compare as comparison

    if figure is not None:
        from treetop.view.figures import require_figure_file

        require_figure_file(figure)
    names = None if formulations is None else [name.strip() for name in formulations.split(",")]
    chosen = {name: value for name, value in settings.items() if value is not None}
    model, start = _model(source)
    found = comparison(model, names, start, **chosen)
    click.echo(json.dumps(found.as_dict()) if as_json else found)
    if figure is not None:
        _draw(found, figure, quiet=as_json)
    sys.exit(0 if found.agrees else 1)


def _draw(found: Comparison, out: Path, quiet: bool) -> None:
    """Draw how far the formulations are apart, if any two were compared."""
    from treetop.view.comparison import comparison_figure
    from treetop.view.figures import save

    if not found.pairs:
        click.echo(f"{out}: no two formulations to draw", err=True)
        return
    save(comparison_figure(found), out)
    if not quiet:
        click.echo(f"figure in {out}")


def _model(path: Path) -> tuple[Model, State | None]:
    """The model; of a result, with the start and settings that it was made with."""
    if path.suffix != ".nc":
        return model_of(path), None
    earlier = result_of(path)
    earlier.model.run = replace(earlier.settings, at=None)
    return earlier.model, earlier.start
