"""Compile the kernels once, before parallel workers would each start to compile them."""

import sympy

import treetop as tt
from treetop.simulation import METHODS
from treetop.system import CLOSED, FORMULATIONS


def main() -> None:
    model = tt.Model("warm-up")
    model.add_body("rod", 1.0, [1, 1, 1])
    model.add_joint("hinge", tt.Revolute([0, 0, 1]), model.ground, "rod")
    for formulation in FORMULATIONS:
        system = model.build(formulation)
        state = system.state()
        system.evaluate(state)
        system.mass_matrix(state)
        system.bias(state)
        for method in METHODS:
            tt.simulate(system, state, duration=1.0, every=0.5, method=method, step=0.1)
    x, v = sympy.symbols("x v")
    given = tt.symbolic.LagrangianSystem([x], v**2 / 2, x**2, rates=[v]).build()
    tt.simulate(given, given.state(x=1.0), duration=1.0)
    tt.analysis.compare(model, duration=1.0)
    warm_loops(model)


def warm_loops(model: tt.Model) -> None:
    """Formulations in joint coordinates have other kernels for closed loops."""
    model.add_joint("again", tt.Revolute([0, 0, 1]), model.ground, "rod")
    for formulation in CLOSED:
        system = model.build(formulation)
        tt.simulate(system, system.state(hinge={"rate": 1.0}), duration=1.0, every=0.5)


if __name__ == "__main__":
    main()
