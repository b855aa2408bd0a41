"""A page of HTML, read as a person reads it: tables, facts and words."""

from __future__ import annotations

from html.parser import HTMLParser
from typing import NamedTuple


class Cell(NamedTuple):
    """What is shown, and the number behind it."""

    text: str
    value: float | None


class Read(HTMLParser):
    """Tables by name: rows of cells by head, the foot last; facts by name; all words."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tables: dict[str, list[dict[str, Cell]]] = {}
        self.facts: dict[str, dict[str, Cell]] = {}
        self.tags: list[str] = []
        self.words = ""
        self._heads: list[str] = []
        self._row: list[Cell] = []
        self._name = self._label = self._text = ""
        self._value: float | None = None
        self.feed(html)

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        self.tags.append(tag)
        if tag == "table":
            self._name, self._heads = given.get("id", str(len(self.tables))), []
            self.tables[self._name] = []
        elif tag == "dl":
            self._name = given["id"]
            self.facts[self._name] = {}
        elif tag == "tr":
            self._row = []
        if tag in ("td", "th", "dt", "dd"):
            self._text = ""
            self._value = float(given["data-value"]) if "data-value" in given else None

    def handle_data(self, data):
        self._text += data
        if self.tags[-1:] not in (["style"], ["script"]):
            self.words += data

    def handle_endtag(self, tag):
        if tag == "th":
            self._heads.append(self._text)
        elif tag == "td":
            self._row.append(Cell(self._text, self._value))
        elif tag == "tr" and self._row:
            self.tables[self._name].append(dict(zip(self._heads, self._row, strict=True)))
        elif tag == "dt":
            self._label = self._text
        elif tag == "dd":
            self.facts[self._name][self._label] = Cell(self._text, self._value)
