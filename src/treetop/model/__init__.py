"""What a person describes: frozen, validated specifications, and no numerics."""

from treetop.model import appearance as looks
from treetop.model.body import Body, Frame
from treetop.model.constraints.base import Constraint
from treetop.model.constraints.kinds import *
from treetop.model.constraints.kinds import CONSTRAINTS
from treetop.model.constraints.prescribed import Attitudes, Ephemeris
from treetop.model.controllers.base import Controller
from treetop.model.controllers.kinds import *
from treetop.model.controllers.kinds import CONTROLLERS
from treetop.model.devices.base import Device
from treetop.model.devices.kinds import *
from treetop.model.devices.kinds import DEVICES
from treetop.model.events import Event
from treetop.model.forces.base import Force
from treetop.model.forces.contact import *
from treetop.model.forces.joint_friction import *
from treetop.model.forces.kinds import *
from treetop.model.forces.kinds import FORCES
from treetop.model.forces.stops import *
from treetop.model.functions.spline import Spline
from treetop.model.functions.table import Table
from treetop.model.joints import *
from treetop.model.joints import JOINT_KINDS, Joint, JointKind
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
from treetop.model.sensors.base import SampledSensor
from treetop.model.sensors.kinds import *
from treetop.model.sensors.kinds import SENSORS
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

# The kinds of joints, forces and constraints are named where they are declared.
KINDS = tuple(
    kind.__name__
    for kinds in (JOINT_KINDS, FORCES, CONSTRAINTS, DEVICES, SENSORS, CONTROLLERS)
    for kind in kinds.values()
)
__all__ = [
    "Attitudes", "Body", "Capsule", "Clearance", "Constraint", "Controller", "Device", "Ephemeris",
    "Event", "Force", "Frame", "FrameDistance", "Joint", "JointKind", "JointStiffness", "Model",
    "Plane", "Point",
    "Quantity", "RunSettings", "SampledSensor",
    "Shape", "Signal", "Sphere", "Spline", "Stage", "Table",
    "UserSignal", "clearance", "coordinate", "distance", "holding", "looks", "quantity",
    "reaction", "speed", "time",
    "Auto", "Baumgarte", "Bdf", "CoordinatePartitioning", "Dop853", "GeneralizedAlpha", "Hht",
    "Newmark", "NullSpace", "Projection", "Radau", "Rk4",
    *KINDS,
]  # fmt: skip
