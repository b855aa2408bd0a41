"""Attitudes relative to the local axes of an orbit."""

from __future__ import annotations

from collections.abc import Mapping
from reprlib import repr as short
from typing import Annotated, Any, Literal

from pydantic import PlainValidator, StrictBool

from treetop.environment.turn_order import TURN_ORDER_HINT, is_turn_order
from treetop.model.quantity import Invalid, numbers
from treetop.model.specification import made_from, spec

__all__ = ["LocalAttitude", "local"]

Numbers = tuple[float, ...]


def _order(value: Any) -> str:
    word = str(value).lower()
    if not is_turn_order(word):
        raise Invalid(f"{short(value)} is no order of three turns", TURN_ORDER_HINT)
    return word


@spec
class LocalAttitude:
    """An attitude that three turns lead to from the local axes of an orbit.

    Parameters
    ----------
    angles : 3 numbers, rad
        In the order of the turns.
    order : str
        Axes of the turns, each where the turns before have brought it: ``"zyx"`` is yaw, pitch,
        roll.
    frame : str
        Local axes: ``"lvlh"`` (x forward, y against the orbit normal, z down) or ``"rtn"``
        (radial, transverse, normal).
    turning : bool
        Whether the body rests in the local axes, and turns with them; else it rests in inertial
        axes.
    """

    angles: Annotated[Any, PlainValidator(lambda value: numbers(value, 3, "rad"))] = (0.0, 0.0, 0.0)
    order: Annotated[Any, PlainValidator(_order)] = "zyx"
    frame: Literal["lvlh", "rtn"] = "lvlh"
    turning: StrictBool = True

    def in_orbit(self, position: Any, velocity: Any) -> tuple[Numbers, Numbers]:
        """The quaternion from body to inertial axes, and the angular velocity in body axes."""
        from treetop.environment.frames import (
            local_axes,
            local_rate,
            matrix_from_angles,
            quaternion_of,
        )

        axes = local_axes(position, velocity, self.frame)
        attitude = axes.T @ matrix_from_angles(self.angles, self.order)
        rate = attitude.T @ local_rate(position, velocity) * float(self.turning)
        return tuple(quaternion_of(attitude).tolist()), tuple(rate.tolist())


def local(
    first: Any = 0,
    second: Any = 0,
    third: Any = 0,
    *,
    order: str = "zyx",
    frame: str = "lvlh",
    turning: bool = True,
) -> LocalAttitude:
    """An attitude by three turns from local axes: ``tt.local(0, "-11.6 deg", 0)`` is a pitch.

    Parameters
    ----------
    first, second, third : angles, rad
        In the order of the turns: by default yaw, pitch, roll.
    order, frame, turning
        As `LocalAttitude` has them.
    """
    return LocalAttitude((first, second, third), order, frame, turning)  # type: ignore[arg-type]


def local_attitude(value: Any) -> LocalAttitude | None:
    """An attitude as it is given, as a mapping, or as three angles alone."""
    if value is None or isinstance(value, LocalAttitude):
        return value
    if isinstance(value, Mapping):
        return made_from(LocalAttitude, value, "attitude")
    return made_from(LocalAttitude, {"angles": value}, "attitude")
