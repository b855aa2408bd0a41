"""What is wrong with user functions, as far as trying them shows."""

from __future__ import annotations

import dis
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from inspect import CO_ASYNC_GENERATOR, CO_COROUTINE, CO_GENERATOR
from itertools import pairwise
from types import CodeType
from typing import Any

import numpy as np

from treetop.core.compiler import interpreted, plain, read_only
from treetop.core.constraints.user_constraint import ANGULAR_VELOCITY, VELOCITY, WIDTH
from treetop.core.spatial import Jet, Mat3, Vec3
from treetop.core.tables.motion import FrameMotion
from treetop.core.tables.tables import UserConstraintTables
from treetop.model.devices.actuator import Actuator

LOOKS = 5  # at how many random motions a function is asked what it depends on
BEYOND = "reads or writes beyond"
LINES = 1_000_000  # of a function, after which it is taken to have no end
TIMES = (0.3137, 1.1713, 2.7391)  # s, at which rates are compared with differences
H = 1e-3  # s, of these
OFF = 1e-3  # of a rate, by which it may differ from them
LONGEST = 200  # letters of what the compiler says
OPERATORS = {"add": "+", "sub": "-", "mul": "*", "truediv": "/", "pow": "**", "neg": "-",
             "lt": "<", "gt": ">", "le": "<=", "ge": ">=", "eq": "=="}  # fmt: skip
KINDS = {
    r"(Literal\[)?(u?int|float)\d*\b": "a number",
    r"(Literal\[str\]|unicode)": "a text",
    r"(readonly )?array\(": "an array",
    r"(Literal\[bool\]|bool)": "a truth value",
    r"(reflected )?list\(": "a list",
    r"(Uni)?[Tt]uple\(": "a tuple",
    r"none": "None",
    r"(type\(CPUDispatcher|Function\()": "a function",
    r"Module\(": "a module",
}  # what the compiler calls values, and words for it
REASONS = {
    r"opcode \(IMPORT_NAME\)": "it imports a module, which is to be imported outside of it",
    r"opcode \(STORE_GLOBAL\)": "it sets a global variable",
    r"opcode \(LOAD_BUILD_CLASS\)": "it defines a class",
    r"opcode \((\w+)\)": r"it does what compiled functions cannot (\1)",
    r"yield in a closure": "it has a generator within, such as sum(v for v in z)",
    r"'with \(": "it has a 'with' statement",
    r"f-strings": "it formats a text",
    r"Exception object": "it gives an exception a name",
    r"variable '(\w+)' in globals": r"'\1' is no number, tuple or array of numbers",
    r"'(\w+)' of type Module\(<module '([\w.]+)'": r"'\2.\1' is not for compiled functions",
}  # what the compiler says, and words for it
UNDEFINED = (ValueError, ZeroDivisionError, OverflowError)  # for these numbers; without compiler


def compiler_says(error: Exception) -> str:
    """The line of the compiler's message that says what it stumbled over, and where."""
    text = re.sub(r"\x1b\[\d*m", "", str(error))
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    if "setitem(readonly array" in text:
        lines.insert(0, "it changes its parameters, or another array that it is given")
    reasons = [line for line in lines if not line.startswith("Failed in nopython mode")]
    what = _without_parts(reasons[0]) if reasons else "no reason is given"
    if what.endswith("signature:") and len(reasons) > 1:
        call = _without_parts(reasons[1].removeprefix(">>> "))
        what = _misapplied(call)
    places = (re.search(r'(?:File "|from )(.*?)"?(?:, line | \()(\d+)', line) for line in lines)
    user = [
        f"{p[1]}:{p[2]}" for p in places if p and "treetop/" not in p[1] and "numba" not in p[1]
    ]
    what = _in_words(what)
    what = what if len(what) <= LONGEST else f"{what[:LONGEST]} ..."
    return f"{what}, at {user[0]}" if user else what


def _in_words(reason: str) -> str:
    """A reason that the compiler gives, in words if there are any."""
    for pattern, words in REASONS.items():
        found = re.search(pattern, reason)
        if found:
            return found.expand(words)
    unknown = re.match(r"Unknown attribute '(\w+)' of type (.*)", reason)
    return f"{_kind(unknown[2])} has no '{unknown[1]}'" if unknown else reason


