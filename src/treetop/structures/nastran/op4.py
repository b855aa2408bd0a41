"""Matrices of OUTPUT4 files: binary of either byte order and length of words, and text.

A column begins with its number, its first row and the number of words that follow. A first row of 0
has strings, each with a header of its row and one more than its words: in one number, or in
two for big matrices, whose number of rows is written negative. In binary a word is as long as an
integer; in text a full column counts its real numbers, and a string two words for each double one.
"""

from __future__ import annotations

import os
import struct
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from scipy import sparse

from treetop.files import content_of, reading, refusal_of
from treetop.structures.nastran.bulk import real

BIG = 65536


class _Header(NamedTuple):
    columns: int
    rows: int
    big: bool
    type: int
    name: str
    width: int  # of a number in text; 0 in binary

    @property
    def complex(self) -> bool:
        return self.type > 2


# A row and a column, from 0 on, and numbers down the column from there.
Columns = Iterator[tuple[int, int, np.ndarray]]


def read_op4(path: str | os.PathLike[str]) -> dict[str, sparse.csr_array]:
    """All matrices of a file, by name."""
    refusal = refusal_of(path, "an OUTPUT4 file, binary or text")
    content = content_of(path, refusal)
    with reading(refusal):
        order = _byte_order(content)
        found = list(_text(content.decode("ascii")) if order is None else _binary(content, *order))
        if len({name for name, _ in found}) < len(found):
            raise refusal("has two matrices of one name")
    return dict(found)


def _byte_order(content: bytes) -> tuple[str, int] | None:
    """The mark of the byte order and bytes of a word; none for text."""
    for mark in "<>":
        (length,) = struct.unpack_from(f"{mark}i", content)
        if length in (24, 48):
            return mark, 4 if length == 24 else 8
    return None


def _binary(content: bytes, mark: str, word: int) -> Iterator[tuple[str, sparse.csr_array]]:
    records = _records(content, mark)
    whole = f"{mark}i{word}"
    for record in records:
        columns, rows, _, kind = np.frombuffer(record, whole, 4).tolist()
        name = record[4 * word :].decode("ascii").strip()
        header = _header(columns, rows, kind, name, 0, len(content))
        yield name, _filled(header, _binary_columns(records, header, mark, word))


def _records(content: bytes, mark: str) -> Iterator[bytes]:
    """Fortran's records: each between two copies of its length."""
    place = 0
    while place < len(content):
        (length,) = struct.unpack_from(f"{mark}i", content, place)
        if length < 0 or place + 8 + length > len(content):
            raise ValueError("it is cut short")
        if struct.unpack_from(f"{mark}i", content, place + 4 + length) != (length,):
            raise ValueError("the two lengths of a record differ")
        yield content[place + 4 : place + 4 + length]
        place += length + 8


def _binary_columns(records: Iterator[bytes], header: _Header, mark: str, word: int) -> Columns:
    whole = f"{mark}i{word}"
    single = header.type in (1, 3) and word == 4
    number = f"{mark}f4" if single else f"{mark}f8"
    for record in records:
        column, first, words = np.frombuffer(record, whole, 3).tolist()
        if column > header.columns:
            return
        data = record[3 * word :]
        if len(data) != words * word:
            raise ValueError(f"column {column} of {header.name} is not as long as it says")
        if first:
            yield first - 1, column - 1, np.frombuffer(data, number)
            continue
        for row, start, count in _binary_strings(np.frombuffer(data, whole), header.big):
            yield (
                row,
                column - 1,
                np.frombuffer(data[start * word : (start + count) * word], number),
            )
    raise ValueError(f"the end of {header.name} is missing")


def _binary_strings(words: np.ndarray, big: bool) -> Iterator[tuple[int, int, int]]:
    place = 0
    while place < len(words):
        if big:
            length, row = int(words[place]) - 1, int(words[place + 1])
            place += 2
        else:
            packed = int(words[place])
            length = packed // BIG - 1
            row = packed - BIG * (length + 1)
            place += 1
        if length <= 0 or place + length > len(words):
            raise ValueError("a string is not as long as it says")
        yield row - 1, place, length
        place += length


