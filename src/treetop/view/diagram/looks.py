"""Colours of the drawing of a tree: fill, line, its width and its dashes."""

from __future__ import annotations

from typing import NamedTuple

from treetop.view.figures import FAINT, INK, PAPER


class Look(NamedTuple):
    """How a mark is painted; words have the colour of their fill."""

    fill: str
    line: str = "none"
    width: float = 0.0
    dash: tuple[float, ...] = ()
    bold: bool = False


LOOKS = {
    "ground": Look("#e7ebef", FAINT, 1.2),
    "body": Look("#eaf1fa", "#2b6cb0", 1.2),
    "flexible": Look("#e8f5ec", "#2f8f4e", 1.4, (6.0, 2.0, 1.5, 2.0)),
    "again": Look("none", FAINT, 1.0, (2.0, 2.5)),
    "edge": Look("none", FAINT, 1.3),
    "loop": Look("none", "#d9622b", 1.5, (5.0, 3.5)),
    "holds": Look("none", "#8a4fa3", 1.4, (1.5, 3.0)),
    "name": Look(INK, bold=True),
    "joint": Look(INK),
    "small": Look(FAINT),
}
NUMBER = PAPER
