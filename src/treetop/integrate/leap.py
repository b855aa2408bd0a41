"""Steps over singular positions of loops.

Close to such a position constraints hardly tell one direction, and rounding moves the state along
it: by c / x if x is the distance, its velocity by c v / x², its acceleration by c v² / x³.  The
shorter the steps, the closer they come and the more they are in error.  So a step must not end
where rounding alone would move the state too far; from near such a position, and where steps would
become far shorter than usual, several lengths are tried, one of which may step over it with no
stage too close.  If none is good enough, and rounding is the cause, the best one is taken, and
counted.
"""

import math

from treetop._kernel import inlined, kernel
from treetop.spatial.rows import copy_into

LEAPS, SHORTER = 10, 0.85  # lengths to try, each so much shorter than the one before
STUCK = 0.1  # part of the usual length below which steps are far shorter
NEAR = 0.01  # noise from which on a position is near to a singular one
RELAXED = 1000.0  # the greatest error, in units of the tolerance, of a step that is taken at all
NUDGE = 4e-15  # relative change by rounding, above what settling takes for nothing
SUSPECT = 1e-4  # by how much settling may move a state, in units of the tolerance, unsuspected
AMPLIFIED = 10.0  # times that rounding is magnified by settling where all is well, at most
WEIGHT = 100.0  # of noise beside errors: what is noise at the start of a step grows within it

# What is remembered.
USUAL, SHORTEST, NOISE, BEST, ERROR = 0, 1, 2, 3, 4
ROOM = 5


@kernel
def allowed(leap):
    """The error that a step may have: the last one to be tried has been the best of all."""
    return RELAXED if leap == LEAPS + 1 else 1.0


@kernel
def tried_next(known, h, error, noise, shorter, leap, leaps):
    """The step to try after one of length h that failed; and which of the leaps it is: 0 none so
    far, one more than there are the best of all, two more if that has failed as well."""
    known[NOISE] = max(known[NOISE], noise)
    if leap == 0:
        known[SHORTEST], known[BEST], known[ERROR] = shorter, 0.0, math.inf
        if not (leaps and (known[NOISE] > NEAR or shorter < STUCK * known[USUAL])):
            return shorter, 0
    if leap > LEAPS:
        known[SHORTEST] = min(known[SHORTEST], shorter)
        return known[SHORTEST], LEAPS + 2
    if error < known[ERROR]:
        known[BEST], known[ERROR] = h, error
    if leap < LEAPS:
        return known[USUAL] * SHORTER**leap, leap + 1
    if known[NOISE] > NEAR and known[ERROR] <= RELAXED:
        return known[BEST], LEAPS + 1
    return known[SHORTEST], LEAPS + 2


@kernel
def note_step(known, h, error, noise):
    """Remember a step that was taken; return 1 if its error is beyond the tolerance, else 0."""
    known[USUAL], known[NOISE] = max(h, 0.9 * known[USUAL]), noise
    return 1 if error > 1.0 else 0


@inlined
def noise_of(settle, problem, plan, loop):
    """How far rounding moves what settling makes of a state, in units of the tolerance; nothing
    where settling hardly magnifies it."""
    nudged, last = loop.stages[1], plan.controlled[0]
    for i in range(nudged.size):
        nudged[i] = loop.y_new[i] * (1.0 + (NUDGE if i % 3 == 0 else -NUDGE))
    before = greatest_change(loop.y_new, nudged, last)
    settle(loop.clock[0], nudged, loop.stages[2], problem)
    after, noise = greatest_change(loop.y, nudged, last), moved_by(plan, loop.y, nudged)
    restore_ranks(settle, problem, loop, loop.clock[0])
    pace = min(1.0, max(loop.leap[USUAL], loop.clock[1]))  # s: speeds change as places do in this
    return WEIGHT * noise if after * pace > AMPLIFIED * before else 0.0


@kernel
def greatest_change(y, other, last):
    most = 0.0
    for i in range(last):
        most = max(most, abs(y[i] - other[i]))
    return most


@inlined
def restore_ranks(settle, problem, loop, t):
    """Let what is decided about ranks belong to the state reached, not to one that was tried."""
    copy_into(loop.stages[1], loop.y)
    settle(t, loop.stages[1], loop.stages[2], problem)


@kernel
def moved_by(plan, y, before):
    """The change of a state in units of the tolerance."""
    square = 0.0
    for i in range(plan.controlled[0]):
        scale = plan.control[1] + plan.control[0] * max(abs(y[i]), abs(before[i]))
        square += ((y[i] - before[i]) / scale) ** 2
    return math.sqrt(square / plan.controlled[0])
