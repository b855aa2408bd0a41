"""What real joints do beside moving freely: stops and play, each along one coordinate."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, TypeAlias

from treetop.model.body import Name
from treetop.model.force import DAMPING, STIFFNESS, Force, OptionalName
from treetop.model.quantity import Invalid, optional, scalar
from treetop.model.spec import spec

Units: TypeAlias = dict[str, dict[str, tuple[str, ...]]]

LENGTH: dict[str, tuple[str, ...]] = {"m": ("m",), "rad": ("rad",)}

_Limit = Annotated[Any, optional(scalar("m", "rad"))]
_Stiffness = Annotated[Any, scalar(*STIFFNESS["m"], *STIFFNESS["rad"], above=0)]
_Damping = Annotated[Any, scalar(*DAMPING["m"], *DAMPING["rad"], at_least=0)]


class JointPhysics(Force):
    """What acts along one coordinate of a joint; ``units`` are those of fields, by the unit of the
    coordinate."""

    units: ClassVar[Units]

    joint: Name
    coordinate: OptionalName


@spec
class HardStop(JointPhysics):
    """A compliant stop at a ``lower`` and an ``upper`` limit of a coordinate, or at one of them.

    Beyond a limit by s the stop pushes back with ``stiffness`` s + ``damping`` s'; it never pulls,
    so a fast rebound leaves it early.
    """

    kind: ClassVar[str] = "hard-stop"
    units: ClassVar[Units] = {
        "lower": LENGTH,
        "upper": LENGTH,
        "stiffness": STIFFNESS,
        "damping": DAMPING,
    }

    joint: Name
    stiffness: _Stiffness
    lower: _Limit = None
    upper: _Limit = None
    damping: _Damping = 0.0
    coordinate: OptionalName = None

    def __post_init__(self) -> None:
        if self.lower is None and self.upper is None:
            raise Invalid("there is no limit to stop at", "give lower, upper or both")
        if None not in (self.lower, self.upper) and self.lower >= self.upper:
            what = f"lower {self.lower:g} is not below upper {self.upper:g}"
            raise Invalid(what, "let lower be less than upper", ("lower",))


@spec
class Backlash(JointPhysics):
    """Free play: nothing within ``gap`` / 2 of the ``middle``, spring and damper beyond.

    The two flanks only push, as those of a `HardStop` do.
    """

    kind: ClassVar[str] = "backlash"
    units: ClassVar[Units] = {
        "gap": LENGTH,
        "middle": LENGTH,
        "stiffness": STIFFNESS,
        "damping": DAMPING,
    }

    joint: Name
    gap: Annotated[Any, scalar("m", "rad", above=0)]
    stiffness: _Stiffness
    damping: _Damping = 0.0
    middle: Annotated[Any, scalar("m", "rad")] = 0.0
    coordinate: OptionalName = None


JOINT_PHYSICS: tuple[type[JointPhysics], ...] = (HardStop, Backlash)