def _without_parts(text: str) -> str:
    """Our values by their names alone, and of arguments that do not fit only what is said of
    them."""
    text = text.replace("Jet(float64 x 3)", "Jet")
    for value in ("Vec3", "Mat3", "FrameMotion"):
        text = re.sub(rf"{value}\([^()]*\)", value, text)
    unknown = re.match(r"Untyped global name '(.*)': ", text)
    if unknown:
        return f"'{unknown[1]}' is not for compiled functions"
    said = re.match(r"Cannot bind .* to signature '(.*)' due to \"(.*)\"", text)
    return f"{said[2]}, of {said[1]}" if said else text


def _misapplied(call: str) -> str:
    """What is wrong with a call, such as ``sin(array(float64, 1d, C))``, in words."""
    name, _, rest = call.partition("(")
    kinds = [_kind(each) for each in _split(rest.removesuffix(")"))]
    if name == "setitem" and len(kinds) == 3:
        return f"it stores {kinds[2]} in {kinds[0]}"
    if name in ("getitem", "static_getitem"):
        return f"{kinds[0]} has nothing at {' and '.join(kinds[1:])}"
    return f"'{OPERATORS.get(name, name)}' does not take {' and '.join(kinds)}"


def _split(arguments: str) -> list[str]:
    """The arguments between commas that are in no brackets."""
    found, depth = [""], 0
    for letter in arguments:
        depth += (letter in "([{<") - (letter in ")]}>")
        if letter == "," and depth == 0:
            found.append("")
        else:
            found[-1] += letter
    return [each.strip() for each in found]


def _kind(value: str) -> str:
    """What a value is, told by what the compiler calls it."""
    for pattern, words in KINDS.items():
        if re.match(pattern, value):
            return words
    return value


# --- functions as they are written ------------------------------------------------------------


def writes_nothing(function: Callable[..., Any], at: int) -> str:
    """What a function that is to write commands into its argument number `at` does instead; empty
    if nothing of the kind is seen."""
    written = plain(function)
    code = getattr(written, "__code__", None)
    if code is None:
        return ""
    if code.co_flags & (CO_GENERATOR | CO_COROUTINE | CO_ASYNC_GENERATOR):
        return "is a generator or asynchronous, which nobody runs"
    first = 1 if hasattr(written, "__self__") else 0
    names = code.co_varnames[first : code.co_argcount]
    if len(names) <= at:
        return ""
    steps = [each for each in dis.get_instructions(code) if each.opname not in ("CACHE", "NOP")]
    pairs = list(pairwise(steps))
    output = names[at]
    renamed = any(
        after.opname == "STORE_FAST" and after.argval == output and not _in_place(before)
        for before, after in pairs
    )
    if renamed:
        return f"gives the name '{output}' to something else, which nobody reads"
    returned = [before for before, after in pairs if after.opname == "RETURN_VALUE"]
    returned += [step for step in steps if step.opname == "RETURN_CONST"]
    named, lost = code.co_name != "<lambda>", any(_number(each, names) for each in returned)
    if _uses(code, steps, output):
        lost = lost and named
    elif named:  # no call can have written into it either
        lost = any(each.argval is not None or "CONST" not in each.opname for each in returned)
    return "returns what nobody reads" if lost else ""


def _uses(code: CodeType, steps: Sequence[dis.Instruction], name: str) -> bool:
    """Whether a function does anything with what it has by a name."""
    read = (each.argval for each in steps if not each.opname.startswith("STORE"))
    return name in code.co_cellvars or any(
        name in (value if isinstance(value, tuple) else (value,)) for value in read
    )


def _in_place(step: dis.Instruction) -> bool:
    """Whether an instruction changes an array, as ``u += 1`` does."""
    return step.opname == "BINARY_OP" and step.argrepr.endswith("=")


def _number(step: dis.Instruction, names: Sequence[str]) -> bool:
    """Whether what an instruction leaves to be returned is neither None, nor what a call returns,
    nor an argument."""
    if step.opname.startswith(("CALL", "LOAD_FAST")):
        return step.opname.startswith("LOAD_FAST") and step.argval not in names
    return not ("CONST" in step.opname and step.argval is None)


class _EndlessError(BaseException):
    """An error of no kind that a user function would catch."""


