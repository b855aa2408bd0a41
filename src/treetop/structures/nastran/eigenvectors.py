"""Eigenvectors of punch files."""

from __future__ import annotations

import os
import re
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import numpy as np

from treetop.errors import ModelError, Problem
from treetop.files import content_of
from treetop.structures.nastran.bulk import finite

_EIGENVALUE = re.compile(r"\$EIGENVALUE\s*=\s*(\S+)")


class Eigenvectors(NamedTuple):
    """Eigenvalues (m,) in (rad/s)², and of each grid point its displacement and rotation (6, m)."""

    values: np.ndarray
    shapes: dict[int, np.ndarray]


def read_eigenvectors(path: str | os.PathLike[str]) -> Eigenvectors:
    """Eigenvectors of a punch file (``VECTOR(PUNCH) = ALL``) or, if its name ends in ``.op2``,
    of OUTPUT2, in the axes of each grid point."""
    if Path(path).suffix.lower() == ".op2":
        from treetop.structures.nastran.op2 import read_op2

        found = read_op2(path).eigenvectors
        if found is None:
            raise _error(path, "has no real eigenvectors", 0)
        return found
    content = content_of(path, lambda what: _error(path, what, 0))
    lines = content.decode("latin-1").splitlines()
    values: list[float] = []
    modes: list[dict[int, list[float]]] = []
    reading = False
    point: list[float] | None = None
    _require_sequence(path, lines)
    for number, line in enumerate(lines, start=1):
        text = line[:72]
        try:
            if text.startswith("$"):
                reading = reading if text[1:6] != "TITLE" else False
                if text.startswith("$EIGENVECTOR"):
                    reading = True
                match = _EIGENVALUE.match(text)
                if match and reading:
                    values.append(finite(match[1]))
                    modes.append({})
                    point = None
            elif reading and modes and text.strip():
                point = _continued(modes[-1], point, text.split())
        except (ValueError, IndexError):
            raise _error(path, f"{text.strip()!r} is no eigenvector", number) from None
    if not modes:
        raise _error(path, "has no eigenvectors", 0)
    return Eigenvectors(np.array(values), by_point(path, modes))


def _continued(
    mode: dict[int, list[float]], point: list[float] | None, words: list[str]
) -> list[float]:
    """The numbers of a grid point, with those of one more line."""
    if words[0] == "-CONT-" and point is not None:
        point += [finite(word) for word in words[1:]]
        return point
    number = int(words[0])
    if words[1] not in ("G", "S") or number in mode:
        raise ValueError
    mode[number] = [finite(word) for word in words[2:]]
    return mode[number]


def _require_sequence(path: str | os.PathLike[str], lines: list[str]) -> None:
    """Lines are numbered behind column 72; one that is missing shows."""
    numbers = [line[72:80].strip() for line in lines]
    for k, (before, after) in enumerate(pairwise(numbers), start=2):
        if before.isdecimal() and after.isdecimal() and int(after) != int(before) + 1:
            raise _error(path, f"line {after} follows line {before}", k)


def by_point(
    path: str | os.PathLike[str], modes: list[dict[int, list[float]]]
) -> dict[int, np.ndarray]:
    """Displacements and rotations (6, m) by grid point."""
    points = list(modes[0])
    sizes = [len(numbers) for numbers in modes[0].values()]
    for k, mode in enumerate(modes, start=1):
        found = [len(numbers) for numbers in mode.values()]
        if list(mode) != points or found != sizes or not {1, 6}.issuperset(found):
            raise _error(path, f"eigenvector {k} is not whole", 0)
    return {p: np.array([mode[p] for mode in modes]).T for p in points if len(modes[0][p]) == 6}


def _error(path: str | os.PathLike[str], what: str, line: int) -> ModelError:
    hint = "a punch file with $EIGENVECTOR in it, or an OUTPUT2 file"
    return ModelError([Problem(what, hint=hint, file=str(path), line=line)])
