"""The page of a run, as text and as a file."""

from __future__ import annotations

import os
from html import escape
from pathlib import Path

from treetop.errors import TreetopError
from treetop.files.whole import write_whole
from treetop.results import Run
from treetop.view.pages import require_page_file
from treetop.view.playback.packing import packed
from treetop.view.playback.scene import scene

TEMPLATE = Path(__file__).parents[1] / "page.html"


def page(run: Run) -> str:
    """The HTML of a page in which a run is watched; it needs no other file and no network."""
    return _page(run)[0]


def write_page(run: Run, out: str | os.PathLike[str]) -> str:
    """Write the page to a file, whole or not at all, and say in words what it shows."""
    require_page_file(out)
    html, notes = _page(run)
    content = html.encode()
    write_whole(out, content)
    return "; ".join([f"{len(content) / 1e6:.1f} MB", *notes])


def _page(run: Run) -> tuple[str, list[str]]:
    empty = template()
    shown = scene(run)
    return filled(empty, packed(shown), shown["title"]), shown["notes"]


def filled(template: str, data: str, title: str) -> str:
    """The page with its run in it."""
    return template.replace("TREETOP_DATA", data, 1).replace("TREETOP_TITLE", escape(title), 1)


def template() -> str:
    """The page without a run, which is made when the package is built."""
    if not TEMPLATE.is_file():
        raise TreetopError(
            "the playback page was not made when Treetop was installed: npm's packages could not "
            "be had then (with a network, run `make page`, or install Treetop again)"
        )
    return TEMPLATE.read_text(encoding="utf-8")
