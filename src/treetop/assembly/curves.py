"""Curves fixed to a frame: of paths that points slide along, and of joints that lead along them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from treetop.assembly.path_geometry import across_curve, along_curve, by_arc_length, crossing
from treetop.core.tables.curves import CURVE_CUBICS, Curves
from treetop.errors import ModelError, Problem
from treetop.model import Curvilinear, JointKind
from treetop.model.specification import moved, path

SQUARE_ENOUGH = 0.1  # sine of the angle between a curve and a direction across it, at least


class CurveShape(NamedTuple):
    """Cubics of the arc length since the beginning of each span, by powers, in the axes of the
    frame."""

    begin: np.ndarray  # (spans,)
    end: float
    place: np.ndarray  # (spans, 3, 4)
    onward: np.ndarray  # (spans, 3, 4)  the direction of the curve
    aside: np.ndarray  # (spans, 3, 4)  one across it

    def direction(self, s: float) -> np.ndarray:
        """Along the curve at an arc length, of about unit size."""
        span = max(int(np.searchsorted(self.begin, s, side="right")) - 1, 0)
        return self.place[span, :, 1:] @ (np.arange(1, 4) * (s - self.begin[span]) ** np.arange(3))


@lru_cache(maxsize=64)
def curve_shape(
    points: tuple[tuple[float, ...], ...], across: tuple[float, ...] | None = None
) -> CurveShape:
    """A curve through points; y across it is nearest to a direction, or turns as little as it
    can."""
    curve = by_arc_length(np.array(points))
    met = crossing(curve)
    if met is not None:
        what = f"the curve comes back to itself: at {met[0]:.4g} m and at {met[1]:.4g} m"
        hint = "give one that does not, or points closer together"
        raise ModelError([Problem(what, "Curvilinear.curve", hint)])
    if across is None:
        aside = _by_powers(across_curve(curve).c)
    else:
        _require_square(curve, across)
        aside = np.zeros((len(curve.x) - 1, 3, 4))
        aside[:, :, 0] = across
    onward = _by_powers(along_curve(curve).c)
    return CurveShape(curve.x[:-1], float(curve.x[-1]), _by_powers(curve.c), onward, aside)


def _by_powers(coefficients: np.ndarray) -> np.ndarray:
    return np.ascontiguousarray(coefficients[::-1].transpose(1, 2, 0))


def _require_square(curve: object, across: tuple[float, ...]) -> None:
    fine = np.linspace(0.0, curve.x[-1], 4 * len(curve.x))  # type: ignore[attr-defined]
    tangents = curve(fine, 1)  # type: ignore[operator]
    tangents /= np.linalg.norm(tangents, axis=1)[:, None]
    sines = np.linalg.norm(np.cross(tangents, across), axis=1)
    least = int(sines.argmin())
    if sines[least] < SQUARE_ENOUGH:
        what = f"the curve runs along the direction across it, at {fine[least]:.4g} m"
        raise ModelError(
            [Problem(what, "Curvilinear.across", "give a direction that it never runs along")]
        )


def shape_of(kind: Curvilinear, name: str) -> CurveShape:
    """The curve of a joint of that name."""
    try:
        return curve_shape(kind.curve.points, kind.across)
    except ModelError as error:
        raise moved(error, path("joints", name)) from None


def curve_table(kinds: Sequence[JointKind], names: Iterable[str]) -> Curves:
    """The curves of joints, of which only curvilinear ones have any."""
    at, begin = np.zeros((len(kinds), 3), dtype=np.int64), [np.zeros(0)]
    cubic, first = [np.zeros((0, CURVE_CUBICS))], 0
    for row, kind, name in zip(at, kinds, names, strict=True):
        if isinstance(kind, Curvilinear):
            shape = shape_of(kind, name)
            spans = len(shape.begin)
            row[:] = first, first + spans, kind.attitude == "tangent"
            begin.append(shape.begin)
            cubics = (shape.place, shape.onward, shape.aside)
            cubic.append(np.hstack([each.reshape(spans, 12) for each in cubics]))
            first += spans
    return Curves(at, np.concatenate(begin), np.vstack(cubic))
