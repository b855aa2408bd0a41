"""Tabulated functions of time."""

from treetop.core.compiler import kernel
from treetop.core.spatial.table_access import vec


@kernel
def signal(signals, s, t):
    """The three numbers of signal s at time t; the end values hold outside the table."""
    first, last = signals.at[s], signals.at[s + 1] - 1
    if t < signals.time[first]:
        return vec(signals.value, first)
    if t >= signals.time[last]:
        return vec(signals.value, last)
    low, high = first, last
    while high - low > 1:
        middle = (low + high) // 2
        if signals.time[middle] <= t:
            low = middle
        else:
            high = middle
    before = vec(signals.value, low)
    if signals.hold[s] == 1:
        return before
    part = (t - signals.time[low]) / (signals.time[high] - signals.time[low])
    return before + (vec(signals.value, high) - before) * part
