"""What a person describes: frozen, validated specifications, and no numerics."""

from treetop.model import appearance as looks
from treetop.model import sections, surfaces
from treetop.model.beam import Beam, Cable
from treetop.model.beam_body import BeamBody
from treetop.model.body import Body, Frame
from treetop.model.constraints.base import Constraint
from treetop.model.constraints.kinds import *
from treetop.model.constraints.kinds import CONSTRAINTS
from treetop.model.constraints.prescribed import Attitudes, Ephemeris
from treetop.model.controllers.base import ControllerKind
from treetop.model.controllers.kinds import *
from treetop.model.controllers.kinds import CONTROLLERS
from treetop.model.devices.base import Device
from treetop.model.devices.heating import HEATINGS
from treetop.model.devices.kinds import *
from treetop.model.devices.kinds import DEVICES
from treetop.model.devices.tank_shapes import SHAPES as _TANK_SHAPES
from treetop.model.environment.kinds import *
from treetop.model.environment.kinds import ENVIRONMENTS
from treetop.model.environment.kinds import PARTS as _ENVIRONMENT_PARTS
from treetop.model.environment.local_attitude import LocalAttitude, local
from treetop.model.environment.orbit import Orbit
from treetop.model.events import Event
from treetop.model.forces.base import Force
from treetop.model.forces.contact import *
from treetop.model.forces.joint_friction import *
from treetop.model.forces.kinds import *
from treetop.model.forces.kinds import FORCES
from treetop.model.forces.stops import *
from treetop.model.functions.along import Along
from treetop.model.functions.spline import Spline
from treetop.model.functions.table import Table
from treetop.model.joints import *
from treetop.model.joints import JOINT_KINDS, Joint, JointKind
from treetop.model.model import Model
from treetop.model.run import *
from treetop.model.run import KINDS as _RUN_KINDS
from treetop.model.run import RunSettings
from treetop.model.sensors.base import SampledSensor
from treetop.model.sensors.kinds import *
from treetop.model.sensors.kinds import SENSORS
from treetop.model.shapes import Capsule, Plane, Point, Ring, Shape, SolidCylinder, Sphere
from treetop.model.signals import *
from treetop.model.signals import (
    SIGNALS,
    Signal,
    clearance,
    coordinate,
    distance,
    holding,
    quantity,
    reaction,
    speed,
    time,
)
from treetop.model.smooth_curve import Curve
from treetop.model.stages import Stage
from treetop.model.stiffness import JointStiffness
from treetop.model.surfaces import Box, Cannonball, Cylinder, Mesh, Plate, Surface

# Kinds of joints, forces, constraints, devices, sensors, controllers, signals, methods and
# stabilizations are named where they are declared.
_PARTS = (
    *(JOINT_KINDS, FORCES, CONSTRAINTS, DEVICES, HEATINGS, _TANK_SHAPES),
    *(SENSORS, CONTROLLERS, SIGNALS),
)
_AROUND = (*ENVIRONMENTS.values(), *_ENVIRONMENT_PARTS)
KINDS = (
    *(kind.__name__ for kinds in _PARTS for kind in kinds.values()),
    *(kind.__name__ for kind in _AROUND),
    *_RUN_KINDS,
)
__all__ = [
    "Along", "Attitudes", "Beam", "BeamBody", "Body", "Box", "Cable", "Cannonball", "Capsule",
    "Constraint", "ControllerKind", "Curve", "Cylinder", "Device", "Ephemeris", "Event",
    "Force", "Frame", "Joint", "JointKind", "JointStiffness", "LocalAttitude", "Mesh", "Model",
    "Orbit", "Plane", "Plate", "Point", "Ring", "RunSettings", "SampledSensor", "Shape", "Signal",
    "SolidCylinder", "Sphere", "Spline", "Stage", "Surface", "Table", "clearance", "coordinate",
    "distance", "holding", "local", "looks", "quantity", "reaction", "sections", "speed",
    "surfaces", "time",
    *KINDS,
]  # fmt: skip
