"""Numbers and figures of the page on the tip-off of two stages."""

from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from scipy.stats import rayleigh

import treetop as tt
from shared.figures import pyplot, save

HERE = Path(__file__).parent
STORE = HERE.parents[1] / "build" / "tip-off.campaign"
SPRINGS = ("one", "two", "three", "four")
LOWER, UPPER, INERTIA = 2000.0, 800.0, 500.0  # kg, kg m²
STIFFNESS, STROKE, RADIUS = 20e3, 0.1, 0.6  # N/m, m, m
SPREAD, OFFSET = 0.01, 1e-3  # part of the stiffness, m: standard deviations
RUNS = 1024


def stages() -> tt.Model:
    """The two stages of the page on springs, here all alike."""
    model = tt.load(HERE.parents[1] / "examples" / "stage-separation.yaml")
    for name in SPRINGS:
        ends = {"a": f"lower.{name}", "b": f"upper.{name}"}
        model.forces[name] = tt.SpringDamper(**ends, length=0.5, stiffness=STIFFNESS)
    method = tt.Dop853(rtol=1e-9, atol=1e-12)
    model.run = tt.RunSettings(duration=0.3, every=0.01, method=method)
    return model


def campaign(store: Path = STORE) -> tt.Campaign:
    """Springs that differ, and a mass centre beside the axis."""
    found = tt.Campaign(stages(), store, seed=5)
    for name in SPRINGS:
        found.vary(f"forces.{name}.stiffness", "20 kN/m ± 3 % (3 sigma)", name=f"spring {name}")
    for axis in "yz":
        found.vary(f"bodies.upper.centre.{axis}", "0 ± 3 mm (3 sigma)", name=f"offset {axis}")
    found.keep(
        tip_off=tt.last("upper.angular_velocity.norm"),
        y=tt.last("upper.angular_velocity.y"),
        z=tt.last("upper.angular_velocity.z"),
        lower=tt.last("lower.angular_velocity.norm"),
    )
    found.require(tip_off="at most 1 deg/s")
    return found


class Linear(NamedTuple):
    """Rates of the upper stage for small differences: of a spring, by its part of the stiffness,
    and of the mass centre, by its offset."""

    spring: float  # rad/s
    offset: float  # rad/(s m)

    @property
    def scale(self) -> float:
        """The standard deviation of each component; two springs stand across each axis."""
        return float(np.hypot(np.sqrt(2) * self.spring * SPREAD, self.offset * OFFSET))


def impulses() -> Linear:
    """If every spring gave its impulse at once."""
    mu = LOWER * UPPER / (LOWER + UPPER)
    impulse = STROKE * np.sqrt(4 * STIFFNESS * mu)
    return Linear(RADIUS * impulse / (4 * INERTIA), impulse / INERTIA)


def measured() -> Linear:
    """By runs with small differences."""
    small = 1e-4
    soft = stages()
    soft.forces["one"] = tt.SpringDamper(
        "lower.one", "upper.one", length=0.5, stiffness=STIFFNESS * (1 + small)
    )
    aside = stages()
    upper = aside.bodies["upper"]
    aside.bodies["upper"] = tt.Model("body").add_body(
        "upper", upper.mass, upper.inertia, [0, small, 0], frames=dict(upper.frames)
    )
    rates = [tt.simulate(each)["upper.angular_velocity.z"].values[-1] for each in (soft, aside)]
    return Linear(*(abs(float(each)) / small for each in rates))


def draw(plt: Any, results: tt.CampaignResults, linear: Linear) -> None:
    """Rates of all runs about both axes, and how their sizes are distributed."""
    figure, axes = plt.subplots(1, 2, figsize=(8.0, 3.6), layout="constrained")
    y, z, size = (np.degrees(results.values(name)) for name in ("y", "z", "tip_off"))
    axes[0].plot(y, z, ".", markersize=3, alpha=0.6)
    turn = np.linspace(0, 2 * np.pi, 200)
    limit = np.degrees(rayleigh.ppf(0.9973, scale=linear.scale))
    axes[0].plot(limit * np.cos(turn), limit * np.sin(turn), "0.4", linewidth=0.8)
    axes[0].set(xlabel="about y (deg/s)", ylabel="about z (deg/s)", aspect="equal")
    axes[1].hist(size, bins=40, density=True, alpha=0.6, label="runs")
    there = np.linspace(0, size.max(), 200)
    law = rayleigh.pdf(there, scale=np.degrees(linear.scale))
    axes[1].plot(there, law, label="Rayleigh, (2)")
    axes[1].set(xlabel="tip-off (deg/s)", ylabel="density")
    axes[1].legend()
    save(figure, "tip-off-campaign")


def main() -> None:
    STORE.parent.mkdir(exist_ok=True)
    at_once, linear = impulses(), measured()
    print("impulses", at_once, at_once.scale)
    print("measured", linear, linear.scale, "ratio", np.divide(linear, at_once))
    found = campaign()
    results = found.run(RUNS)
    print(results, results.counts)
    for name in ("tip_off", "lower"):
        print(name, np.degrees(results.mean(name)), end=" deg/s: ")
        for level in (50, 90, 99, 99.73):
            print(level, np.degrees(results.percentile(name, level)[:3]), end=" ")
        print()
    for name in ("y", "z"):
        print(name, "deviation", results.values(name).std(), "expected", linear.scale)
    for level in (0.5, 0.9, 0.99, 0.9973):
        print("Rayleigh", level, np.degrees(rayleigh.ppf(level, scale=linear.scale)))
    print("mean", np.degrees(linear.scale * np.sqrt(np.pi / 2)))
    print("required", results.requirement("tip_off"))
    print("above 0.4 deg/s", results.probability("tip_off > 0.4 deg/s"))
    for name in ("y", "z"):
        print(name, {k: round(v, 2) for k, v in results.rank_correlations(name).items()})
    worst = results.worst("tip_off", 3)
    print("worst", worst, np.degrees(results.values("tip_off")[worst]))
    plt = pyplot()
    draw(plt, results, linear)
    results.report(STORE.parent / "tip-off-report.html", found.worst(2, of="tip_off"), "lower")


if __name__ == "__main__":
    main()
