"""Pieces of a page; whatever comes from a result or a model is escaped here."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import Any, NamedTuple

from treetop.view.text import number, pretty_unit

ROUNDING = 1e-14  # relative


class Number(NamedTuple):
    """A number in a table; the page keeps all its digits beside those that it shows.

    What is less than `least` is rounding, and shown as nothing.
    """

    value: float
    digits: int = 6
    least: float = 0.0

    def __str__(self) -> str:
        return number(0.0 if abs(self.value) < self.least else self.value, self.digits)


class Markup(NamedTuple):
    """What is markup already."""

    html: str


def words(value: Any) -> str:
    """A text, a number or markup."""
    return value.html if isinstance(value, Markup) else escape(str(value))


def section(key: str, title: str, *parts: str) -> str:
    """A part of the page with its title; `key` is what links to it lead to."""
    body = "\n".join(part for part in parts if part)
    return f'<section id="{escape(key)}">\n<h2>{escape(title)}</h2>\n{body}\n</section>'


def heading(title: str) -> str:
    """A heading of a smaller part."""
    return f"<h3>{escape(title)}</h3>"


def paragraph(text: str, look: str = "") -> str:
    """Plain words."""
    return f"<p{_class(look)}>{escape(text)}</p>"


def table(
    key: str,
    heads: Sequence[str],
    rows: Iterable[Sequence[Any]],
    foot: Sequence[Any] = (),
) -> str:
    """Rows of cells under their heads, and a last one for totals; nothing without rows, and no
    column in which there is nothing.

    A head such as ``"mass [kg]"`` has its unit set apart.
    """
    rows = list(rows)
    if not rows:
        return ""
    filled = [k for k in range(len(heads)) if any(row[k] != "" for row in rows)]
    heads, foot = [heads[k] for k in filled], [foot[k] for k in filled if foot]
    rows = [[row[k] for k in filled] for row in rows]
    body = "".join(f"<tr>{''.join(map(_cell, row))}</tr>\n" for row in rows)
    name = f' id="{escape(key)}"' if key else ""
    below = [next(row[k] for row in rows if row[k] != "") for k in range(len(heads))]
    top = "".join(map(_head, heads, below))
    end = f"<tfoot><tr>{''.join(map(_cell, foot))}</tr></tfoot>" if foot else ""
    return (
        f'<div class="wide"><table{name}><thead><tr>{top}</tr></thead>\n'
        f"<tbody>\n{body}</tbody>{end}</table></div>"
    )


def facts(key: str, pairs: Iterable[tuple[str, Any]]) -> str:
    """Names and what they are; one such as ``"wall time [s]"`` gives the unit."""
    items = "".join(
        f"<div><dt>{escape(name)}</dt><dd{_value(what)}>{words(what)}{unit}</dd></div>"
        for (name, unit), what in ((_split(head), what) for head, what in pairs)
    )
    return f'<dl class="facts" id="{escape(key)}">{items}</dl>'


def figure(picture: str, caption: str) -> str:
    """A drawing and what it shows."""
    return f"<figure>{picture}<figcaption>{escape(caption)}</figcaption></figure>"


def listed(key: str, items: Iterable[str], look: str = "") -> str:
    """Lines of text; nothing without any."""
    lines = "".join(f"<li>{escape(item)}</li>" for item in items)
    return f'<ul id="{escape(key)}"{_class(look)}>{lines}</ul>' if lines else ""


def _cell(value: Any) -> str:
    look = ' class="n"' if isinstance(value, Number) else ""
    return f"<td{look}{_value(value)}>{words(value)}</td>"


def _value(what: Any) -> str:
    return f' data-value="{float(what.value)!r}"' if isinstance(what, Number) else ""


def _head(head: str, below: Any) -> str:
    name, unit = _split(head)
    look = ' class="n"' if isinstance(below, Number) else ""
    return f'<th scope="col"{look}>{escape(name)}<span class="unit">{unit}</span></th>'


def _split(head: str) -> tuple[str, str]:
    """A name, and the unit in brackets behind it."""
    name, _, unit = head.partition(" [")
    return name, f" {escape(pretty_unit(unit.rstrip(']')))}" if unit else ""


def _class(look: str) -> str:
    return f' class="{look}"' if look else ""
