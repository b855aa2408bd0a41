"""Tables and figures of the study of methods that keep constraints.

Every way of keeping constraints runs every case at several tolerances, or steps; a run that fails
or takes too long is reported as such.  `python docs/studies/make_constraint_methods.py` takes a few
minutes, most of them the first time to compile.
"""

import math
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

import treetop as tt
from treetop.validation import flyball_governor

HERE = Path(__file__).parent
PAGE, FIGURES = HERE / "constraint-methods.md", HERE / "figures"
EXAMPLES = HERE.parents[1] / "examples"
TOLERANCES = (1e-4, 1e-6, 1e-8, 1e-10)
LIMIT = 20.0  # s of wall time for one run
REPEATS = 5
SAMPLES = 41
COLOURS = [*(f"C{k}" for k in range(10)), "k"]
HEAD = """| way | with | error [m] | constraints [m] | energy | evaluations | time |
| --- | --- | --- | --- | --- | --- | --- |"""


class Way(NamedTuple):
    """Constraint stabilization, and the equations solved."""

    settings: dict[str, Any]
    fixed: bool = False


WAYS = {
    "project": Way({}),
    "baumgarte": Way({"constraints": "baumgarte"}),
    "baumgarte, α = 1/s": Way({"constraints": "baumgarte", "gains": [1, 1, 2]}),
    "baumgarte, α = 100/s": Way({"constraints": "baumgarte", "gains": [100, 100, 200]}),
    "partition": Way({"constraints": "partition"}),
    "nullspace": Way({"constraints": "nullspace"}),
    "project, rk4": Way({"method": "rk4"}, fixed=True),
    "radau": Way({"method": "radau"}),
    "bdf": Way({"method": "bdf"}),
    "generalized-alpha": Way({"method": "generalized-alpha"}, fixed=True),
    "generalized-alpha, index 3": Way({"method": "generalized-alpha", "index": 3}, fixed=True),
}


class Case(NamedTuple):
    """A motion; steps are for the methods that need them."""

    title: str
    system: tt.System
    start: tt.State
    duration: float
    steps: tuple[float, ...]
    reference: tt.Run
    seen: Callable[[tt.Run], np.ndarray]  # whose error at the end is reported


class Result(NamedTuple):
    way: str
    given: str
    error: float  # m, at the end
    constraints: float  # the greatest violation at any sample
    energy: float  # relative drift
    evaluations: int
    time: float  # s


# --- cases --------------------------------------------------------------------------------


def cases() -> Iterator[Case]:
    links = tt.load(EXAMPLES / "three-link-mechanism.yaml")
    yield case("three-link mechanism", links.build("newton-euler"), 1.5, (0.01, 0.0025, 0.000625))
    craft = tt.load(EXAMPLES / "two-body-spacecraft.yaml").build("newton-euler")
    yield case("two-body spacecraft", craft, 600.0, (4.0, 1.0, 0.25), seen=boom)
    yield case("four-bar", four_bar().build(), 5.0, (0.02, 0.005, 0.00125), crank_up)
    governor = flyball_governor.mechanism().build("newton-euler")
    steps = (0.004, 0.001, 0.00025)
    yield case("flyball governor", governor, 0.5, steps, flyball_governor.start)


def case(
    title: str,
    system: tt.System,
    duration: float,
    steps: tuple[float, ...],
    start: Callable[[tt.System], tt.State] = tt.System.start,
    seen: Callable[[tt.Run], np.ndarray] = lambda run: run.data.position.values[-1],
) -> Case:
    begin = start(system)
    best = tt.simulate(system, begin, duration, rtol=1e-12, atol=1e-14, at=[begin.time + duration])
    return Case(title, system, begin, duration, steps, best, seen)


def boom(run: tt.Run) -> np.ndarray:
    """The spring between the bodies: all of the orbit's error would hide it."""
    return run["boom.slide"].values[-1:]


def four_bar() -> tt.Model:
    """Crank 1 m, coupler 2 m, rocker 1.5 m, ground 2 m, in a plane of space: three of the five rows
    that close the loop depend on others."""
    model = tt.Model("four-bar")
    crank = model.add_body("crank", 1, [0.01, 0.08, 0.08], centre=[0.5, 0, 0])
    coupler = model.add_body("coupler", 2, [0.01, 0.67, 0.67], centre=[1, 0, 0])
    rocker = model.add_body("rocker", 1.5, [0.01, 0.28, 0.28], centre=[0.75, 0, 0])
    hinge, far = tt.Revolute([0, 0, 1]), model.ground.frame("far", at=[2, 0, 0])
    model.add_joint("A", hinge, model.ground, crank)
    model.add_joint("B", hinge, crank.frame("end", at=[1, 0, 0]), coupler)
    model.add_joint("D", hinge, far, rocker)
    ends = coupler.frame("end", at=[2, 0, 0]), rocker.frame("end", at=[1.5, 0, 0])
    model.add_joint("C", hinge, *ends)
    model.add_force("weight", tt.UniformGravity([0, -9.81, 0]))
    return model


