"""Implicit steps of long chains: cost per rod as they get longer, and Exudyn's beam elements."""

import time

import treetop as tt

from .exudyn_cable import ExudynCable
from .timing import Figure, least_times

FEW, MANY = 40, 1000
BENDING, STRETCHING, GRAVITY = 5.0, 1e5, 9.81
STEP, DURATION, RHO = 1e-3, 0.6, 0.8
FOR_FINE_ELEMENTS = 0.1  # until shortly before steps of Exudyn's 160 elements collapse
SHORT, LONG = 50, 250  # steps of the longer chain


def figures():
    yield _growth()
    yield _against_exudyn(elements=20, rods=40, duration=DURATION, at_least=4)
    yield _against_exudyn(elements=160, rods=160, duration=FOR_FINE_ELEMENTS, at_least=8)


class Chain:
    """Rods hinged to each other that swing, 1 m and 1 kg in all."""

    def __init__(self, rods: int, joint: str, bending: float, start: dict):
        from chains import chain

        model = chain(rods, joint, bending, GRAVITY)
        for name in [each for each in model.forces if each.endswith(" of hinge0")]:
            del model.forces[name]
        self.system = model.build()
        self.start = self.system.state(hinge0=start)

    def run(self, steps: int) -> tt.Run:
        settings = {"method": "generalized-alpha", "rho_inf": RHO, "rtol": 1e-6, "atol": 1e-8}
        duration = steps * STEP
        return tt.simulate(self.system, self.start, duration, step=STEP, every=duration, **settings)


def _growth():
    """A cable in space that swings: what further steps cost."""
    racers = {n: Chain(n, "universal", 0.0, {"angle1": 0.3, "angle2": -1.2}) for n in (FEW, MANY)}
    lengths = {(n, k): k * MANY // n for n in racers for k in (SHORT, LONG)}
    counts = {n: _iterations(racers[n].run(lengths[n, LONG])) for n in racers}
    turns = {key: lambda key=key: racers[key[0]].run(lengths[key]) for key in lengths}
    spent = least_times(turns, repeats=7)
    each = {n: (spent[n, LONG] - spent[n, SHORT]) / ((LONG - SHORT) * MANY) * 1e6 for n in racers}
    note = f"{each[MANY]:.2f} and {each[FEW]:.2f} µs"
    note = f"{note}, {counts[MANY]:.1f} and {counts[FEW]:.1f} iterations"
    name = f"implicit cable, per rod and step: {MANY} / {FEW}"
    return Figure(name, each[MANY] / each[FEW], at_most=1.3, note=note)


def _iterations(run):
    return run.statistics["evaluations"] / run.statistics["steps"]


def _against_exudyn(elements, rods, duration, at_least):
    """A beam let go level in the plane, in equal steps; CPU time, each with one thread."""
    ours, steps = Chain(rods, "revolute", BENDING, {}), round(duration / STEP)
    peers = [ExudynCable(elements, BENDING, STRETCHING, GRAVITY) for _ in range(8)]
    waiting = iter(peers)
    contenders = {
        "ours": lambda: ours.run(steps),
        "theirs": lambda: next(waiting).run(duration, STEP, RHO),
    }
    spent = least_times(contenders, repeats=7, clock=time.process_time)
    last = rods - rods // elements  # the rod that begins where the last element does
    place = ours.run(steps)[f"rod{last}.position"].values[-1][:2]
    apart = max(abs(place - peers[0].place(elements - 1)))
    note = f"{spent['theirs'] / steps * 1e6:.0f} and {spent['ours'] / steps * 1e6:.0f} µs per step"
    name = f"swinging beam: Exudyn ANCF {elements} / {rods} rods"
    note = f"{note}, {apart:.1e} m apart"
    return Figure(name, spent["theirs"] / spent["ours"], at_least=at_least, note=note)
