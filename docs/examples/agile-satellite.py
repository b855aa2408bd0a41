"""Numbers and figures of the page on the agile satellite with control moment gyros."""

import runpy
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np

import treetop as tt
from shared.figures import pyplot, save
from shared.linear_checks import changes, fitted_rates, sampled_motion, small_turns

HERE = Path(__file__).parent
MODEL = HERE.parents[1] / "examples" / "agile-satellite.py"
example = SimpleNamespace(**runpy.run_path(str(MODEL)))

PERIOD, END = 0.05, 45.0  # of samples, of runs, s
LATER = 1000.0  # when the slew begins that small motions do not see, s
RATES = tuple(f"steering.rate{k}" for k in (1, 2, 3, 4))


# --- the slew -----------------------------------------------------------------------------


def slew(avoid: bool = True, angle: float = 0.0) -> tt.Run:
    """With the steering law of the example, or by the pseudo-inverse; from gimbals at an angle and
    its opposite in turn, where wheels have no momentum together either."""
    system = example.agile_satellite(avoid).build()
    gimbals = {name: {"angle": angle * (-1) ** k} for k, name in enumerate(example.GYROS)}
    return tt.simulate(system, system.state(**gimbals), duration=END, every=PERIOD, rtol=1e-9)


def slews() -> dict[str, tt.Run]:
    """By both laws, and from another start."""
    return {
        "pseudo-inverse": slew(avoid=False),
        "singularity-robust": slew(),
        "the same, from ±45°": slew(angle=np.pi / 4),
    }


def turns(run: tt.Run) -> np.ndarray:
    """Rotation vectors of the bus from its start, rad."""
    return small_turns(run["flight.attitude"].values, np.array([1.0, 0.0, 0.0, 0.0]))


def planned(t: np.ndarray) -> np.ndarray:
    """The angle about x that the law follows, rad."""
    s = np.clip((t - example.BEGIN) / example.DURATION, 0.0, 1.0)
    return example.ANGLE * s**3 * (10 - 15 * s + 6 * s**2)


def error(run: tt.Run) -> np.ndarray:
    """The angle between the attitude and the planned one, rad."""
    half = planned(run.time) / 2
    w, x, y, z = run["flight.attitude"].values.T
    off = np.array([np.cos(half) * x - np.sin(half) * w, y, z])
    return 2 * np.arcsin(np.linalg.norm(off, axis=0))


def settled(run: tt.Run, angle: float) -> float:
    """The time from which on the error of the planned attitude is less than an angle, s."""
    return float(run.time[error(run) > angle][-1])


# --- by closed form -----------------------------------------------------------------------


def singular_momentum() -> float:
    """Momentum of all wheels along x where gimbals 1 and 3 stand at ±90 degrees and 2 and 4 at 0:
    no rate of a gimbal changes it there."""
    return float(2 * np.cos(example.SKEW) * example.MOMENTUM)


def largest_momentum() -> float:
    """That wheels can have along x."""
    return float(2 * (1 + np.cos(example.SKEW)) * example.MOMENTUM)


def momentum_of_bodies(run: tt.Run) -> np.ndarray:
    """Momentum of all bodies along x without their wheels' spin: that which the wheels have given
    away."""
    axes = [example.axes(k) for k in range(4)]
    found = np.zeros((len(run.time), 3))
    for name, (gimbal, spin) in zip(example.GYROS, axes, strict=True):
        angle = run[f"{name}.angle"].values
        along = np.outer(np.cos(angle), spin) + np.outer(np.sin(angle), np.cross(gimbal, spin))
        found += run[f"{name}.momentum"].values[:, None] * along
    return -found[:, 0]


# --- small motions ------------------------------------------------------------------------


def at_rest() -> tt.System:
    """The satellite that holds its attitude."""
    return example.agile_satellite(begin=LATER).build()


def beside(system: tt.System, size: float) -> tt.State:
    """A motion near rest, about all axes and of the gimbals."""
    q = np.append(1.0, size * np.array([0.5, -0.4, 0.6]))
    flight = {
        "attitude": q / np.linalg.norm(q),
        "angular_velocity": size * np.array([0.1, -0.2, 0.15]),
    }
    gimbals = {name: {"angle": size * (-1) ** k} for k, name in enumerate(example.GYROS)}
    return system.state(flight=flight, **gimbals)


def linear_errors(sizes: tuple[float, ...] = (1e-4, 5e-5)) -> np.ndarray:
    """The greatest difference in each state between a run and the linear model in the closed loop,
    over ten seconds, by sizes of motions."""
    system = at_rest()
    linear = tt.linearise(system, system.state())
    loop, found = linear.loop("steering"), []
    for size in sizes:
        start = beside(system, size)
        run = tt.simulate(system, start, 10.0, every=PERIOD, rtol=1e-12, atol=1e-15)
        x = changes(run, linear, "flight")
        found.append(np.abs(x - sampled_motion(loop, x[0], len(x) - 1)).max(axis=0))
    return np.array(found)


