"""A slew by three wheels under sampled control, against Basilisk at equal accuracy.

The torque -K σ - P ω is found every half second and held.  Accuracy is that of rate and wheel
speeds in the end, of each code against its own converged answer.  In Basilisk the chain is that of
its examples: navigation, reference, tracking error, feedback and motor torques.  For a run of a
day the craft goes around the Earth, whose gravity exerts no torque in either code.  Times are those
of the processor, from models that are ready to the answer.
"""

import functools
import time

import numpy as np

import treetop as tt
from treetop.validation import sampled_slew

from .basilisk_slew import BasiliskSlew
from .timing import Figure, seconds

SLEW, DAY = 600.0, 86400.0
MU, RADIUS = 3.986004418e14, 7e6
START = 0.0316, 374.0  # norms of rate and wheel speeds, rad/s


def figures():
    ours, theirs = Ours(SLEW), Theirs(SLEW)
    yield _difference("slew", ours, theirs)
    yield _race("slew of 600 s", ours, theirs, 1e-8, at_least=None)
    yield _race("slew of 600 s", ours, theirs, 1e-10, at_least=10)
    ours, theirs = Ours(DAY), Theirs(DAY)
    yield _difference("a day", ours, theirs)
    yield _race("a day", ours, theirs, 1e-12, at_least=20, repeats=2)


def _difference(name, ours, theirs):
    """That both compute the same motion."""
    apart = distance(ours.answer, theirs.answer)
    return Figure(f"{name}: codes differ by", apart, "", at_most=1e-9)


def _race(name, ours, theirs, accuracy, at_least, repeats=7):
    """Basilisk's time over ours, each by its quickest setting that is accurate enough."""
    racers = {"ours": _quickest(ours, accuracy), "Basilisk": _quickest(theirs, accuracy)}
    spent = _least_flights(racers, repeats)
    note = ", ".join(f"{who} {call.args} {spent[who]:.4f} s" for who, call in racers.items())
    ratio = spent["Basilisk"] / spent["ours"]
    return Figure(f"{name} to {accuracy:g}: Basilisk / ours", ratio, at_least=at_least, note=note)


def _least_flights(racers, repeats):
    """The least time of each, over repeats in which all take turns; what makes them ready for a
    flight is not counted."""
    rounds = [
        {name: seconds(ready(), time.process_time) for name, ready in racers.items()}
        for _ in range(repeats + 1)
    ]
    return {name: min(each[name] for each in rounds[1:]) for name in racers}


def _quickest(code, accuracy):
    """What readies the quickest flight that is accurate enough, of the first setting of each family
    that is."""
    found = []
    for family in code.families:
        for setting in family:
            if distance(code.ready(*setting)(), code.answer) <= accuracy:
                found.append(functools.partial(code.ready, *setting))
                break
    return min(found, key=lambda ready: seconds(ready(), time.process_time))


def distance(end, reference):
    """The greater of the differences of rate and of wheel speeds, in parts of those at the start,
    since the rate fades away."""
    parts = zip(end, reference, START, strict=True)
    return max(float(np.linalg.norm(a - b) / size) for a, b, size in parts)


class Ours:
    """Rate and wheel speeds in the end, for a method and its step or tolerance."""

    families = (
        [("dopri5", rtol) for rtol in (1e-6, 1e-8, 1e-10, 1e-12)],
        [("dop853", rtol) for rtol in (1e-6, 1e-10)],
        [("rk4", step) for step in (0.5, 0.25, 0.125)],
    )

    def __init__(self, duration):
        self.duration = duration
        model = sampled_slew.craft()
        flight = {}
        if duration == DAY:
            model.add_force("gravity", tt.CentralGravity(MU, gradient=False))
            flight = {"position": [RADIUS, 0, 0], "velocity": [0, np.sqrt(MU / RADIUS), 0]}
        self.system = model.build()
        self.start = sampled_slew.start(self.system, **flight)

    @functools.cached_property
    def answer(self):
        """The converged end."""
        return self.ready("dop853", 1e-13)()

    def ready(self, method, setting):
        options = {"step": setting} if method == "rk4" else {"rtol": setting, "atol": setting}

        def flight():
            run = tt.simulate(
                *(self.system, self.start, self.duration),
                every=self.duration,
                method=method,
                **options,
            )
            return run["bus.angular_velocity"].values[-1], sampled_slew.speeds(run)

        return flight


class Theirs:
    """Basilisk's slew, for a method, a step and a tolerance."""

    families = (
        [("RK4", h) for h in (0.5, 0.25, 0.125, 0.1, 0.0625, 0.05)],
        [("RKF45", 0.5, tolerance) for tolerance in (1e-8, 1e-10, 1e-12, 1e-14)],
        [("RKF78", 0.5, tolerance) for tolerance in (1e-6, 1e-10, 1e-14)],
    )

    def __init__(self, duration):
        self.duration, self.mu = duration, MU if duration == DAY else 0.0

    @functools.cached_property
    def answer(self):
        """The converged end."""
        return self.ready("RKF78", 0.25, 1e-14)()

    def ready(self, *setting):
        run = BasiliskSlew(self.mu, RADIUS, *setting)

        def flight():
            run.until(self.duration)
            return run.hub_rate, run.wheel_speeds

        return flight
