"""Where Newton's method begins in an implicit step of a tree.

Guessed from the accelerations at the start of a step, what is too fast to be followed goes far
astray.  So there are several ways in which a motion may go on.  Where one fails the next is tried,
and the one that served is the first of the next step, unless another one was much nearer.

Turns and lengths go on in their own ways: a slide of a stiff cable springs back within a step,
while the rods that it joins turn on.
"""

from typing import NamedTuple

import numpy as np

from treetop.core.compiler import kernel
from treetop.core.spatial.table_access import copy_into

# At constant speeds; to rest where they are; with rates of zero at the end; likewise, lengths to
# rest where they are; as they were accelerated, lengths with rates of zero at the end; all as they
# were accelerated.
STEADY, AT_REST, UNACCELERATED, LENGTHS_AT_REST, TURNING_ON, AS_BEFORE = range(6)
TURNS_ALONE = STEADY, AT_REST, UNACCELERATED  # tried in this order
WITH_LENGTHS = TURNING_ON, LENGTHS_AT_REST, UNACCELERATED
MUCH_NEARER = 0.3  # part of the distance from which another guess is better


class Ways(NamedTuple):
    """What one speed may be guessed to do: its a at the end."""

    steady: float
    rest: float
    unaccelerated: float
    before: float


@kernel
def ways_of(a, rate, u, w, h):
    """By a, rate and speed at the start."""
    steady = a * ((w.beta - 0.5) / w.beta)
    past = (w.old_rate * rate - w.old_a * a) / (1.0 - w.old_a)
    return Ways(steady, steady - u / (h * w.beta), past, a)


@kernel
def guessed(kind, turns, ways):
    """a at the end, of a speed that turns a body or moves it along a length."""
    if kind == STEADY:
        return ways.steady
    if kind == AT_REST or (kind == LENGTHS_AT_REST and not turns):
        return ways.rest
    if kind == AS_BEFORE or (kind == TURNING_ON and turns):
        return ways.before
    return ways.unaccelerated


@kernel
def begin(memory, w, h):
    """Guess a at the end; what follows the speeds goes on as before."""
    recursion, nq = memory.recursion, memory.constrained.size[0]
    copy_into(recursion.multiplier, recursion.held)
    copy_into(memory.a[1], memory.a[0])
    kind = recursion.guess[0]
    for i in range(recursion.wanted.size):
        ways = ways_of(memory.a[0, i], memory.rate[0, i], memory.start[nq + i], w, h)
        memory.a[1, i] = guessed(kind, recursion.turning[i] == 1.0, ways)


@kernel
def begin_anew(recursion):
    """Where accelerations jump, only speeds are known to go on."""
    recursion.guess[0] = STEADY


@kernel
def guess_otherwise(recursion):
    """The next in order, where one has failed; the first of them that is tried is the one that
    served last."""
    order, place = recursion.order, recursion.place
    if recursion.guess[0] == order[place[0]]:
        place[0] = (place[0] + 1) % order.size
    recursion.guess[0] = order[place[0]]


@kernel
def guess_next(memory, w, h):
    """Guess the next step by what served, or as all was accelerated before if that would have been
    much nearer."""
    recursion, nq, far = memory.recursion, memory.constrained.size[0], memory.recursion.far
    kind = recursion.order[recursion.place[0]]
    far[:] = 0.0
    for i in range(recursion.wanted.size):
        ways = ways_of(memory.a[0, i], memory.rate[0, i], memory.start[nq + i], w, h)
        found = memory.a[1, i]
        far[0] = max(far[0], abs(found - guessed(kind, recursion.turning[i] == 1.0, ways)))
        far[1] = max(far[1], abs(found - ways.before))
    recursion.guess[0] = AS_BEFORE if far[1] < MUCH_NEARER * far[0] else kind


def order_of(turning: np.ndarray) -> np.ndarray:
    """The guesses of a tree whose speeds turn bodies or move them along lengths."""
    return np.array(TURNS_ALONE if turning.all() else WITH_LENGTHS, dtype=np.int64)
