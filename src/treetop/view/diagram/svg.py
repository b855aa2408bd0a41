"""The drawing of a tree as SVG."""

from __future__ import annotations

from html import escape

from treetop.view.diagram.layout import BADGE, SMALL, Badge, Box, Drawing, Path, Words, drawing
from treetop.view.diagram.looks import LOOKS, NUMBER
from treetop.view.diagram.tree import Tree

FONT = "system-ui, 'Segoe UI', 'Helvetica Neue', 'DejaVu Sans', sans-serif"


def svg(tree: Tree) -> str:
    """The text of an SVG file; classes say what a mark is, for a page that has its own colours."""
    found: Drawing = drawing(tree)
    size = f'width="{found.width:.0f}" height="{found.height:.0f}"'
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="tree" {size} '
        f'viewBox="0 0 {found.width:.0f} {found.height:.0f}" font-family="{escape(FONT)}" '
        f'role="img" aria-label="{escape(f"bodies and joints of {tree.title}")}">'
    )
    return "\n".join([head, *map(_mark, found.marks), "</svg>", ""])


def _mark(mark: Box | Path | Badge | Words) -> str:
    match mark:
        case Box():
            place = f'x="{mark.x:.1f}" y="{mark.y:.1f}"'
            size = f'width="{mark.width:.1f}" height="{mark.height:.1f}" rx="7"'
            return f"<rect {place} {size} {_paint(mark.look)}/>"
        case Path():
            return f'<path d="{_path_data(mark)}" {_paint(mark.look)}/>'
        case Badge():
            line = LOOKS[mark.look].line
            circle = f'<circle cx="{mark.x:.1f}" cy="{mark.y:.1f}" r="{BADGE:g}" fill="{line}"/>'
            place = f'x="{mark.x:.1f}" y="{mark.y + 0.36 * SMALL:.1f}" text-anchor="middle"'
            number = f'<text {place} font-size="{SMALL}" fill="{NUMBER}">{escape(mark.text)}</text>'
            return f'<g class="badge {mark.look}">{circle}{number}</g>'
        case Words():
            anchor = ' text-anchor="middle"' if mark.middle else ""
            look = LOOKS[mark.look]
            bold = ' font-weight="600"' if look.bold else ""
            place = f'x="{mark.x:.1f}" y="{mark.y:.1f}" font-size="{mark.size:g}"{anchor}{bold}'
            return (
                f'<text class="{mark.look}" {place} fill="{look.fill}">{escape(mark.text)}</text>'
            )


def _paint(name: str) -> str:
    look = LOOKS[name]
    dash = f' stroke-dasharray="{" ".join(f"{d:g}" for d in look.dash)}"' if look.dash else ""
    line = f'fill="{look.fill}" stroke="{look.line}" stroke-width="{look.width:g}"'
    return f'class="{name}" {line}{dash}'


def _path_data(path: Path) -> str:
    points = [f"{x:.1f} {y:.1f}" for x, y in path.points]
    if path.curved:
        return f"M{points[0]} C{', '.join(points[1:])}"
    return "M" + " L".join(points)
