"""Numbers and figures of the page on the separation of boosters."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

import treetop as tt
from shared.figures import pyplot, save
from treetop.validation.booster_separation import by_hand

HERE = Path(__file__).parent
MODEL = tt.load(HERE.parents[1] / "examples" / "booster-separation.yaml")
RUN: dict[str, Any] = MODEL.run.arguments
BOOSTERS = ("one", "two", "three", "four")
CORE = tt.Capsule("core.bottom", "core.top", 1.25)
TABLE = MODEL.forces["thrust one"].force
TIMES, TAIL_OFF = np.array(TABLE.times), np.array(TABLE.values)[:, 0]
VALVE = MODEL.forces["valve one"].force[1]


CLEAR = 1.0  # slide after which gaps are looked at, m


def tank(name: str) -> tt.Capsule:
    """The shape of a booster but for its nose."""
    return tt.Capsule(f"{name}.tail", f"{name}.shoulder", 1.15)


def launcher(thrust: float = 1.0, valve: float = VALVE, stuck: str = "") -> tt.Model:
    """The model with the tail-off of all engines scaled, another force of the valves, and one of
    them stuck."""
    model = MODEL.copy()
    values = [[thrust * x, 0.0, 0.0] for x in TAIL_OFF]
    for name in BOOSTERS:
        table = tt.Table(TIMES, values)
        model.forces[f"thrust {name}"] = replace(MODEL.forces[f"thrust {name}"], force=table)
        force = [0.0, 0.0 if name == stuck else valve, 0.0]
        model.forces[f"valve {name}"] = replace(MODEL.forces[f"valve {name}"], force=force)
    model.add_event("clear", tt.distance("core.one", "one.nose").rises(CLEAR), max_count=1)
    if stuck:
        _let_stay(model, stuck)
    return model


def _let_stay(model: tt.Model, stuck: str) -> None:
    """The booster whose valve is stuck goes on sliding until it parts by itself."""
    others = [name for name in BOOSTERS if name != stuck]
    forces = {name: tt.reaction(f"nose {name}").force.y for name in (others[0], stuck)}
    model.events["parts"] = forces[others[0]].falls(0.0)
    model.add_event("last parts", forces[stuck].falls(0.0))
    model.stages["free"] = replace(
        model.stages["free"], release=[f"nose {name}" for name in others], until="last parts"
    )
    model.add_stage("all free", release=[f"nose {stuck}"])


def separation(model: tt.Model = MODEL, formulation: str = "recursive", **settings: Any) -> tt.Run:
    system = model.build(formulation)
    return tt.simulate(system, system.start(), **(RUN | settings))


# --- what is read from runs ---------------------------------------------------------------


def nose_gap(run: tt.Run, name: str) -> np.ndarray:
    """Between the nose of a booster and the core, m."""
    return run.clearance(CORE, tt.Point(f"{name}.nose")).values


def margin(run: tt.Run, name: str = "one") -> float:
    """The least gap between a booster and the core once the nose has slid a metre, m."""
    ahead = run.distance(f"core.{name}", f"{name}.nose").values
    late = ahead > CLEAR - 1e-9  # the event has a sample of its own
    gaps = np.minimum(nose_gap(run, name), run.clearance(CORE, tank(name)).values)
    return float(gaps[late].min())


def sweep(thrusts: tuple[float, ...], valves: tuple[float, ...]) -> np.ndarray:
    """Least gaps, rows by tail-off, columns by valve."""
    rough = {"duration": 2.5, "every": 0.1, "rtol": 1e-6, "atol": 1e-8}
    return np.array(
        [[margin(separation(launcher(a, b), **rough)) for b in valves] for a in thrusts]
    )


# --- figures ------------------------------------------------------------------------------


def draw_reactions(plt: Any, run: tt.Run) -> None:
    """What the core exerts on a nose, as figure 8 of the paper."""
    figure, axes = plt.subplots(2, 1, figsize=(6.4, 4.8), layout="constrained", sharex=True)
    force = run["nose one.reaction_force"].values / 1e3
    axes[0].semilogy(run.time, np.where(force[:, 0] < 0, -force[:, 0], np.nan), label="R1, ahead")
    axes[0].semilogy(run.time, np.where(force[:, 1] > 0, force[:, 1], np.nan), label="R2, outward")
    axes[0].set(ylabel="on the nose (kN)", xlim=(0, 1.2), ylim=(0.1, 1e3))
    axes[0].legend()
    axes[1].plot(run.time, 1e3 * run.distance("core.one", "one.nose"))
    axes[1].set(xlabel="time (s)", ylabel="nose from socket (mm)", ylim=(-1, 50))
    for event in run.events:
        for ax in axes:
            ax.axvline(event.time, color="0.8", linewidth=0.8)
    save(figure, "booster-separation-reactions")


def outline(run: tt.Run, body: str, points: list[list[float]], sample: int) -> np.ndarray:
    """Points of a body in the plane of boosters one and three, seen from the core; in rows."""
    place = run[f"{body}.position"].values[sample] - run["core.position"].values[sample]
    w, x, y, z = run[f"{body}.attitude"].values[sample]
    cross = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    R = np.eye(3) + 2 * w * cross + 2 * cross @ cross
    return np.array([(place + R @ p)[:2] for p in np.array(points)])


def draw_trajectories(plt: Any, run: tt.Run) -> None:
    """Boosters one and three at a few times, seen from the core."""
    figure, ax = plt.subplots(figsize=(6.4, 6.0), layout="constrained")
    shape = [
        [11, -1.3, 0],
        [4, 1.15, 0],
        [-8, 1.15, 0],
        [-8, -1.15, 0],
        [4, -1.15, 0],
        [11, -1.3, 0],
    ]
    core = [[17, 1.25, 0], [-15, 1.25, 0], [-15, -1.25, 0], [17, -1.25, 0], [17, 1.25, 0]]
    x, y = outline(run, "core", core, 0).T
    ax.fill(y, x, color="0.85")
    for k, t in enumerate((0.0, 0.73, 1.4, 2.0, 2.5, 3.0)):
        sample = int(np.argmin(np.abs(run.time - t)))
        for name in ("one", "three"):
            x, y = outline(run, name, shape, sample).T
            ax.plot(
                y, x, color=f"C{k}", label=f"{run.time[sample]:.2f} s" if name == "one" else None
            )
    ax.set(xlabel="outward (m)", ylabel="ahead (m)")
    ax.set_aspect("equal")
    ax.legend()
    save(figure, "booster-separation-trajectories")


def draw_margins(plt: Any, thrusts: tuple, valves: tuple, gaps: np.ndarray) -> None:
    """Least gaps over the force of the valves."""
    figure, ax = plt.subplots(figsize=(6.4, 3.4), layout="constrained")
    for thrust, row in zip(thrusts, gaps, strict=True):
        ax.plot(np.array(valves) / 1e3, row, "o-", label=f"{thrust:.0%} of the tail-off")
    ax.axhline(0.0, color="0.6", linewidth=0.8)
    ax.set(xlabel="force of a valve (kN)", ylabel="least gap (m)")
    ax.legend()
    save(figure, "booster-separation-margins")


THRUSTS, VALVES = (0.8, 1.0, 1.2), (0.5e3, 1e3, 2e3, 4e3, 8e3)


def main() -> None:
    plt = pyplot()
    run = separation()
    for event in run.events:
        print(event)
    slides, parts, last = by_hand(RUN["duration"], VALVE)
    print("by hand:", slides - run.events[0].time, parts - run.events[1].time)
    found = [run["core.position"].values[-1, 0], *run["one.position"].values[-1, :2]]
    print("places:", found, np.array(found) - last[:3], np.degrees(last[3]))
    print(run["nose one.reaction_force"].values[0], run.audit())
    before = np.flatnonzero(run.data.stage.values == "slide")
    print("R2 in the slide:", run["nose one.reaction_force"].values[before[[0, -2, -1]]])
    pairs = [(a, b) for k, a in enumerate(BOOSTERS) for b in BOOSTERS[k + 1 :]]
    print("tanks:", min(float(run.clearance(tank(a), tank(b)).min()) for a, b in pairs))
    print("nose in the end:", nose_gap(run, "one")[-1])
    stuck = separation(launcher(stuck="one"), rtol=1e-8, atol=1e-10)
    print([(event.event, event.time) for event in stuck.events], nose_gap(stuck, "one")[-1])
    print("margins:", margin(stuck), margin(stuck, "two"))
    print("turned:", stuck["core.angular_velocity"].values[-1])
    draw_reactions(plt, run)
    draw_trajectories(plt, run)
    gaps = sweep(THRUSTS, VALVES)
    print(gaps)
    draw_margins(plt, THRUSTS, VALVES, gaps)


if __name__ == "__main__":
    main()