def crank_up(system: tt.System) -> tt.State:
    """The crank straight up, at rest; the coupler above."""
    x, y = 2.0, -1.0  # from the end of the crank to the far hinge
    span = math.hypot(x, y)
    coupler = math.atan2(y, x) + math.acos((span**2 + 2.0**2 - 1.5**2) / (2 * span * 2.0))
    rocker = math.atan2(1 + 2 * math.sin(coupler), 2 * math.cos(coupler) - 2)
    angles = {"A": math.pi / 2, "B": coupler - math.pi / 2, "D": rocker}
    return system.settled(
        system.state(**{name: {"angle": angle} for name, angle in angles.items()})
    )


# --- runs ---------------------------------------------------------------------------------


def results(case: Case) -> Iterator[Result]:
    for name, way in WAYS.items():
        for setting in settings(case, way):
            given = ", ".join(f"{key} {value:g}" for key, value in setting.items() if key != "atol")
            found = measured(case, name, given, way.settings | setting)
            print(
                f"  {found.way:<28}{found.given:<14}{found.error:.1e}  {found.time:.3g} s",
                flush=True,
            )
            yield found


def settings(case: Case, way: Way) -> list[dict[str, float]]:
    if way.fixed:
        return [{"step": step} for step in case.steps]
    return [{"rtol": rtol, "atol": 1e-3 * rtol} for rtol in TOLERANCES]


def measured(case: Case, name: str, given: str, settings: dict[str, Any]) -> Result:
    at = case.start.time + np.linspace(0.0, case.duration, SAMPLES)
    try:
        runs = [run(case, at, settings)]
        while len(runs) < REPEATS and runs[0].statistics["wall_time"] < 1.0:
            runs.append(run(case, at, settings))
    except tt.TreetopError as error:
        print(f"  {name}, {given}: {error}", flush=True)
        return Result(name, given, math.nan, math.nan, math.nan, 0, math.nan)
    best = min(runs, key=lambda run: run.statistics["wall_time"])
    error = abs(case.seen(best) - case.seen(case.reference)).max()
    return Result(
        name,
        given,
        float(error),
        float(best.data.constraint_error.max()),
        best.audit()["energy"].relative,
        best.statistics["evaluations"],
        best.statistics["wall_time"],
    )


def run(case: Case, at: np.ndarray, settings: dict[str, Any]) -> tt.Run:
    return tt.simulate(case.system, case.start, case.duration, at=at, limit=LIMIT, **settings)


# --- what is made of them -----------------------------------------------------------------


def unit_of(found: list[Result]) -> float:
    """The time to which others are related, s."""
    return next(r.time for r in found if r.way == "project" and r.given == "rtol 1e-08")


def table(title: str, found: list[Result]) -> str:
    unit = unit_of(found)
    rows = [f"**{title}**, times in units of {1e3 * unit:.3g} ms", "", HEAD]
    for r in found:
        numbers = f"{r.error:.0e} | {r.constraints:.0e} | {r.energy:.0e} | {r.evaluations}"
        done = f"{numbers} | {r.time / unit:.2g}" if math.isfinite(r.time) else "fails | | | |"
        rows.append(f"| {r.way} | {r.given} | {done} |")
    return "\n".join(rows)


def draw(plt: Any, found: dict[str, list[Result]], x: str, y: str, labels: dict[str, str]) -> None:
    figure, axes = plt.subplots(2, 2, figsize=(9, 7.5), layout="constrained")
    for axis, (title, all_) in zip(axes.flat, found.items(), strict=True):
        unit = {"time": unit_of(all_)}
        for k, way in enumerate(WAYS):
            points = [r for r in all_ if r.way == way and math.isfinite(r.time)]
            at = [
                [max(getattr(r, part), 1e-17) / unit.get(part, 1.0) for r in points]
                for part in (x, y)
            ]
            axis.loglog(*at, "os^vD<>phX*"[k] + "-", color=COLOURS[k], lw=0.9, ms=4, label=way)
        axis.set(title=title, xlabel=labels[x], ylabel=labels[y])
        axis.grid(alpha=0.3)
    figure.legend(
        *axes.flat[0].get_legend_handles_labels(),
        loc="outside lower center",
        ncols=4,
        frameon=False,
    )
    figure.savefig(FIGURES / f"constraint-methods-{y}.svg", metadata={"Date": None})
    plt.close(figure)


LABELS = {
    "error": "error at the end, m",
    "time": "time, project at rtol 1e-8 being 1",
    "constraints": "constraint error, m",
    "energy": "energy error, relative",
}


def main() -> None:
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    plt.rcParams["svg.hashsalt"] = "treetop"
    FIGURES.mkdir(exist_ok=True)
    found: dict[str, list[Result]] = {}
    for each in cases():
        print(each.title, flush=True)
        found[each.title] = list(results(each))
    for y in ("time", "constraints", "energy"):
        draw(plt, found, "error", y, LABELS)
    tables = "\n\n".join(table(title, all_) for title, all_ in found.items())
    page, new = PAGE.read_text(encoding="utf-8"), f"<!-- tables -->\n{tables}\n<!-- /tables -->"
    page = re.sub("<!-- tables -->.*<!-- /tables -->", lambda _: new, page, flags=re.DOTALL)
    PAGE.write_text(page, encoding="utf-8")


if __name__ == "__main__":
    main()
