"""Numbers and the figure of the page on a satellite that is deployed, kept and retrieved."""

import runpy
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
from scipy.integrate import solve_ivp

import treetop as tt
from shared.figures import pyplot, save

EXAMPLE = SimpleNamespace(
    **runpy.run_path(str(Path(__file__).parents[2] / "examples" / "tethered-satellite.py"))
)
N = EXAMPLE.N
KEPT = 25000.0  # s, when deployment has died away


def flown(helped: bool = True, **settings: Any) -> tt.Run:
    """The run of the example, with or without the help of thrusters."""
    system = EXAMPLE.mission(helped).build()
    options = {"every": 20.0, "method": "radau", "rtol": 1e-9, "atol": 1e-9} | settings
    return tt.simulate(system, system.start(), EXAMPLE.END, **options)


def angles(run: tt.Run) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Distance, m, pitch and roll, rad, of the line in time."""
    one, two = (run[f"{name}.position"].values for name in EXAMPLE.NAMES)
    d = two - one
    upward = np.arctan2(one[:, 1], one[:, 0])
    pitch = (np.arctan2(d[:, 1], d[:, 0]) - upward + np.pi) % (2 * np.pi) - np.pi
    length = np.linalg.norm(d, axis=1)
    return length, pitch, np.arcsin(d[:, 2] / length)


def length_rate(t: float, l: float, pitch_rate: float) -> float:
    """Of the reel, by the three phases, m/s."""
    long, rest = EXAMPLE.LONG, EXAMPLE.LONG - l
    if t < EXAMPLE.DEPLOYED:
        return float(min(EXAMPLE.OUT * N * l, EXAMPLE.SPEED, EXAMPLE.OUT * N * rest))
    if t < EXAMPLE.RECALLED:
        return EXAMPLE.PULL * l * pitch_rate + EXAMPLE.SETTLE * N * (long - l)
    begun = min((t - EXAMPLE.RECALLED) / EXAMPLE.RAMP, 1.0)
    return float(-min(EXAMPLE.IN * N * l, EXAMPLE.SPEED) * begun)


def by_angles(times: np.ndarray, helped: bool) -> np.ndarray:
    """Length, pitch, roll in time by the equations of a line that does not stretch, of two points
    in a linear field about a circular orbit: (1) to (3) of the page."""
    damping = EXAMPLE.DAMPING * N

    def rates(t: float, y: np.ndarray) -> list[float]:
        l, pitch, roll, pitch_rate, roll_rate = y
        rate = length_rate(t, l, pitch_rate)
        turning, flow = pitch_rate + N, 2.0 * rate / l
        ahead, aside = -flow * turning, -flow * roll_rate
        if helped and t >= EXAMPLE.RECALLED:
            ahead, aside = -damping * pitch_rate, -damping * roll_rate
        second = ahead + 2.0 * np.tan(roll) * roll_rate * turning
        second -= 3.0 * N**2 * np.sin(pitch) * np.cos(pitch)
        pull = turning**2 + 3.0 * N**2 * np.cos(pitch) ** 2
        return [rate, pitch_rate, roll_rate, second, aside - np.sin(roll) * np.cos(roll) * pull]

    start, found = [EXAMPLE.SHORT, 0.0, 0.0, 0.0, EXAMPLE.ASIDE / EXAMPLE.SHORT], []
    phases = [0.0, EXAMPLE.DEPLOYED, EXAMPLE.RECALLED, times[-1] + 1.0]
    for begin, end in pairwise(phases):
        own = times[(times >= begin) & (times < end)]
        got = solve_ivp(rates, (begin, end), start, t_eval=[*own, end], rtol=1e-10, atol=1e-12)
        found.append(got.y[:3, :-1])
        start = got.y[:, -1]
    return np.hstack(found)


def kept_modes() -> np.ndarray:
    """Eigenvalues of small motion in station-keeping, in units of the orbit's rate: of the
    deviation of the length in parts of it, pitch and its rate."""
    pull, settle = EXAMPLE.PULL, EXAMPLE.SETTLE
    A = [[-settle, 0, pull], [0, 0, 1], [2 * settle, -3, -2 * pull]]
    return np.sort_complex(np.linalg.eigvals(np.array(A, dtype=float)))


def fuel(run: tt.Run) -> float:
    return float(EXAMPLE.FUEL - run["tank.mass"].values[-1])


def draw(plt: Any, runs: dict[str, tt.Run]) -> None:
    """Length, angles and tension of the mission with thrusters, and angles without."""
    figure, axes = plt.subplots(3, 1, figsize=(6.4, 6.6), sharex=True, layout="constrained")
    for name, run in runs.items():
        hours, (length, pitch, roll) = run.time / 3600, angles(run)
        style = {"lw": 1.2, "ls": "-" if name == "with thrusters" else ":"}
        axes[0].plot(hours, length / 1e3, color="C0", label=name, **style)
        axes[1].plot(hours, np.degrees(pitch), color="C1", label=f"pitch {name}", **style)
        axes[1].plot(hours, np.degrees(roll), color="C2", label=f"roll {name}", **style)
        axes[2].plot(hours, run["line.tension"], color="C3", label=name, **style)
    for ax, label in zip(axes, ("length (km)", "angle (deg)", "tension (N)"), strict=True):
        ax.set_ylabel(label)
        ax.legend(fontsize=7)
    axes[1].set_ylim(-60, 60)
    axes[2].set_yscale("log")
    axes[2].set_xlabel("time (h)")
    save(figure, "tethered-satellite")


def farthest(run: tt.Run) -> tuple[float, float]:
    """Time, s, and length, m, at which the line first lies level."""
    length, pitch, _ = angles(run)
    k = int(np.argmax(np.abs(pitch) > np.pi / 2))
    return float(run.time[k]), float(length[k])


def main() -> None:
    runs = {"with thrusters": flown(), "without": flown(False)}
    for name, run in runs.items():
        length, pitch, roll = angles(run)
        pull, late = run["line.tension"].values, run.time > EXAMPLE.RECALLED
        print(name, run.statistics["steps"], "steps, fuel", fuel(run), "kg")
        print(" length in the end", length[-1], "angles", np.degrees([pitch[-1], roll[-1]]))
        print(" least pitch", np.degrees(pitch[run.time < EXAMPLE.DEPLOYED].min()))
        found = [np.degrees(np.abs(each[late]).max()) for each in (pitch, roll)]
        print(" greatest angles of retrieval", found, "level at", farthest(run))
        print(
            " tension of retrieval",
            pull[late].min(),
            "kept",
            pull[run.time <= EXAMPLE.RECALLED][-1],
        )
        expected = by_angles(run.time, name == "with thrusters")
        for end in (EXAMPLE.RECALLED, EXAMPLE.END):
            at = run.time <= end
            off = [
                np.abs(a - b)[at].max()
                for a, b in zip((length, pitch, roll), expected, strict=True)
            ]
            print(" off until", end, off)
        print(run.audit())
    print(kept_modes())
    draw(pyplot(), runs)


if __name__ == "__main__":
    main()
