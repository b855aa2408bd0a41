"""Files of the International Centre for Global Earth Models (``.gfc``).

Barthelmes and Förste (2011), "The ICGEM-format".  A header of keys and values ends with
``end_of_head``; each line after it begins with the kind of its coefficients.
"""

from __future__ import annotations

import math
import os
from typing import NoReturn

import numpy as np

from treetop.environment.gravity_field import GravityField
from treetop.errors import ModelError, Problem
from treetop.files import content_of

HIGHEST = 2190  # degree of the largest models
TIDE_SYSTEMS = "zero_tide", "tide_free", "mean_tide", "unknown"
OVER_TIME = "gfct", "trnd", "dot", "acos", "asin"


def read_icgem(path: str | os.PathLike[str]) -> GravityField:
    """The field in an ICGEM file.

    Coefficients may be fully normalised or not, exponents written with D or E.  A coefficient that
    is not there is 0.  Fields that change with time are refused.

    Parameters
    ----------
    path : path of the file
    """
    file = os.fspath(path)
    content = content_of(path, lambda what: ModelError([Problem(what, file=file)]))
    return icgem_field(content, file)


def icgem_field(content: bytes, file: str) -> GravityField:
    """The field that is in the content of an ICGEM file; `file` is the name for messages."""
    return _Reader(content, file).field()


def to_degree(content: bytes, degree: int) -> bytes:
    """The content of an ICGEM file without the coefficients above a degree."""
    lines = []
    for line in content.splitlines():
        word, _, rest = line.strip().partition(b" ")
        if word == b"max_degree":
            line = b"max_degree %d" % degree
        if word != b"gfc" or int(rest.split()[0]) <= degree:
            lines.append(line)
    return b"\n".join([*lines, b""])


class _Reader:
    """One file, and the line that is being read."""

    def __init__(self, content: bytes, file: str) -> None:
        self.file, self.line = file, 0
        self.lines = content.decode("utf-8", errors="replace").splitlines()

    def wrong(self, what: str, hint: str = "") -> NoReturn:
        raise ModelError([Problem(what, "", hint, self.file, self.line)])

    def field(self) -> GravityField:
        header = self.header()
        mu = self.constant(header, "earth_gravity_constant", "gravity_constant")
        radius = self.constant(header, "radius")
        degree = self.degree(header)
        norm = header.get("norm", "fully_normalized")
        if norm not in ("fully_normalized", "unnormalized"):
            self.wrong(f"norm is {norm!r}", "fully_normalized or unnormalized")
        tide = header.get("tide_system", "unknown")
        if tide not in TIDE_SYSTEMS:
            self.wrong(f"tide_system is {tide!r}", f"one of {', '.join(TIDE_SYSTEMS)}")
        C, S = self.coefficients(degree)
        if norm == "unnormalized":
            norms = _norms(degree)
            C, S = C / norms, S / norms
        mu, C[0, 0] = mu * C[0, 0], 0.0
        name = header.get("modelname", os.path.basename(self.file))
        return GravityField(name, mu, radius, C, S, tide)

    def header(self) -> dict[str, str]:
        """Keys and values, those before ``begin_of_head`` left out."""
        header: dict[str, str] = {}
        for number, text in enumerate(self.lines, 1):
            self.line = number
            key, _, value = text.strip().partition(" ")
            if key.startswith("end_of_head"):
                return header
            if key.startswith("begin_of_head"):
                header = {}
            elif value.strip():
                header.setdefault(key, value.split()[0])
        self.line = 0
        self.wrong("there is no line end_of_head", "this is no file of the ICGEM")

    def constant(self, header: dict[str, str], *keys: str) -> float:
        text = next((header[key] for key in keys if key in header), None)
        if text is None:
            self.wrong(f"the header has no {keys[0]}")
        value = self.number(text)
        if value <= 0:
            self.wrong(f"{keys[0]} is {text}", "it is more than 0")
        return value

    def degree(self, header: dict[str, str]) -> int:
        text = header.get("max_degree", "")
        if not text.isdecimal() or int(text) > HIGHEST:
            self.wrong(f"max_degree is {text!r}", f"a number from 0 to {HIGHEST}")
        return int(text)

    def number(self, text: str) -> float:
        try:
            value = float(text.replace("D", "e").replace("d", "e"))
        except ValueError:
            value = math.nan
        if not math.isfinite(value):
            self.wrong(f"{text!r} is not a number")
        return value

    def coefficients(self, degree: int) -> tuple[np.ndarray, np.ndarray]:
        C, S = np.full((2, degree + 1, degree + 1), math.nan)
        for number, text in enumerate(self.lines[self.line :], self.line + 1):
            self.line = number
            words = text.split()
            if not words:
                continue
            if words[0] in OVER_TIME:
                self.wrong(f"{words[0]}: coefficients change with time", "use a static field")
            if words[0] != "gfc":
                self.wrong(f"there are no lines of kind {words[0]!r}", "gfc n m C S")
            if len(words) < 5:
                self.wrong(f"gfc has {len(words) - 1} values", "degree, order, C and S")
            n, m = self.place(words[1], words[2], degree)
            if not math.isnan(C[n, m]):
                self.wrong(f"coefficients of degree {n} and order {m} come twice")
            C[n, m], S[n, m] = self.number(words[3]), self.number(words[4])
        if math.isnan(C[0, 0]):
            C[0, 0] = 1.0
        return np.nan_to_num(C, nan=0.0), np.nan_to_num(S, nan=0.0)

    def place(self, n: str, m: str, degree: int) -> tuple[int, int]:
        if not (n.isdecimal() and m.isdecimal()):
            self.wrong(f"{n!r} {m!r} are not degree and order")
        if int(n) > degree:
            self.wrong(f"there is degree {n}, and max_degree is {degree}")
        if int(m) > int(n):
            self.wrong(f"order {m} is above degree {n}")
        return int(n), int(m)


def _norms(degree: int) -> np.ndarray:
    """Unnormalised coefficients over normalised ones, by degree and order."""
    n, m = np.indices((degree + 1, degree + 1))
    below = np.vectorize(math.lgamma)(np.maximum(n - m, 0) + 1.0)
    above = np.vectorize(math.lgamma)(n + m + 1.0)
    return np.sqrt((2.0 - (m == 0)) * (2 * n + 1)) * np.exp(0.5 * (below - above))
