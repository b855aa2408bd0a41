"""Exact derivatives: what a column of the Jacobian costs, the whole of it beside Pinocchio's
analytical derivatives, and linear models of a chain beside those by differences."""

import numpy as np

import treetop as tt
from random_trees import random_motion, random_tree
from treetop.system.exact_rates import exact_rates

from .timing import Figure, least_times

SIZES = (7, 30, 100)
REPEATED = 20


def figures():
    for n in SIZES:
        yield from _columns(n)
    yield _linear_model(30)


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
    tree, exact = pinocchio_tree(model), exact_rates(system)
    q, v, tau = tree.coordinates(motion), tree.speeds(motion), np.zeros(n)
    directions, y, f = np.eye(system.size)[: 2 * n], state.vector, np.zeros(system.size)
    derivative, problem = system.derivative, system.problem

    def rates():
        for _ in range(REPEATED):
            derivative(state.time, y, f, problem)

    spent = least_times(
        {
            "rates": rates,
            "none": lambda: exact.along(state, directions[:0]),
            "ours": lambda: exact.along(state, directions),
            "theirs": lambda: pinocchio.computeABADerivatives(tree.model, tree.data, q, v, tau),
        },
        repeats=101,
    )
    column = (spent["ours"] - spent["none"]) / (2 * n)
    note = f"{spent['ours'] * 1e6:.0f} and {spent['rates'] / REPEATED * 1e6:.2f} us"
    ratio = column / (spent["rates"] / REPEATED)
    yield Figure(f"column of the Jacobian / rate, {n} joints", ratio, at_most=0.8, note=note)
    note = f"{spent['theirs'] * 1e6:.0f} us"
    ratio = spent["theirs"] / spent["ours"]
    yield Figure(f"computeABADerivatives / Jacobian, {n} joints", ratio, note=note)


def _linear_model(n):
    *_, system, _ = _chain(n)
    state, exact = system.state(), exact_rates(system)

    def by_differences():
        exact.missing = "they are asked for"
        tt.analysis.linearised(system, state)
        exact.missing = ""

    spent = least_times(
        {"exact": lambda: tt.analysis.linearised(system, state), "differences": by_differences},
        repeats=9,
    )
    note = f"{spent['exact'] * 1e3:.2f} and {spent['differences'] * 1e3:.1f} ms"
    ratio = spent["differences"] / spent["exact"]
    name = f"linearised by differences / exactly, {n} joints"
    return Figure(name, ratio, at_least=50, note=note)