def misbehaves(function: Callable[..., Any], tries: Iterable[Sequence[Any]]) -> str:
    """What a function does that a compiled one must not: it is tried as it is written, where that
    does no harm, with arguments in turn."""
    with interpreted(), _at_most(LINES):
        for arguments in tries:
            try:
                plain(function)(*arguments)
            except (_EndlessError, RecursionError):
                return f"has not returned after {LINES:.0e} lines"
            except IndexError as error:
                user = [len(each) for each in arguments if isinstance(each, np.ndarray)]
                array = f"its {user[0]} parameters" if len(user) == 1 else "an array"
                return f"{BEYOND} {array}: {error}"
            except Exception as error:  # of another kind: the compiler, or a run, will show it
                if "read-only" in str(error):
                    return "changes its parameters"
    return ""


@contextmanager
def _at_most(lines: int) -> Iterator[None]:
    """Raise where more lines than that are run."""
    before, left = sys.gettrace(), lines

    def count(frame: Any, event: str, argument: Any) -> Any:
        nonlocal left
        left -= 1
        if left < 0:
            raise _EndlessError
        return count

    sys.settrace(count)
    try:
        yield
    finally:
        sys.settrace(before)


def motions(frames: int, parameters: Sequence[float], number: Any = float) -> Iterator[list[Any]]:
    """What a function of time, so many frames and parameters may see: some random motions."""
    rng, p = np.random.default_rng(3), read_only(np.array(parameters, dtype=float))
    for t in (*TIMES, 0.0, 1e3):
        rows = [
            [Vec3(*map(number, rng.uniform(-1.0, 1.0, 3).tolist())) for _ in range(6)]
            for _ in range(frames)
        ]
        seen = [FrameMotion(x, v, Mat3(*C), w) for x, v, *C, w in rows]
        yield [number(t), *seen, p]


def actuator_arguments(part: Actuator) -> Iterator[list[Any]]:
    """What the function of an actuator may see: some random motions."""
    x, c = (
        read_only(np.array(list(starts.values()), dtype=float))
        for starts in (part.memory, part.commands)
    )
    for t, motion, p in motions(1, part.parameters):
        yield [t, motion, x, c, p, np.zeros(len(x)), np.zeros(len(part.output_units))]


def jet(value: float) -> Jet:
    """A number that does not change."""
    return Jet(value, 0.0, 0.0)


# --- constraints of the user's own ------------------------------------------------------------


def uses_velocities(user: UserConstraintTables, f: int, frames: int) -> bool | None:
    """Whether function f changes with velocities, in some random motion; None if it is defined in
    none of them."""
    return _changes(user, f, frames, (VELOCITY, ANGULAR_VELOCITY))


def uses_motion(user: UserConstraintTables, f: int, frames: int) -> bool | None:
    """Likewise whether it changes with anything but time."""
    return _changes(user, f, frames, range(0, WIDTH, 3))


def _changes(user: UserConstraintTables, f: int, frames: int, parts: Iterable[int]) -> bool | None:
    rng, gains = np.random.default_rng(2), []
    for user_frames in _frame_motions(frames):
        for first in range(0, len(user_frames), WIDTH):
            for at in parts:
                user_frames[first + at : first + at + 3, 1] = rng.uniform(0.5, 1.0, 3)
        try:
            gains.append(user.user_function(f, 0.1, 0.0, user_frames, user.parameters[f])[1])
        except UNDEFINED:
            continue
    defined = [gain for gain in gains if np.isfinite(gain)]
    return any(defined) if defined else None


def _frame_motions(frames: int) -> Iterator[np.ndarray]:
    """Random motions of frames, without rates."""
    rng = np.random.default_rng(1)
    for _ in range(LOOKS):
        user_frames = np.zeros((WIDTH * frames, 3))
        user_frames[:, 0] = rng.uniform(-1.0, 1.0, len(user_frames))
        yield user_frames


# --- functions of time ------------------------------------------------------------------------


def wrong_rate(function: Callable[[float], tuple[float, ...]]) -> str:
    """Which of the two rates of a function of time, if any, is nowhere that of the function."""
    for k, name in ((0, "first"), (1, "second")):
        if all(_misfits(function, k, t) for t in TIMES):
            return name
    return ""


def _misfits(function: Callable[[float], tuple[float, ...]], k: int, t: float) -> bool:
    """Whether differences of number k, where two spacings agree on them, are not number k + 1."""
    try:
        rate = function(t)[k + 1]
        wide, near = ((function(t + h)[k] - function(t - h)[k]) / (2.0 * h) for h in (H, 0.5 * H))
    except UNDEFINED:
        return False
    size = max(abs(rate), abs(near))
    return abs(rate - near) > OFF * size + 10.0 * abs(near - wide) and np.isfinite(size)
