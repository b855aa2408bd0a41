"""What a line cannot do: lengths that it cannot have, folds that its hinges cannot follow."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from treetop.core.devices import deployer
from treetop.core.devices.deployer import ROUNDING
from treetop.core.outputs.functions_of_time import drive_along
from treetop.errors import Problem
from treetop.model.specification import path
from treetop.topology.lines import deployers, rod_names

if TYPE_CHECKING:
    from treetop.system.state import State
    from treetop.system.system import System

LOOKS = 2001  # at a length that is given, along a run
HINT = "brake it, or end the run by an event before"
UNFOLD = "a cable that is pushed out of its mouth folds: pay it out more slowly, or pull at its tip"
SQUARE = 0.03  # rad, within which two rods are square to each other
NEAR_END = 1e-6  # of a line, within which it has come to an end where its motion has


def length_problems(system: System, begin: float, end: float) -> list[Problem]:
    """Lines whose given length is none, or more than the whole line, between two times, or changes
    faster than it may."""
    found, times = [], np.linspace(begin, end, LOOKS if end > begin else 1)
    table, out = system.assembly.optional.of(deployer.GROUP), np.zeros((times.size, 3))
    for (name, line), drive in zip(deployers(system.model).items(), table.drive, strict=True):
        if drive < 0:
            continue
        drive_along(system.problem, drive, times, out)
        for wrong in np.flatnonzero(_impossible(out[:, 0], float(line.total_length)))[:1]:
            what = f"at {times[wrong]:g} s {_words(out[wrong, 0], float(line.total_length))}"
            hint = f"give lengths above 0, of at most {float(line.total_length):g} m"
            found.append(Problem(what, path("devices", name, "length"), hint))
        for fast in np.flatnonzero(np.abs(out[:, 1]) > line.greatest_speed)[:1]:
            what = f"at {times[fast]:g} s {too_fast(abs(out[fast, 1]), line.greatest_speed)}"
            hint = "let the length change more slowly"
            found.append(Problem(what, path("devices", name, "length"), hint))
    return found


def too_fast(speed: float, greatest: float) -> str:
    """What is wrong with a speed."""
    return f"the line passes its mouth at {speed:g} m/s, and its greatest speed is {greatest:g} m/s"


def ended_line(state: State) -> str:
    """Names a line that has come to an end, if any, where a motion is not finite."""
    system = state.system
    lines, table = deployers(system.model), system.assembly.optional.of(deployer.GROUP)
    values = state.vector[system.internal]
    for k, (name, line) in enumerate(lines.items()):
        rods, shortening = values[table.state[k] : table.state[k] + 2]
        e = table.rod_at[k + 1] - round(rods)
        if e == table.rod_at[k + 1]:
            continue
        length = state.vector[table.q[e, 1]] / shortening + (round(rods) - 1) * line.rod
        part, total = length / float(line.total_length), f"{float(line.total_length):g} m"
        if not part > NEAR_END:
            what = f"'{name}' is drawn in to its end: nothing of its {total} is outside"
            return f"{what} ({HINT})"
        if not part < 1.0 - NEAR_END:
            return f"'{name}' has run out: all of its {total} are outside ({HINT})"
    return ""


def folded_line(state: State) -> str:
    """Names a line with two rods square to each other where their hinge is singular, if any."""
    system = state.system
    lines = deployers(system.model) if system.model else {}
    if not lines:
        return ""
    table, values = system.assembly.optional.of(deployer.GROUP), state.vector[system.internal]
    for k, name in enumerate(lines):
        first, last = table.rod_at[k : k + 2]
        for j in range(last - round(values[table.state[k]]), last):
            if abs(math.cos(state.vector[table.q[j, 0] + 1])) < SQUARE:
                link = rod_names(system.mechanism.model, name)[j - first].link
                what = f"'{name}' has folded: at '{link}' two rods are square to each other"
                return f"{what}, where a hinge with two axes is singular ({UNFOLD})"
    return ""


def _impossible(length: np.ndarray, total: float) -> np.ndarray:
    return ~((length > 0.0) & (length <= total * (1.0 + ROUNDING)))


def _words(length: float, total: float) -> str:
    if length <= 0.0:
        return f"{length:g} m are outside: the line is drawn in beyond its end"
    return f"{length:g} m are outside, and the whole line has {total:g} m"
