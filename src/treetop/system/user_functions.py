"""User functions, compiled when a model is built; those that do not fit are named."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from treetop.assembly.assembly import Assembly
from treetop.assembly.continuous_laws import continuous, law_of
from treetop.assembly.prescribed_poses import part_of
from treetop.core.constraints import sliding
from treetop.core.constraints.prescribed import drives_by
from treetop.core.constraints.user_constraint import user_rows_by
from treetop.core.control.blocks import PYTHON
from treetop.core.control.laws import NUMBERS, USER, laws_with
from treetop.core.devices import actuator, commands
from treetop.core.forces.user_force import laws_of
from treetop.core.outputs.event_functions import user_signals
from treetop.core.tables.tables import Drives, UserConstraintTables
from treetop.errors import ModelError, Problem
from treetop.model import (
    Actuator,
    Controller,
    PrescribedPose,
    UserConstraint,
    UserForce,
    UserSignal,
)
from treetop.model.block import Block
from treetop.model.events import Event
from treetop.model.specification import path
from treetop.system.user_function_checks import (
    BEYOND,
    TIMES,
    actuator_arguments,
    compiler_says,
    jet,
    misbehaves,
    motions,
    uses_motion,
    uses_velocities,
    writes_nothing,
    wrong_rate,
)
from treetop.topology.mechanism import Mechanism

OUTPUTS = 4  # where a controller's function has its commands: (t, z, x, p, u, ...)


class _Candidate(NamedTuple):
    """A function to be compiled on its own, to see whether it is to blame."""

    where: str
    compile: Callable[[], Any]
    hint: str


def force_laws(model: Mechanism, assembly: Assembly) -> Any:
    """All force functions as one; if that fails, say which is to blame."""
    hint = "it must take (t, motion, p) and return treetop.Wrench(force, torque) of Vec3 values"
    names = [name for name, force in model.forces.items() if isinstance(force, UserForce)]
    each = (
        _Candidate(path("forces", name), lambda law=law: laws_of([law]), hint)  # type: ignore[misc]
        for name, law in zip(names, assembly.laws, strict=True)
    )
    return _compiled(lambda: laws_of(assembly.laws), each)


def law_numbers(blocks: Mapping[str, Block]) -> dict[str, int]:
    """The number of the law of each sensor or controller."""
    compiled = [name for name, each in blocks.items() if _compiled_by_us(each)]
    return {
        name: USER + compiled.index(name)
        if name in compiled
        else PYTHON
        if getattr(each, "python", False)
        else NUMBERS[each.kind]
        for name, each in blocks.items()
    }


def user_laws(controllers: Mapping[str, Block]) -> Any:
    """All functions of controllers as one, None without any; if that fails, say which is to
    blame."""
    hint = "it must take (t, z, x, p, u) and write numbers into x and u alone"
    laws = {name: each.function for name, each in controllers.items() if _compiled_by_us(each)}  # type: ignore[attr-defined]
    each = (
        _Candidate(path("controllers", name), lambda law=law: laws_with([law]), hint)  # type: ignore[misc]
        for name, law in laws.items()
    )
    return _compiled(lambda: laws_with(laws.values()), each)


def continuous_control(model: Mechanism) -> Any:
    """All functions of continuous controllers as one; if that fails, say which is to blame."""
    hint = "it must take (t, z, x, p, u, rates) and write numbers into u and rates alone"
    laws = {name: law_of(each) for name, each in continuous(model).items()}
    each = (
        _Candidate(path("controllers", name), lambda law=law: commands.laws_of([law]), hint)  # type: ignore[misc]
        for name, law in laws.items()
    )
    return _compiled(lambda: commands.laws_of(laws.values()), each)


def actuator_laws(model: Mechanism) -> Any:
    """All functions of actuators as one; if that fails, say which is to blame."""
    hint = "it must take (t, motion, x, c, p, rates, out) and return treetop.Wrench(force, torque)"
    laws = {name: part.function for name, part in _actuators(model)}
    each = (
        _Candidate(path("devices", name), lambda law=law: actuator.laws_of([law]), hint)  # type: ignore[misc]
        for name, law in laws.items()
    )
    return _compiled(lambda: actuator.laws_of(laws.values()), each)


def _actuators(model: Mechanism) -> list[tuple[str, Actuator]]:
    forces = model.forces.items()
    return [(name, force) for name, force in forces if isinstance(force, Actuator)]


def _compiled_by_us(controller: Block) -> bool:
    return isinstance(controller, Controller) and not controller.python


def signal_functions(events: Mapping[str, Event]) -> Any:
    """All functions that events watch as one; if that fails, say which is to blame."""
    hint = "it must take (t, motion, p) and return a number"
    user = {
        name: (event.signal.function, len(event.signal.parameters))
        for name, event in events.items()
        if isinstance(event.signal, UserSignal)
    }
    each = (
        _Candidate(path("events", name, "signal"), lambda law=law: user_signals([law]), hint)  # type: ignore[misc]
        for name, law in user.items()
    )
    return _compiled(lambda: user_signals(user.values()), each)


def with_functions(model: Mechanism, assembly: Assembly) -> Drives:
    """The table of all functions that constraints follow, the functions among them."""
    problems = [*_misbehaving(model), *_unwritten(model)]
    if problems:
        raise ModelError(problems)
    drives = assembly.tables.drives
    function, fill = _user_rows(model)
    user = drives.user._replace(user_function=function, fill=fill)
    of_time = _drives(model, assembly)
    problems = [*_misused(model, user), *_misstated(model, assembly, of_time)]
    if problems:
        raise ModelError(problems)
    slides = drives.sliding.tracks.slots.size + drives.sliding.cords.length.size
    rows = (sliding.fill if slides else sliding.no_row).function
    made = drives.sliding._replace(fill=rows)
    return drives._replace(user_function=of_time, user=user, sliding=made)


def _drives(model: Mechanism, assembly: Assembly) -> Any:
    hint = "it must take t alone and return numbers: the value, or place, and its first two rates"
    each = (
        _Candidate(path("constraints", name), lambda law=law: drives_by({0: law}), hint)  # type: ignore[misc]
        for name, law in _functions_of_time(model)
    )
    return _compiled(lambda: drives_by(assembly.drives.functions), each)


def _functions_of_time(model: Mechanism) -> Iterator[tuple[str, Callable[..., Any]]]:
    for name, part in model.constraints.items():
        function = None if isinstance(part, UserConstraint) else getattr(part, "function", None)
        if function:
            yield name, part_of(function, 0) if isinstance(part, PrescribedPose) else function


def _user_rows(model: Mechanism) -> Any:
    hint = (
        "it must take (t, motion, p), a motion for each frame, and return one number; "
        "take sqrt, sin and others from treetop.spatial, and differentiate nothing yourself"
    )
    user = {
        name: (part.function, len(part.frames), len(part.parameters))
        for name, part in _user_constraints(model)
    }
    each = (
        _Candidate(path("constraints", name), lambda row=row: user_rows_by([row]), hint)  # type: ignore[misc]
        for name, row in user.items()
    )
    return _compiled(lambda: user_rows_by(list(user.values())), each)


def _user_constraints(model: Mechanism) -> list[tuple[str, UserConstraint]]:
    parts = model.constraints.items()
    return [(name, part) for name, part in parts if isinstance(part, UserConstraint)]


def _compiled(compile: Callable[[], Any], each: Iterable[_Candidate]) -> Any:
    try:
        return compile()
    except Exception:  # the compiler has many kinds
        problems = list(_uncompiled(each))
        if not problems:
            raise
        raise ModelError(problems) from None


def _uncompiled(each: Iterable[_Candidate]) -> Iterator[Problem]:
    for candidate in each:
        try:
            candidate.compile()
        except Exception as error:
            what = f"its function cannot be compiled: {compiler_says(error)}"
            yield Problem(what, path(candidate.where, "function"), candidate.hint)


def _misbehaving(model: Mechanism) -> Iterator[Problem]:
    """Functions that would do harm, or never return, once they are compiled."""
    for where, function, tries in _tries(model):
        what = misbehaves(function, tries)
        if what.startswith(BEYOND):
            yield Problem(
                f"its function {what}", path(where, "parameters"), "give all that it reads"
            )
        elif what:
            hint = "it must return, and change nothing that it is given"
            yield Problem(f"its function {what}", path(where, "function"), hint)


def _unwritten(model: Mechanism) -> Iterator[Problem]:
    """Functions of controllers that write no commands, but return them or the like."""
    for name, controller in model.model.controllers.items():
        if isinstance(controller, Controller) and callable(controller.function):
            what = writes_nothing(controller.function, OUTPUTS)
            if what:
                hint = "write commands into the array that it is given: u[0] = ..."
                yield Problem(f"its function {what}", path("controllers", name, "function"), hint)


def _tries(model: Mechanism) -> Iterator[tuple[str, Callable[..., Any], Iterable[Sequence[Any]]]]:
    """All user functions, and arguments to try them with."""
    for name, force in model.forces.items():
        if isinstance(force, UserForce):
            yield path("forces", name), force.function, motions(1, force.parameters)
    for name, actuator_part in _actuators(model):
        tries = actuator_arguments(actuator_part)
        yield path("devices", name), actuator_part.function, tries
    for name, event in model.events.items():
        if isinstance(event.signal, UserSignal):
            signal = event.signal
            yield path("events", name, "signal"), signal.function, motions(1, signal.parameters)
    for name, part in _user_constraints(model):
        seen = motions(len(part.frames), part.parameters, jet)
        yield path("constraints", name), part.function, seen
    for name, _ in _functions_of_time(model):
        constraint: Any = model.constraints[name]
        yield path("constraints", name), constraint.function, ([t] for t in TIMES)


def beyond_array(error: IndexError) -> str:
    """What is said where a kernel calls a user function that leaves its arrays."""
    return f"a function of the model reads or writes beyond an array ({error})"


def _misused(model: Mechanism, user: UserConstraintTables) -> Iterator[Problem]:
    """Functions of velocities given as holonomic, the other way round, and what cannot be meant."""
    for f, (name, part) in enumerate(_user_constraints(model)):
        where, frames = path("constraints", name), len(part.frames)
        if uses_motion(user, f, frames) is False:
            what = "its function does not depend on how its frames move"
            yield Problem(what, where, "let it depend on their positions or velocities")
        elif uses_velocities(user, f, frames) and part.holonomic:
            what = "its function depends on velocities, so it is not holonomic"
            hint = "say holonomic=False, or let it depend on positions, attitudes and time alone"
            yield Problem(what, where, hint)
        elif uses_velocities(user, f, frames) is False and not part.holonomic:
            what = "its function does not depend on velocities, so it is holonomic"
            yield Problem(what, where, "leave holonomic=False out")


def _misstated(model: Mechanism, assembly: Assembly, of_time: Any) -> Iterator[Problem]:
    """Functions of time whose rates are not theirs."""
    numbers = iter(assembly.drives.functions)
    for name, _ in _functions_of_time(model):
        pose = isinstance(model.constraints[name], PrescribedPose)
        drives = [next(numbers) for _ in range(3 if pose else 1)]
        wrong = [wrong_rate(lambda t, d=d: of_time(d, t)) for d in drives]  # type: ignore[misc]
        if any(wrong):
            what = f"the {max(wrong)} rate that its function returns is not that of its value"
            hint = "return the value, its rate and the rate of that rate"
            yield Problem(what, path("constraints", name, "function"), hint)
