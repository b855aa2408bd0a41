"""The picture of the first page: a solar array unfolds and latches, and where the energy goes."""

from pathlib import Path
from typing import Any

import numpy as np

import treetop as tt

HERE = Path(__file__).parent
MODEL = tt.load(HERE.parents[1] / "examples" / "array-deployment.yaml")
TIMES = (0.0, 2.4, 3.4, 4.0, 4.6, 6.0)  # of the poses, s
WINGS = {"right": "#1f5fbf", "left": "#d9822b"}
BUS, INK, QUIET = "#d8a838", "#303840", "#8a939c"


def deployment() -> tt.Run:
    system = MODEL.build()
    return tt.simulate(system, system.start(), duration=6, every=0.02, rtol=1e-10, atol=1e-12)


def ends(run: tt.Run, body: str, sample: int) -> np.ndarray:
    """The two ends of a panel in the plane of motion, y and z, m; it is 1 m long."""
    place = run[f"{body}.position"].values[sample]
    w, x, y, z = run[f"{body}.attitude"].values[sample]
    along = np.array([2 * (x * y - w * z), w * w - x * x + y * y - z * z, 2 * (y * z + w * x)])
    return np.array([place, place + along])[:, 1:]


def draw_pose(ax: Any, run: tt.Run, time: float) -> None:
    from matplotlib.patches import Rectangle

    sample = int(np.argmin(np.abs(run.time - time)))
    y, z = run["bus.position"].values[sample][1:]
    q = run["flight.attitude"].values[sample]
    turn = np.degrees(2 * np.arctan2(q[1], q[0]))
    bus = Rectangle((y - 0.6, z - 0.75), 1.2, 1.5, angle=turn, rotation_point="center", color=BUS)
    ax.add_patch(bus)
    for wing, colour in WINGS.items():
        for part in ("yoke", "inner", "outer"):
            line = ends(run, f"{wing} {part}", sample)
            ax.plot(*line.T, color=colour, lw=1.6 if part == "yoke" else 3.4, solid_capstyle="butt")
    ax.set(xlim=(-3.8, 3.8), ylim=(-1.3, 1.9), aspect="equal")
    ax.set_title(f"{time:g} s", fontsize=9, color=INK, pad=1)
    ax.axis("off")


def draw_angles(ax: Any, run: tt.Run) -> None:
    for wing, colour in WINGS.items():
        ax.plot(run.time, np.degrees(run[f"{wing} root.angle"]), color=colour, label=f"{wing} root")
    latches = {event.time: event for event in run.events}  # those of a wing shut at one instant
    for wing, event in zip(WINGS, latches.values(), strict=True):
        ax.axvline(event.time, color=WINGS[wing], lw=0.8, ls=":")
        before = wing == "right"
        ax.text(
            event.time + (-0.06 if before else 0.06),
            88,
            f"latch, {event.time:.3f} s",
            ha="right" if before else "left",
            fontsize=8,
            color=WINGS[wing],
        )
    ax.set(xlabel="time (s)", ylabel="hinge angle (deg)", ylim=(-4, 95), xlim=(0, 6))
    ax.legend(loc="lower left", fontsize=8, frameon=False)


def draw_energy(ax: Any, run: tt.Run) -> None:
    kinetic, lost = run["kinetic_energy"].values, -run["work"].values
    stored = run["potential_energy"].values
    stored = stored - stored[-1]
    parts = {"springs": QUIET, "motion": "#2a9d74", "lost in latches": "#b8433f"}
    ax.stackplot(run.time, stored, kinetic, lost, colors=parts.values(), labels=parts, alpha=0.85)
    drift = np.ptp(stored + kinetic + lost)
    ax.text(0.15, 0.6, f"sum constant to {drift:.0e} J", fontsize=8, color="white")
    ax.set(xlabel="time (s)", ylabel="energy (J)", xlim=(0, 6), ylim=(0, None))
    ax.legend(loc=(0.02, 0.12), fontsize=8, frameon=False, labelcolor="white")


def main() -> None:
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    plt.rcParams |= {"svg.hashsalt": "treetop", "axes.edgecolor": INK, "axes.labelcolor": INK,
                     "xtick.color": INK, "ytick.color": INK, "text.color": INK,
                     "axes.spines.top": False, "axes.spines.right": False,
                     "font.size": 9}  # fmt: skip
    run = deployment()
    figure = plt.figure(figsize=(8.6, 4.4), layout="constrained")
    above, below = figure.subfigures(2, 1, height_ratios=[1, 2.2])
    for ax, time in zip(above.subplots(1, len(TIMES)), TIMES, strict=True):
        draw_pose(ax, run, time)
    left, right = below.subplots(1, 2)
    draw_angles(left, run)
    draw_energy(right, run)
    figure.savefig(HERE / "first.svg", metadata={"Date": None}, transparent=True)


if __name__ == "__main__":
    main()
