"""How much joints give under reactions: it decides who carries a load that several could."""

from __future__ import annotations

from collections.abc import Mapping
from reprlib import repr as short
from typing import Annotated, Any

from pydantic import PlainValidator

from treetop.model.quantity import Invalid, each, elements, scalar
from treetop.model.specification import spec


def _stiffnesses(unit: str) -> PlainValidator:
    """One number for all three axes, or three; None is a joint that does not give."""
    one: Any = scalar(unit, above=0).func

    def read(value: Any) -> tuple[float, ...] | None:
        if value is None:
            return None
        if isinstance(value, (str, int, float)):
            return 3 * (one(value),)
        items = elements(value)
        if len(items) != 3:
            raise Invalid(f"3 numbers are needed, not {len(items)}", f"got {short(items)}")
        return tuple(each(items, one))

    return PlainValidator(read)


@spec
class JointStiffness:
    """Stiffnesses of a joint against its reactions, along and about the axes of its inboard frame.

    Nothing gives way in a motion: they only decide how a load is shared out that the constraints
    leave undetermined.

    Attributes
    ----------
    force : number or 3 numbers, N/m
    torque : number or 3 numbers, N m/rad
        What is left out does not give at all.
    """

    force: Annotated[Any, _stiffnesses("N/m")] = None
    torque: Annotated[Any, _stiffnesses("N*m/rad")] = None

    def __post_init__(self) -> None:
        if self.force is None and self.torque is None:
            hint = "give force, torque or both, such as force='1e7 N/m'"
            raise Invalid("no stiffness is given", hint)


def joint_stiffness(value: Any) -> JointStiffness | None:
    """The stiffness of a joint, of a mapping too; None if there is none."""
    if value is None or isinstance(value, JointStiffness):
        return value
    if isinstance(value, Mapping):
        return JointStiffness(**value)
    hint = "give JointStiffness(force=..., torque=...)"
    raise Invalid(f"{short(value)} is not a stiffness", hint)
