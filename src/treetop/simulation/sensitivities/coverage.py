"""What cannot be differentiated, refused by name rather than given wrong."""

from __future__ import annotations

from collections.abc import Iterator

from treetop.assembly.switches import switches
from treetop.core.compilation import prepare
from treetop.core.derivatives import variations
from treetop.errors import ModelError, Problem
from treetop.model.controllers.pid import Pid
from treetop.model.run import Projection, RunSettings
from treetop.model.specification import path
from treetop.simulation.integrators import INTEGRATORS
from treetop.simulation.sensitivities.parameters import parameters_of
from treetop.system.protocol import DynamicalSystem
from treetop.system.pulses import pulses_of
from treetop.system.system import System
from treetop.topology.lines import deployers

WHERE = "run.sensitivities"


def require_differentiable(system: DynamicalSystem, settings: RunSettings) -> None:
    """Refuse systems, methods and parts of models whose runs have no derivatives here, and numbers
    that there are not."""
    problems = list(_problems(system, settings))
    if problems:
        raise ModelError(problems)
    assert system.model is not None
    parameters_of(system.model, settings.sensitivities)
    prepare(variations.derivative, variations.project)


def _problems(system: DynamicalSystem, settings: RunSettings) -> Iterator[Problem]:
    if not isinstance(system, System):
        yield Problem("systems in symbols have no sensitivities", WHERE, "leave them out")
        return
    integrator = INTEGRATORS[settings.method.kind]
    if integrator.holds:
        what = f"'{settings.method.kind}' gives no sensitivities"
        known = (repr(word) for word, each in INTEGRATORS.items() if not each.holds)
        yield Problem(what, WHERE, f"use {', '.join(known)}")
    if system.constrained and not isinstance(settings.constraints, Projection):
        what = f"constraints kept by '{settings.constraints.kind}' give no sensitivities"
        yield Problem(what, WHERE, "use 'project'")
    model = system.model
    for name, controller in model.controllers.items():
        if controller.every is not None:
            what = f"the controller '{name}' is sampled: its runs have no sensitivities"
            hint = "let it act at every instant, or leave them out"
            yield Problem(what, path("controllers", name), hint)
        elif isinstance(controller, Pid) and controller.stops_integrating:
            what = f"the integral of '{name}' stands still at its limits, from one instant to the"
            hint = "leave out its limits, its integral, or the sensitivities"
            yield Problem(f"{what} next: no sensitivities", path("controllers", name), hint)
    for name in deployers(model):
        what = f"the line '{name}' has elements that come and go: its runs have no sensitivities"
        yield Problem(what, path("devices", name), "leave them out")
    if len(pulses_of(system).valve):
        what = "thrusters that fire pulses switch at instants: their runs have no sensitivities"
        yield Problem(what, WHERE, "leave them out")
    if switches(system.assembly, system.mechanism):
        what = (
            "forces that set in abruptly (stops and contacts that give, backlash, tethers, limits"
        )
        hint = "use rigid stops and contacts, or leave the sensitivities out"
        yield Problem(f"{what} of wheels, shadows) give no sensitivities", WHERE, hint)
    for name, event in model.events.items():
        if event.call:
            what = f"the event '{name}' calls a function, which cannot be differentiated"
            yield Problem(what, path("events", name), "leave the sensitivities out")
