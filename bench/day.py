"""A day in a low orbit, with flattening, turning air and sunlight, against Basilisk at equal error.

Both fly `treetop.validation.low_orbit_day`, and the error is the distance from its reference in
the end.  Basilisk finds density, wind and light at the start of a step and holds them, so its error
falls as the step whatever the method; ours ends steps at the edges of the shadow.  Times are of the
processor, and of the flight alone: models are ready before.
"""

import functools
import itertools
import time
from typing import NamedTuple

import numpy as np

import treetop as tt
from treetop.validation.low_orbit_day import DAY, POSITION, VELOCITY, WITH_BOTH, satellite

from .basilisk_day import BasiliskDay
from .timing import Figure, seconds


def figures():
    ours, theirs = Ours(), Theirs()
    limit = 2.0 * theirs.ready("RK4", 0.5)() - theirs.ready("RK4", 1.0)()
    apart = distance(limit)
    yield Figure("day: Basilisk's limit from the reference", apart, "m", at_most=1e-3)
    for accuracy, repeats, at_least in ((1.0, 15, None), (0.3, 7, None), (0.01, 0, 100)):
        yield _race(ours, theirs, accuracy, repeats, at_least)


def _race(ours, theirs, accuracy, repeats, at_least):
    """Basilisk's time over ours, each the least of its trial and the repeats."""
    racers = {
        "ours": (ours, ours.quickest(accuracy)),
        "Basilisk": (theirs, theirs.quickest(accuracy)),
    }
    spent = {who: [trial.time] for who, (_, trial) in racers.items()}
    for _ in range(repeats):
        for who, (code, trial) in racers.items():
            spent[who].append(code.flown(*trial.setting).time)
    least = {who: min(times) for who, times in spent.items()}
    note = ", ".join(
        f"{who} {trial.setting} {trial.error:.2g} m {least[who]:.4f} s"
        for who, (_, trial) in racers.items()
    )
    ratio = least["Basilisk"] / least["ours"]
    name = f"a day to {accuracy:g} m: Basilisk / ours"
    return Figure(name, ratio, at_least=at_least, note=note)


def distance(end):
    return float(np.linalg.norm(end - WITH_BOTH))


class Trial(NamedTuple):
    """What a flight with a setting came to: its error, m, and its time, s."""

    setting: tuple
    error: float
    time: float


class Code:
    """Flights by one code, for the settings of its families, each from coarse to fine."""

    families: tuple[list[tuple], ...]

    def ready(self, *setting):
        """A flight ready to start: a call that gives the position in the end, for once."""
        raise NotImplementedError

    def flown(self, *setting) -> Trial:
        flight, end = self.ready(*setting), []
        spent = seconds(lambda: end.append(flight()), clock=time.process_time)
        return Trial(setting, distance(end[0]), spent)

    @functools.cached_property
    def trials(self):
        return [[self.flown(*setting) for setting in family] for family in self.families]

    def quickest(self, accuracy):
        """The quickest accurate trial.

        One counts as accurate if all finer ones of its family are, too: an error is small by chance
        where that of the method and that of held forces cancel.
        """
        found = []
        for family in self.trials:
            accurate = itertools.takewhile(lambda t: t.error <= accuracy, reversed(family))
            found += list(accurate)[-1:]
        return min(found, key=lambda trial: trial.time)


class Ours(Code):
    """For a method and its tolerance."""

    families = (
        [("dop853", rtol) for rtol in (1e-5, 3e-6, 1e-6, 3e-7, 1e-7, 3e-8, 1e-8)],
        [("dopri5", rtol) for rtol in (1e-9, 3e-10, 1e-10, 3e-11, 1e-11, 3e-12, 1e-12)],
    )

    def __init__(self):
        self.system = satellite(air=True, light=True).build()
        self.start = self.system.state(orbit={"position": POSITION, "velocity": VELOCITY})
        for family in self.families:  # so that compiling and loading are in no trial
            self.ready(*family[0])()

    def ready(self, method, rtol):
        def flight():
            options = {"method": method, "rtol": rtol, "atol": rtol}
            run = tt.simulate(self.system, self.start, DAY, at=[DAY], **options)
            return run["bus.position"].values[-1]

        return flight


class Theirs(Code):
    """For a method, a step and a tolerance."""

    families = (
        [("RK4", h) for h in (15.0, 14.4, 13.5, 12.0, 10.0, 8.0, 6.0, 4.0, 2.4, 2.0, 0.072)],
        [("RKF45", h, 1e-8) for h in (7.2, 2.0)],
    )

    def ready(self, *setting):
        day = BasiliskDay(*setting)

        def flight():
            day.until(DAY)
            return day.position

        return flight
