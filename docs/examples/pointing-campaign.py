"""Numbers and figures of the page on pointing with wings that are not known exactly."""

import runpy
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
from scipy.stats import randint

import treetop as tt
from shared.figures import pyplot, save

HERE = Path(__file__).parent
STORE = HERE.parents[1] / "build" / "pointing.campaign"
example = SimpleNamespace(**runpy.run_path(str(HERE.parents[1] / "examples" / "observer.py")))

WINGS = ("left", "right")
BENT, LATE, DURATION, PERIOD = 1e-3, 200.0, 240.0, 0.5  # m √kg, s
CALM = BENT / 2
RUNS = 256
ARCSEC = np.degrees(1.0) * 3600


def observer() -> tt.Model:
    """The satellite at its target, its wings bent against each other and let go."""
    model = example.observer(target=[1, 0, 0, 0])
    model.set_start("left", mode1=BENT)
    model.set_start("right", mode1=-BENT)
    model.add_event("late", tt.time.rises(LATE), max_count=1)
    model.run = tt.RunSettings(duration=DURATION, every=PERIOD)
    return model


def campaign(store: Path = STORE) -> tt.Campaign:
    """Wings, inertia and delay of the law that vary, and noise."""
    found = tt.Campaign(observer(), store, seed=11)
    stiff, damped = ([f"bodies.{w}.{n}" for w in WINGS] for n in ("frequency_factor", "damping"))
    found.vary(stiff, "1 ± 20 %", name="frequencies")
    found.vary(damped, "0.005 ± 0.004", name="damping")
    found.vary("bodies.bus.inertia", factor="1 ± 5 % (3 sigma)", name="inertia")
    found.vary("controllers.slew.delay", "0.2 s ± 0.1 s", name="delay")
    found.vary("run.seed", randint(0, 10**6), name="noise")
    found.keep(**{axis: tt.last(f"flight.attitude.{axis}") for axis in "xyz"})
    found.keep(swing=tt.most("left.mode1", after="late"))
    found.keep(wing=tt.history("left.mode1", every=2 * PERIOD))
    found.require(swing=f"at most {CALM}")
    return found


# --- what runs say --------------------------------------------------------------------------


def measured(results: tt.CampaignResults, runs: np.ndarray) -> np.ndarray:
    """Growth of the swing, by how much the left wing moves in the first and in the last 40 s."""
    t = results.times("wing")
    bent = np.array([results.history("wing", int(k)) for k in runs])
    early, late = t < 40.0, t > DURATION - 40.0
    ratio = bent[:, late].std(axis=1) / bent[:, early].std(axis=1)
    return np.log(ratio) / (t[late].mean() - t[early].mean())


def angles(results: tt.CampaignResults) -> np.ndarray:
    """Of the attitude in the end, a row for each axis, rad."""
    return np.array([2 * results.values(axis) for axis in "xyz"])


def draw(plt: Any, results: tt.CampaignResults, growth: np.ndarray, calm: np.ndarray) -> None:
    """Growth of the swing by delays and damping, and the attitude in the end."""
    figure, axes = plt.subplots(1, 2, figsize=(8.4, 3.6), layout="constrained")
    delay, damping = results.parameter("delay"), results.parameter("damping")
    points = axes[0].scatter(delay, growth, c=damping, s=8)
    axes[0].axhline(np.log(CALM / BENT) / LATE, color="0.6", linewidth=0.8)
    axes[0].set(xlabel="delay of the law (s)", ylabel="growth of the swing (1/s)")
    figure.colorbar(points, ax=axes[0], label="damping ratio")
    x, _, z = ARCSEC * angles(results)
    for which, label in ((calm, "calm"), (~calm, "swing on")):
        axes[1].plot(x[which], z[which], ".", markersize=4, label=label)
    axes[1].set(xlabel="about x (arcsec)", ylabel="about z (arcsec)")
    axes[1].legend()
    save(figure, "pointing-campaign")


def main() -> None:
    STORE.parent.mkdir(exist_ok=True)
    found = campaign()
    results = found.run(RUNS)
    print(results, results.counts)
    print("calm", results.requirement("swing"))
    print("swing", results.rank_correlations("swing"))
    swing, growth = results.values("swing"), measured(results, np.arange(RUNS))
    calm, worst = swing <= CALM, results.worst("swing", 3)
    print("growth: calm up to", growth[calm].max(), "others from", growth[~calm].min())
    print("worst", worst, swing[worst])
    delay, damping = results.parameter("delay"), results.parameter("damping")
    ratios = np.arange(0.001, 0.008, 0.002)
    for late in (0.10, 0.15, 0.20, 0.25):
        here = (delay >= late) & (delay < late + 0.05)
        bands = [here & (damping >= d) & (damping < d + 0.002) for d in ratios]
        print(late, here.sum(), calm[here].mean(), [calm[band].mean() for band in bands])
    for which in (calm, ~calm):
        ends = ARCSEC * angles(results)[:, which]
        print("attitude, arcsec", which.sum(), ends.std(axis=1), np.abs(ends).max(axis=1))
    draw(pyplot(), results, growth, calm)
    results.report(STORE.parent / "pointing-report.html", found.worst(1, of="swing"), on="bus")


if __name__ == "__main__":
    main()
