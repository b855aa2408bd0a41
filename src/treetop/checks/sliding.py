"""Whether points on paths have one path each."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from treetop.errors import Problem
from treetop.model.body import GROUND
from treetop.model.constraints.sliding import PointOnPath
from treetop.model.specification import path

if TYPE_CHECKING:
    from treetop.model.model import Model
    from treetop.topology.mechanism import Mechanism


def path_problems(
    model: Model | Mechanism, constraint: PointOnPath, where: str
) -> Iterator[Problem]:
    """What is wrong with the path of a constraint."""
    whole: Any = getattr(model, "model", model)
    place = path(where, "path")
    if isinstance(constraint.path, str):
        is_beam = constraint.path in whole.beams
        if is_beam and constraint.curve is not None:
            what = f"two paths are given: the beam '{constraint.path}', and a curve"
            yield Problem(what, place, "leave the curve out, or give another frame")
        elif not is_beam and constraint.curve is None:
            what = f"'{constraint.path}' is neither a beam nor a cable, and no curve is given"
            yield Problem(what, place, "give curve=Curve(points), or the name of a beam")
        return
    bodies = dict.fromkeys(each.partition(".")[0] for each in constraint.path)
    if len(bodies) > 1:
        what = f"the path goes through frames of {len(bodies)} bodies: {', '.join(bodies)}"
        yield Problem(what, place, "give frames of one body, in their order along it")
    elif set(bodies) <= set(whole.beams):
        what = "the path goes through frames of a beam"
        yield Problem(what, place, f"give its name: path='{next(iter(bodies))}'")
    elif GROUND in bodies:
        yield Problem("the path goes through frames of the ground", place, "give a curve")
    if len(set(constraint.path)) < len(constraint.path):
        yield Problem("the path goes through a frame twice", place, "name each frame once")
