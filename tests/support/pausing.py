"""Runs that are interrupted just after they have written a checkpoint."""

from contextlib import suppress

import treetop as tt


class Died(Exception):
    """What a process cannot tell us."""


class Mortal(tt.Checkpoint):
    """Written whenever the loop pauses; after so many times the run dies."""

    def __init__(self, folder, times=1, **options):
        super().__init__(folder, every=0, **options)
        self.times = times

    def write(self, hybrid):
        super().write(hybrid)
        self.times -= 1
        if not self.times:
            raise Died


def died(system, start, folder, times=1, **settings):
    """Begin a run that dies."""
    with suppress(Died):
        tt.simulate(system, start, **settings, checkpoint=Mortal(folder, times))


def resumed(folder, times=1, **given) -> tuple[tt.Run, int]:
    """The run in the end, and how often it was resumed."""
    deaths = 0
    while True:
        try:
            return tt.resume(Mortal(folder, times), **given), deaths + 1
        except Died:
            deaths += 1
