"""Compile the kernels once, before parallel workers would each start to compile them."""

from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import sympy

import treetop as tt
from treetop.dynamics.keeping import WAYS
from treetop.simulation import METHODS
from treetop.system import CLOSED, FORMULATIONS


def main() -> None:
    """What all formulations share comes with the first; all others then two at a time."""
    first, *others = FORMULATIONS
    usual, *methods = METHODS
    warm(first, [usual])
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        jobs = [pool.submit(warm, first, methods)]
        jobs += [pool.submit(warm, formulation, [usual]) for formulation in others]
        jobs += [pool.submit(warm_loops, formulation) for formulation in CLOSED]
        jobs.append(pool.submit(warm_symbols))
        for job in jobs:
            job.result()
    tt.analysis.compare(pendulum(), duration=1.0)


def pendulum() -> tt.Model:
    model = tt.Model("warm-up")
    model.add_body("rod", 1.0, [1, 1, 1])
    model.add_joint("hinge", tt.Revolute([0, 0, 1]), model.ground, "rod")
    return model


def warm(formulation: str, methods: list[str]) -> None:
    system = pendulum().build(formulation)
    state = system.state()
    system.evaluate(state)
    system.mass_matrix(state)
    system.bias(state)
    for method in methods:
        tt.simulate(system, state, duration=1.0, every=0.5, method=method, step=0.1)


def warm_loops(formulation: str) -> None:
    """Formulations in joint coordinates have other kernels for closed loops."""
    model = pendulum()
    model.add_joint("again", tt.Revolute([0, 0, 1]), model.ground, "rod")
    system = model.build(formulation)
    for way in WAYS:
        start = system.state(hinge={"rate": 1.0})
        tt.simulate(system, start, duration=1.0, every=0.5, constraints=way)


def warm_symbols() -> None:
    x, v = sympy.symbols("x v")
    given = tt.symbolic.LagrangianSystem([x], v**2 / 2, x**2, rates=[v]).build()
    tt.simulate(given, given.state(x=1.0), duration=1.0)


if __name__ == "__main__":
    main()
