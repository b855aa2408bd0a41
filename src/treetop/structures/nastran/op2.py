"""Data blocks of OUTPUT2 files, of either byte order and with words of 32 or 64 bits.

Everything is in Fortran's records, and each record of data comes after a key, a record of one word
with its length. A block begins with its name and a trailer of seven words; logical records
follow, each after the keys -k, 1 and its sort, 0 for a table and 1 for a column of a matrix; keys
that are positive belong to parts of it, and the key 0 ends the block. A column is made of strings:
the row of the first number, and numbers down the column. After the DMAP Programmer's Guide of MSC
Nastran (OUTPUT2) and what pyNastran and pyYeti, both open, read.
"""

from __future__ import annotations

import os
import struct
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from scipy import sparse

from treetop.files import content_of, reading, refusal_of
from treetop.structures.nastran.bulk import Card
from treetop.structures.nastran.eigenvectors import Eigenvectors, by_point
from treetop.structures.nastran.op2_tables import Words, eigenvector, geometry_cards, scalar_cards

_VECTORS = ("OUGV1", "BOUGV1", "OUG1", "OUGV1PAT")
TABLE, COLUMN = 0, 1


class Op2(NamedTuple):
    """What a file has of geometry, as cards of bulk data, of matrices, and of real eigenvectors."""

    cards: list[Card]
    matrices: dict[str, sparse.csr_array]
    eigenvectors: Eigenvectors | None


class _Block(NamedTuple):
    name: str
    trailer: np.ndarray
    records: list[tuple[int, list[bytes]]]  # the sort of each, and its parts


def read_op2(path: str | os.PathLike[str]) -> Op2:
    """Geometry, matrices and real eigenvectors of an OUTPUT2 file; other blocks are passed over."""
    refusal = refusal_of(path, "an OUTPUT2 file, such as PARAM,POST,-1 makes")
    content = content_of(path, refusal)
    with reading(refusal):
        tape = _Tape(content)
        cards: list[Card] = []
        matrices: dict[str, sparse.csr_array] = {}
        modes: list[tuple[float, dict[int, list[float]]]] = []
        for block in _blocks(tape):
            if any(sort == COLUMN for sort, _ in block.records):
                if block.name in matrices:
                    raise refusal(f"has two matrices of the name {block.name}")
                matrices[block.name] = _matrix(block, tape.words, len(content))
            elif block.name.startswith(("GEOM1", "GEOM2")):
                read = geometry_cards if block.name.startswith("GEOM1") else scalar_cards
                cards += [card for _, parts in block.records for card in read(tape.words, parts)]
            elif block.name in _VECTORS:
                modes += _modes(block, tape.words)
    return Op2(cards, matrices, _eigenvectors(path, modes))


def _eigenvectors(
    path: str | os.PathLike[str], modes: list[tuple[float, dict[int, list[float]]]]
) -> Eigenvectors | None:
    if not modes:
        return None
    values = np.array([value for value, _ in modes])
    return Eigenvectors(values, by_point(path, [shapes for _, shapes in modes]))


class _Tape:
    """Records of a file, one after the other."""

    def __init__(self, content: bytes) -> None:
        self.content, self.place = content, 0
        self.words = self._words()

    def _words(self) -> Words:
        for mark in "<>":
            (length,) = struct.unpack_from(f"{mark}i", self.content)
            if length in (4, 8):
                return Words(mark, length)
        raise ValueError("it does not begin with a key")

    @property
    def at_end(self) -> bool:
        return self.place >= len(self.content)

    def record(self) -> bytes:
        """The next record, between two copies of its length."""
        form, place = f"{self.words.mark}i", self.place
        (length,) = struct.unpack_from(form, self.content, place)
        if length < 0 or place + 8 + length > len(self.content):
            raise ValueError("it is cut short")
        if struct.unpack_from(form, self.content, place + 4 + length) != (length,):
            raise ValueError("the two lengths of a record differ")
        self.place += length + 8
        return self.content[place + 4 : place + 4 + length]

    def key(self) -> int:
        """The next record, which is one word."""
        found = self.words.integers(self.record())
        if len(found) != 1:
            raise ValueError("a key is missing")
        return int(found[0])

    def parts(self) -> tuple[list[bytes], int]:
        """Records up to a key that is not positive, and this key."""
        found: list[bytes] = []
        while (key := self.key()) > 0:
            found.append(self.record())
        return found, key


def _blocks(tape: _Tape) -> Iterator[_Block]:
    _skip_label(tape)
    while not tape.at_end:
        name, key = tape.parts()
        if not name and key == 0:
            return  # the end of the file
        trailer, key = tape.parts()
        if len(name) != 1 or len(trailer) != 1 or key >= 0:
            raise ValueError("a block does not begin with a name and a trailer")
        records = []
        while key < 0:
            if tape.key() != 1:
                raise ValueError("a logical record does not begin with 1")
            sort = tape.key()
            parts, key = tape.parts()
            records.append((sort, parts))
        yield _Block(_name(name[0]), tape.words.integers(trailer[0]), records[1:])


def _skip_label(tape: _Tape) -> None:
    """Pass over the date and the label at the beginning, where they are."""
    if tape.words.integers(tape.content[4 : 4 + tape.words.size])[0] != 3:
        return
    tape.parts()
    if tape.key() != 0:
        raise ValueError("its label does not end")


def _name(record: bytes) -> str:
    name = record.decode("ascii").replace("\0", " ").split()
    if not name or not name[0].isidentifier():
        raise ValueError("a block has no name")
    return name[0]


def _matrix(block: _Block, words: Words, size: int) -> sparse.csr_array:
    """A matrix of a file of so many bytes; none has more rows, which would fill the memory."""
    columns, rows, _, kind = (int(word) for word in block.trailer[1:5])
    found = [parts for sort, parts in block.records if sort == COLUMN]
    if not (0 < rows <= size and len(found) <= columns <= size and kind in (1, 2)):
        what = f"{block.name} has {columns} columns, {rows} rows and type {kind}"
        raise ValueError(f"{what}; real matrices are read")
    number = f"{words.mark}f{words.size if kind == 1 else 8}"
    places, values = [np.zeros((2, 0), int)], [np.zeros(0)]
    for column, strings in enumerate(found):
        for string in strings:
            first = int(words.integers(string[: words.size])[0]) - 1
            numbers = np.frombuffer(string[words.size :], number).astype(float)
            if first < 0 or first + len(numbers) > rows or not np.isfinite(numbers).all():
                raise ValueError(f"column {column + 1} of {block.name} is damaged")
            down = np.arange(first, first + len(numbers))
            places.append(np.stack([down, np.full(len(down), column)]))
            values.append(numbers)
    entries = np.concatenate(values)
    matrix = sparse.csr_array((entries, np.concatenate(places, axis=1)), shape=(rows, columns))
    if matrix.nnz < len(entries):
        raise ValueError(f"{block.name} has an entry twice")
    matrix.eliminate_zeros()
    return matrix


def _modes(block: _Block, words: Words) -> Iterator[tuple[float, dict[int, list[float]]]]:
    """Eigenvalues with displacements of points: identification and data by turns."""
    tables = [b"".join(parts) for sort, parts in block.records if sort == TABLE and parts]
    for identity, data in zip(tables[0::2], tables[1::2], strict=False):
        mode = eigenvector(words, identity, data)
        if mode is not None:
            yield mode
