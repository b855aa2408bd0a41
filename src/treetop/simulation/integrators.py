"""The compiled integrators, by the words of the methods that they carry out."""

from __future__ import annotations

from treetop.core.compiler import Entry
from treetop.core.control.blocks import tick
from treetop.core.control.laws import control_laws, sensor_laws
from treetop.core.formulations.joint_space.state import joints_in_motion, place_bodies
from treetop.core.integrators import bdf, dop853, dopri5, generalized_alpha, radau, rk4
from treetop.core.integrators.loop import Integrator
from treetop.core.outputs.event_functions import evaluate_signals
from treetop.model import Model
from treetop.model.run import (
    Auto,
    Bdf,
    Dop853,
    Dopri5,
    GeneralizedAlpha,
    Hht,
    Newmark,
    Radau,
    Rk4,
)

INTEGRATORS: dict[str, Integrator] = {
    Dop853.kind: dop853.INTEGRATOR,
    Dopri5.kind: dopri5.INTEGRATOR,
    Rk4.kind: rk4.INTEGRATOR,
    Radau.kind: radau.INTEGRATOR,
    Bdf.kind: bdf.INTEGRATOR,
    GeneralizedAlpha.kind: generalized_alpha.INTEGRATOR,
    Hht.kind: generalized_alpha.HHT,
    Newmark.kind: generalized_alpha.NEWMARK,
    Auto.kind: dop853.INTEGRATOR._replace(matrices=radau.INTEGRATOR.matrices),
}


def needed_kernels(method: str, model: Model | None) -> list[Entry]:
    """The kernels that a run calls beside those of its system; a system in the user's own equations
    has no model."""
    kernels = [INTEGRATORS[method].advance]
    if model and model.events:
        kernels.append(evaluate_signals)
    if model and (model.sensors or model.controllers):
        kernels += [tick, sensor_laws, control_laws, place_bodies, joints_in_motion]
    return kernels
