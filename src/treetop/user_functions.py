"""Functions of the user's, compiled when a model is built; those that do not fit are named."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

import numpy as np

from treetop._kernel import CompilationError
from treetop.assembly.assembly import Assembly
from treetop.assembly.poses import part_of
from treetop.assembly.tables import Drives, Own
from treetop.dynamics.constraints.drive import given_by
from treetop.dynamics.constraints.own import ANGULAR_VELOCITY, VELOCITY, WIDTH, own_by
from treetop.dynamics.forces.user_force import laws_of
from treetop.errors import ModelError, Problem
from treetop.model import Model, PrescribedPose, UserConstraint, UserForce
from treetop.model.spec import path

LOOKS = 5  # at how many random motions a function is asked what it depends on


class _Candidate(NamedTuple):
    """A function to be compiled on its own, to see whether it is to blame."""

    where: str
    compile: Callable[[], Any]
    hint: str


def force_laws(model: Model, assembly: Assembly) -> Any:
    """All force functions as one; if that fails, tell which is to blame."""
    hint = "it must take (t, motion, p) and return treetop.Wrench(force, torque) of Vec3 values"
    each = (
        _Candidate(path("forces", name), lambda force=force: laws_of([force.function]), hint)  # type: ignore[misc]
        for name, force in model.forces.items()
        if isinstance(force, UserForce)
    )
    return _compiled(lambda: laws_of(assembly.laws), each)


def with_functions(model: Model, assembly: Assembly) -> Drives:
    """The table of all functions that constraints follow, the functions among them."""
    drives = assembly.tables.drives
    given, fill = _own(model)
    own = drives.own._replace(given=given, fill=fill)
    problems = list(_misused(model, own))
    if problems:
        raise ModelError(problems)
    return drives._replace(given=_drives(model, assembly), own=own)


def _drives(model: Model, assembly: Assembly) -> Any:
    hint = "it must take t alone and return numbers: the value, or place, and its first two rates"
    each = (
        _Candidate(path("constraints", name), lambda given=given: given_by({0: given}), hint)  # type: ignore[misc]
        for name, given in _functions_of_time(model)
    )
    return _compiled(lambda: given_by(assembly.drives.functions), each)


def _functions_of_time(model: Model) -> Iterator[tuple[str, Callable[..., Any]]]:
    for name, part in model.constraints.items():
        function = None if isinstance(part, UserConstraint) else getattr(part, "function", None)
        if function:
            yield name, part_of(function, 0) if isinstance(part, PrescribedPose) else function


def _own(model: Model) -> Any:
    hint = (
        "it must take (t, motion, p), a motion for each frame, and return one number; "
        "take sqrt, sin and others from treetop.spatial, and differentiate nothing yourself"
    )
    own = {name: (part.function, len(part.frames)) for name, part in _user_constraints(model)}
    each = (
        _Candidate(path("constraints", name), lambda given=given: own_by([given]), hint)  # type: ignore[misc]
        for name, given in own.items()
    )
    return _compiled(lambda: own_by(list(own.values())), each)


def _user_constraints(model: Model) -> list[tuple[str, UserConstraint]]:
    parts = model.constraints.items()
    return [(name, part) for name, part in parts if isinstance(part, UserConstraint)]


def _compiled(compile: Callable[[], Any], each: Iterable[_Candidate]) -> Any:
    try:
        return compile()
    except CompilationError:
        raise ModelError(list(_uncompiled(each))) from None


def _uncompiled(each: Iterable[_Candidate]) -> Iterator[Problem]:
    for candidate in each:
        try:
            candidate.compile()
        except CompilationError as error:
            text = re.sub(r"\x1b\[\d*m", "", str(error)).strip()
            what = f"its function cannot be compiled: {text}"
            yield Problem(what, path(candidate.where, "function"), candidate.hint)


def _misused(model: Model, own: Own) -> Iterator[Problem]:
    """Functions of velocities given as holonomic, and the other way round."""
    for f, (name, part) in enumerate(_user_constraints(model)):
        uses = _uses_velocities(own, f, len(part.frames))
        if uses and part.holonomic:
            what = "its function depends on velocities, so it is not holonomic"
            hint = "say holonomic=False, or let it depend on positions, attitudes and time alone"
            yield Problem(what, path("constraints", name), hint)
        elif not uses and not part.holonomic:
            what = "its function does not depend on velocities, so it is holonomic"
            yield Problem(what, path("constraints", name), "leave holonomic=False out")


def _uses_velocities(own: Own, f: int, frames: int) -> bool:
    """Whether the function changes with velocities, in some random motion."""
    rng = np.random.default_rng(1)
    for _ in range(LOOKS):
        sight = np.zeros((WIDTH * frames, 3))
        sight[:, 0] = rng.uniform(-1.0, 1.0, len(sight))
        for first in range(0, len(sight), WIDTH):
            for at in (first + VELOCITY, first + ANGULAR_VELOCITY):
                sight[at : at + 3, 1] = rng.uniform(0.5, 1.0, 3)
        try:
            gain = own.given(f, 0.1, 0.0, sight, own.parameters[f])[1]
        except (ValueError, ZeroDivisionError):  # of numbers that it is not defined for
            continue
        if gain != 0.0 and np.isfinite(gain):
            return True
    return False
