"""Steps over singular positions of loops.

Close to such a position constraints hardly tell one direction, and rounding moves the state along
it: by c / x if x is the distance, its velocity by c v / x², its acceleration by c v² / x³.  The
shorter the steps, the closer they come and the more they are in error.  So a step must not end
where rounding alone would move the state too far; from near such a position, and where steps would
become far shorter than usual, several lengths are tried, one of which may step over it with no
stage too close.  If none is good enough, and rounding is the cause, the best one is taken, and
counted.  If that is too bad as well, the last step had come too close: it is undone, and others are
tried in its place.
"""

import math

import numpy as np

from treetop.core.compiler import inlined, kernel
from treetop.core.integrators.error_norm import allowed, distance, worse
from treetop.core.linear_algebra.vectors import greatest
from treetop.core.spatial.table_access import copy_into

TRIAL_LENGTHS, TRIAL_RATIO = 10, 0.85  # lengths to try, and the ratio of each to the one before
RETRY_GROWTH = 1.5  # of the usual length: the first length tried in place of a step undone
STUCK_FRACTION = 0.1  # of the usual length: steps below are far shorter than usual
NEAR_SINGULAR = 0.01  # noise from which on a position is near to a singular one
RELAXED_ERROR = 1000.0  # greatest error, in units of the tolerance, of a step that is taken at all
NUDGE = 4e-15  # relative change by rounding, above what projection takes for nothing
SUSPECT_SHIFT = 1e-4  # by projection, in units of the tolerance: a step moved further is suspect
MAX_AMPLIFICATION = 10.0  # of rounding by projection, away from singular positions
MAX_PROJECTION = 10.0  # in units of the tolerance: the shift by projection of a good step's end
STEP_SHARE = 1e-7  # of the change within a step: a shift by projection that is always allowed
NOISE_WEIGHT = 100.0  # of noise beside errors: noise at the start of a step grows within it

# What is remembered: the usual step, the shorter one that the method proposed, noise, the best of
# the steps that were tried and its error, how many were tried, whether there are constraints; when
# the last step began and how many samples there were, and from where it was last undone.
USUAL, SHORTEST, NOISE, BEST, ERROR, TRIED, BOUND = 0, 1, 2, 3, 4, 5, 6
BEGAN, SAMPLED, UNDONE = 7, 8, 9
HISTORY_SIZE = 10
# How many were tried: none, up to TRIAL_LENGTHS, then the best of them again, then all in vain.
BEST_AGAIN, IN_VAIN = TRIAL_LENGTHS + 1, TRIAL_LENGTHS + 2


def no_history() -> np.ndarray:
    known = np.zeros(HISTORY_SIZE)
    known[UNDONE] = -math.inf
    return known


@kernel
def bearable(known):
    """The error that a step may have, in units of the tolerance."""
    return RELAXED_ERROR if known[TRIED] == BEST_AGAIN else 1.0


@kernel
def worth_landing(known):
    """The error up to which it is worth knowing what noise there is at the end of a step."""
    return RELAXED_ERROR if 0 < known[TRIED] < IN_VAIN else 1.0


@kernel
def tried_next(known, h, error, noise, shorter):
    """The step to try after one of length h that failed, where the method proposes a shorter."""
    known[NOISE] = max(known[NOISE], noise)
    tried = known[TRIED]
    if tried == 0:
        known[SHORTEST], known[BEST], known[ERROR] = shorter, 0.0, math.inf
        stuck = known[NOISE] > NEAR_SINGULAR or shorter < STUCK_FRACTION * known[USUAL]
        if not (known[BOUND] and stuck):
            return shorter
    if tried > TRIAL_LENGTHS:
        known[TRIED], known[SHORTEST] = IN_VAIN, min(known[SHORTEST], shorter)
        return known[SHORTEST]
    if error < known[ERROR]:
        known[BEST], known[ERROR] = h, error
    if tried < TRIAL_LENGTHS:
        known[TRIED] = tried + 1
        return known[USUAL] * TRIAL_RATIO**tried
    good = known[NOISE] > NEAR_SINGULAR and known[ERROR] <= RELAXED_ERROR
    known[TRIED] = BEST_AGAIN if good else IN_VAIN
    return known[BEST] if good else known[SHORTEST]


@kernel
def note_step(known, t, h, error, noise, sampled, bound):
    """Remember a step that was taken; return 1 if its error is beyond the tolerance, else 0."""
    known[USUAL], known[NOISE] = max(h, 0.9 * known[USUAL]), noise
    known[TRIED], known[BOUND], known[BEGAN], known[SAMPLED] = 0, bound, t, sampled
    return 1 if error > 1.0 else 0


@kernel
def trapped(known, t):
    """Whether the last step, which ended at t, is to be undone: once, and if there was one."""
    return known[TRIED] == IN_VAIN and known[NOISE] > NEAR_SINGULAR and t > known[UNDONE]


