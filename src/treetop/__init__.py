"""Treetop: multibody dynamics for spacecraft.

Names are found when first used, so that ``import treetop`` costs little.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from treetop import analysis, errors, symbolic
    from treetop.analysis.verification import verify
    from treetop.core.spatial import Mat3, Vec3, Wrench
    from treetop.errors import AuditWarning, ModelError, RunError, TreetopError
    from treetop.formats.yaml.load import load
    from treetop.model import (
        Attitudes,
        Auto,
        Backlash,
        Baumgarte,
        Bdf,
        Capsule,
        CentralGravity,
        Clearance,
        Coincident,
        Contact,
        CoordinatePartitioning,
        Coupling,
        Cylindrical,
        Distance,
        Dop853,
        DryFriction,
        Ephemeris,
        Event,
        Fixed,
        FrameDistance,
        FrameForce,
        Free,
        GeneralizedAlpha,
        HardStop,
        Hht,
        HysteresisSpring,
        JointEffort,
        JointSpring,
        JointStiffness,
        Latch,
        LuGre,
        Model,
        Newmark,
        NoRotation,
        NullSpace,
        Parallel,
        Perpendicular,
        Planar,
        Plane,
        Point,
        PointOnPlane,
        Prescribed,
        PrescribedOrbit,
        PrescribedPose,
        Prismatic,
        Projection,
        Quantity,
        Radau,
        Revolute,
        RigidContact,
        RigidStop,
        Rk4,
        RollingBall,
        RollingBalls,
        RollingDisc,
        RunSettings,
        Screw,
        Sphere,
        Spherical,
        Spline,
        SpringDamper,
        Stage,
        Table,
        UniformGravity,
        Universal,
        UserConstraint,
        UserForce,
        UserSignal,
        clearance,
        coordinate,
        distance,
        holding,
        looks,
        quantity,
        reaction,
        speed,
        time,
    )
    from treetop.results import Run, load_run
    from treetop.simulation.checkpoint import Checkpoint
    from treetop.simulation.simulate import resume, simulate
    from treetop.system.system import Snapshot, State, System
    from treetop.view.plots import plot

    __version__: str

__all__ = [
    "Attitudes", "AuditWarning", "Auto", "Backlash", "Baumgarte", "Bdf", "Capsule",
    "CentralGravity", "Checkpoint", "Clearance", "Coincident", "Contact",
    "CoordinatePartitioning", "Coupling", "Cylindrical", "Distance", "Dop853", "DryFriction",
    "Ephemeris", "Event", "Fixed", "FrameDistance", "FrameForce", "Free", "GeneralizedAlpha",
    "HardStop", "Hht", "HysteresisSpring", "JointEffort", "JointSpring", "JointStiffness",
    "Latch", "LuGre", "Mat3", "Model", "ModelError", "Newmark", "NoRotation", "NullSpace",
    "Parallel", "Perpendicular", "Planar", "Plane", "Point", "PointOnPlane", "Prescribed",
    "PrescribedOrbit", "PrescribedPose", "Prismatic", "Projection", "Quantity", "Radau",
    "Revolute", "RigidContact", "RigidStop", "Rk4", "RollingBall", "RollingBalls",
    "RollingDisc", "Run", "RunError", "RunSettings", "Screw", "Snapshot", "Sphere", "Spherical",
    "Spline", "SpringDamper", "Stage", "State", "System", "Table", "TreetopError",
    "UniformGravity", "Universal", "UserConstraint", "UserForce", "UserSignal", "Vec3",
    "Wrench", "__version__", "analysis", "clearance", "coordinate", "distance", "errors",
    "holding", "load", "load_run", "looks", "plot", "quantity", "reaction", "resume",
    "simulate", "speed", "symbolic", "time", "verify",
]  # fmt: skip

_HOMES = {
    "treetop.analysis.verification": ("verify",),
    "treetop.simulation.checkpoint": ("Checkpoint",),
    "treetop.errors": ("AuditWarning", "ModelError", "RunError", "TreetopError"),
    "treetop.formats.yaml.load": ("load",),
    "treetop.results": ("Run", "load_run"),
    "treetop.simulation.simulate": ("resume", "simulate"),
    "treetop.core.spatial": ("Mat3", "Vec3", "Wrench"),
    "treetop.system.system": ("Snapshot", "State", "System"),
    "treetop.view.plots": ("plot",),
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}


def __getattr__(name: str) -> Any:
    if name == "__version__":
        from importlib.metadata import version

        value: Any = version("treetop")
    elif name in ("analysis", "errors", "symbolic"):
        value = import_module(f"treetop.{name}")
    elif name in __all__:
        value = getattr(import_module(_HOME_OF.get(name, "treetop.model")), name)
    else:
        raise AttributeError(f"module 'treetop' has no attribute {name!r}")
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return __all__
