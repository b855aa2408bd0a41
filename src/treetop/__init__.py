"""Treetop: multibody dynamics for spacecraft.

Names are found when first used, so that ``import treetop`` costs little.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from treetop import analysis, errors, flexible, spatial, symbolic
    from treetop.analysis.linear_models import LinearModel
    from treetop.analysis.linear_models.linearise import linearise
    from treetop.analysis.verification import verify
    from treetop.campaigns.campaign import Campaign
    from treetop.campaigns.results import CampaignResults
    from treetop.core.spatial import Mat3, Vec3, Wrench
    from treetop.environment.epoch import EarthOrientation, Epoch
    from treetop.errors import AuditWarning, ModelError, RunError, TreetopError
    from treetop.fitting.fit import Fit, fit
    from treetop.fitting.optimise import Optimum, optimise
    from treetop.formats.load import load
    from treetop.interop.fmi.controller import FMUController
    from treetop.interop.fmi.export import export_fmu
    from treetop.model import *
    from treetop.model.campaign.kept import at_event, event_time, history, last, least, most
    from treetop.results import Run, load_run
    from treetop.simulation.checkpoint import Checkpoint
    from treetop.simulation.many import simulate_many
    from treetop.simulation.simulate import resume, simulate
    from treetop.system.inverse_kinematics import inverse_kinematics
    from treetop.system.system import Snapshot, State, System
    from treetop.view.playback.overlay import overlay
    from treetop.view.plots import plot

    __version__: str

# Beside kinds of joints, forces, constraints and signals, methods and stabilizations, which
# `treetop.model` names.
_NAMES = [
    "Along", "Attitudes", "AuditWarning", "Beam", "Box", "Cable", "Campaign", "CampaignResults",
    "Cannonball", "Capsule", "Checkpoint", "Curve", "Cylinder",
    "EarthOrientation", "Ephemeris", "Epoch", "Event", "FMUController", "Fit", "JointStiffness",
    "LinearModel",
    "LocalAttitude", "Mat3", "Mesh", "Model", "ModelError", "Optimum", "Orbit",
    "Plane", "Plate", "Point",
    "Ring", "Run", "RunError", "RunSettings", "Snapshot", "SolidCylinder", "Sphere", "Spline",
    "Stage",
    "State", "Stepper", "System", "Table", "TreetopError", "Vec3", "Wrench", "__version__",
    "analysis", "at_event", "clearance", "coordinate", "distance", "errors", "event_time",
    "export_fmu", "fit", "flexible", "history", "holding", "inverse_kinematics", "last", "least",
    "linearise", "load", "load_run", "local", "looks", "most", "optimise", "overlay", "plot",
    "quantity", "reaction", "resume", "sections", "simulate", "simulate_many", "spatial", "speed",
    "step", "surfaces", "symbolic", "time",
    "verify",
]  # fmt: skip

_HOMES: dict[str, tuple[str, ...]] = {
    "treetop.analysis.linear_models": ("LinearModel", "linearise"),
    "treetop.analysis.verification": ("verify",),
    "treetop.campaigns.campaign": ("Campaign",),
    "treetop.campaigns.results": ("CampaignResults",),
    "treetop.model.campaign.kept": (
        "at_event",
        "event_time",
        "history",
        "last",
        "least",
        "most",
    ),
    "treetop.simulation.checkpoint": ("Checkpoint",),
    "treetop.environment.epoch": ("EarthOrientation", "Epoch"),
    "treetop.errors": ("AuditWarning", "ModelError", "RunError", "TreetopError"),
    "treetop.fitting.fit": ("Fit", "fit"),
    "treetop.fitting.optimise": ("Optimum", "optimise"),
    "treetop.formats.load": ("load",),
    "treetop.interop.fmi.controller": ("FMUController",),
    "treetop.interop.fmi.export": ("export_fmu",),
    "treetop.results": ("Run", "load_run"),
    "treetop.simulation.many": ("simulate_many",),
    "treetop.simulation.simulate": ("resume", "simulate"),
    "treetop.simulation.stepper": ("Stepper", "step"),
    "treetop.core.spatial": ("Mat3", "Vec3", "Wrench"),
    "treetop.system.inverse_kinematics": ("inverse_kinematics",),
    "treetop.system.system": ("Snapshot", "State", "System"),
    "treetop.view.playback.overlay": ("overlay",),
    "treetop.view.plots": ("plot",),
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}


def __getattr__(name: str) -> Any:
    if name == "__version__":
        from importlib.metadata import version

        value: Any = version("treetop")
    elif name == "__all__":
        value = sorted([*_NAMES, *import_module("treetop.model").KINDS])
    elif name in ("analysis", "errors", "flexible", "spatial", "symbolic"):
        value = import_module(f"treetop.{name}")
    elif name in _HOME_OF or name in __getattr__("__all__"):
        value = getattr(import_module(_HOME_OF.get(name, "treetop.model")), name)
    else:
        from treetop.errors import other_name

        raise AttributeError(f"module 'treetop' has no attribute {name!r}{other_name(name)}")
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return __getattr__("__all__")
