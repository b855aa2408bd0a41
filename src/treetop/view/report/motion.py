"""The playback within the page, loaded when somebody comes to look at it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from treetop.errors import TreetopError
from treetop.view.playback.page import page
from treetop.view.report.html import paragraph, section

if TYPE_CHECKING:
    from treetop.results import Run

SYMBOLIC = "Equations in symbols move no bodies that could be shown."
EMPTY = "There are no samples to show."
PRINTED = "The motion is to be seen where this page is opened in a browser."


def motion_section(run: Run) -> str:
    """A frame for the playback, and the playback itself as text that a script puts into it."""
    if run.symbolic or not len(run.time):
        return section("motion", "Motion", paragraph(SYMBOLIC if run.symbolic else EMPTY))
    try:
        playback = page(run)
    except TreetopError as error:  # a page that was not built takes no part of the report with it
        return section("motion", "Motion", paragraph(f"There is no playback here: {error}."))
    return section("motion", "Motion", *embedded(playback))


def embedded(playback: str) -> tuple[str, ...]:
    """A page in a frame of another, with the script of reports."""
    # No sign of markup is left in the text, so nothing in it can end the element that holds it.
    text = json.dumps(playback).replace("<", "\\u003c")
    return (
        '<div class="playback"><iframe title="Playback of the motion" allow="fullscreen"></iframe>'
        '<button type="button" data-fullscreen>Full screen</button></div>',
        paragraph(PRINTED, "printed"),
        f'<script type="application/json" id="playback">{text}</script>',
    )
