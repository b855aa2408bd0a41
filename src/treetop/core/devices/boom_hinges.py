"""Hinges of a boom that leaves a guide: the length of line whose bending each stands for.

Hinges are h apart, the first at the distance s = x h from the guide.  As a rod leaves, from a cut
at x = ε to the next at x = 1 + ε, the length of the first grows from nothing; those of the next two
change so that sums over hinges are exact for integrals of linear functions from the guide on,

    Σ l_j = s + 5h/2    Σ l_j x_j = (s + 5h/2)²/2    over the first three,

and each becomes the next where a rod is cut off, so that moments and energy are continuous.
Derivation: docs/theory/deployment.md.
"""

from treetop.core.compiler import kernel

SHORTEST = 0.1  # of a rod, ε: where the exit rod is merged, and what a cut leaves in the mouth
LEAST = 0.01  # of a rod: the length that the first hinge stands for where it is let go
GROWTH = (2.5 + SHORTEST) * (0.75 + 0.5 * SHORTEST)  # of that length per unit of s


@kernel
def bending_length(n, s, h):
    """The length whose bending hinge n from the guide on stands for, and its rate per unit of s."""
    if n > 2:
        return h, 0.0
    x = min(s / h, 1.0 + SHORTEST)
    first, per_s = GROWTH * (x - SHORTEST), GROWTH
    if first < LEAST:
        first, per_s = LEAST, 0.0
    third, third_per_s = (x + 2.5) * (0.25 - 0.5 * x) + first, per_s - 1.0 - x
    over = s - x * h  # of a rod that is about to be cut
    if n == 0:
        return first * h + over, per_s if over <= 0.0 else 1.0
    if n == 1:
        return (x + 2.5 - first - third) * h, 1.0 - per_s - third_per_s if over <= 0.0 else 0.0
    return third * h, third_per_s if over <= 0.0 else 0.0
