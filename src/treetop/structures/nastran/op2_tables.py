"""Tables of OUTPUT2 files: grid points and coordinate systems of GEOM1, scalar points of GEOM2,
real eigenvectors of OUG.

Geometry becomes cards of bulk data, so that one reader says what they mean. A record of
geometry begins with three numbers that tell its card; its numbers are single words, or double ones
where the third of these says so.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from treetop.structures.nastran.bulk import Card

REAL_MODES, EIGENVECTOR = 2, 7  # the approach, and the code of the table
_GRID, _SPOINT = (4501, 45), (5551, 49)
_SYSTEMS = {(2101, 21): "CORD2R", (2001, 20): "CORD2C", (2201, 22): "CORD2S"}
_DOUBLE = 1_000_000  # third numbers from here on mean double words


class Words(NamedTuple):
    """The mark of the byte order, and the bytes of a word."""

    mark: str
    size: int

    def integers(self, content: bytes) -> np.ndarray:
        """Whole numbers, one in each word."""
        return np.frombuffer(content, f"{self.mark}i{self.size}")

    def rows(self, content: bytes, layout: str, double: bool = False) -> np.ndarray:
        """Rows of a layout of i and f, its real numbers in two words of four bytes if double."""
        real = 8 if double else self.size
        form = {"i": f"{self.mark}i{self.size}", "f": f"{self.mark}f{real}"}
        kind = np.dtype([(f"{k}", form[letter]) for k, letter in enumerate(layout)])
        return np.frombuffer(content, kind)


def geometry_cards(words: Words, parts: list[bytes]) -> Iterator[Card]:
    """GRID and CORD2x cards of a record of GEOM1."""
    content = b"".join(parts)
    if len(content) < 3 * words.size:
        return
    first, second, third = words.integers(content[: 3 * words.size]).tolist()
    data, double = content[3 * words.size :], third >= _DOUBLE
    if (first, second) == _GRID:
        for row in words.rows(data, "iifffiii", double).tolist():
            number, system, *place, axes, _, _ = row
            yield Card("GRID", [f"{number}", f"{system}", *map(repr, place), f"{axes}"], 0)
    elif (first, second) in _SYSTEMS:
        name = _SYSTEMS[first, second]
        for row in words.rows(data, "iiiifffffffff", double).tolist():
            number, _, _, reference, *points = row
            yield Card(name, [f"{number}", f"{reference}", *map(repr, points)], 0)


def scalar_cards(words: Words, parts: list[bytes]) -> Iterator[Card]:
    """SPOINT cards of a record of GEOM2."""
    found = words.integers(b"".join(parts)).tolist() if parts else []
    if tuple(found[:2]) == _SPOINT:
        yield Card("SPOINT", [f"{number}" for number in found[3:]], 0)


def eigenvector(
    words: Words, identity: bytes, data: bytes
) -> tuple[float, dict[int, list[float]]] | None:
    """A real eigenvalue and the six numbers of each point, one of scalar points; none of others."""
    known = words.integers(identity)
    if len(known) < 10 or known[0] // 10 != REAL_MODES or known[1] != EIGENVECTOR:
        return None
    if known[9] != 8:
        raise ValueError(f"eigenvectors of {known[9]} words a point; real ones have 8")
    (value,) = np.frombuffer(identity, f"{words.mark}f{words.size}")[5:6].tolist()
    shapes: dict[int, list[float]] = {}
    for row in words.rows(data, "iiffffff").tolist():
        code, sort, *numbers = row
        if code // 10 in shapes or not np.isfinite([value, *numbers]).all():
            raise ValueError(f"point {code // 10} of an eigenvector is damaged")
        shapes[code // 10] = numbers if sort == 1 else numbers[:1]
    return value, shapes
