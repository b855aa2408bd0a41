"""Which samples are shown where there are more than a page can hold."""

from __future__ import annotations

import numpy as np

MOTION = 1_500_000  # numbers that bodies move by
PLOTS = 1_600_000  # numbers that are plotted besides
LEAST = 150  # samples, however many bodies


def kept(times: np.ndarray, numbers: int, room: int) -> np.ndarray:
    """Of samples with so many numbers each, those for which there is room.

    They are evenly spread. Where the structure changes at once, there is a sample before and one
    after; both are kept.
    """
    most = max(LEAST, room // max(1, numbers))
    if len(times) <= most:
        return np.arange(len(times))
    same = np.flatnonzero(np.diff(times) == 0)
    changes = np.union1d(same, same + 1)
    if len(changes) > most // 2:
        changes = changes[:0]
    even = np.linspace(0, len(times) - 1, most - len(changes))
    return np.union1d(np.rint(even).astype(int), changes)
