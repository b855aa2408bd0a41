"""Tables and figures of the study of variable steps with sampled controllers.

Every method runs four spacecraft under controllers of five sample periods, at several tolerances or
steps, and is compared with a reference.  `python
docs/studies/make_variable_steps_with_controllers.py` takes some ten minutes, one of them to compile
a pair of order 3.
"""

import math
import re
import statistics
import sys
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from explicit_pairs import BOGACKI_SHAMPINE, in_place_of_dop853, integrator

import treetop as tt
from treetop.core.integrators.loop import Integrator

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parents[1] / "examples"))
from observer import TURN, wing  # noqa: E402

PAGE, FIGURES = HERE / "variable-steps-with-controllers.md", HERE / "figures"
PERIODS = (0.001, 0.01, 0.1, 1.0, 10.0)  # s
TOLERANCES = (1e-3, 1e-5, 1e-7, 1e-9)
QUARTERINGS = 8  # of the period, that make fixed steps, at most
TARGETS = (1e-6, 1e-9)  # rad
DURATION, MOST_SAMPLES = 60.0, 3000  # s; fewer for the shortest period
LIMIT = 120.0  # s of wall time for one run
DEAREST = 1e5  # evaluations of a run, beyond which steps are not shortened further
ROUNDS = 5  # of runs that are timed in turn
TIMED_AT = 1e-5  # rtol
TIMED_PERIODS = PERIODS[:3]  # of longer ones runs are too short to be timed
TIMED = ("order 8", "order 5", "order 3", "fixed steps of order 4", "radau", "auto")
WHEELS = ["wheel_x", "wheel_y", "wheel_z"]


# --- spacecraft ---------------------------------------------------------------------------


def craft(name: str, period: float) -> tuple[tt.Model, Any]:
    """A bus that is turned by 90 degrees with wheels, by what tracker and gyro say."""
    model = tt.Model(name)
    bus = model.add_body("bus", mass=750, inertia=[900, 800, 600])
    model.add_joint("flight", tt.Free(), model.ground, bus)
    for wheel, axis in zip(WHEELS, np.eye(3), strict=True):
        model.add_device(wheel, tt.Wheel(bus, axis, inertia=0.159, torque="0.4 N*m", viscous=1e-5))
    model.add_sensor("tracker", tt.StarTracker(bus, every=period, noise="5 arcsec"))
    model.add_sensor("gyro", tt.Gyro(bus, every=period, walk="0.07 deg/h^0.5", bias_walk=1e-9))
    slew = tt.QuaternionFeedback(
        attitude="tracker",
        rate="gyro",
        every=period,
        target=TURN,
        stiffness=3,
        damping=60,
        to=WHEELS,
    )
    model.add_controller("slew", slew)
    return model, bus


def spinning_wheel(model: tt.Model, **given: Any) -> tuple[tt.System, tt.State]:
    system = model.build()
    return system, system.state(wheel_x={"speed": "2000 rpm"}, **given)


def rigid(period: float) -> tuple[tt.System, tt.State]:
    return spinning_wheel(craft("rigid craft with wheels", period)[0])


def winged(period: float) -> tuple[tt.System, tt.State]:
    """The wings of the observer satellite: two modes each, from 2.5 to 4.1 Hz in the craft, and
    tips that are bent by a centimetre at the start."""
    model, bus = craft("flexible wings", period)
    wing(model, "left", bus, 1.0)
    wing(model, "right", bus, -1.0)
    bent = {"left": {"mode1": 0.03, "mode2": 0.03}, "right": {"mode1": -0.02, "mode2": 0.02}}
    return spinning_wheel(model, **bent)


def stiff(period: float) -> tuple[tt.System, tt.State]:
    """Panels on drives whose gears creep at 2/s and decay at 2000/s, and fuel that sloshes."""
    model, bus = craft("stiff drives and slosh", period)
    for name, side in (("left", 1), ("right", -1)):
        panel = model.add_body(name, mass=12, inertia=[14, 0.5, 14], centre=[0, 2 * side, 0])
        port = bus.frame(name, at=[0, 0.6 * side, 0])
        model.add_joint(f"{name}_drive", tt.Revolute([0, 1, 0]), port, panel)
        gear = tt.JointSpring(f"{name}_drive", stiffness=2e3, damping=1e3)
        model.add_force(f"{name}_gear", gear)
    fuel = model.add_body("fuel", mass=60, inertia=[0.1, 0.1, 0.1])
    model.add_joint("slosh", tt.Prismatic([1, 0, 0]), bus.frame("tank", at=[0, 0, 0.5]), fuel)
    model.add_force("swing", tt.JointSpring("slosh", stiffness=9.6, damping=0.96))
    return spinning_wheel(model)


