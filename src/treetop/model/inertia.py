"""The inertia tensor as a person writes it, and whether any body can have it."""

from __future__ import annotations

import math
from typing import Any

from treetop.model.quantity import Invalid, each, elements, number, numbers

Matrix = tuple[tuple[float, ...], ...]

_UNIT = "kg*m^2"
LARGEST = 1e300  # kg m², so that sums are numbers
_WRITTEN = 1e-6  # what six written digits can do, relative
_FORMS = "give three moments [Ixx, Iyy, Izz], a symmetric 3x3 matrix, or 0 for a point mass"


def inertia(value: Any) -> Matrix:
    """A 3x3 tensor from 0, three moments or 3x3 numbers, checked."""
    tensor = _tensor(value)
    if not _diagonal(tensor):
        for i, j in ((0, 1), (0, 2), (1, 2)):
            if abs(tensor[i][j] - tensor[j][i]) > _WRITTEN * _size(tensor):
                what = f"not symmetric: [{i}][{j}] is {tensor[i][j]:g}, [{j}][{i}] is "
                raise Invalid(f"{what}{tensor[j][i]:g}", _FORMS)
    _check_moments(tensor)
    return tensor


def _tensor(value: Any) -> Matrix:
    if isinstance(value, (list, tuple)) or getattr(value, "ndim", False):
        rows = elements(value)
        if len(rows) == 3 and isinstance(rows[0], (list, tuple)):
            return tuple(each(rows, lambda row: numbers(row, 3, _UNIT)))
        x, y, z = numbers(rows, 3, _UNIT)
        return (x, 0.0, 0.0), (0.0, y, 0.0), (0.0, 0.0, z)
    if number(value, _UNIT) != 0:
        raise Invalid("one number is no inertia", _FORMS)
    return ((0.0,) * 3,) * 3


def _size(tensor: Matrix) -> float:
    return max(abs(value) for row in tensor for value in row)


def _diagonal(tensor: Matrix) -> bool:
    return not any(tensor[i][j] for i in range(3) for j in range(3) if i != j)


def principal(tensor: Matrix) -> list[tuple[float, str]]:
    """The principal moments, kg m², each with the name of its axis."""
    if _diagonal(tensor):
        return [(tensor[i][i], "xyz"[i]) for i in range(3)]
    import numpy as np

    moments, axes = np.linalg.eigh(tensor)
    names = [str([round(float(x), 4) for x in axis]) for axis in axes.T]
    return list(zip(map(float, moments), names, strict=True))


def _check_moments(tensor: Matrix) -> None:
    slack = _WRITTEN * _size(tensor)
    moments = principal(tensor)
    if _size(tensor) > LARGEST:
        raise Invalid(f"{_size(tensor):g} kg m² is too large", f"give {LARGEST:g} kg m² or less")
    total = math.fsum(moment for moment, _ in moments)
    for moment, axis in moments:
        if moment < -slack:
            what = f"the moment of inertia about the axis {axis} is negative: {moment:g} kg m²"
            raise Invalid(what, "moments of inertia are positive or 0")
        if moment > total - moment + slack:
            what = f"no body has this inertia: about the axis {axis} it is {moment:g} kg m²"
            others = f"at most the sum of those about the other two axes, {total - moment:g} kg m²"
            raise Invalid(what, f"it can be {others}; is it about the mass centre?")
