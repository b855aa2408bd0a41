"""Tabulated functions of time."""

from treetop.core.compiler import by_lane
from treetop.core.spatial.table_access import vec
from treetop.core.tables.search import interval


@by_lane
def signal(signals, s, t):
    """The three numbers of signal s at time t; the end values hold outside the table."""
    first, last = signals.at[s], signals.at[s + 1] - 1
    if t < signals.time[first]:
        return vec(signals.value, first)
    if t >= signals.time[last]:
        return vec(signals.value, last)
    low = interval(signals.time, first, last, t)
    before = vec(signals.value, low)
    if signals.hold[s] == 1:
        return before
    part = (t - signals.time[low]) / (signals.time[low + 1] - signals.time[low])
    return before + (vec(signals.value, low + 1) - before) * part
