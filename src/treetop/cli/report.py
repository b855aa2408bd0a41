"""treetop report: a run on one page."""

from __future__ import annotations

from pathlib import Path

import click


@click.command()
@click.argument("path", metavar="RUN", type=click.Path(path_type=Path))
@click.option(
    "--out", type=click.Path(path_type=Path), help="Page: FILE.html; RUN-report.html here."
)
@click.option("--author", default="", help="Who answers for the page.")
@click.option("--revision", default="", help="Which issue of the page this is.")
def report(path: Path, out: Path | None, author: str, revision: str) -> None:
    """Write a report of a RUN on one page.

    RUN is a result (.nc). The page needs nothing besides: it is opened by double click, offline,
    and can be printed. It has the model, the motion to play, the settings, audits of energy,
    momentum and constraints, histories, events, and how to repeat the run.
    """
    from treetop.results import load_run
    from treetop.view.pages import require_page_file
    from treetop.view.report import report as written

    out = out or Path(f"{path.stem}-report.html")
    require_page_file(out)
    written(load_run(path), out, path.name, author, revision)
    click.echo(f"report in {out}")
