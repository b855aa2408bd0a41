"""Bulk data and OUTPUT2 files in which something was changed at random: in fields of cards, in
words of records, or in any bytes."""

import struct
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from damaging import damages
from op2_files import Op2Writer
from superelements import SCALARS, TURNED, in_own_axes, panel, punched, reduced_panel
from treetop import flexible as fx

FIELDS = (
    "0", "-1", "1", "3", "105", "101", "9001", "9039", "THRU", "EXCEPT", "2147483648",
    "-2147483648", "99999999999999999999", "1" * 400, "1.E308", "1.5+308", "-1.E999", "1.5D3", ".",
    "+", "nan", "inf",
    "1_0", "1e-400", "ALL", "BASIC", "123456", "7", "65", "%s%n", "", "é", "CORD2R", "../secret",
)  # fmt: skip
CARDS = (
    "INCLUDE '/etc/passwd'", "INCLUDE '../secret.bdf'", "CORD2R,3,3,0.,0.,0.,0.,0.,1.\n+,1.,0.,0.",
    "CORD2R,3,4,0.,0.,0.,0.,0.,1.\n+,1.,0.,0.\nCORD2R,4,3,0.,0.,0.,0.,0.,1.\n+,1.,0.,0.",
    "CORD1R,5,101,101,101", "CORD2C,6,0,0.,0.,0.,0.,0.,0.\n+,0.,0.,0.", "SPOINT,1,THRU,2147483647",
    "QSET1,0,1,THRU,999999999", "BSET1,123456,101,THRU,2147483647", "GRID,1", "GRID,101,,0.,0.,0.",
    "SPOINT,101", "DMIG,KAAX,0,6,2,0,,,999999999", "DMIG,KAAX,101,1,,101,1,1.0", "+,1.,2.,3.", "*",
    "ENDDATA", "BEGIN BULK", "BEGIN SUPER=9", "PARAM,WTMASS,1e-300", "PARAM,WTMASS,nan",
    "GRDSET,,9",
    "CBAR,1,1,101,102", "RBE2,5,101,123456,102", "$" + "x" * 1000, "GRID*", "\x00" * 80, "\t\t\t",
)  # fmt: skip
WORDS = (0, 1, -1, 2, 3, 7, 4501, 45, 2101, 21, 5551, 105, 2**31 - 1, -(2**31), 10**6, 10**9)


def bulk_mutants(content: bytes, rng: np.random.Generator) -> Iterator[bytes]:
    """Ever other files of bulk data, most of them wrong."""
    lines, broken = content.decode("latin-1").split("\n"), damages(content, rng)
    while True:
        if rng.random() < 0.2:
            yield next(broken)
            continue
        changed = list(lines)
        for _ in range(int(rng.choice([1, 1, 1, 2, 3]))):
            _change_line(changed, rng)
        yield "\n".join(changed).encode("latin-1", "replace")


def _change_line(lines: list[str], rng: np.random.Generator) -> None:
    most = len(lines) if rng.random() < 0.5 else min(40, len(lines))  # matrices are long
    at, other = (int(k) for k in rng.integers(most, size=2))
    match int(rng.integers(7)):
        case 0 | 1:
            lines[at] = _other_field(lines[at], rng)
        case 2:
            del lines[at]
            lines.append("")
        case 3:
            lines.insert(at, lines[other])
        case 4:
            lines[at], lines[other] = lines[other], lines[at]
        case 5:
            lines[at : at + 20] = []
            lines.append("")
        case _:
            lines.insert(at, CARDS[int(rng.integers(len(CARDS)))])


def _other_field(line: str, rng: np.random.Generator) -> str:
    """The line with another value in one of its fields."""
    value = FIELDS[int(rng.integers(len(FIELDS)))]
    if "," in line:
        fields = line.split(",")
        fields[int(rng.integers(len(fields)))] = value
        return ",".join(fields)
    width = 16 if "*" in line[:8] else 8
    k = 8 + width * int(rng.integers(max(1, (len(line) - 8) // width)))
    return line[:k] + value.ljust(width)[: max(width, 8)] + line[k + width :]


def op2_mutants(content: bytes, rng: np.random.Generator) -> Iterator[bytes]:
    """Ever other OUTPUT2 files: words are changed, or bytes, or whole records."""
    mark = "<" if content[:4] in (struct.pack("<i", 4), struct.pack("<i", 8)) else ">"
    form = {4: f"{mark}i", 8: f"{mark}q"}[struct.unpack(f"{mark}i", content[:4])[0]]
    size, broken = struct.calcsize(form), damages(content, rng)
    records = list(_records(content, mark))
    while True:
        changed = list(records)
        at, other = (int(k) for k in rng.integers(len(changed), size=2))
        match int(rng.integers(6)):
            case 0:
                yield next(broken)
                continue
            case 1:
                del changed[at]
            case 2:
                changed.insert(at, changed[other])
            case 3:
                changed[at], changed[other] = changed[other], changed[at]
            case _:
                changed[at] = _other_word(changed[at], form, size, rng)
        yield b"".join(struct.pack(f"{mark}i", len(x)) + x + struct.pack(f"{mark}i", len(x))
                       for x in changed)  # fmt: skip


def _records(content: bytes, mark: str) -> Iterator[bytes]:
    at = 0
    while at < len(content):
        (length,) = struct.unpack_from(f"{mark}i", content, at)
        yield content[at + 4 : at + 4 + length]
        at += length + 8


def _other_word(record: bytes, form: str, size: int, rng: np.random.Generator) -> bytes:
    if len(record) < size:
        return record + b"\0" * size
    at = size * int(rng.integers(len(record) // size))
    word = struct.pack(form, WORDS[int(rng.integers(len(WORDS)))])
    if rng.random() < 0.2:
        word = rng.bytes(size)  # of a number perhaps: not finite, or huge
    return record[:at] + word + record[at + size :]


@cache
def _superelement() -> tuple[Any, dict[str, np.ndarray]]:
    whole = panel()
    matrices = (in_own_axes(matrix) for matrix in reduced_panel(whole)[1:])
    return whole, dict(zip(("MAAX", "KAAX"), matrices, strict=True))


def superelement_in_bulk() -> bytes:
    """Points, sets and matrices of a superelement in one punch file."""
    return punched(*_superelement()).encode()


def superelement_in_op2(mark: str, word: int) -> bytes:
    """Geometry, matrices and eigenvectors of a superelement in one OUTPUT2 file."""
    whole, matrices = _superelement()
    writer = Op2Writer(mark, word, label=mark == "<")
    grids = [(n, 0, *whole.position(str(n)), 3 if n == 105 else 0) for n in range(101, 112)]
    writer.geometry(grids, [(3, 0, 0, 0, 0, *TURNED[:, 2], *TURNED[:, 0])], SCALARS)
    for name, matrix in matrices.items():
        writer.matrix(name, matrix)
    writer.eigenvectors([4.0, 9.0], {n: np.ones((6, 2)) for n, *_ in grids})
    return writer.whole_file()


def structure_of(file: Path) -> Any:
    """What is read of the whole file as a superelement."""
    return fx.nastran_superelement(file).structure


def modes_of(file: Path) -> Any:
    """What is read of its eigenvectors."""
    return fx.read_eigenvectors(file)
