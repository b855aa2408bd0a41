"""Search in tables that are in order."""

from treetop.core.compiler import kernel


@kernel
def interval(knots, first, end, x):
    """The last knot from `first` to before `end` that is not above x; `first` if all are."""
    low, high = first, end
    while high - low > 1:
        middle = (low + high) // 2
        if knots[middle] <= x:
            low = middle
        else:
            high = middle
    return low
