"""Closed loops: what they cost beside the open tree, how cost grows with their number, Exudyn."""

import numpy as np

import treetop as tt
from treetop.validation.n_four_bar import pushed, row

from .dynamics import _repeated
from .exudyn_row import ExudynRow
from .timing import Figure, least_times, seconds

DURATION = 0.5  # s: the row stands above its flat position, where all formulations are at ease


def figures():
    yield _one_loop()
    yield _growth(10, 80)
    yield from _against_exudyn(40)


def _one_loop():
    """Six bodies on hinges, closed to the ground by a seventh hinge."""
    models = {"open": ring(closed=False), "closed": ring(closed=True)}
    racers = {name: Evaluations(model.build()) for name, model in models.items()}
    spent = least_times({n: lambda n=n: racers[n].repeat(1000) for n in racers}, repeats=51)
    note = f"{spent['closed'] * 1e3:.2f} and {spent['open'] * 1e3:.2f} µs"
    ratio = spent["closed"] / spent["open"]
    return Figure("loop of 6 bodies: closed / open", ratio, at_most=3, note=note)


def ring(closed: bool) -> tt.Model:
    """A hexagon of unit sides, its hinges askew."""
    rng, model, last = np.random.default_rng(1), tt.Model("ring"), "ground"
    for k in range(6):
        body = model.add_body(f"side{k}", 1.0, [0.1, 0.1, 0.1], [0.5, 0, 0])
        body.frame("tip", at=[1, 0, 0], attitude=[np.cos(np.pi / 6), 0, 0, np.sin(np.pi / 6)])
        model.add_joint(f"hinge{k}", tt.Revolute(rng.normal(size=3)), last, body)
        last = f"side{k}.tip"
    if closed:
        model.add_joint("close", tt.Revolute([0, 0, 1]), "ground", last)
    model.add_force("weight", tt.UniformGravity())
    return model


class Evaluations:
    def __init__(self, system, state=None):
        self.system, self.state = system, state or system.state()
        self.y = self.state.vector.copy()
        self.rate = np.zeros_like(self.y)
        # As within a run: which constraints are held is decided before.
        system.project(0.0, self.y, self.rate, system.problem)

    def repeat(self, times):
        s = self.system
        _repeated(times, s.derivative, self.y.copy(), self.rate, s.problem)


def _growth(few, many):
    racers = {}
    for links in (few, many):
        system = row(links).build()
        racers[links] = Evaluations(system, pushed(system, links))
    spent = least_times({n: lambda n=n: racers[n].repeat(20) for n in racers}, repeats=31)
    exponent = np.log(spent[many] / spent[few]) / np.log(many / few)
    note = f"{spent[few] / 20e-6:.0f} and {spent[many] / 20e-6:.0f} µs"
    name = f"row of {few} to {many} four-bars: exponent of cost"
    return Figure(name, exponent, "", at_most=1.5, note=note)


def _against_exudyn(links):
    """Wall time of half a second of motion at equal error of energy."""
    peer = ExudynRow(links)
    before = peer.energy()
    peer.run(DURATION, step=1e-3)
    allowed = abs(peer.energy() - before) / before
    system = row(links).build()
    start = pushed(system, links)

    def ours():
        return tt.simulate(system, start, duration=DURATION, every=DURATION, rtol=1e-5, atol=1e-7)

    error = ours().audit()["energy"].relative
    rounds = []
    for _ in range(5):
        peer = ExudynRow(links)
        rounds.append((seconds(ours), seconds(lambda p=peer: p.run(DURATION, step=1e-3))))
    mine, theirs = (min(times) for times in zip(*rounds, strict=True))
    note = f"{mine:.3f} and {theirs:.2f} s, errors of energy {error:.1e} and {allowed:.1e}"
    assert error <= allowed
    yield Figure(f"row of {links} four-bars: Exudyn / ours", theirs / mine, at_least=10, note=note)