def tumbling(period: float) -> tuple[tt.System, tt.State]:
    """A craft without wheels whose tumbling is stopped by pulses of six thrusters."""
    model = tt.Model("tumbling craft with thruster pulses")
    bus = model.add_body("bus", mass=200, inertia=[120, 100, 60])
    model.add_joint("flight", tt.Free(), model.ground, bus)
    for k, axis in enumerate("xyz"):
        pair = [f"{axis}_up", f"{axis}_down"]
        place = np.eye(3)[(k + 1) % 3]
        for name, sign in zip(pair, (1, -1), strict=True):
            nozzle = bus.frame(name, at=place)
            push = sign * np.eye(3)[(k + 2) % 3]
            model.add_device(name, tt.Thruster(nozzle, thrust="0.6 N", direction=push))
        rate = f"bus.angular_velocity.{axis}"
        relay = tt.OnOff(input=rate, every=period, on=0.03, off=0.01, to=pair)
        model.add_controller(f"stop_{axis}", relay)
    system = model.build()
    return system, system.state(flight={"angular_velocity": [0.35, 0.3, 0.4]})


PLANTS: dict[str, Callable[[float], tuple[tt.System, tt.State]]] = {
    "rigid craft with wheels": rigid,
    "flexible wings": winged,
    "stiff drives and slosh": stiff,
    "tumbling craft with thruster pulses": tumbling,
}


# --- runs ---------------------------------------------------------------------------------


class Way(NamedTuple):
    """A method; a pair stands in the place of DOP853."""

    method: str = "dop853"
    pair: Integrator | None = None
    fixed: bool = False


class Case(NamedTuple):
    """A spacecraft with a sample period, and where it is in the end."""

    plant: str
    period: float
    system: tt.System
    start: tt.State
    duration: float
    end: np.ndarray
    doubt: float  # by how much another method has it elsewhere

    @property
    def samples(self) -> float:
        return self.duration / self.period


class Result(NamedTuple):
    way: str
    given: str
    error: float  # rad
    evaluations: int
    steps: int
    rejected: int


def ways() -> dict[str, Way]:
    return {
        "order 8": Way(),
        "order 5": Way("dopri5"),
        "order 3": Way(pair=integrator(*BOGACKI_SHAMPINE)),
        "fixed steps of order 4": Way("rk4", fixed=True),
        "radau": Way("radau"),
        "bdf": Way("bdf"),
        "generalized-alpha": Way("generalized-alpha", fixed=True),
        "auto": Way("auto"),
    }


def case(plant: str, period: float) -> Case:
    system, start = PLANTS[plant](period)
    duration = min(DURATION, MOST_SAMPLES * period)
    unfinished = Case(plant, period, system, start, duration, np.zeros(4), 0.0)
    end = attitude(simulated(unfinished, Way(), rtol=1e-12, atol=1e-15))
    other = attitude(simulated(unfinished, Way("radau"), rtol=1e-8, atol=1e-12))
    return unfinished._replace(end=end, doubt=angle(end, other))


def simulated(case: Case, way: Way, **settings: float) -> tt.Run:
    with in_place_of_dop853(way.pair), warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of stiffness, and of audits of coarse steps
        return tt.simulate(
            case.system,
            case.start,
            case.duration,
            at=[case.duration],
            method=way.method,
            limit=LIMIT,
            **settings,
        )


def attitude(run: tt.Run) -> np.ndarray:
    return np.asarray(run["flight.attitude"].values[-1])


def angle(one: np.ndarray, other: np.ndarray) -> float:
    """Between two attitudes, rad."""
    return float(2.0 * min(np.linalg.norm(one - other), np.linalg.norm(one + other)))


