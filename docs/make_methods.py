"""Bring the figures in docs/methods.md up to date: what each method costs, and how well it does."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from sympy.physics.mechanics import dynamicsymbols

import treetop as tt

PAGE = Path(__file__).with_name("methods.md")
HEAD = """| method | with | error | steps | rejected | evaluations | wall time [ms] |
| --- | --- | --- | --- | --- | --- | --- |"""
ADAPTIVE = ("dop853", "radau", "bdf")
TOLERANCES = (1e-4, 1e-6, 1e-8)
PARTS = (100, 1000)  # of the duration: the steps of generalised-α


class Case(NamedTuple):
    title: str
    system: Any
    start: tt.State
    duration: float
    exact: Callable[[tt.Run], float]  # the error at the end


def main() -> None:
    tables = "\n\n".join("\n".join(_table(case)) for case in cases())
    page, new = PAGE.read_text(encoding="utf-8"), f"<!-- figures -->\n{tables}\n<!-- /figures -->"
    page = re.sub("<!-- figures -->.*<!-- /figures -->", lambda _: new, page, flags=re.DOTALL)
    PAGE.write_text(page, encoding="utf-8")


def _table(case: Case) -> Iterator[str]:
    yield from (f"**{case.title}**", "", HEAD)
    for method in ADAPTIVE:
        for rtol in TOLERANCES:
            close = {"rtol": rtol, "atol": 1e-3 * rtol}
            yield _row(case, method, f"rtol {rtol:.0e}", close)
    for parts in PARTS:
        step = case.duration / parts
        yield _row(case, "generalized-alpha", f"step {step:g} s", {"step": step})


def _row(case: Case, method: str, given: str, settings: dict[str, float]) -> str:
    runs = [
        tt.simulate(
            case.system, case.start, case.duration, at=[case.duration], method=method, **settings
        )
        for _ in range(3)
    ]
    run = min(runs, key=lambda run: run.statistics["wall_time"])
    done, wall = run.statistics, 1e3 * run.statistics["wall_time"]
    counts = f"{done['steps']} | {done['rejected_steps']} | {done['evaluations']}"
    return f"| {method} | {given} | {case.exact(run):.0e} | {counts} | {wall:.3g} |"


# --- cases --------------------------------------------------------------------------------


def cases() -> Iterator[Case]:
    arm = stiff_arm().build()
    start = arm.state(shoulder={"angle1": 0.3})
    title = f"Stiff arm of ten links, {start.vector.size} numbers in its state, 5 s"
    yield Case(title, arm, start, 5.0, _against_dop853(arm, start, 5.0))

    block = creeping_block().build()
    start = block.state(rail={"slide": 1})
    title = "Creeping block, decays of 1e-5 s and 1 s, 1 s"
    end = (1e5 * np.exp(-1.0) - np.exp(-1e5)) / (1e5 - 1.0)
    yield Case(title, block, start, 1.0, lambda run: abs(float(run["rail.slide"][-1]) - end))

    train = ringing_train().build()
    start = train.state(link0={"slide": 1})
    title = (
        "Ringing train, periods of 5.4 s, and of 6.3 and 3.6 ms that fade in 1.9 and 0.7 s, 10 s"
    )
    yield Case(title, train, start, 10.0, _against_dop853(train, start, 10.0))

    oscillator = van_der_pol()
    title = "Van der Pol's oscillator, ε = 1e-3, 2 s"
    start = oscillator.state(x=2)
    yield Case(title, oscillator, start, 2.0, _against_dop853(oscillator, start, 2.0))

    craft = tt.load("examples/two-body-spacecraft.yaml").build()
    title = "Two bodies on a boom in orbit (not stiff), 300 s"
    exact = _against_dop853(craft, craft.start(), 300.0, "boom.slide")
    yield Case(title, craft, craft.start(), 300.0, exact)


def _against_dop853(system: Any, start: tt.State, duration: float, of: str = "") -> Callable:
    """The greatest error of a coordinate at the end, by a run of DOP853 at rtol 1e-12."""
    strict = {"rtol": 1e-12, "atol": 1e-15, "at": [duration]}
    best = tt.simulate(system, start, duration, **strict)

    def error(run: tt.Run) -> float:
        ours, theirs = (r[of] if of else r.data.coordinates for r in (run, best))
        return float(abs(ours[-1] - theirs[-1]).max())

    return error


def stiff_arm() -> tt.Model:
    model, inboard = tt.Model("stiff arm"), "ground"
    model.add_force("weight", tt.UniformGravity())
    for i in range(10):
        link = model.add_body(f"link{i}", 1.0, [0.1, 0.1, 0.1], centre=[0.5, 0, 0])
        joint = "shoulder" if i == 0 else f"joint{i}"
        model.add_joint(joint, tt.Universal([0, 0, 1], [0, 1, 0]), inboard, link)
        for angle in ("angle1", "angle2"):
            held = {"coordinate": angle, "stiffness": 1e5, "damping": 1e3}
            model.add_force(f"{joint}_{angle}", tt.JointSpring(joint, **held))
        inboard = link.frame("tip", at=[1, 0, 0])
    return model


def creeping_block() -> tt.Model:
    model = tt.Model("creeping block")
    block = model.add_body("block", 1.0)
    model.add_joint("rail", tt.Prismatic([1, 0, 0]), model.ground, block)
    model.add_force("spring", tt.JointSpring("rail", stiffness=1e5, damping=1e5 + 1))
    return model


def ringing_train() -> tt.Model:
    model, inboard = tt.Model("ringing train"), "ground"
    for i in range(3):
        car = model.add_body(f"car{i}", 1.0, [1, 1, 1])
        model.add_joint(f"link{i}", tt.Prismatic([1, 0, 0]), inboard, car)
        held = {"stiffness": 1e6 if i else 4.0, "damping": 1.0 if i else 0.1}
        model.add_force(f"spring{i}", tt.JointSpring(f"link{i}", **held))
        inboard = car
    return model


def van_der_pol() -> Any:
    x = dynamicsymbols("x")
    force = {x: (1 - x**2) * x.diff()}
    given = tt.symbolic.LagrangianSystem([x], 1e-3 * x.diff() ** 2 / 2, x**2 / 2, forces=force)
    return given.build()


if __name__ == "__main__":
    main()
