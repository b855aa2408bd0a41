"""Numbers and figures of the page on the thermal flutter of a gravity-gradient boom."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

import treetop as tt
from shared.figures import pyplot, save
from treetop.results.distance import turned

MODEL = Path(__file__).parents[2] / "examples" / "thermal-flutter.yaml"
PERIOD = 5926.379  # s
NOON = PERIOD / 3  # from the start, which is 60° after midnight


def flown(**changes: Any) -> tt.Run:
    """From the shadow to the shadow again; changes are those of the thermal device."""
    model = tt.load(MODEL)
    if changes:
        model.devices["sunlight"] = replace(model.devices["sunlight"], **changes)
    system = model.build()
    return tt.simulate(system, system.start(), **model.run.arguments)


def at_noon(absorptivity: float, part: float = 1.0) -> tt.System:
    """The craft without its orbit, in light along the boom, from the root on; its hub may have only
    a part of its inertia."""
    given = tt.load(MODEL)
    boom, light = given.bodies["boom"], given.devices["sunlight"]
    model = tt.Model("at noon")
    hub = model.add_body("hub", 500.0 * part, [400.0 * part, 400.0 * part, 240.0 * part])
    below = hub.frame("below", at=[0, 0, 0.3])
    body = model.add_flexible_body("boom", boom.modes, damping=boom.damping)
    model.add_joint("flight", tt.Free(), model.ground, hub)
    model.add_joint("root", tt.Fixed(), below, body)
    heating = replace(light.heating, absorptivity=absorptivity)
    model.add_device("sunlight", replace(light, heating=heating, sun=(0.0, 0.0, -1.0)))
    return model.build()


def pole(absorptivity: float = 0.3, part: float = 1.0) -> complex:
    """The pole of the first bending."""
    poles = tt.linearise(at_noon(absorptivity, part)).poles
    bending = poles[(poles.imag > 0.1) & (poles.imag < 1.0)]
    return complex(bending[np.argmax(bending.real)])


def tip(run: tt.Run) -> np.ndarray:
    """The tip of the boom against the hub, in its axes: forward and across the orbit, m."""
    back = run["flight.attitude"].values * [1, -1, -1, -1]
    seen = run["boom tip.position"].values - run["hub.position"].values
    return np.asarray(turned(back, seen))[:, :2]


def lit(run: tt.Run) -> tuple[float, float]:
    """When it leaves the shadow and when it comes into it again, s."""
    bright = run.time[run["environment.sunlight"].values > 0.5]
    return float(bright[0]), float(bright[-1])


def swing(run: tt.Run, rate: float) -> np.ndarray:
    """Amplitude of the oscillation of the tip about its mean over a period, m."""
    x, n = tip(run)[:, 0], round(2 * np.pi / rate)
    mean = np.convolve(x, np.ones(n) / n, "same")
    away = x - mean
    return np.sqrt(2.0 * np.convolve(away**2, np.ones(2 * n) / (2 * n), "same"))


def growth(run: tt.Run, rate: float, span: float = 300.0) -> float:
    """Growth of the oscillation about noon, 1/s."""
    near = np.abs(run.time - NOON) < span
    return float(np.polyfit(run.time[near], np.log(swing(run, rate)[near]), 1)[0])


def draw(plt: Any, run: tt.Run) -> None:
    figure, axes = plt.subplots(3, 1, figsize=(6.4, 6.4), layout="constrained", sharex=True)
    axes[0].plot(run.time, tip(run)[:, 0], color="k", linewidth=0.6)
    axes[0].set_ylabel("tip, forward (m)")
    for k in (1, 4):
        axes[1].plot(run.time, run[f"sunlight.difference{k}.x"], label=f"segment {k}")
    axes[1].set_ylabel("difference (K)")
    axes[1].legend(loc="upper right")
    axes[2].plot(run.time, run["sunlight.temperature1"], color="k")
    axes[2].set(xlabel="time (s)", ylabel="temperature (K)", xlim=(0, run.time[-1]))
    out, into = lit(run)
    for ax in axes:
        ax.axvspan(0, out, color="0.9", zorder=0)
        ax.axvspan(into, run.time[-1], color="0.9", zorder=0)
    save(figure, "thermal-flutter-orbit")


def main() -> None:
    run, first, dark = flown(), pole(), pole(0.0)
    out, into = lit(run)
    late = (run.time > out) & (run.time < out + 60)
    print("poles", first, dark)
    print("with a light hub", pole(part=0.02), pole(0.0, part=0.02))
    print("lit", out, into)
    print("snap", tip(run)[late, 0].min(), tip(run)[late, 0].max())
    print("temperatures", run["sunlight.temperature1"].values[[0, -1]], run.statistics)
    amplitude = swing(run, first.imag)
    for time in (300, 600, 1000, 1500, 1975, 2500, 3000, 3500):
        print(time, amplitude[np.argmin(np.abs(run.time - time))])
    print("growth", growth(run, first.imag), first.real)
    still = flown(expansion=0.0)
    print("without expansion", np.abs(tip(still)).max())
    print(run.audit())
    draw(pyplot(), run)


if __name__ == "__main__":
    main()
