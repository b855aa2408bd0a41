"""References to frames, and what is wrong with those that name none."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from treetop.errors import Problem
from treetop.model.body import GROUND
from treetop.model.specification import unknown

if TYPE_CHECKING:
    from treetop.model.model import Model


def is_frame(model: Model, reference: str) -> bool:
    """Whether a text such as ``"bus.port"`` names a frame of a model."""
    body, dot, name = reference.partition(".")
    if body != GROUND and body not in model.bodies:
        return False
    return not dot or name in model.body(body).frames


def reference_problem(model: Model, reference: str, where: str) -> Problem | None:
    """The problem of a text that names no frame, or None."""
    if is_frame(model, reference):
        return None
    body = reference.partition(".")[0]
    if body != GROUND and body not in model.bodies:
        return unknown("body", body, [GROUND, *model.bodies], where)
    known = [f"{body}.{frame}" for frame in model.body(body).frames]
    return unknown("frame", reference, known, where)


def reference_problems(model: Model, named: Iterable[tuple[str, str]]) -> Iterator[Problem]:
    """Problems of references, each with its location in the model, that name no frame."""
    for reference, where in named:
        problem = reference_problem(model, reference, where)
        if problem:
            yield problem
