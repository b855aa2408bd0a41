"""Numbers and figures of the page on docking.

What follows the catch is worked out independently, apart from Treetop: one rigid body of both.
"""

from pathlib import Path
from typing import Any

import numpy as np

import treetop as tt
from shared.figures import mark_events, pyplot, save
from shared.one_body import as_one, samples, whole

HERE = Path(__file__).parent
MODEL = tt.load(HERE.parents[1] / "examples" / "docking.yaml")
RUN: dict[str, Any] = MODEL.run.arguments
NAMES = tuple(MODEL.bodies)


def docking(formulation: str = "recursive") -> tt.Run:
    system = MODEL.build(formulation)
    return tt.simulate(system, system.start(), **RUN)


# --- by hand ------------------------------------------------------------------------------


def momenta_kept(run: tt.Run) -> tuple[float, float]:
    """The greatest change of the momenta, in parts of them."""
    p, h = run.data.linear_momentum.values, run.data.angular_momentum_about_centre.values
    return tuple(  # type: ignore[return-value]
        float(np.abs(x - x[0]).max() / np.linalg.norm(x[0])) for x in (p, h)
    )


# --- figures ------------------------------------------------------------------------------


def draw(plt: Any, run: tt.Run) -> None:
    """How far apart, how they turn, what energy they have."""
    figure, axes = plt.subplots(3, 1, figsize=(6.4, 6.4), layout="constrained", sharex=True)
    axes[0].plot(run.time, run.distance("target.cone", "chaser.probe"), color="k")
    axes[0].set_ylabel("probe to cone (m)")
    for name in NAMES:
        w = np.linalg.norm(run[f"{name}.angular_velocity"].values, axis=1)
        axes[1].plot(run.time, np.degrees(w), label=name)
    axes[1].set_ylabel("rate of turn (deg/s)")
    axes[1].legend()
    axes[2].plot(run.time, run.data.kinetic_energy)
    axes[2].set(xlabel="time (s)", ylabel="kinetic energy (J)")
    mark_events(axes, run)
    save(figure, "docking")


def main() -> None:
    plt = pyplot()
    run = docking()
    print(*run.events, sep="\n")
    k = samples(run, "docked")[0]
    before = whole(run, k - 1)
    print("lost:", before.lost, run.events[0].energy_lost - before.lost, "of", before.energy)
    print("momenta:", momenta_kept(run), run.audit())
    w = as_one(run, "docked", "target")
    found = run["target.angular_velocity"].values[samples(run, "docked")]
    print("rates:", np.degrees(found[0]), np.abs(found - w).max() / np.abs(w).max())
    for formulation in ("newton-euler", "udwadia"):
        other = docking(formulation)
        times = [a.time - b.time for a, b in zip(other.events, run.events, strict=True)]
        apart = np.abs(other.data.position.values - run.data.position.values).max()
        print(formulation, times, apart, momenta_kept(other), other.events[0].energy_lost)
    draw(plt, run)


if __name__ == "__main__":
    main()
