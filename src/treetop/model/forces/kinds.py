"""Forces: what acts on the bodies and joints of a model. Each has its word in files."""

from __future__ import annotations

from dataclasses import field
from typing import Annotated, Any, ClassVar, Literal

from pydantic import PlainValidator, StrictBool

from treetop.model.body import GROUND, Name, Reference
from treetop.model.forces.base import (
    DAMPING,
    EFFORT,
    STIFFNESS,
    Force,
    JointForce,
    Momenta,
    OptionalName,
)
from treetop.model.forces.contact import Contact, RigidContact
from treetop.model.forces.elastic_cord import ElasticCord
from treetop.model.forces.fluid_load import FluidLoad
from treetop.model.forces.joint_friction import JOINT_PHYSICS
from treetop.model.forces.stops import SWITCHES
from treetop.model.functions.number_or_law import number_or_law
from treetop.model.functions.table import number_vector_or_table, vector_or_table
from treetop.model.functions.user_function import (
    ActsOnFrame,
    break_times,
    function_or_name,
    function_parameters,
    know_by_name,
)
from treetop.model.quantity import Invalid, scalar, vector
from treetop.model.specification import spec

__all__ = [
    "CentralGravity", "ElasticCord", "FluidLoad", "FrameForce", "JointEffort", "JointSpring",
    "SpringDamper",
    "UniformGravity", "UserForce",
]  # fmt: skip


@spec
class UniformGravity(Force):
    """Uniform gravity: one acceleration, in inertial axes, for every body."""

    kind: ClassVar[str] = "uniform-gravity"

    acceleration: Annotated[Any, vector("m/s^2")] = (0.0, 0.0, -9.81)

    @property
    def potential(self) -> bool:
        return True


@spec
class CentralGravity(Force):
    """Attraction of a point mass at the inertial origin, on each mass centre.

    ``mu`` is in m³/s². Unless ``gradient`` is false, each body also feels the gravity-gradient
    torque, and the tiny force that goes with it.
    """

    kind: ClassVar[str] = "central-gravity"

    mu: Annotated[Any, scalar("m^3/s^2", above=0)]
    gradient: StrictBool = True

    @property
    def potential(self) -> bool:
        return True

    @property
    def leaves_alone(self) -> Momenta:
        return Momenta(linear=False, angular=True)  # it points to the origin


@spec
class SpringDamper(Force):
    """A pull along the line from frame ``a`` to frame ``b``.

    With the stretch s = distance - ``length`` the pull is ``stiffness`` s + ``cubic`` s³ +
    ``damping`` s'.

    ``vector_damping`` is another thing: it resists the whole relative velocity of the two ends, not
    only its part along the line, each end being held at its own place (Rayleigh's function of the
    rate of the vector from a to b). Its force is not along the line, so it exerts a couple on
    the pair, and angular momentum is not conserved. A dashpot does not do so.

    With ``tension_only`` it is a tether without mass: it pulls while it is stretched, and is slack
    otherwise.
    """

    kind: ClassVar[str] = "spring-damper"
    ends: ClassVar[tuple[str, ...]] = ("a", "b")
    line: ClassVar[bool] = True

    a: Reference
    b: Reference
    length: Annotated[Any, scalar("m", at_least=0)]
    stiffness: Annotated[Any, scalar("N/m")] = 0.0
    cubic: Annotated[Any, scalar("N/m^3")] = 0.0
    damping: Annotated[Any, scalar("N*s/m")] = 0.0
    vector_damping: Annotated[Any, scalar("N*s/m")] = 0.0
    tension_only: StrictBool = False

    def __post_init__(self) -> None:
        if self.tension_only and self.vector_damping:
            what = "a tether that is slack does not resist, and vector_damping would"
            raise Invalid(what, "leave one of them out")

    @property
    def paired(self) -> bool:
        return True

    @property
    def potential(self) -> bool:
        return not (self.damping or self.vector_damping)

    @property
    def leaves_alone(self) -> Momenta:
        return Momenta(linear=True, angular=not self.vector_damping)


