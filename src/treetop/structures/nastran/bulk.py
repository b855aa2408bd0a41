"""Cards of bulk data, in free, small and large fields, with their continuations."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple, TypeVar

from treetop.errors import ModelError, Problem
from treetop.files import content_of, problems_in, refusal_of

N = TypeVar("N", int, float)

LARGEST = 1e75  # the fourth power of such a number is finite still
_EXPONENT = re.compile(r"(?<=[\d.])([+-]\d+)$")


class Card(NamedTuple):
    """One card: its name, its fields from the second on, and the line on which it begins."""

    name: str
    fields: list[str]
    line: int

    def text(self, k: int) -> str:
        """Field k, counted from 0 after the name; empty if it is absent."""
        return self.fields[k] if k < len(self.fields) else ""

    def integer(self, k: int, default: int | None = None) -> int:
        """Field k as a whole number."""
        return self._read(k, int, "a whole number", default)

    def real(self, k: int, default: float | None = None) -> float:
        """Field k as a number, such as 1.5, 1.5E3, 1.5D3 or 1.5+3."""
        return self._read(k, finite, f"a number, at most {LARGEST:g}", default)

    def _read(self, k: int, read: Callable[[str], N], what: str, default: N | None) -> N:
        text = self.text(k)
        if not text and default is not None:
            return default
        try:
            return read(text)
        except ValueError:
            raise _error(self, k, what) from None


def real(text: str) -> float:
    """A number as Nastran writes it, the letter of its exponent possibly D or left out."""
    plain = text.strip().upper().replace("D", "E")
    return float(plain if "E" in plain else _EXPONENT.sub(r"E\1", plain))


def finite(text: str) -> float:
    """A number that is not too large to be one, nor to be multiplied by others like it."""
    value = real(text)
    if not abs(value) <= LARGEST:
        raise ValueError(f"{text!r} is not a finite number")
    return value


def read_bulk(path: str | os.PathLike[str]) -> list[Card]:
    """The cards of a file, of its bulk data if it has other sections too."""
    content = content_of(path, refusal_of(path, "a file of bulk data"))
    with problems_in(path):
        return list(cards(content.decode("latin-1").splitlines()))


def cards(lines: Iterable[str]) -> Iterator[Card]:
    """The cards of lines of bulk data."""
    numbered = [(k, line.split("$", 1)[0].rstrip()) for k, line in enumerate(lines, start=1)]
    begin = [k for k, (_, line) in enumerate(numbered) if line.upper().split() == ["BEGIN", "BULK"]]
    current: Card | None = None
    for number, line in numbered[begin[0] + 1 if begin else 0 :]:
        if not line.strip():
            continue
        if line.upper().startswith("ENDDATA"):
            break
        name, fields = _fields(line)
        if name in ("", "+", "*"):
            if current is None:
                problem = Problem("continues nothing", hint="a card before it", line=number)
                raise ModelError([problem])
            current.fields.extend(fields)
            continue
        if current is not None:
            yield current
        current = Card(name, fields, number)
    if current is not None:
        yield current


def _fields(line: str) -> tuple[str, list[str]]:
    """The name, or + or * or nothing of a continuation; and eight fields, or four large ones."""
    if "," in line:
        first, *rest = [part.strip() for part in line.split(",")]
        large = "*" in first
        width = 4 if large else 8
        fields = (rest + [""] * width)[:width]
    else:
        text = line.expandtabs(8)
        first = text[:8].strip()
        large = "*" in first
        size = 16 if large else 8
        fields = [text[k : k + size].strip() for k in range(8, 72, size)]
    name = first.rstrip("*").strip().upper() if not first.startswith(("+", "*")) else first[0]
    return name, fields


def _error(card: Card, k: int, hint: str) -> ModelError:
    what = f"field {k + 2} of {card.name} is {card.text(k)!r}"
    return ModelError([Problem(what, hint=hint, line=card.line)])
