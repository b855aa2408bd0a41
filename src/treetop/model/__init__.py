"""What a person describes: frozen, validated specifications, and no numerics."""

from treetop.model.body import Body, Frame
from treetop.model.forces import (
    CentralGravity,
    Force,
    FrameForce,
    JointEffort,
    JointSpring,
    SpringDamper,
    Table,
    UniformGravity,
    UserForce,
)
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
from treetop.model.model import Model, RunSettings

__all__ = [
    "Body", "CentralGravity", "Cylindrical", "Fixed", "Force", "Frame", "FrameForce", "Free",
    "Joint", "JointEffort", "JointKind", "JointSpring", "Model", "Planar", "Prismatic", "Revolute",
    "RunSettings", "Screw", "Spherical", "SpringDamper", "Table", "UniformGravity", "Universal",
    "UserForce",
]  # fmt: skip
