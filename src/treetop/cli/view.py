"""treetop view: a run as a page to be watched in a browser."""

from __future__ import annotations

from pathlib import Path

import click

from treetop.errors import TreetopError


@click.command()
@click.argument("source", metavar="RUN", type=click.Path(path_type=Path))
@click.option("--out", type=click.Path(path_type=Path), help="Page; RUN.html here.")
@click.option("--open", "opens", is_flag=True, help="Open it in the browser.")
def view(source: Path, out: Path | None, opens: bool) -> None:
    """Write a page in which the bodies of RUN move, with plots beside them.

    RUN is a result (.nc). The page is one HTML file that needs neither a network nor Treetop: it
    can be sent to anyone and opens by double-click.
    """
    from treetop.files.whole import is_same_file
    from treetop.results import load_run
    from treetop.view.playback import write_page
    from treetop.view.playback.show import open_in_browser

    out = out or Path(f"{source.stem}.html")
    if is_same_file(out, source):
        raise TreetopError(f"{out}: the page would replace the result")
    notes = write_page(load_run(source), out)
    click.echo(f"page in {out} ({notes})")
    if opens:
        open_in_browser(out)
