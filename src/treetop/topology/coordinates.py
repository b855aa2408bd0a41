"""Coordinates of joints by their labels."""

from __future__ import annotations

from typing import TYPE_CHECKING

from treetop.model.joints import JointKind
from treetop.model.quantity import Invalid
from treetop.model.specification import unknown
from treetop.topology.modal_joint import Deformation

if TYPE_CHECKING:
    from treetop.model.model import Model
    from treetop.topology.mechanism import Mechanism


def scalar_coordinate(model: Model | Mechanism, label: str) -> tuple[str, int]:
    """The joint of a coordinate such as ``"hinge.angle"``, and which of its coordinates it is.

    Raises `Invalid` for one that does not exist or that has several components.
    """
    joint, _, coordinate = label.partition(".")
    if joint not in model.joints:
        wrong = unknown("joint", joint, model.joints, "")
        raise Invalid(wrong.what, wrong.hint)
    kind = model.joints[joint].kind
    if isinstance(kind, Deformation):
        hint = "constrain frames at nodes of the body"
        raise Invalid(f"'{label}' is that of a mode, which no constraint can hold", hint)
    known = [item.name for item in kind.coordinates if item.size == 1]
    if coordinate not in known:
        choices = [f"{joint}.{name}" for name in known]
        wrong = unknown("coordinate", label, choices, "")
        hint = wrong.hint if known else f"a {kind.kind} joint has none that is one number"
        raise Invalid(wrong.what, hint)
    return joint, [item.name for item in kind.coordinates].index(coordinate)


def speed_of(kind: JointKind, coordinate: str | None) -> int:
    """Which speed of a joint a force acts along, given the name of a coordinate or speed.

    Raises `Invalid` for a name that the joint does not have, and for a missing name where the
    joint has more than one.
    """
    names = [item.name for item in kind.coordinates]
    if coordinate is None:
        if len(names) == 1:
            return 0
        hint = "say which 'coordinate': " + ", ".join(names) if names else "choose another joint"
        raise Invalid(f"a {kind.kind} joint has {len(names) or 'no'} coordinates", hint)
    speeds = [item.name for item in kind.speeds]
    for known in (names, speeds):
        if coordinate in known:
            return known.index(coordinate)
    wrong = unknown(f"coordinate of a {kind.kind} joint", coordinate, [*names, *speeds], "")
    raise Invalid(wrong.what, wrong.hint, ("coordinate",))
