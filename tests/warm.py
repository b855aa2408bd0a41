"""Compile the kernels once, before parallel workers would each start to compile them."""

import treetop as tt


def main() -> None:
    model = tt.Model("warm-up")
    rod = model.add_body("rod", 1.0, [1, 1, 1])
    model.add_joint("hinge", tt.Revolute([0, 0, 1]), model.ground, rod)
    system = model.build()
    state = system.state()
    system.evaluate(state)
    system.mass_matrix(state)
    system.bias(state)
    tt.analysis.compare(model, duration=1.0)  # builds every formulation
    for method in ("dop853", "rk4"):
        tt.simulate(system, state, duration=1.0, every=0.5, method=method, step=0.1)


if __name__ == "__main__":
    main()
