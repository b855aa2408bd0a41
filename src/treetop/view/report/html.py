"""Pieces of a page; whatever comes from a result or a model is escaped here."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import Any, NamedTuple

from treetop.view.words import number, pretty_unit


class Number(NamedTuple):
    """A number in a table; the page keeps all its digits beside those that it shows."""

    value: float
    digits: int = 6


class Markup(NamedTuple):
    """What is markup already."""

    html: str


def words(value: Any) -> str:
    """A text, a number or markup."""
    if isinstance(value, Markup):
        return value.html
    if isinstance(value, Number):
        return escape(number(value.value, value.digits))
    return escape(str(value))


def section(key: str, title: str, *parts: str) -> str:
    """A part of the page with its title; `key` is what links to it lead to."""
    body = "\n".join(part for part in parts if part)
    return f'<section id="{escape(key)}">\n<h2>{escape(title)}</h2>\n{body}\n</section>'


def heading(title: str) -> str:
    """Of a smaller part."""
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
    """Rows of cells under their heads, and a last one for totals; nothing without rows.

    A head such as ``"mass [kg]"`` has its unit set apart.
    """
    body = "".join(f"<tr>{''.join(map(_cell, row))}</tr>\n" for row in rows)
    if not body:
        return ""
    top = "".join(f'<th scope="col">{_head(head)}</th>' for head in heads)
    end = f"<tfoot><tr>{''.join(map(_cell, foot))}</tr></tfoot>" if foot else ""
    return (
        f'<div class="wide"><table id="{escape(key)}"><thead><tr>{top}</tr></thead>\n'
        f"<tbody>\n{body}</tbody>{end}</table></div>"
    )


def facts(key: str, pairs: Iterable[tuple[str, Any]]) -> str:
    """Names and what they are."""
    items = "".join(
        f"<div><dt>{escape(name)}</dt><dd{_value(what)}>{words(what)}</dd></div>"
        for name, what in pairs
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


def _head(head: str) -> str:
    name, bracket, unit = head.partition(" [")
    if not bracket:
        return escape(head)
    return f'{escape(name)} <span class="unit">{escape(pretty_unit(unit.rstrip("]")))}</span>'


def _class(look: str) -> str:
    return f' class="{look}"' if look else ""
