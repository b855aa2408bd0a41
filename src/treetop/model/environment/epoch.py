"""The instant at which time is zero."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import PlainValidator

from treetop.errors import ModelError
from treetop.model.appearance import file_name
from treetop.model.quantity import optional, scalar
from treetop.model.specification import made_from, moved, spec

if TYPE_CHECKING:
    from treetop.environment.epoch import Epoch


@spec
class _Instant:
    """An epoch in files: ``{time: 2026-07-01T06:30:00 UTC, dut1: 0.1 s, xp: 0.1 arcsec}``, or with
    a file of the IERS, ``{time: ..., orientation: finals2000A.all}``."""

    time: Annotated[Any, PlainValidator(lambda value: value)]
    dut1: Annotated[Any, scalar("s")] = 0.0
    xp: Annotated[Any, scalar("rad")] = 0.0
    yp: Annotated[Any, scalar("rad")] = 0.0
    tai_utc: Annotated[Any, optional(scalar("s"))] = None
    orientation: Annotated[Any, optional(file_name("finals2000A.all"))] = None


def epoch_of(value: Any, content: bytes | None = None) -> Epoch | None:
    """An epoch from text, a date, an instant of astropy, a mapping of a file, or none; `content` is
    what is in the file of its orientation."""
    if value is None:
        return None
    from treetop.environment.epoch import EarthOrientation, Epoch  # only models with an epoch

    if isinstance(value, Epoch):
        return value
    if not isinstance(value, Mapping):
        return Epoch(value)
    instant = made_from(_Instant, value, "epoch")
    numbers = instant.dut1, instant.xp, instant.yp, instant.tai_utc
    orientation = EarthOrientation(*numbers, instant.orientation, content=content)
    try:
        return Epoch(instant.time, orientation)
    except ModelError as error:
        raise moved(error, "epoch.time") from None


def epoch_data(epoch: Epoch) -> Any:
    """An epoch as files have it: its text, with orientation parameters that are not as by
    default."""
    names = ("dut1", "xp", "yp", "tai_utc", "file")
    default = type(epoch.orientation)()
    parameters = {name: getattr(epoch.orientation, name) for name in names}
    changed = {name: value for name, value in parameters.items() if value != getattr(default, name)}
    if "file" in changed:
        changed["orientation"] = changed.pop("file")
    return {"time": str(epoch), **changed} if changed else str(epoch)
