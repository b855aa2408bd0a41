"""Directions and attitudes as a person writes them: unit vectors, quaternions, matrices."""

from __future__ import annotations

import math
from collections.abc import Mapping
from reprlib import repr as short
from typing import Any

from treetop.model.quantity import Invalid, each, elements, numbers

Numbers = tuple[float, ...]

# A length this close to one is left alone, so that reading what was written changes nothing.
_ROUNDING = 1e-15
# What six written digits can do.
_WRITTEN = 1e-6
_AXES = ("x", "y", "z")


def unit(values: Numbers) -> Numbers:
    """The vector of length one along ``values``."""
    length = math.hypot(*values)
    if abs(length - 1.0) <= _ROUNDING:
        return values
    return tuple(value / length for value in values)


def direction(value: Any) -> Numbers:
    """A unit vector along the three numbers given, or along an axis such as ``"z"`` or ``"-x"``."""
    name = value.lower() if isinstance(value, str) else ""
    if name[-1:] in tuple(_AXES) and name[:-1] in ("", "+", "-"):
        sign = -1.0 if name[0] == "-" else 1.0
        return tuple(sign if axis == name[-1] else 0.0 for axis in _AXES)
    if isinstance(value, str):
        hint = "give one such as 'z' or '-x', or a list of 3 numbers such as [0, 0, 1]"
        raise Invalid(f"{short(value)} is not an axis", hint)
    values = numbers(value, 3, "1")
    if math.hypot(*values) < 1e-150:
        raise Invalid("an axis of zero length has no direction", "give one such as [0, 0, 1]")
    return unit(values)


def cross(a: Numbers, b: Numbers) -> Numbers:
    """The vector product."""
    return (
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    )


def dot(a: Numbers, b: Numbers) -> float:
    """The scalar product."""
    return math.fsum(x * y for x, y in zip(a, b, strict=True))


def matrix(quaternion: Numbers) -> tuple[Numbers, ...]:
    """The rotation matrix of a unit quaternion, scalar first."""
    w, x, y, z = quaternion
    return (
        (1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)),
        (2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)),
        (2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)),
    )


def turned(vector: Numbers) -> Numbers:
    """The unit quaternion of a rotation vector."""
    angle = math.hypot(*vector)
    part = math.sin(angle / 2) / angle if angle else 0.5
    return (math.cos(angle / 2), *(part * value for value in vector))


def attitude(value: Any) -> Numbers:
    """A unit quaternion, scalar first, from a quaternion, a 3x3 rotation matrix, Euler angles such
    as ``{"ZYX": ["30 deg", 0, 0]}``, or a `Rotation` of SciPy."""
    if isinstance(value, Mapping):
        return _euler(value)
    if hasattr(value, "as_quat"):
        x, y, z, w = numbers(value.as_quat(), 4, "1")
        return _checked((w, x, y, z))
    items = elements(value, _ATTITUDE)
    if len(items) == 3 and not isinstance(items[0], (list, tuple)):
        raise Invalid(f"{short(value)} are three numbers", _ATTITUDE)
    if len(items) == 3:
        return quaternion_of(tuple(each(items, lambda row: numbers(row, 3, "1"))))
    return _checked(numbers(items, 4, "1"))


def _euler(value: Mapping[Any, Any]) -> Numbers:
    """The quaternion of rotations about named axes, one after the other: capitals stand for axes
    that turn along, small letters for fixed ones."""
    axes: Any = next(iter(value)) if len(value) == 1 else ""
    axes = axes if isinstance(axes, str) and len(axes) <= 3 else ""
    if set(axes.lower()) - set(_AXES) or not (axes.isupper() or axes.islower()):
        raise Invalid(f"{short(dict(value))} does not name axes of Euler angles", _EULER)
    angles = value[axes]
    single = len(axes) == 1 and not isinstance(angles, (list, tuple))
    turns = numbers([angles] if single else angles, len(axes), "rad")
    result: Numbers = (1.0, 0.0, 0.0, 0.0)
    for axis, angle in zip(axes, turns, strict=True):
        turn = turned(tuple(angle * part for part in direction(axis.lower())))
        result = _product(result, turn) if axes.isupper() else _product(turn, result)
    return unit(result)


def _product(a: Numbers, b: Numbers) -> Numbers:
    """The quaternion of the rotation b, then a."""
    (w, *v), (s, *u) = a, b
    across = cross(tuple(v), tuple(u))
    return (
        w * s - dot(tuple(v), tuple(u)),
        *(w * y + s * x + c for x, y, c in zip(v, u, across, strict=True)),
    )


def _checked(quaternion: Numbers) -> Numbers:
    length = math.hypot(*quaternion)
    if abs(length - 1.0) > _WRITTEN:
        if length < 1e-150:
            hint = "no rotation is [1, 0, 0, 0]"
        else:
            hint = f"the unit quaternion along it is {list(unit(quaternion))}"
        raise Invalid(f"a quaternion has length 1, this one {length:.9g}", hint)
    return unit(quaternion)


def quaternion_of(rows: tuple[Numbers, ...]) -> Numbers:
    """After Shepperd (1978): divide by the largest of the four components."""
    for a, b, wanted in ((0, 0, 1), (1, 1, 1), (2, 2, 1), (0, 1, 0), (0, 2, 0), (1, 2, 0)):
        if abs(dot(rows[a], rows[b]) - wanted) > _WRITTEN:
            raise Invalid("a rotation matrix has rows of length 1 at right angles", _ROWS)
    if dot(cross(rows[0], rows[1]), rows[2]) < 0:
        raise Invalid("this matrix mirrors: its determinant is -1", _ROWS)
    (xx, xy, xz), (yx, yy, yz), (zx, zy, zz) = rows
    candidates = (
        (1 + xx + yy + zz, zy - yz, xz - zx, yx - xy),
        (zy - yz, 1 + xx - yy - zz, xy + yx, xz + zx),
        (xz - zx, xy + yx, 1 - xx + yy - zz, yz + zy),
        (yx - xy, xz + zx, yz + zy, 1 - xx - yy + zz),
    )
    best = max(range(4), key=lambda index: candidates[index][index])
    return unit(candidates[best])


_EULER = "give one mapping such as {ZYX: [30 deg, 0, 0]}, or {xyz: ...} about fixed axes"
_ATTITUDE = (
    "give a unit quaternion [w, x, y, z], a rotation matrix, Euler angles such as "
    "{ZYX: [30 deg, 0, 0]}, or a Rotation of SciPy"
)
_ROWS = "give a rotation matrix, or a unit quaternion [w, x, y, z]"
