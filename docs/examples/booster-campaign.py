"""Numbers and figures of the page on the margins of a separation."""

from pathlib import Path
from typing import Any

import numpy as np

import treetop as tt
from shared.figures import pyplot, save

HERE = Path(__file__).parent
STORE = HERE.parents[1] / "build" / "booster-separation.campaign"
BOOSTERS = ("one", "two", "three", "four")
CORE = tt.Capsule("core.bottom", "core.top", 1.25)
TANK = tt.Capsule("one.tail", "one.shoulder", 1.15)
RUNS = 1024


def launcher() -> tt.Model:
    """The launcher of the page on four boosters, with an event when a nose has slid a metre, and
    tolerances that leave errors of micrometres."""
    model = tt.load(HERE.parents[1] / "examples" / "booster-separation.yaml")
    model.add_event("clear", tt.distance("core.one", "one.nose").rises(1.0), max_count=1)
    method = tt.Dop853(rtol=1e-8, atol=1e-10)
    model.run = tt.RunSettings(duration=2.5, every=0.05, method=method)
    return model


def of_all(path: str) -> list[str]:
    """A path for each of the boosters, which are alike in every run."""
    return [path.format(name) for name in BOOSTERS]


def campaign(store: Path = STORE) -> tt.Campaign:
    """What is not known exactly of a separation, and what matters."""
    found = tt.Campaign(launcher(), store, seed=3)
    masses = of_all("bodies.{}.mass") + of_all("bodies.{}.inertia")
    found.vary(masses, factor="1 ± 5 % (3 sigma)", name="booster mass")
    found.vary(["bodies.core.mass", "bodies.core.inertia"], factor="1 ± 1 %", name="core mass")
    found.vary(of_all("bodies.{}.centre.x"), "0 ± 20 cm (3 sigma)", name="centre ahead")
    found.vary(of_all("bodies.{}.centre.y"), "0 ± 5 cm (3 sigma)", name="centre outward")
    thrusts = of_all("forces.thrust {}.force.values")
    found.vary(thrusts, factor="1 ± 10 % (3 sigma)", name="tail-off")
    times = of_all("forces.thrust {}.force.times")
    found.vary(times, factor="1 ± 10 % (3 sigma)", name="duration of tail-off")
    found.vary("forces.core thrust.force", factor="1 ± 2 %", name="core thrust")
    found.vary(of_all("forces.valve {}.force"), factor="1 ± 20 % (3 sigma)", name="valve")
    found.vary("events.opens.rises", "5 mm ± 2 mm", name="valve opens at")
    found.correlate("tail-off", "duration of tail-off", -0.5)
    found.keep(
        slides=tt.event_time("slides"),
        parts=tt.event_time("parts"),
        nose=tt.least(tt.clearance(CORE, tt.Point("one.nose")), after="clear"),
        tank=tt.least(tt.clearance(CORE, TANK), after="clear"),
        load=tt.most(tt.reaction("nose one").force),
        gap=tt.history(tt.clearance(CORE, tt.Point("one.nose"))),
    )
    found.require(nose="at least 40 cm", tank="at least 40 cm")
    return found


def draw_gaps(plt: Any, results: tt.CampaignResults) -> None:
    """How least gaps are distributed, and what they go with."""
    figure, axes = plt.subplots(1, 2, figsize=(8.0, 3.2), layout="constrained")
    for name in ("nose", "tank"):
        axes[0].hist(results.values(name), bins=40, alpha=0.6, label=name)
    axes[0].axvline(results.plan.require["nose"].limit, color="0.3", linewidth=0.8)
    axes[0].set(xlabel="least gap (m)", ylabel="runs")
    axes[0].legend()
    valve = results.parameter("valve")
    axes[1].scatter(valve, results.values("nose"), c=results.parameter("tail-off"), s=6)
    axes[1].set(xlabel="force of the valve (part of nominal)", ylabel="least gap of the nose (m)")
    save(figure, "booster-campaign-gaps")


def draw_envelope(plt: Any, results: tt.CampaignResults) -> None:
    """The gap of the nose over time."""
    found = results.envelope("gap", 99)
    figure, ax = plt.subplots(figsize=(6.4, 3.2), layout="constrained")
    ax.fill_between(found.times, found.least, found.most, alpha=0.2, label="all runs")
    ax.fill_between(found.times, found.low, found.high, alpha=0.35, label="99 %")
    ax.plot(found.times, found.median, label="median")
    ax.set(xlabel="time (s)", ylabel="gap of the nose (m)", xlim=(0.6, 2.0), ylim=(-0.1, 4.0))
    ax.legend()
    save(figure, "booster-campaign-envelope")


def main() -> None:
    STORE.parent.mkdir(exist_ok=True)
    found = campaign()
    results = found.run(RUNS)
    print(results, results.counts)
    for name in results.numbers:
        low, high = results.percentile(name, 1), results.percentile(name, 99)
        print(name, results.mean(name), results.units[name], low, high)
    for name in results.plan.require:
        print(name, "met", results.requirement(name))
    ranks = {name: results.rank_correlations(name) for name in results.numbers}
    for parameter in results.parameters:
        print(parameter, [round(ranks[name][parameter], 2) for name in results.numbers])
    worst = results.worst("nose", 3)
    print("worst", worst, results.values("nose")[worst])
    for parameter in results.parameters:
        print("  ", parameter, results.parameter(parameter)[worst[0]])
    again = found.rerun(worst[0])
    gap = again.clearance(CORE, "one.nose").values[again.time >= again.events[-1].time].min()
    print("again", gap == results.values("nose")[worst[0]], np.ptp(again.time))
    plt = pyplot()
    draw_gaps(plt, results)
    draw_envelope(plt, results)
    results.report(STORE.parent / "booster-campaign-report.html")


if __name__ == "__main__":
    main()
