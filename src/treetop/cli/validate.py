"""treetop validate: rerun the cases with known answers."""

from __future__ import annotations

import json
import math
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from treetop.cli.options import as_json, figure
from treetop.errors import RunError, TreetopError

if TYPE_CHECKING:
    from treetop.validation import Case, Check


@click.command()
@click.argument("names", metavar="[CASE]...", nargs=-1)
@figure
@as_json
def validate(names: tuple[str, ...], figure: Path | None, as_json: bool) -> None:
    """Rerun CASEs with known answers, or all of them.

    Each row gives the value, the reference, the difference and the tolerance.
    """
    from treetop.validation import CASES

    unknown = [name for name in names if name not in CASES]
    if unknown:
        raise TreetopError(f"no case {', '.join(unknown)}; there are: {', '.join(CASES)}")
    if figure is not None:
        from treetop.view.figures import require_figure_file

        require_figure_file(figure)
    answers = []
    for name in names or CASES:
        answers.append(_answer(CASES[name]))
        if not as_json:
            click.echo(_text(answers[-1]))
    failed = [answer["case"] for answer in answers if not answer["passed"]]
    if as_json:
        click.echo(json.dumps(answers))
    else:
        click.echo(f"{len(answers) - len(failed)} of {len(answers)} cases passed")
    if figure is not None:
        from treetop.view.comparison import validation_figure
        from treetop.view.figures import save

        save(validation_figure(answers), figure)
        if not as_json:
            click.echo(f"figure in {figure}")
    sys.exit(1 if failed else 0)


def _answer(case: Case) -> dict[str, Any]:
    """What a case gave; a run that failed is a case that failed."""
    try:
        rows, failure = [_row(check) for check in case.run()], ""
    except RunError as error:
        rows, failure = [], str(error)
    passed = not failure and all(row["passed"] for row in rows)
    answer = {"case": case.name, "title": case.title, "source": case.source, "checks": rows}
    return answer | {"passed": passed, "failure": failure}


def _row(check: Check) -> dict[str, Any]:
    names = ("quantity", "unit", "value", "reference", "difference", "tolerance", "kind", "passed")
    row = {name: getattr(check, name) for name in names}
    # JSON has no NaN
    return {k: None if isinstance(v, float) and math.isnan(v) else v for k, v in row.items()}


def _text(answer: dict[str, Any]) -> str:
    heads = ("", "value", "reference", "difference", "tolerance")
    lines = [f"{answer['case']}: {answer['title']}"]
    lines += ["  {:40}{:>22}{:>22}{:>12}{:>12}".format(*heads)]
    for row in answer["checks"]:
        label = f"{row['quantity']} [{row['unit']}]" if row["unit"] else row["quantity"]
        lines.append(
            f"  {label:40}{_number(row['value'], '22.14g')}{_number(row['reference'], '22.14g')}"
            f"{_number(row['difference'], '12.2e')}{_number(row['tolerance'], '12.2e')}"
            f" {row['kind']}{'' if row['passed'] else '  FAILED'}"
        )
    lines += [f"  FAILED: {answer['failure']}"] if answer["failure"] else []
    return "\n".join(lines) + "\n"


def _number(value: float | None, form: str) -> str:
    return format(math.nan if value is None else value, form)
