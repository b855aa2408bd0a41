"""treetop view: a run as a page to be watched in a browser, or as a film."""

from __future__ import annotations

import re
from pathlib import Path

import click

from treetop.errors import TreetopError


@click.command()
@click.argument("source", metavar="RUN", type=click.Path(path_type=Path))
@click.option("--out", type=click.Path(path_type=Path), help="Page; RUN.html here.")
@click.option("--open", "opens", is_flag=True, help="Open it in the browser.")
@click.option(
    "--video",
    type=click.Path(path_type=Path),
    help="In place of a page a film (.webm) or an animated image (.gif, .png, .webp).",
)
@click.option("--seconds", default=10.0, show_default=True, help="Duration of the film, s.")
@click.option("--rate", default=25.0, show_default=True, help="Frames per second.")
@click.option("--size", default="1280x720", show_default=True, help="Width and height, pixels.")
def view(
    source: Path,
    out: Path | None,
    opens: bool,
    video: Path | None,
    seconds: float,
    rate: float,
    size: str,
) -> None:
    """Write a page that animates the bodies of RUN, with plots.

    RUN is a result (.nc). The page is one HTML file that needs neither a network nor Treetop: it
    can be sent to anyone and opens by double-click. Films are taken of it, frame by frame, with
    the Chromium of the machine and Playwright, the extra `video`.
    """
    from treetop.files.whole import is_same_file
    from treetop.results import load_run
    from treetop.view.playback import write_page
    from treetop.view.playback.show import open_in_browser

    if video is not None:
        if out is not None or opens:
            raise TreetopError("give --video, or --out and --open for a page")
        _film(source, video, seconds, rate, size)
        return
    out = out or Path(f"{source.stem}.html")
    if is_same_file(out, source):
        raise TreetopError(f"{out}: the page would replace the result")
    notes = write_page(load_run(source), out)
    click.echo(f"page in {out} ({notes})")
    if opens:
        open_in_browser(out)


def _film(source: Path, video: Path, seconds: float, rate: float, size: str) -> None:
    from treetop.results import load_run

    pixels = re.fullmatch(r"(\d{1,5})x(\d{1,5})", size.strip().lower())
    if not pixels:
        raise TreetopError(f"size {size!r}: give width and height, as in 1280x720")
    wide, high = int(pixels[1]), int(pixels[2])
    notes = load_run(source).video(video, seconds=seconds, rate=rate, size=(wide, high))
    click.echo(f"video in {video} ({notes})")
