"""Features of models that cannot be a part of an FMU."""

from __future__ import annotations

from collections.abc import Iterator

from treetop.core.compiler import INTERPRETED
from treetop.errors import ModelError, Problem, TreetopError
from treetop.model.controllers.allocation import Allocation
from treetop.model.run import Auto, RunSettings
from treetop.model.specification import path
from treetop.simulation.mode_switching import elements_of
from treetop.system.system import System
from treetop.topology.lines import deployers

HINT = "take it out of the model that is exported"
WITHIN = "it changes the structure of the model within a run, which an FMU cannot"


def require_exportable(system: System, settings: RunSettings, exchange: bool) -> None:
    """Refuse what an FMU cannot do, all at once."""
    if INTERPRETED:
        raise TreetopError("an FMU is made of compiled code: unset NUMBA_DISABLE_JIT")
    if not isinstance(system, System):
        what = f"{system!r} is not a built model"
        raise TreetopError(f"{what} (give what model.build() returns)")
    problems = [*_problems(system)]
    if exchange:
        problems += _problems_of_exchange(system)
    if isinstance(settings.method, Auto):
        what = "an FMU keeps to one method, and 'auto' changes it"
        problems.append(Problem(what, "run.method", "give one by its word, such as 'dop853'"))
    if problems:
        raise ModelError(problems)


def _problems(system: System) -> Iterator[Problem]:
    model = system.model
    for name in model.events:
        yield Problem("an FMU has no events", path("events", name), HINT)
    for name in model.stages:
        yield Problem("an FMU has no stages", path("stages", name), HINT)
    for element in elements_of(system.mechanism):
        section = "devices" if element.name in model.devices else "forces"
        yield Problem(WITHIN, path(section, element.name), HINT)
    for name, controller in model.controllers.items():
        if isinstance(controller, Allocation) and controller.python:
            what = "a linear program is solved in Python, which an FMU has not"
            yield Problem(what, path("controllers", name), HINT)
        elif getattr(controller, "python", False):
            hint = "leave python=True out, so that it is compiled, or take it out of the model"
            what = "a controller in Python cannot be a part of an FMU"
            yield Problem(what, path("controllers", name), hint)


def _problems_of_exchange(system: System) -> Iterator[Problem]:
    for name in deployers(system.model):
        what = "lines whose elements come and go cannot be integrated by others"
        yield Problem(what, path("devices", name), "export it for co-simulation alone")
