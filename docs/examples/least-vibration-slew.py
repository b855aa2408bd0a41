"""Numbers and the figure of the page on a slew that leaves least vibration."""

from pathlib import Path
from typing import Any

import numpy as np

import treetop as tt
from shared.figures import pyplot, save

EXAMPLE = Path(__file__).parents[2] / "examples" / "least-vibration-slew.yaml"
SLEW, ANGLE = 12.0, np.radians(30.0)  # s, rad
MOTOR = "forces.motor.effort"
CORNERS = [f"{MOTOR}.values[{k}]" for k in range(1, 6)]
WHOLE, WING, ARM = 300 + 2 * (28 + 20 * 3**2), 28 + 20 * 2**2, 28 + 20 * 2 * 3  # kg m²
RATE = np.sqrt(2 * 200 / (2 * WING - (2 * ARM) ** 2 / WHOLE))  # of the wings together, rad/s


def model() -> tt.Model:
    return tt.load(EXAMPLE)


def found(**options: Any) -> tt.Optimum:
    """The search of the page: wings at rest when the torque ends, and the hub where it should."""
    still = [(tt.last("right root.angle"), "1 mrad"), (tt.last("right root.rate"), "1 mrad/s")]
    there = [(tt.last("turn.angle"), "30 deg"), (tt.last("turn.rate"), "0 rad/s")]
    return tt.optimise(model(), still, CORNERS, require=there, duration=SLEW, every=1.0, **options)


def excitation(torque: Any) -> complex:
    """What a torque of straight lines excites small vibrations by: its Fourier integral, N m s."""
    t, y = np.array(torque.times), np.array(torque.values)
    slopes = np.diff(y) / np.diff(t)
    kinks = np.diff(np.concatenate([[0.0], slopes, [0.0]]))
    return complex(-np.sum(kinks * np.exp(-1j * RATE * t)) / RATE**2)


def swings(run: tt.Run) -> float:
    """The greatest angle of a wing after the slew, rad."""
    return float(np.abs(run["right root.angle"].sel(time=slice(SLEW, None))).max())


def draw(plt: Any, first: tt.Run, best: tt.Run) -> None:
    """Torque, hub and wings, before and after."""
    figure, axes = plt.subplots(3, 1, figsize=(6.4, 6.4), layout="constrained", sharex=True)
    for run, label, line in ((first, "for a rigid craft", ":"), (best, "least vibration", "-")):
        torque = run.model.forces["motor"].effort
        axes[0].plot([*torque.times, 20.0], [*torque.values, 0.0], line, label=label)
        axes[1].plot(run.time, np.degrees(run["turn.angle"]), line)
        axes[2].plot(run.time, np.degrees(run["right root.angle"]), line)
    axes[0].set(ylabel="torque (N m)")
    axes[0].legend()
    axes[1].set(ylabel="hub (deg)")
    axes[2].set(ylabel="wing (deg)", xlabel="time (s)")
    save(figure, "least-vibration-slew")


def main() -> None:
    least = found()
    first, best = tt.simulate(model()), tt.simulate(least.model)
    print(least)
    print(least.requirements)
    print("rate of the wings:", RATE)
    for name, run in (("first", first), ("least", best)):
        there = np.degrees(float(run["turn.angle"].sel(time=SLEW)))
        exciting = abs(excitation(run.model.forces["motor"].effort))
        print(f"{name}: wings {np.degrees(swings(run))} deg, hub {there}, excitation {exciting}")
    draw(pyplot(), first, best)


if __name__ == "__main__":
    main()
