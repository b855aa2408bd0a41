"""Objects as tables in notebooks."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

_ROWS = 40  # that are shown; the others are counted


def table(title: str, rows: Iterable[tuple[str, ...]], heads: tuple[str, ...] = ()) -> str:
    """A table in HTML, whatever the texts contain."""
    rows = list(rows)
    lines = [f"<table><caption>{escape(title)}</caption>"]
    if heads:
        lines.append("<tr>" + "".join(f"<th>{escape(head)}</th>" for head in heads) + "</tr>")
    for row in rows[:_ROWS]:
        lines.append("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>")
    if len(rows) > _ROWS:
        lines.append(f"<tr><td>... and {len(rows) - _ROWS} more</td></tr>")
    return "\n".join([*lines, "</table>"])