def _text(content: str) -> Iterator[tuple[str, sparse.csr_array]]:
    lines = iter(content.splitlines())
    for line in lines:
        if not line.strip():
            continue
        columns, rows, _, kind = (int(line[k : k + 8]) for k in range(0, 32, 8))
        form = line[40:].strip().upper()  # such as 1P,3E23.16
        width = int(form.replace("D", "E").rsplit("E", 1)[1].split(".")[0])
        header = _header(columns, rows, kind, line[32:40].strip(), width, len(content))
        yield header.name, _filled(header, _text_columns(lines, header))


def _text_columns(lines: Iterator[str], header: _Header) -> Columns:
    for line in lines:
        column, first, words = (int(line[k : k + 8]) for k in (0, 8, 16))
        if column > header.columns:
            _line(lines)
            return
        if first:
            yield first - 1, column - 1, _numbers(lines, header, words)
            continue
        while words > 0:
            head = _line(lines)
            if header.big:
                length, row = int(head[:8]) - 1, int(head[8:16])
                words -= 2
            else:
                packed = int(head)
                length = packed // BIG - 1
                row = packed - BIG * (length + 1)
                words -= 1
            yield row - 1, column - 1, _numbers(lines, header, length // _text_words(header))
            words -= length
    raise ValueError(f"the end of {header.name} is missing")


def _header(columns: int, rows: int, kind: int, name: str, width: int, size: int) -> _Header:
    """What begins a matrix in a file of so many bytes, each column of which takes some."""
    if not (0 < columns <= size and 0 < abs(rows) < 2**31 and kind in (1, 2, 3, 4)):
        raise ValueError(f"{name[:8]!r} has {columns} columns, {rows} rows and type {kind}")
    if not name.isidentifier():
        raise ValueError(f"{name[:8]!r} is not the name of a matrix")
    return _Header(columns, abs(rows), rows < 0, kind, name, width)


def _line(lines: Iterator[str]) -> str:
    for line in lines:
        return line
    raise ValueError("it is cut short")


def _text_words(header: _Header) -> int:
    """Words of each real number that is written: a string counts two for a double one."""
    return 2 if header.type in (2, 4) else 1


def _numbers(lines: Iterator[str], header: _Header, count: int) -> np.ndarray:
    found: list[float] = []
    while len(found) < count:
        line = _line(lines).rstrip()
        more = [real(line[k : k + header.width]) for k in range(0, len(line), header.width)]
        if not more:
            raise ValueError(f"numbers of {header.name} are missing")
        found += more
    if len(found) != count:
        raise ValueError(f"{header.name} has {len(found)} numbers in place of {count}")
    return np.array(found)


def _filled(header: _Header, columns: Columns) -> sparse.csr_array:
    rows, places = [np.zeros(0, int)], [np.zeros(0, int)]
    values: list[np.ndarray] = [np.zeros(0)]
    for row, column, numbers in columns:
        length = len(numbers) // (2 if header.complex else 1)
        inside = min(row, column) >= 0 and row + length <= header.rows
        if not inside or not np.isfinite(numbers).all():
            raise ValueError(f"column {column + 1} of {header.name} is damaged")
        column_values = (
            numbers[0::2] + 1j * numbers[1::2] if header.complex else numbers.astype(float)
        )
        rows.append(np.arange(row, row + len(column_values)))
        places.append(np.full(len(column_values), column))
        values.append(column_values)
    entries = (np.concatenate(values), (np.concatenate(rows), np.concatenate(places)))
    matrix = sparse.csr_array(entries, shape=(header.rows, header.columns))
    if matrix.nnz < len(entries[0]):
        raise ValueError(f"{header.name} has an entry twice")
    matrix.eliminate_zeros()
    return matrix