def results(case: Case, all_ways: dict[str, Way]) -> Iterator[Result]:
    for name, way in all_ways.items():
        for settings in given(case, way):
            found = measured(case, name, way, settings)
            print(
                f"  {name:<24}{found.given:<14}{found.error:.1e}  {found.evaluations}", flush=True
            )
            yield found
            enough = found.error < min(TARGETS) or found.evaluations > DEAREST
            if way.fixed and enough:
                break


def given(case: Case, way: Way) -> list[dict[str, float]]:
    if way.fixed:
        return [{"step": case.period / 4**k} for k in range(QUARTERINGS)]
    return [{"rtol": rtol, "atol": 1e-3 * rtol} for rtol in TOLERANCES]


def measured(case: Case, name: str, way: Way, settings: dict[str, float]) -> Result:
    text = ", ".join(f"{key} {value:.3g}" for key, value in settings.items() if key != "atol")
    try:
        run = simulated(case, way, **settings)
    except tt.TreetopError:
        return Result(name, text, math.nan, 0, 0, 0)
    counts = (run.statistics[key] for key in ("evaluations", "steps", "rejected_steps"))
    return Result(name, text, angle(attitude(run), case.end), *counts)


def time_ratios(case: Case, all_ways: dict[str, Way]) -> dict[str, float]:
    """Times of runs in turn, related to those of order 8: medians."""
    spent: dict[str, list[float]] = {name: [] for name in TIMED}
    for _ in range(ROUNDS):
        for name in TIMED:
            way = all_ways[name]
            chosen = {"step": min(case.period, 0.1)} if way.fixed else {"rtol": TIMED_AT}
            chosen |= {} if way.fixed else {"atol": 1e-3 * TIMED_AT}
            try:
                spent[name].append(simulated(case, way, **chosen).statistics["wall_time"])
            except tt.TreetopError:
                spent[name].append(math.nan)
    ratios = {
        n: [x / y for x, y in zip(t, spent["order 8"], strict=True)] for n, t in spent.items()
    }
    return {name: statistics.median(of) for name, of in ratios.items()}


# --- what is made of them -----------------------------------------------------------------


def least(found: list[Result], way: str, target: float) -> Result | None:
    """The run with the fewest evaluations that is as accurate."""
    good = [r for r in found if r.way == way and r.error <= target]
    return min(good, key=lambda r: r.evaluations, default=None)


def row(*cells: Any) -> str:
    return "| " + " | ".join(map(str, cells)) + " |"


def head(*cells: Any) -> str:
    return row(*cells) + "\n" + "| " + " | ".join("---" for _ in cells) + " |"


def number(value: float) -> str:
    return f"{value:.3g}" if value < 1000 else f"{value:.0f}"


def costs(cases: dict[tuple[str, float], Case], found: dict, target: float) -> str:
    """Evaluations per sample of the cheapest run that is as accurate."""
    rows = [head("spacecraft", "method", *(f"{period:g} s" for period in PERIODS))]
    for plant in PLANTS:
        for way in dict.fromkeys(r.way for r in found[plant, PERIODS[0]]):
            best = [least(found[plant, period], way, target) for period in PERIODS]
            per = [
                number(r.evaluations / cases[plant, period].samples) if r else "-"
                for r, period in zip(best, PERIODS, strict=True)
            ]
            rows.append(row(plant, way, *per))
    return "\n".join(rows)


def steps_table(cases: dict[tuple[str, float], Case], found: dict) -> str:
    """Steps per sample, and those rejected, at one tolerance."""
    text = f"rtol {TIMED_AT:.3g}"
    rows = [head("spacecraft", "method", *(f"{period:g} s" for period in PERIODS))]
    for plant in PLANTS:
        for way in ("order 8", "order 5", "order 3", "radau", "bdf"):
            cells = []
            for period in PERIODS:
                r = next(r for r in found[plant, period] if (r.way, r.given) == (way, text))
                n = cases[plant, period].samples
                cells.append(f"{number(r.steps / n)} + {number(r.rejected / n)}")
            rows.append(row(plant, way, *cells))
    return "\n".join(rows)


def times_table(ratios: dict[tuple[str, float], dict[str, float]]) -> str:
    rows = [head("spacecraft", "method", *(f"{period:g} s" for period in TIMED_PERIODS))]
    for plant in PLANTS:
        for way in TIMED[1:]:
            cells = [ratios[plant, period][way] for period in TIMED_PERIODS]
            rows.append(row(plant, way, *(f"{x:.2g}" if math.isfinite(x) else "-" for x in cells)))
    return "\n".join(rows)


