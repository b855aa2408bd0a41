"""What is wrong with functions of the user's, as far as trying them can tell."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator

import numpy as np

from treetop.assembly.tables import Own
from treetop.dynamics.constraints.own import ANGULAR_VELOCITY, VELOCITY, WIDTH

LOOKS = 5  # at how many random motions a function is asked what it depends on
BEYOND = 1000  # numbers behind the parameters that a wrong index may reach
TIMES = (0.3137, 1.1713, 2.7391)  # s, at which rates are compared with differences
H = 1e-3  # s, of these
OFF = 1e-3  # of a rate, by which it may differ from them
LONGEST = 200  # letters of what the compiler says
UNDEFINED = (ValueError, ZeroDivisionError, OverflowError)  # for these numbers; without compiler


def compiler_says(error: Exception) -> str:
    """The line of the compiler's message that tells what it stumbled over, and where."""
    text = re.sub(r"\x1b\[\d*m", "", str(error))
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    told = [line for line in lines if not line.startswith("Failed in nopython mode")]
    what = _without_parts(told[0]) if told else "no reason is given"
    if what.endswith("signature:") and len(told) > 1:
        call = _without_parts(told[1].removeprefix(">>> "))
        what = f"{what.removesuffix(' found for signature:')} for {call}"
    places = (re.match(r'File "(.*)", line (\d+)', line) for line in lines)
    own = [f"{p[1]}:{p[2]}" for p in places if p and "treetop/" not in p[1] and "numba" not in p[1]]
    what = what if len(what) <= LONGEST else f"{what[:LONGEST]} ..."
    return f"{what}, at {own[0]}" if own else what


def _without_parts(text: str) -> str:
    """Our values by their names alone, and of arguments that do not fit only what is said of
    them."""
    text = text.replace("Jet(float64 x 3)", "Jet")
    for value in ("Vec3", "Mat3", "FrameMotion"):
        text = re.sub(rf"{value}\([^()]*\)", value, text)
    said = re.match(r"Cannot bind .* to signature '(.*)' due to \"(.*)\"", text)
    return f"{said[2]}, of {said[1]}" if said else text


# --- constraints of the user's own ------------------------------------------------------------


def uses_velocities(own: Own, f: int, frames: int) -> bool | None:
    """Whether function f changes with velocities, in some random motion; None if it is defined in
    none of them."""
    return _changes(own, f, frames, (VELOCITY, ANGULAR_VELOCITY))


def uses_motion(own: Own, f: int, frames: int) -> bool | None:
    """Likewise whether it changes with anything but time."""
    return _changes(own, f, frames, range(0, WIDTH, 3))


def reads_beyond(own: Own, f: int, frames: int) -> bool:
    """Whether function f reads more parameters than there are, which compiled code does not
    notice: what is behind them is varied."""
    n = own.parameters.shape[1]
    for sight in _sights(frames):
        found = []
        for behind in (0.0, np.nan):
            numbers = np.full(n + BEYOND, behind)
            numbers[:n] = own.parameters[f]
            try:
                found.append(own.given(f, 0.1, 0.0, sight, numbers[:n]))
            except UNDEFINED:
                continue
            except IndexError:
                return True
        if len(found) == 2 and np.isfinite(found[0]).all() and not np.isfinite(found[1]).all():
            return True
    return False


def _changes(own: Own, f: int, frames: int, parts: Iterable[int]) -> bool | None:
    rng, gains = np.random.default_rng(2), []
    for sight in _sights(frames):
        for first in range(0, len(sight), WIDTH):
            for at in parts:
                sight[first + at : first + at + 3, 1] = rng.uniform(0.5, 1.0, 3)
        try:
            gains.append(own.given(f, 0.1, 0.0, sight, own.parameters[f])[1])
        except UNDEFINED:
            continue
    defined = [gain for gain in gains if np.isfinite(gain)]
    return any(defined) if defined else None


def _sights(frames: int) -> Iterator[np.ndarray]:
    """Random motions of frames, without rates."""
    rng = np.random.default_rng(1)
    for _ in range(LOOKS):
        sight = np.zeros((WIDTH * frames, 3))
        sight[:, 0] = rng.uniform(-1.0, 1.0, len(sight))
        yield sight


# --- functions of time ------------------------------------------------------------------------


def wrong_rate(given: Callable[[float], tuple[float, ...]]) -> str:
    """Which of the two rates of a function of time, if any, is nowhere that of the function."""
    for k, name in ((0, "first"), (1, "second")):
        if all(_misfits(given, k, t) for t in TIMES):
            return name
    return ""


def _misfits(given: Callable[[float], tuple[float, ...]], k: int, t: float) -> bool:
    """Whether differences of number k, where two spacings agree on them, are not number k + 1."""
    try:
        rate = given(t)[k + 1]
        wide, near = ((given(t + h)[k] - given(t - h)[k]) / (2.0 * h) for h in (H, 0.5 * H))
    except UNDEFINED:
        return False
    size = max(abs(rate), abs(near))
    return abs(rate - near) > OFF * size + 10.0 * abs(near - wide) and np.isfinite(size)
