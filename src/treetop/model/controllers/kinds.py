"""The kinds of controllers, by their words in files."""

from __future__ import annotations

from treetop.model.controllers.allocation import Allocation
from treetop.model.controllers.base import ControllerKind
from treetop.model.controllers.bdot import Bdot
from treetop.model.controllers.controller import Controller
from treetop.model.controllers.linear_controller import LinearController
from treetop.model.controllers.momentum_unloading import MomentumUnloading
from treetop.model.controllers.mrp_feedback import MrpFeedback
from treetop.model.controllers.on_off import OnOff
from treetop.model.controllers.phase_plane import PhasePlane
from treetop.model.controllers.pid import Pid
from treetop.model.controllers.pulse_width import PulseWidth
from treetop.model.controllers.pwpf import Pwpf
from treetop.model.controllers.quaternion_feedback import QuaternionFeedback
from treetop.model.controllers.set_point import SetPoint

__all__ = [
    "Allocation",
    "Bdot",
    "Controller",
    "LinearController",
    "MomentumUnloading",
    "MrpFeedback",
    "OnOff",
    "PhasePlane",
    "Pid",
    "PulseWidth",
    "Pwpf",
    "QuaternionFeedback",
    "SetPoint",
]  # fmt: skip

_CONTROLLERS: tuple[type[ControllerKind], ...] = (
    *(Controller, Pid, QuaternionFeedback, MrpFeedback, Pwpf, PhasePlane, OnOff, Bdot),
    *(SetPoint, MomentumUnloading, LinearController, Allocation, PulseWidth),
)
CONTROLLERS: dict[str, type[ControllerKind]] = {each.kind: each for each in _CONTROLLERS}