@spec
class JointSpring(JointForce):
    """A spring and damper at a joint: effort = -``stiffness`` (q - ``rest``) - ``damping`` q'.

    ``rest`` may follow time: a `Table` of numbers, or an expression in t, such as
    ``"0.2*sin(3*t)"``, in m or rad. What moves the rest does work, so that such a spring counts as
    a force without a potential. ``coordinate`` may be left out where the joint has only one. A
    damper without a spring may also sit on the ``angular_velocity`` or ``velocity`` of a spherical
    or free joint.
    """

    kind: ClassVar[str] = "joint-spring"

    joint: Name
    stiffness: Annotated[Any, scalar(*STIFFNESS["m"], *STIFFNESS["rad"])] = 0.0
    rest: Annotated[Any, number_or_law("m", "rad")] = 0.0
    damping: Annotated[Any, scalar(*DAMPING["m"], *DAMPING["rad"])] = 0.0
    coordinate: OptionalName = None

    @property
    def potential(self) -> bool:
        return not (self.damping or self.driven)

    @property
    def driven(self) -> bool:
        """Whether its rest follows time."""
        return not isinstance(self.rest, float)


@spec
class JointEffort(JointForce):
    """A force along, or a torque about, a coordinate of a joint; constant or a `Table` in time.

    ``coordinate`` may be left out where the joint has only one. On the ``angular_velocity`` or
    ``velocity`` of a spherical or free joint the effort is three numbers.
    """

    kind: ClassVar[str] = "joint-effort"
    of_time: ClassVar[bool] = True

    joint: Name
    effort: Annotated[Any, number_vector_or_table(*EFFORT["m"], *EFFORT["rad"])]
    coordinate: OptionalName = None


@spec
class FrameForce(Force):
    """A force and a torque on a body at a frame, each constant or a `Table` in time.

    ``axes`` are ``"body"`` (those of the frame) or ``"inertial"``.
    """

    kind: ClassVar[str] = "frame-force"
    ends: ClassVar[tuple[str, ...]] = ("at",)
    acts_on: ClassVar[str] = "at"
    of_time: ClassVar[bool] = True

    at: Reference
    force: Annotated[Any, vector_or_table("N")] = (0.0, 0.0, 0.0)
    torque: Annotated[Any, vector_or_table("N*m")] = (0.0, 0.0, 0.0)
    axes: Literal["body", "inertial"] = "body"


@spec
class UserForce(ActsOnFrame, Force):
    """A user-defined wrench on the frame ``on``, seen from the frame ``reference``.

    ``function(t, motion, p)`` returns a `treetop.Wrench`; ``p`` are the ``parameters``. In a file
    the function is only a name, and ``treetop.load(path, functions={name: function})`` supplies
    it. ``function_name`` is that name, by default that of the function itself; two such forces are
    equal when theirs are. ``breaks`` are times, s, at which it jumps or begins to act: steps end
    there. Those of which the function has the numbers, and most others, are found without.
    """

    kind: ClassVar[str] = "user-force"

    function: Annotated[Any, PlainValidator(function_or_name)] = field(compare=False)
    on: Reference
    reference: Reference = GROUND
    parameters: Annotated[Any, PlainValidator(function_parameters)] = ()
    function_name: str = ""
    breaks: Annotated[Any, PlainValidator(break_times)] = ()

    @property
    def paired(self) -> bool:
        return self.reference.partition(".")[0] != GROUND

    def __post_init__(self) -> None:
        know_by_name(self)


_FORCES: tuple[type[Force], ...] = (
    UniformGravity, CentralGravity, SpringDamper, ElasticCord, JointSpring, JointEffort, FrameForce,
    UserForce, FluidLoad, Contact, RigidContact, *JOINT_PHYSICS, *SWITCHES,
)  # fmt: skip
FORCES: dict[str, type[Force]] = {force.kind: force for force in _FORCES}
