"""Numbers and the figure of the page on booms that are pushed out of a spinning satellite."""

from pathlib import Path
from typing import Any

import numpy as np

import treetop as tt
from shared.figures import pyplot, save
from shared.spinning_booms import SpinningBooms

EXAMPLE = Path(__file__).parents[2] / "examples" / "boom-extrusion.yaml"
RADIUS, TIP, BOOM, WHOLE, SPIN = 0.5, 0.5, 0.1, 10.0, 0.6
BOOMS = SpinningBooms(80.0, 2, RADIUS, TIP, BOOM, WHOLE, SPIN)
STIFFNESS = 200.0  # N m²


def deployed() -> tt.Run:
    """The run of the example."""
    return tt.simulate(tt.load(EXAMPLE))


def given(t: Any) -> tuple[Any, Any]:
    """The length that is given, m, and its rate, m/s."""
    s = np.clip(t / 60.0, 0.0, 1.0)
    return 1 + 8 * s**3 * (10 - 15 * s + 6 * s**2), 8 * 30 * s**2 * (1 - s) ** 2 / 60


def pull(t: Any) -> Any:
    """What holds a straight boom at its guide, N: the pull of the spin, less what changes the rate
    of the boom and sets in motion what joins it from its store."""
    l, rate = given(t)
    second = (given(t + 1e-3)[1] - given(t - 1e-3)[1]) / 2e-3
    return BOOMS.pull(l) - (TIP + BOOM * l) * second - BOOM * rate**2


def bent(t: Any) -> Any:
    """How far the tip is behind, m, of a boom that bends as one at rest under the inertia of a
    straight one: across it 2 ω l' + ω' r per mass, by the formulas of a cantilever."""
    l, rate = given(t)
    per_length = (BOOMS.rate(l + 1e-6) - BOOMS.rate(l - 1e-6)) / 2e-6
    even = 2 * BOOMS.rate(l) * rate + per_length * rate * RADIUS  # at the guide
    slope = per_length * rate  # per length of boom
    at_tip = TIP * (even + slope * l) * l**3 / 3
    along = BOOM * (even * l**4 / 8 + slope * 11 * l**5 / 120)
    return (at_tip + along) / STIFFNESS


def behind(run: tt.Run) -> np.ndarray:
    """The distance by which the tip of the first boom is behind the line of its guide, m."""
    nodes, q = run.line("boom1").values, run["hub.attitude"].values
    angle, tip = 2 * np.arctan2(q[:, 3], q[:, 0]), nodes[:, -1] - nodes[:, 0]
    return np.asarray(np.sin(angle) * tip[:, 0] - np.cos(angle) * tip[:, 1])


def draw(plt: Any, run: tt.Run) -> None:
    """Length, spin, pull and bending along time."""
    figure, axes = plt.subplots(4, 1, figsize=(6.4, 8.0), layout="constrained", sharex=True)
    time = run.time
    axes[0].plot(time, run["boom1.length"])
    axes[0].set(ylabel="length outside (m)")
    axes[1].plot(time, run["hub.angular_velocity"].sel(axis="z"), label="booms that bend")
    axes[1].plot(time, BOOMS.rate(given(time)[0]), "k--", label="straight booms")
    axes[1].set(ylabel="spin (rad/s)")
    axes[1].legend()
    axes[2].plot(time, run["boom1.tension"])
    axes[2].plot(time, pull(time), "k--")
    axes[2].set(ylabel="pull at the guide (N)")
    axes[3].plot(time, 1e3 * behind(run), label="booms that bend")
    axes[3].plot(time, 1e3 * bent(time), "k--", label="cantilever at rest")
    axes[3].set(ylabel="tip behind (mm)", xlabel="time (s)")
    axes[3].legend()
    save(figure, "boom-extrusion")


def main() -> None:
    run = deployed()
    time, w, tip = run.time, run["hub.angular_velocity"].values[:, 2], behind(run)
    still = time >= 60
    print("end:", w[still].min(), w[still].max(), BOOMS.rate(9.0))
    print("behind:", tip.max(), time[tip.argmax()], bent(time).max(), time[bent(time).argmax()])
    print("apart:", np.abs(tip - bent(time)).max(), "swing after 60 s:", np.abs(tip[still]).max())
    tension, power = run["boom1.tension"].values, run["boom1.power"].values
    print("pull:", tension.max(), time[tension.argmax()], np.abs(tension - pull(time)).max())
    lost = BOOMS.inertia(1.0) * SPIN * (SPIN - BOOMS.rate(9.0)) / 2
    print("work:", 2 * np.trapezoid(power, time), -lost, BOOMS.inertia(1.0) * SPIN**2 / 2)
    print({d.name: d.relative for d in run.audit().drifts})
    draw(pyplot(), run)


if __name__ == "__main__":
    main()
