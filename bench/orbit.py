"""A whole orbit of a hub with hinged panels, against Basilisk at equal accuracy.

Accuracy is that of the hub's final rate, of each code against its own converged answer, since
Basilisk takes gravity at the mass centre of the craft and we take it at each body's.  Each
family of settings is tightened until the answer is within `ACCURACY`; the quickest of Basilisk's
families then races with ours.
"""

import functools

import numpy as np

import treetop as tt

from .basilisk import BasiliskRun
from .craft import ORBIT, Craft
from .timing import Figure, least_times, seconds

ACCURACY = 1e-8


def figures():
    yield _same_motion()
    for panels in (2, 8):
        yield _whole_orbit(Craft(panels))


def _same_motion():
    """Both codes on the craft set free of gravity, where their equations are the same."""
    craft = Craft(8, mu=0.0, position=(0.1, -0.4, 0.3), velocity=(-0.2, 0.5, 0.1))
    ours, theirs = Ours(craft, 100.0).answer, Theirs(craft, 100.0).answer
    return Figure("orbit: codes differ by, no gravity", distance(ours, theirs), "", at_most=1e-10)


def _whole_orbit(craft):
    ours, theirs = Ours(craft), Theirs(craft)
    families = [
        functools.partial(theirs, *accurate(theirs, settings)) for settings in theirs.families
    ]
    racers = {
        "ours": functools.partial(ours, *accurate(ours, ours.settings)),
        "Basilisk": min(families, key=seconds),
    }
    spent = least_times(racers, repeats=5)
    note = f"rate to {ACCURACY:g}: " + ", ".join(
        f"{name} {call.args} {spent[name]:.3f} s" for name, call in racers.items()
    )
    name = f"orbit, {craft.panels} panels: Basilisk / ours"
    return Figure(name, spent["Basilisk"] / spent["ours"], at_least=20, note=note)


def accurate(code, settings):
    """The first setting, from loose to tight, that is accurate enough."""
    for setting in settings:
        if distance(code(*setting), code.answer) <= ACCURACY:
            return setting
    raise ValueError(f"no setting reaches {ACCURACY:g}")


def distance(rate, reference):
    return float(np.linalg.norm(rate - reference) / np.linalg.norm(reference))


class Ours:
    """The final rate of the hub for a relative tolerance."""

    settings = tuple((float(f"{10 ** (-k / 4):.1e}"),) for k in range(26, 52))

    def __init__(self, craft, duration=ORBIT):
        self.system, self.duration = craft.model().build(), duration
        self.start = craft.start(self.system)

    @functools.cached_property
    def answer(self):
        """The converged rate."""
        return self(3e-14)

    def __call__(self, rtol):
        run = tt.simulate(
            self.system, self.start, self.duration, every=self.duration, rtol=rtol, atol=1e-3 * rtol
        )
        return run["orbit.angular_velocity"].values[-1]


class Theirs:
    """Basilisk's orbit, for a method, a step and a tolerance."""

    # Steps are whole nanoseconds, and whole parts of the orbit, lest the runs end elsewhere.
    families = (
        [("RK4", h) for h in (0.0625, 0.05, 0.04, 0.03125, 0.025, 0.02)],
        [("RKF78", h, 1e-6) for h in (0.5, 0.48, 0.4, 0.375, 0.3, 0.25)],  # steps held
        [("RKF78", 5.0, float(f"{10 ** (-k / 4):.1e}")) for k in range(40, 54)],  # adaptive
    )

    def __init__(self, craft, duration=ORBIT):
        self.craft, self.duration = craft, duration

    @functools.cached_property
    def answer(self):
        """The converged rate."""
        return self("RKF78", 0.1, 1e-14)

    def __call__(self, *setting):
        run = BasiliskRun(self.craft, *setting)
        run.until(self.duration)
        return run.hub_rate
