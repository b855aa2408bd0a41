"""An XML text as elements that know their lines.

A text that declares types or entities is refused, so that nothing in it is expanded and no other
file is asked for; depth and number of elements have limits.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any
from xml.parsers import expat

from treetop.errors import ModelError, Problem
from treetop.files import Refusal, content_of, problems_in, reading, refusal_of

LARGEST = 64 * 2**20  # bytes: a robot of some hundred thousand links
_DEEPEST = 50
_MAX_ELEMENTS = 2_000_000


@dataclass(slots=True)
class Element:
    """An element with the line it begins on; `text` is what it holds beside other elements."""

    tag: str
    line: int
    attributes: dict[str, str]
    children: list[Element] = field(default_factory=list)
    text: str = ""

    def all(self, tag: str) -> list[Element]:
        """The children of this tag."""
        return [child for child in self.children if child.tag == tag]

    def first(self, tag: str) -> Element | None:
        """The first child of this tag, if there is one."""
        return next((child for child in self.children if child.tag == tag), None)

    def walk(self) -> Iterator[Element]:
        """The element and all below it."""
        waiting = [self]
        while waiting:
            element = waiting.pop()
            yield element
            waiting += reversed(element.children)

    def title(self, attribute: str, otherwise: str) -> str:
        """The name that an attribute gives to a model, if it is one."""
        name = self.attributes.get(attribute, "").strip()
        return name if name and name.isprintable() else otherwise

    def require_tag(self, tag: str, format: str) -> None:
        """Refuse the root of a file of another format."""
        if self.tag != tag:
            raise ModelError([self.problem(f"this is not {format}", f"its root must be <{tag}>")])

    def problem(self, what: str, hint: str = "") -> Problem:
        """What is wrong with it, with its name and line."""
        name = self.attributes.get("name")
        where = self.tag if name is None else f"{self.tag} '{name}'"
        return Problem(what, where, hint, line=self.line)


def read_xml(path: str | os.PathLike[str]) -> Element:
    """The root of an XML file."""
    refusal = refusal_of(path, "give an XML file")
    return xml_root(content_of(path, refusal, LARGEST), str(path), refusal)


def xml_root(content: bytes, file: str, refusal: Refusal) -> Element:
    """The root of an XML text that was found in a file."""
    with problems_in(file), reading(refusal):
        return _Composer().root(content)


class _Composer:
    """Elements from the events of a parser."""

    def __init__(self) -> None:
        self.parser: Any = expat.ParserCreate()
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self.parser.CharacterDataHandler = self._text
        self.parser.buffer_text = True
        self.parser.StartDoctypeDeclHandler = self._declaration
        self.parser.EntityDeclHandler = self._declaration
        self.open: list[Element] = []
        self.document: Element | None = None
        self.count = 0

    def root(self, content: bytes) -> Element:
        try:
            self.parser.Parse(content, True)
        except expat.ExpatError as error:
            what = f"this is not XML: {expat.errors.messages.get(error.code, error)}"
            hint = "see the line and the one before it"
            raise ModelError([Problem(what, hint=hint, line=max(error.lineno, 1))]) from None
        assert self.document is not None
        return self.document

    def _start(self, tag: str, attributes: dict[str, str]) -> None:
        element = Element(tag, self.parser.CurrentLineNumber, attributes)
        self.count += 1
        if len(self.open) >= _DEEPEST:
            raise ModelError([element.problem("too many levels", f"at most {_DEEPEST} are read")])
        if self.count > _MAX_ELEMENTS:
            raise ModelError([element.problem(f"more than {_MAX_ELEMENTS} elements")])
        if self.open:
            self.open[-1].children.append(element)
        else:
            self.document = element
        self.open.append(element)

    def _end(self, _: str) -> None:
        self.open.pop()

    def _text(self, text: str) -> None:
        if text.strip():
            self.open[-1].text += text

    def _declaration(self, *_: Any) -> None:
        what = "document types and entities are not read"
        line = self.parser.CurrentLineNumber
        raise ModelError([Problem(what, hint="take <!DOCTYPE ...> out", line=line)])