@kernel
def tried_instead(known, t):
    """The step to try in the place of the last one, which ended at t: that one again, if no other
    is good."""
    known[UNDONE], known[TRIED], known[NOISE] = t, 1, 0.0
    known[SHORTEST] = t - known[BEGAN]
    known[BEST], known[ERROR], known[USUAL] = 0.0, math.inf, RETRY_GROWTH * known[USUAL]
    return known[USUAL]


@kernel
def suspect(plan, loop, rejected):
    """Whether a step may have ended next to a singular position: one that failed at first, and
    one that projection moved."""
    return rejected or distance(plan, loop.y, loop.y_new) > SUSPECT_SHIFT


@inlined
def noise_of(project, problem, plan, loop):
    """How far rounding moves what projection makes of a state, in units of the tolerance; nothing
    where projection hardly magnifies it."""
    nudged, last = loop.stages[1], plan.controlled[0]
    for i in range(nudged.size):
        nudged[i] = loop.y_new[i] * (1.0 + (NUDGE if i % 3 == 0 else -NUDGE))
    before = greatest_change(loop.y_new, nudged, last)
    project(loop.clock[0], nudged, loop.stages[2], problem)
    after, noise = greatest_change(loop.y, nudged, last), distance(plan, loop.y, nudged)
    restore_ranks(project, problem, loop, loop.clock[0])
    pace = min(
        1.0, max(loop.singular[USUAL], loop.clock[1])
    )  # s: speeds change as places do in this
    return NOISE_WEIGHT * noise if after * pace > MAX_AMPLIFICATION * before else 0.0


@inlined
def overruled(project, problem, plan, loop, t):
    """How far projection has moved the end of a step from t, in units of how far it may: what moves
    a joint by a law within a step that saw nothing of it moves it much further.

    What projection makes of the start is no matter of the step.  A step that begins or ends next to
    a singular position leaves what projection magnifies, and the shorter steps are, the closer they
    come: the magnification is returned as well.
    """
    before, magnification = loop.stages[1], 1.0
    copy_into(before, loop.y_old)
    largest = moved(plan, loop, before)
    if largest > 1.0:
        project(t, before, loop.stages[2], problem)
        largest = moved(plan, loop, before)
        magnification = max(
            magnified(project, problem, plan, loop, t, loop.y_old),
            magnified(project, problem, plan, loop, loop.clock[0], loop.y),
        )
        restore_ranks(project, problem, loop, loop.clock[0])
    return largest / magnification, magnification


@kernel
def moved(plan, loop, before):
    """By projection, in units of what is good, if it makes `before` of the start; an origin that
    goes along moves what is measured from there."""
    shift, largest = origin_shift(plan, loop.y_new, loop.y), 0.0
    for i in range(plan.controlled[0]):
        change = abs(loop.y[i] - loop.y_new[i])
        by_step = STEP_SHARE * abs(loop.y_new[i] - loop.y_old[i])
        may = max(MAX_PROJECTION * allowed(plan, loop.y, loop.y_new, i), by_step)
        may += 2.0 * abs(before[i] - loop.y_old[i])
        if change > 2.0 * shift:
            largest = worse(change / may, largest)
    return largest


@kernel
def origin_shift(plan, y, other):
    """How far the origin, and its velocity, are apart in two states."""
    shift, first = 0.0, plan.further[0]
    for i in range(first, first + 6 if first >= 0 else first):
        shift += abs(other[i] - y[i])
    return shift


@kernel
def magnified(project, problem, plan, loop, t, y):
    """How many times projection moves a state further than it was displaced from y at time t, once
    that is projected, all coordinates and speeds by as much; at least one."""
    base, aside, last = loop.stages[1], loop.stages[3], plan.controlled[0]
    far, largest = NUDGE * max(1.0, greatest(y[:last])), 0.0
    copy_into(base, y)
    project(t, base, loop.stages[2], problem)
    copy_into(aside, base)
    for i in range(last):
        aside[i] += far if i % 3 == 0 else -far
    project(t, aside, loop.stages[2], problem)
    shift = origin_shift(plan, base, aside)
    for i in range(last):
        change = abs(aside[i] - base[i])
        if change > 2.0 * shift:
            largest = max(largest, change)
    return max(1.0, largest / far)


@inlined
def cornered(project, problem, plan, loop, t):
    """Whether the last step, which ended at t, is to be undone although rounding has not told: no
    length is good from there, and projection magnifies what steps leave."""
    known = loop.singular
    if known[TRIED] != IN_VAIN or not known[BOUND] or t <= known[UNDONE]:
        return False
    close = magnified(project, problem, plan, loop, t, loop.y) > MAX_AMPLIFICATION
    restore_ranks(project, problem, loop, t)
    return close


@kernel
def greatest_change(y, other, last):
    largest = 0.0
    for i in range(last):
        largest = max(largest, abs(y[i] - other[i]))
    return largest


@kernel
def restore_ranks(project, problem, loop, t):
    """Let what is decided about ranks belong to the state reached, not to one that was tried."""
    copy_into(loop.stages[1], loop.y)
    project(t, loop.stages[1], loop.stages[2], problem)
