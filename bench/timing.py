"""Measuring: contenders take turns, and the least of all repeats counts.

Noise of a shared machine only ever adds time, and slow spells hit all contenders alike when they
take turns; so the minimum is the fairest single number.
"""

import time
from collections.abc import Callable
from typing import NamedTuple


class Figure(NamedTuple):
    """One line of the table: a value, and the bound that it should keep."""

    name: str
    value: float
    unit: str = "x"
    at_least: float | None = None
    at_most: float | None = None
    note: str = ""

    @property
    def met(self) -> bool | None:
        if self.at_least is None and self.at_most is None:
            return None
        above = self.at_least is None or self.value >= self.at_least
        return bool(above and (self.at_most is None or self.value <= self.at_most))


def seconds(call: Callable[[], object], clock: Callable[[], float] = time.perf_counter) -> float:
    start = clock()
    call()
    return clock() - start


def least_times(
    contenders: dict[str, Callable[[], object]],
    repeats: int = 9,
    clock: Callable[[], float] = time.perf_counter,
) -> dict[str, float]:
    """The least time of each contender, over repeats in which all take turns."""
    for call in contenders.values():
        call()
    rounds = [{n: seconds(call, clock) for n, call in contenders.items()} for _ in range(repeats)]
    return {name: min(r[name] for r in rounds) for name in contenders}
