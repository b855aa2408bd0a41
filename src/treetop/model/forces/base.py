"""What every force has, and the units of those at joints."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, NamedTuple, TypeAlias

from pydantic import PlainValidator

from treetop.model.body import Name, checked_name
from treetop.model.part import Part, Port
from treetop.model.quantity import optional

# A joint's force is along its slide or about its angle: the model checks which.
STIFFNESS: dict[str, tuple[str, ...]] = {"m": ("N/m",), "rad": ("N*m/rad", "N*m")}
DAMPING: dict[str, tuple[str, ...]] = {"m": ("N*s/m",), "rad": ("N*m*s/rad", "N*m*s")}
EFFORT: dict[str, tuple[str, ...]] = {"m": ("N",), "rad": ("N*m",)}

OptionalName: TypeAlias = Annotated[Any, optional(PlainValidator(checked_name))]


class Momenta(NamedTuple):
    """Whether something leaves the momenta of a system alone, the angular one about the origin."""

    linear: bool
    angular: bool


class Force(Part):
    """What every force declares.

    Attributes
    ----------
    acts_on : str
        The field of the end that must be on a body, if the other may be on the ground or missing.
    paired : bool
        Whether it acts equal and opposite at two ends; else on one, against space.
    potential : bool
        Whether all that it does is given by a potential energy.
    states : dict of Port
        Its internal states, and where they start.
    still : tuple of str
        Those that stand still between the instants at which they change.
    acts : bool
        Whether it exerts a force while a run goes on; else it acts by impulses and constraints.
    switches : bool
        Whether it has modes that a run decides, if others of its kind have.
    of_time : bool
        Whether it depends on time alone, and not on the motion.
    loses_mass : bool
        Whether mass may leave the model by it.
    """

    acts_on: ClassVar[str] = ""
    still: ClassVar[tuple[str, ...]] = ()
    acts: ClassVar[bool] = True
    of_time: ClassVar[bool] = False
    loses_mass: ClassVar[bool] = False

    @property
    def switches(self) -> bool:
        return True

    @property
    def paired(self) -> bool:
        return False

    @property
    def potential(self) -> bool:
        return False

    @property
    def states(self) -> dict[str, Port]:
        return {}

    @property
    def leaves_alone(self) -> Momenta:
        """The momenta that it does not change, if no end of it is on the ground."""
        return Momenta(self.paired, self.paired)


class JointForce(Force):
    """What acts along the coordinates of a joint, between its two bodies."""

    joint: Name
    coordinate: OptionalName

    @property
    def paired(self) -> bool:
        return True

    @property
    def joints(self) -> tuple[str, ...]:
        return (self.joint,)
