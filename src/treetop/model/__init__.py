"""What a person describes: frozen, validated specifications, and no numerics."""

from treetop.model import appearance as looks
from treetop.model.body import Body, Frame
from treetop.model.constraints.kinds import (
    Coincident,
    Constraint,
    Coupling,
    Distance,
    NoRotation,
    Parallel,
    Perpendicular,
    PointOnPlane,
    Prescribed,
    PrescribedOrbit,
    PrescribedPose,
    RollingBall,
    RollingBalls,
    RollingDisc,
    UserConstraint,
)
from treetop.model.constraints.prescribed import Attitudes, Ephemeris
from treetop.model.events import Event
from treetop.model.forces.base import Force
from treetop.model.forces.contact import Contact, RigidContact
from treetop.model.forces.joint_friction import (
    Backlash,
    DryFriction,
    HardStop,
    HysteresisSpring,
    LuGre,
)
from treetop.model.forces.kinds import (
    CentralGravity,
    FrameForce,
    JointEffort,
    JointSpring,
    SpringDamper,
    Table,
    UniformGravity,
    UserForce,
)
from treetop.model.forces.stops import Latch, RigidStop
from treetop.model.functions.spline import Spline
from treetop.model.joints import (
    Cylindrical,
    Fixed,
    Free,
    Joint,
    JointKind,
    Planar,
    Prismatic,
    Revolute,
    Screw,
    Spherical,
    Universal,
)
from treetop.model.model import Model
from treetop.model.run import (
    Auto,
    Baumgarte,
    Bdf,
    CoordinatePartitioning,
    Dop853,
    GeneralizedAlpha,
    Hht,
    Newmark,
    NullSpace,
    Projection,
    Radau,
    Rk4,
    RunSettings,
)
from treetop.model.shapes import Capsule, Plane, Point, Shape, Sphere
from treetop.model.signals import (
    Clearance,
    FrameDistance,
    Quantity,
    Signal,
    UserSignal,
    clearance,
    coordinate,
    distance,
    holding,
    quantity,
    reaction,
    speed,
    time,
)
from treetop.model.stages import Stage
from treetop.model.stiffness import JointStiffness

__all__ = [
    "Attitudes", "Auto", "Backlash", "Baumgarte", "Bdf", "Body", "Capsule", "CentralGravity",
    "Clearance", "Coincident", "Constraint", "Contact", "CoordinatePartitioning", "Coupling",
    "Cylindrical", "Distance", "Dop853", "DryFriction", "Ephemeris", "Event", "Fixed", "Force",
    "Frame", "FrameDistance", "FrameForce", "Free", "GeneralizedAlpha", "HardStop", "Hht",
    "HysteresisSpring", "Joint", "JointEffort", "JointKind", "JointSpring", "JointStiffness",
    "Latch", "LuGre", "Model", "Newmark", "NoRotation", "NullSpace", "Parallel",
    "Perpendicular", "Planar", "Plane", "Point", "PointOnPlane", "Prescribed",
    "PrescribedOrbit", "PrescribedPose", "Prismatic", "Projection", "Quantity", "Radau",
    "Revolute", "RigidContact", "RigidStop", "Rk4", "RollingBall", "RollingBalls",
    "RollingDisc", "RunSettings", "Screw", "Shape", "Signal", "Sphere", "Spherical", "Spline",
    "SpringDamper", "Stage", "Table", "UniformGravity", "Universal", "UserConstraint",
    "UserForce", "UserSignal", "clearance", "coordinate", "distance", "holding", "looks",
    "quantity", "reaction", "speed", "time",
]  # fmt: skip
