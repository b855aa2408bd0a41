"""Numbers and figures of the page on a beam that is spun up."""

from typing import Any

import numpy as np

import treetop as tt
from shared.figures import pyplot, save
from treetop.validation.spin_up_beam import (
    BENDING,
    LENGTH,
    MASS,
    PEAK,
    RATE,
    chained,
    lag_of,
    peak,
    spun_up,
)

FIRST = 1.875104068711961**2 * np.sqrt(BENDING / MASS) / LENGTH**2  # frequency at rest, rad/s


def rate(t: np.ndarray) -> np.ndarray:
    """The rate of the hub while it is spun up, rad/s; equation (1)."""
    return RATE / 15 * (t - 7.5 / np.pi * np.sin(2 * np.pi * t / 15))


def passes(times: np.ndarray) -> float:
    """When the hub turns as fast as the beam vibrates at rest, s."""
    return float(np.interp(FIRST, rate(times), times))


def peaks(stiffening: str, counts: tuple[int, ...] = (1, 2, 3, 4)) -> list[float]:
    """The largest lag, m, with so many modes of bending."""
    return [peak(spun_up(stiffening, count))[1] for count in counts]


def largest_difference(one: tt.Run, other: tt.Run) -> float:
    """Between the lags of two runs, m."""
    return float(np.abs(lag_of(one) - lag_of(other)).max())


# --- figures ------------------------------------------------------------------------------


def draw_lag(plt: Any, flexible: tt.Run, rods: tt.Run) -> None:
    """The lag of the tip, and the rate of the hub."""
    figure, (above, below) = plt.subplots(
        2, 1, figsize=(6.4, 5.2), layout="constrained", sharex=True, height_ratios=[3, 1]
    )
    above.plot(flexible.time, lag_of(flexible), label="three modes with stiffening")
    above.plot(rods.time[::40], lag_of(rods)[::40], "k.", label="24 springs between rigid rods")
    above.set_ylabel("tip across (m)")
    above.legend(loc="upper center")
    below.plot(flexible.time, rate(flexible.time), color="C1")
    below.axhline(FIRST, color="0.6", linewidth=0.8)
    below.text(0.2, FIRST + 0.2, "first frequency at rest", fontsize=9, color="0.4")
    below.set(xlabel="time (s)", ylabel="hub (rad/s)", xlim=(0, 15), ylim=(0, 6.3))
    save(figure, "beam-spin-up-lag")


def draw_growth(plt: Any, stiff: tt.Run, soft: tt.Run) -> None:
    """With and without stiffening, on a scale that has room for both."""
    figure, ax = plt.subplots(figsize=(6.4, 3.4), layout="constrained")
    for run, label in ((soft, "none"), (stiff, "geometric")):
        ax.semilogy(run.time[5:], np.abs(lag_of(run))[5:], label=label)
    ax.axvline(passes(stiff.time), color="0.6", linewidth=0.8)
    ax.axhline(LENGTH, color="0.6", linewidth=0.8, linestyle="--")
    ax.text(0.3, 1.6 * LENGTH, "length of the beam", fontsize=9, color="0.4")
    ax.set(xlabel="time (s)", ylabel="tip across (m)", xlim=(0, 12), ylim=(1e-5, 1e6))
    ax.legend(loc="upper left", bbox_to_anchor=(0.0, 0.88))
    save(figure, "beam-spin-up-growth")


def main() -> None:
    plt = pyplot()
    for stiffening in ("geometric", "foreshortening"):
        print(stiffening, [f"{each:.5f} ({each / PEAK - 1:+.2%})" for each in peaks(stiffening)])
    stiff, soft, rods = spun_up("geometric", duration=15.0), spun_up("none"), chained(24, 15.0)
    print("peak", peak(stiff), "rods", peak(rods), "apart", largest_difference(stiff, rods))
    two = [spun_up(each, duration=15.0) for each in ("geometric", "foreshortening")]
    print("geometric - foreshortening", largest_difference(*two), stiff.statistics)
    long = spun_up("none", duration=12.0)
    print("first frequency", FIRST, "at", passes(stiff.time), "none at 12 s", lag_of(long)[-1])
    print("none at 8 s", lag_of(soft)[-1], "beyond its length after", grown(long))
    draw_lag(plt, stiff, rods)
    draw_growth(plt, spun_up("geometric", duration=12.0), long)


def grown(run: tt.Run) -> float:
    """When the tip stands farther across than the beam is long, s."""
    return float(run.time[np.abs(lag_of(run)) > LENGTH][0])


if __name__ == "__main__":
    main()
