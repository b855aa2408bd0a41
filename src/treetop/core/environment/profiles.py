"""Quantities tabulated against height: a cubic between every two heights, straight lines beyond.

A profile of n heights has n + 1 pieces: the first is below the lowest height, the last above the
highest. Each has the coefficients of 1, d, d² and d³, d the height above where the piece begins;
that of the first is counted from the lowest height.
"""

from treetop.core.compiler import kernel


@kernel
def piece_of(heights, height):
    """How many of the heights are not above this one."""
    low, high = 0, heights.size
    while low < high:
        middle = (low + high) // 2
        if heights[middle] <= height:
            low = middle + 1
        else:
            high = middle
    return low


@kernel
def profile(heights, pieces, k, column, height):
    """A column of a profile at a height that lies in piece k."""
    d, c = height - heights[max(k - 1, 0)], pieces[k, column]
    return c[0] + d * (c[1] + d * (c[2] + d * c[3]))