def measured_and_predicted() -> np.ndarray:
    """Rates of the decay of small turns about the three axes in a run, 1/s, each beside the
    nearest pole of the closed loop at samples."""
    system = at_rest()
    poles = tt.linearise(system, system.state()).loop("steering").decay
    run = tt.simulate(system, beside(system, 1e-5), 20.0, every=PERIOD, rtol=1e-12, atol=1e-16)
    found = []
    for axis in range(3):
        own = fitted_rates(turns(run)[:, axis], PERIOD, 4)
        slow = own[own.imag > 0][0]
        found.append([slow, poles[np.argmin(np.abs(poles - slow))]])
    return np.array(found)


# --- figures ------------------------------------------------------------------------------


def draw_slew(plt: Any, runs: dict[str, tt.Run]) -> None:
    """The slew, and the gimbals, by both laws."""
    figure, axes = plt.subplots(4, 3, figsize=(9.6, 8.4), layout="constrained", sharex=True)
    for column, (name, run) in zip(axes.T, runs.items(), strict=True):
        t = run.time
        column[0].plot(t, np.degrees(turns(run)[:, 0]), label="run")
        column[0].plot(t, np.degrees(planned(t)), "k--", linewidth=0.8, label="planned")
        column[0].set_title(name)
        column[1].plot(t, momentum_of_bodies(run))
        column[1].axhline(singular_momentum(), color="0.6", linewidth=0.8)
        for k, gyro in enumerate(example.GYROS):
            column[2].plot(t, np.degrees(run[f"{gyro}.angle"]), label=str(k + 1))
        column[3].plot(t, run["steering.measure"])
        column[3].set(xlabel="time (s)", xlim=(0, END), ylim=(0, 1.6))
    for row, label in zip(
        axes,
        ("angle about x (deg)", "momentum (N m s)", "gimbals (deg)", "singularity measure"),
        strict=True,
    ):
        row[0].set_ylabel(label)
        top = max(ax.get_ylim()[1] for ax in row)
        low = min(ax.get_ylim()[0] for ax in row)
        for ax in row:
            ax.set_ylim(low, top)
    axes[0, 0].legend()
    axes[2, 0].legend(ncols=2, fontsize="small")
    save(figure, "agile-satellite-slew")


def draw_rates(plt: Any, runs: dict[str, tt.Run]) -> None:
    """Rates of the gimbals, and how far the attitude is from the planned one."""
    figure, axes = plt.subplots(4, 1, figsize=(6.4, 8.0), layout="constrained", sharex=True)
    for ax, (name, run) in zip(axes, runs.items(), strict=False):
        for gyro in example.GYROS:
            ax.plot(run.time, run[f"{gyro}.rate"], linewidth=0.6)
        ax.set(ylabel="gimbals (rad/s)", ylim=(-1.7, 1.7))
        ax.set_title(name, loc="right", fontsize="medium")
        axes[-1].semilogy(run.time, np.degrees(error(run)), label=name)
    axes[-1].set(xlabel="time (s)", ylabel="error (deg)", xlim=(0, END), ylim=(1e-7, 100))
    axes[-1].legend(loc="lower center")
    save(figure, "agile-satellite-rates")


def main() -> None:
    np.set_printoptions(linewidth=150)
    plt = pyplot()
    runs = slews()
    for name, run in runs.items():
        print(name, run.audit(), run.statistics, sep="\n")
        bodies = momentum_of_bodies(run)
        print("momentum:", bodies.max(), singular_momentum(), largest_momentum())
        locked = (run.time > 10) & (run.time < 25)
        print("while locked:", bodies[locked].mean(), np.ptp(bodies[locked]))
        angles = [np.degrees(run[f"{gyro}.angle"].values) for gyro in example.GYROS]
        print("gimbals at 20 s and in the end:", *((a[400], a[-1]) for a in angles))
        print("fastest:", max(np.abs(run[f"{g}.rate"]).max().item() for g in example.GYROS))
        print("measure:", run["steering.measure"].min().item())
        print("error, deg:", np.degrees([error(run).max(), error(run)[-1]]))
        print("about y and z, deg:", np.degrees(np.abs(turns(run)[:, 1:]).max(axis=0)))
        print("within 0.01 deg from", settled(run, np.radians(0.01)), "s")
        print("rate, deg/s:", np.degrees(run["flight.angular_velocity"].values.max()))
    print(tt.verify(runs["singularity-robust"]))
    system = at_rest()
    loop = tt.linearise(system, system.state()).loop("steering")
    print("poles:", loop.decay)
    for rate in RATES:
        print(rate, loop.margins(rate))
    both = measured_and_predicted()
    print("decay:", both, np.abs(both[:, 0] - both[:, 1]))
    errors = linear_errors((2e-4, 1e-4, 5e-5))[:, :-4]  # wheels keep their momentum
    print("linear:", errors[:-1] / errors[1:], errors, sep="\n")
    print(tt.analysis.compare(example.agile_satellite(), duration=8.0, rtol=1e-10))
    draw_slew(plt, runs)
    draw_rates(plt, runs)


if __name__ == "__main__":
    main()
