"""Exact derivatives: what a column of the Jacobian costs, the whole of it beside Pinocchio's
analytical derivatives, linear models and implicit runs of a chain beside those by differences."""

import time

import numpy as np

import treetop as tt
from random_trees import random_motion, random_tree
from treetop.core.interface import WORKS
from treetop.simulation import jacobians
from treetop.system.exact_rates import exact_rates
from treetop.system.state_jacobian import by_duals, of_tree

from .timing import Figure, least_times

SIZES = (7, 30, 100)
AHEAD = {7: 1.4, 30: 1.4, 100: 2}
# A fiftieth of what the first linear models took, by differences: 17 250 rates.
RATES = 345
REPEATED = 20


def figures():
    for n in SIZES:
        yield from _columns(n)
    yield from _linear_model(30)
    yield from (_implicit(100, method) for method in ("radau", "bdf"))


def _chain(n):
    options = {"kinds": ("revolute",), "reach": 1, "grounded": True, "efforts": False}
    model = random_tree(1, bodies=n, **options)
    motion = random_motion(model, seed=1, speed=0.1)
    system = model.build()
    return model, motion, system, system.state(**motion)


def _columns(n):
    import pinocchio

    from peers.pinocchio_model import pinocchio_tree

    model, motion, system, state = _chain(n)
    tree, y, J = pinocchio_tree(model), state.vector, np.zeros((system.size, system.size))
    q, v, tau = tree.coordinates(motion), tree.speeds(motion), np.zeros(n)
    contexts = [system.context() for _ in range(2)]
    ours, duals = (
        make(system, context.problem)
        for make, context in zip((of_tree, by_duals), contexts, strict=True)
    )
    derivative, problem, f = system.derivative, system.problem, np.zeros(system.size)

    def rates():
        for _ in range(REPEATED):
            derivative(state.time, y, f, problem)

    spent = least_times(
        {
            "rates": rates,
            "duals": lambda: duals.write(state.time, y, J, duals.handle),
            "ours": lambda: ours.write(state.time, y, J, ours.handle),
            "theirs": lambda: pinocchio.computeABADerivatives(tree.model, tree.data, q, v, tau),
        },
        repeats=101,
    )
    rate, columns = spent["rates"] / REPEATED, system.size - WORKS
    for name, key in (("", "ours"), (" by duals", "duals")):
        note = f"{spent[key] * 1e6:.0f} and {rate * 1e6:.2f} us"
        label = f"column of the Jacobian{name} / rate, {n} joints"
        yield Figure(label, spent[key] / columns / rate, at_most=0.8, note=note)
    note = f"{spent['theirs'] * 1e6:.0f} and {spent['ours'] * 1e6:.0f} us"
    ratio = spent["theirs"] / spent["ours"]
    name = f"computeABADerivatives / Jacobian, {n} joints"
    yield Figure(name, ratio, at_least=AHEAD[n], note=note)


def _linear_model(n):
    *_, system, _ = _chain(n)
    state, exact = system.state(), exact_rates(system)
    y, f, problem = state.vector, np.zeros(system.size), system.problem

    def by_differences():
        exact.missing = "they are asked for"
        tt.analysis.linearised(system, state)
        exact.missing = ""

    def rates():
        for _ in range(REPEATED):
            system.derivative(0.0, y, f, problem)

    spent = least_times(
        {
            "exact": lambda: tt.analysis.linearised(system, state),
            "differences": by_differences,
            "rates": rates,
        },
        repeats=9,
        clock=time.process_time,
    )
    rate = spent["rates"] / REPEATED
    note = f"{spent['exact'] * 1e3:.2f} ms and {rate * 1e6:.2f} us"
    yield Figure(f"linearised / rate, {n} joints", spent["exact"] / rate, at_most=RATES, note=note)
    note = f"{spent['exact'] * 1e3:.2f} and {spent['differences'] * 1e3:.1f} ms"
    ratio = spent["differences"] / spent["exact"]
    yield Figure(f"linearised by differences / exactly, {n} joints", ratio, note=note)


def _implicit(n, method):
    """A cantilever of rods with strong dampers between them, let go level."""
    from chains import chain

    model = chain(n, "revolute", bending=5.0)
    for k in range(n):
        model.add_force(f"damper{k}", tt.JointSpring(f"hinge{k}", damping=0.05 * n))
    system = model.build()
    start, settings = system.state(), {"method": method, "rtol": 1e-6, "atol": 1e-8}

    def run(known_trees):
        usual, jacobians.KNOWN_TREES = jacobians.KNOWN_TREES, known_trees
        tt.simulate(system, start, 1.0, every=1.0, **settings)
        jacobians.KNOWN_TREES = usual

    racers = {"exact": lambda: run(0), "differences": lambda: run(10**9)}
    spent = least_times(racers, repeats=5)
    note = f"{spent['exact'] * 1e3:.0f} and {spent['differences'] * 1e3:.0f} ms"
    name = f"{method}, {n} stiff rods: differences / exact"
    return Figure(name, spent["differences"] / spent["exact"], note=note)
