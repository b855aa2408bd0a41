"""Numbers and the figure of the page on wire booms that spin pulls out."""

from pathlib import Path
from typing import Any

import numpy as np
from scipy.integrate import solve_ivp

import treetop as tt
from shared.figures import pyplot, save
from shared.spinning_booms import SpinningBooms

EXAMPLE = Path(__file__).parents[2] / "examples" / "wire-boom-deployment.yaml"
RADIUS, SENSOR, WIRE, STORED = 0.8, 0.2, 0.012, 25.0
BOOMS = SpinningBooms(220.0, 4, RADIUS, SENSOR, WIRE, STORED, spin=3.0)
BY_LENGTH, BY_RATE = 0.165, 40.0  # N/m, N s/m


def deployed() -> tt.Run:
    """The run of the example."""
    return tt.simulate(tt.load(EXAMPLE))


def straight(times: np.ndarray) -> np.ndarray:
    """The length of wires that stay straight along the radius, m: pulled by the spin, held by the
    brake and by what joins them from a store at rest."""

    def rates(_: float, y: np.ndarray) -> tuple[float, float]:
        l, v = y
        held = BY_LENGTH * l + BY_RATE * v + WIRE * v**2
        return v, (BOOMS.pull(l) - held) / (SENSOR + WIRE * l)

    tight = {"method": "Radau", "rtol": 1e-10, "atol": 1e-12, "t_eval": times}
    return np.asarray(solve_ivp(rates, (0.0, times[-1]), [1.0, 0.0], **tight).y[0])


def lag(run: tt.Run) -> np.ndarray:
    """The angle by which the chord of the first wire is behind its port, rad."""
    nodes, q = run.line("wire1").values, run["hub.attitude"].values
    chord = nodes[:, -1] - nodes[:, 0]
    behind = 2 * np.arctan2(q[:, 3], q[:, 0]) - np.arctan2(chord[:, 1], chord[:, 0])
    return np.asarray((behind + np.pi) % (2 * np.pi) - np.pi)


def draw(plt: Any, run: tt.Run) -> None:
    """Lengths, spin and lag along time."""
    figure, axes = plt.subplots(3, 1, figsize=(6.4, 6.4), layout="constrained", sharex=True)
    time = run.time
    axes[0].plot(time, run["wire1.length"], label="chain of rods that come out one by one")
    axes[0].plot(time, straight(time), "k--", label="straight wires")
    axes[0].set(ylabel="length outside (m)")
    axes[0].legend()
    axes[1].plot(time, run["hub.angular_velocity"].sel(axis="z"))
    axes[1].plot(time, BOOMS.rate(straight(time)), "k--")
    axes[1].set(ylabel="spin (rad/s)")
    axes[2].plot(time, np.degrees(lag(run)))
    axes[2].set(ylabel="wires behind (deg)", xlabel="time (s)")
    save(figure, "wire-boom-deployment")


def main() -> None:
    run = deployed()
    times, l, w = run.time, run["wire1.length"].values, run["hub.angular_velocity"].values[:, 2]
    print("end:", l[-1], straight(times)[-1], w[-1], BOOMS.rate(straight(times)[-1]))
    print("greatest apart:", np.abs(l - straight(times)).max(), np.abs(w / BOOMS.rate(l) - 1).max())
    print("lag:", np.degrees(lag(run)).max(), "rate:", run["wire1.rate"].values.max())
    print("tension:", run["wire1.tension"].values.max())
    print({d.name: d.relative for d in run.audit().drifts})
    draw(pyplot(), run)


if __name__ == "__main__":
    main()