def doubts(cases: dict[tuple[str, float], Case]) -> str:
    rows = [head("spacecraft", *(f"{period:g} s" for period in PERIODS))]
    for plant in PLANTS:
        rows.append(row(plant, *(f"{cases[plant, period].doubt:.0e}" for period in PERIODS)))
    return "\n".join(rows)


def draw_costs(plt: Any, cases: dict[tuple[str, float], Case], found: dict) -> None:
    """Evaluations per second against the period."""
    figure, axes = plt.subplots(2, 2, figsize=(9, 7.5), layout="constrained", sharex=True)
    for axis, plant in zip(axes.flat, PLANTS, strict=True):
        for k, way in enumerate(dict.fromkeys(r.way for r in found[plant, PERIODS[0]])):
            best = [least(found[plant, period], way, TARGETS[0]) for period in PERIODS]
            y = [
                r.evaluations / cases[plant, period].duration if r else math.nan
                for r, period in zip(best, PERIODS, strict=True)
            ]
            axis.loglog(PERIODS, y, "osv^D<>*"[k] + "-", color=f"C{k}", lw=0.9, ms=4, label=way)
        axis.set(title=plant, xlabel="sample period, s", ylabel="evaluations per second")
        axis.grid(alpha=0.3)
    finish(plt, figure, axes, "costs")


def draw_precision(plt: Any, found: dict, period: float) -> None:
    figure, axes = plt.subplots(2, 2, figsize=(9, 7.5), layout="constrained")
    for axis, plant in zip(axes.flat, PLANTS, strict=True):
        for k, way in enumerate(dict.fromkeys(r.way for r in found[plant, period])):
            good = [r for r in found[plant, period] if r.way == way and math.isfinite(r.error)]
            x, y = [max(r.error, 1e-16) for r in good], [r.evaluations for r in good]
            axis.loglog(x, y, "osv^D<>*"[k] + "-", color=f"C{k}", lw=0.9, ms=4, label=way)
        axis.set(title=plant, xlabel="error of attitude at the end, rad", ylabel="evaluations")
        axis.grid(alpha=0.3)
    finish(plt, figure, axes, "precision")


def finish(plt: Any, figure: Any, axes: Any, name: str) -> None:
    handles = axes.flat[0].get_legend_handles_labels()
    figure.legend(*handles, loc="outside lower center", ncols=4, frameon=False)
    place = FIGURES / f"variable-steps-with-controllers-{name}.svg"
    figure.savefig(place, metadata={"Date": None})
    plt.close(figure)


def write(tables: dict[str, str]) -> None:
    """Bring the tables of the page up to date."""
    page = PAGE.read_text(encoding="utf-8")
    for name, text in tables.items():
        new = f"<!-- {name} -->\n{text}\n<!-- /{name} -->"
        page = re.sub(f"<!-- {name} -->.*<!-- /{name} -->", lambda _: new, page, flags=re.DOTALL)  # noqa: B023
    PAGE.write_text(page, encoding="utf-8")


def main() -> None:
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    plt.rcParams["svg.hashsalt"] = "treetop"
    FIGURES.mkdir(exist_ok=True)
    all_ways, cases, found, ratios = ways(), {}, {}, {}
    for plant in PLANTS:
        for period in PERIODS:
            each = cases[plant, period] = case(plant, period)
            print(f"{plant}, {period:g} s, doubt {each.doubt:.0e} rad", flush=True)
            found[plant, period] = list(results(each, all_ways))
            if period in TIMED_PERIODS:
                ratios[plant, period] = time_ratios(each, all_ways)
                print("  " + ", ".join(f"{n} {x:.2g}" for n, x in ratios[plant, period].items()))
    draw_costs(plt, cases, found)
    draw_precision(plt, found, 1.0)
    tables = {"coarse": costs(cases, found, TARGETS[0]), "fine": costs(cases, found, TARGETS[1])}
    tables |= {"steps": steps_table(cases, found), "times": times_table(ratios)}
    write(tables | {"doubts": doubts(cases)})


if __name__ == "__main__":
    main()
