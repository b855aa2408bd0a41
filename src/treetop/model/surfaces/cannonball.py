"""An area that does not depend on attitude."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar

from treetop.model.quantity import Invalid, optional, scalar
from treetop.model.specification import spec
from treetop.model.surfaces.base import Surface

__all__ = ["Cannonball"]


@spec
class Cannonball(Surface):
    """An ``area`` in m² that air and light press on whatever the attitude, at the frame ``at``.

    ``drag`` is the drag coefficient, ``light`` that of light pressure: 1 for a black sphere, up to
    13/9 for a white one. Without them air or light does not press on it. It hides nothing.
    """

    kind: ClassVar[str] = "cannonball"

    area: Annotated[Any, scalar("m^2", above=0)]
    light: Annotated[Any, optional(scalar("1", at_least=0))] = None

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.drag is None and self.gas is None and self.light is None:
            what = "neither air nor light presses on it"
            raise Invalid(what, "give drag: 2.2, light: 1.3 or both")
