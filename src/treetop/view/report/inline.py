"""Figures of matplotlib within a page: text that can be searched, colours of the page's theme."""

from __future__ import annotations

import re
from html import escape
from io import StringIO
from typing import TYPE_CHECKING

from treetop.view.figures import AXES, FAINT, INK, LINES, PAPER, SHADES, style

if TYPE_CHECKING:
    from matplotlib.figure import Figure

# Colours by the names that the page's style sheet gives them.
COLOURS = {INK: "ink", FAINT: "faint", PAPER: "paper"}
COLOURS |= {shade: f"shade{k}" for k, shade in enumerate(SHADES)}
COLOURS |= {
    colour: f"line-{colour[1:]}"
    for colour in dict.fromkeys((*LINES, *AXES))
    if colour not in COLOURS
}
_COLOUR = re.compile("|".join(COLOURS))
_ID = re.compile(r'\sid="([^"]*)"')
_USED = re.compile(r'(?:url\(#|href="#)([^")]+)')


def inline(figure: Figure, key: str, what: str) -> str:
    """The figure as markup.

    Parameters
    ----------
    figure : Figure
    key : str
        Sets its names apart from those of other figures on the page.
    what : str
        What it shows, for those who cannot see it.
    """
    content = StringIO()
    with style(**{"svg.fonttype": "none"}):
        figure.savefig(content, format="svg", transparent=True, metadata={"Date": None})
    svg = content.getvalue()
    svg = svg[svg.index("<svg") :]
    svg = re.sub(r"<metadata>.*?</metadata>", "", svg, count=1, flags=re.DOTALL)
    used = set(_USED.findall(svg))
    svg = _ID.sub(lambda found: f' id="{key}-{found[1]}"' if found[1] in used else "", svg)
    svg = themed(_USED.sub(lambda found: found[0].replace("#", f"#{key}-"), svg))
    return svg.replace("<svg", f'<svg role="img" aria-label="{escape(what)}"', 1)


def themed(svg: str) -> str:
    """Colours that the page knows by name, so that a dark theme has its own."""
    return _COLOUR.sub(lambda found: f"var(--{COLOURS[found[0]]}, {found[0]})", svg)
