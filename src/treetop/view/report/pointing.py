"""Attitudes in angles, beside the quaternions of the result."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from treetop.environment.frames import angles_of
from treetop.model.controllers.attitude_feedback import AttitudeFeedback
from treetop.model.rotation import matrix
from treetop.view.report.html import Number, heading, paragraph, table

if TYPE_CHECKING:
    from treetop.results import Run

MAX_ROWS = 30
ORDER = "zyx"
HEADS = (
    "attitude", "yaw at the start [deg]", "pitch [deg]", "roll [deg]",
    "yaw at the end [deg]", "pitch [deg]", "roll [deg]",
    "turned by the end [deg]", "at most [deg]",
)  # fmt: skip
ABOUT = (
    "Angles of turns about z, then y, then x, each axis turned along; and the angle of the single "
    "turn from the start."
)
ERRORS = ("controller", "error at the start [deg]", "at the end [deg]", "at most [deg]")
ROUNDING = 1e-9  # deg


def attitudes_table(run: Run) -> str:
    """Attitudes among the coordinates, as angles at the start and at the end."""
    rows = []
    for name in _attitudes(run)[:MAX_ROWS]:
        q = run[name].values
        ends = [np.degrees(angles_of(np.array(matrix(tuple(q[k]))), ORDER)) for k in (0, -1)]
        turned = angle_between(q, q[0])
        numbers = [*ends[0], *ends[1], turned[-1], turned.max()]
        rows.append((name, *map(_degrees, numbers)))
    if not rows:
        return ""
    return (
        heading("Attitudes in angles") + table("attitudes", HEADS, rows) + paragraph(ABOUT, "note")
    )


def errors_table(run: Run) -> str:
    """How far each controller of an attitude was from a target that does not change."""
    rows = []
    for name, q, target in _aimed(run):
        errors = angle_between(q, target)
        rows.append((name, *map(_degrees, (errors[0], errors[-1], errors.max()))))
    return heading("Pointing errors") + table("pointing-errors", ERRORS, rows) if rows else ""


def angle_between(q: np.ndarray, other: Any) -> np.ndarray:
    """The angle of the turn between attitudes, deg; exact for small ones too."""
    w, x, y, z = np.asarray(other, float) * [1, -1, -1, -1]
    across = np.stack(
        [
            q @ np.array([x, w, -z, y]),
            q @ np.array([y, z, w, -x]),
            q @ np.array([z, -y, x, w]),
        ]
    )
    along = q @ np.array([w, -x, -y, -z])
    return np.asarray(np.degrees(2 * np.arctan2(np.linalg.norm(across, axis=0), abs(along))))


def _attitudes(run: Run) -> list[str]:
    labels = map(str, run.data.coordinate.values) if "coordinate" in run.data.coords else ()
    known = set(run.quantities)
    names = dict.fromkeys(label.rpartition(".")[0] for label in labels if label.endswith(".w"))
    return [name for name in names if name in known]


def _aimed(run: Run) -> Iterator[tuple[str, np.ndarray, np.ndarray]]:
    """Controllers with a fixed target, and the attitude that each reads."""
    if run.symbolic:
        return
    for name, controller in run.model.controllers.items():
        target = getattr(controller, "target", None)
        if not isinstance(controller, AttitudeFeedback) or not isinstance(target, tuple | list):
            continue
        for read in (f"{controller.attitude}.attitude", str(controller.attitude)):
            try:
                history = run[read].values
            except KeyError:
                continue
            if history.ndim == 2 and history.shape[1] == 4:
                yield name, history, np.asarray(target, float)
                break


def _degrees(value: float) -> Number:
    return Number(float(value), 6, ROUNDING)
