"""Whether steps are as long as stability lets them be, which is what makes a problem stiff.

The test of DOP853: E. Hairer and G. Wanner, *Solving Ordinary Differential Equations II*, 2nd
edition (1996), section IV.2.  A step times the fastest rate of decay beyond the boundary of
stability, again and again, indicates a stiff problem; the contrary, that an explicit method would
do.
"""

import numpy as np

from treetop.core.compiler import kernel

EASY = 2.0  # step times rate up to which an implicit method has no advantage
EVERY = 25  # steps between two looks, as long as nothing is seen
SURE = 15  # looks that must say so
FORGET = 6  # looks in a row that say the contrary, and what was seen before counts no more

# What is remembered: looks that said so, looks in a row since that did not; whether it is sure,
# since when, and how many steps have said so since.
CONFIRMED, DENIED, FOUND, SINCE, STEPS = 0, 1, 2, 3, 4


def no_stiffness() -> np.ndarray:
    return np.zeros(5)


@kernel
def due(loop):
    """Whether to look after this step."""
    return loop.stiffness[CONFIRMED] > 0.0 or loop.counts[0] % EVERY == EVERY - 1


@kernel
def note(loop, is_confirmed):
    """Take note of what a look has said."""
    seen = loop.stiffness
    if is_confirmed:
        seen[CONFIRMED] += 1.0
        seen[DENIED] = 0.0
        if seen[CONFIRMED] >= SURE and seen[FOUND] == 0.0:
            seen[FOUND], seen[SINCE] = 1.0, loop.clock[0]
        seen[STEPS] += seen[FOUND]
    elif seen[CONFIRMED] > 0.0:
        seen[DENIED] += 1.0
        if seen[DENIED] >= FORGET:
            seen[CONFIRMED], seen[DENIED] = 0.0, 0.0
