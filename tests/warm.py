"""Compile the kernels once, before parallel workers would each start to compile them."""

import treetop as tt


def main() -> None:
    model = tt.Model("warm-up")
    model.add_joint(
        "hinge", tt.Revolute([0, 0, 1]), model.ground, model.add_body("rod", 1.0, [1, 1, 1])
    )
    system = model.build()
    for method in ("dop853", "rk4"):
        tt.simulate(system, system.state(), duration=1.0, every=0.5, method=method, step=0.1)


if __name__ == "__main__":
    main()
