"""Numbers and figures of the page on the observer satellite."""

import runpy
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np

import treetop as tt
import treetop.flexible as fx
from shared.figures import pyplot, save
from shared.linear_checks import changes, fitted_rates, sampled_motion, small_turns

HERE = Path(__file__).parent
example = SimpleNamespace(**runpy.run_path(str(HERE.parents[1] / "examples" / "observer.py")))

PERIOD, DURATION = 0.5, 600.0  # of samples, of the slew, s
WHEELS = ("wheel_x.torque", "wheel_y.torque", "wheel_z.torque")
SWING = 4.18  # frequency of the wings against the bus in the closed loop, rad/s
ARCSEC = np.degrees(1.0) * 3600
TURN = np.array(example.TURN)


# --- the slew -----------------------------------------------------------------------------


def slew(every: float = 0.5, duration: float = DURATION) -> tt.Run:
    """As the example says, or its beginning."""
    system = example.observer().build()
    return tt.simulate(system, system.state(), duration, every=every, seed=1)


def pointing(run: tt.Run) -> np.ndarray:
    """Rotation vectors from the target to the attitude, rad."""
    return small_turns(run["flight.attitude"].values, TURN)


def tip(run: tt.Run, side: str) -> np.ndarray:
    """How far the tip of a wing is bent across it, m."""
    modes = example.wing(1.0 if side == "left" else -1.0)
    q = np.array([run[f"{side}.mode{k}"].values for k in (1, 2, 3)])
    return fx.displaced(modes, {"tip": "x"})[0] @ q


# --- small motions about the target -------------------------------------------------------


def system_of(delay: float = 0.0) -> tt.System:
    """Without noise, the law being late by a delay."""
    model = example.observer(noise=False)
    model.controllers["slew"] = replace(model.controllers["slew"], delay=delay)
    return model.build()


def linear_of(system: tt.System) -> tt.LinearModel:
    """About rest at the target."""
    return tt.linearise(system, system.state(flight={"attitude": TURN}))


def beside(system: tt.System, size: float) -> tt.State:
    """A motion near the target, about all axes and in both wings."""
    w, z = TURN[0], TURN[3]
    a, b, c = size * np.array([0.5, -0.4, 0.6])
    q = np.array([w - z * c, w * a - z * b, w * b + z * a, w * c + z])
    flight = {
        "attitude": q / np.linalg.norm(q),
        "angular_velocity": size * np.array([0.01, -0.02, 0.015]),
    }
    right = {"mode1": -0.05 * size, "mode2": 0.01 * size}
    return system.state(flight=flight, left={"mode1": 0.1 * size}, right=right)


def linear_errors(sizes: tuple[float, ...] = (1e-2, 5e-3)) -> np.ndarray:
    """The greatest difference in each state between a run and the linear model in the closed loop,
    over a minute, by sizes of motions."""
    system = system_of()
    linear = linear_of(system)
    found = []
    for size in sizes:
        run = tt.simulate(system, beside(system, size), 60.0, every=PERIOD, rtol=1e-12, atol=1e-15)
        x = changes(run, linear, "flight")
        y = sampled_motion(linear.loop("slew"), x[0], len(x) - 1)
        found.append(np.abs(x - y).max(axis=0))
    return np.array(found)


def decaying(delay: float = 0.0, duration: float = 300.0, every: float = PERIOD) -> tt.Run:
    """The spacecraft turned by a milliradian about z, and its wings swinging against it."""
    system, half = system_of(delay), 0.5e-3
    w, z = TURN[0], TURN[3]
    flight = {"attitude": [w - z * half, 0, 0, z + w * half]}
    start = system.state(flight=flight, left={"mode1": 1e-3}, right={"mode1": -1e-3})
    return tt.simulate(system, start, duration, every=every, rtol=1e-12, atol=1e-16)


def measured_and_predicted(delay: float = 0.0) -> np.ndarray:
    """Rates of the slow and of the swinging part of the angle about z in a run, 1/s, each beside
    the nearest pole of the closed loop at samples."""
    found = fitted_rates(pointing(decaying(delay))[:, 2], PERIOD, 8)
    found = found[found.imag > 0]
    poles = linear_of(system_of(delay)).loop("slew").decay
    own = [found[np.argmin(np.abs(found.imag - frequency))] for frequency in (0.0, SWING)]
    return np.array([[each, poles[np.argmin(np.abs(poles - each))]] for each in own])


# --- noise --------------------------------------------------------------------------------


def predicted_jitter() -> np.ndarray:
    """Standard deviations of the attitude about the target by the noise of tracker and gyro, rad:
    what both add to the commands of the wheels, sample by sample."""
    model = example.observer()
    law, tracker, gyro = model.controllers["slew"], model.sensors["tracker"], model.sensors["gyro"]
    loop = linear_of(system_of()).loop("slew")
    of_attitude = np.array(law.stiffness) / 2 * np.array(tracker.noise)
    of_rate = np.array(law.damping) * gyro.walk / np.sqrt(PERIOD)
    added = np.hypot(of_attitude, of_rate)
    turns = [loop.closed.states.index(f"flight.rotation.{axis}") for axis in "xyz"]
    X, variance = loop.closed.part(inputs=WHEELS).B * added, np.zeros(3)
    for _ in range(int(DURATION / PERIOD)):  # what one sample adds has died away by then
        variance += (X[turns] ** 2).sum(axis=1)
        X = loop.closed.A @ X
    return np.sqrt(variance)


def jitter(duration: float = 6000.0) -> np.ndarray:
    """The standard deviation of the pointing of a run that begins at the target and has settled."""
    system = example.observer().build()
    start = system.state(flight={"attitude": TURN})
    run = tt.simulate(system, start, duration, every=PERIOD, seed=2)
    return pointing(run)[run.time > 100.0].std(axis=0)


# --- figures ------------------------------------------------------------------------------


def draw_slew(plt: Any, run: tt.Run) -> None:
    figure, axes = plt.subplots(4, 1, figsize=(6.4, 8.0), layout="constrained", sharex=True)
    axes[0].plot(run.time, 90 + np.degrees(pointing(run)[:, 2]))
    axes[0].set(ylabel="angle about z (deg)", ylim=(0, 95))
    axes[1].plot(run.time, run["wheel_z.motor_torque"])
    axes[1].set(ylabel="torque of wheel z (N m)")
    axes[2].plot(run.time, run["wheel_z.speed"] * 30 / np.pi)
    axes[2].set(ylabel="speed of wheel z (rpm)")
    for side in ("left", "right"):
        axes[3].plot(run.time, 1e3 * tip(run, side), label=side, linewidth=0.8)
    axes[3].set(xlabel="time (s)", ylabel="tip of a wing (mm)", xlim=(0, 400))
    axes[3].legend()
    save(figure, "observer-slew")


def draw_pointing(plt: Any, run: tt.Run, sigma: np.ndarray) -> None:
    """The error of pointing at the end, and what noise leads to expect."""
    figure, axes = plt.subplots(3, 1, figsize=(6.4, 5.2), layout="constrained", sharex=True)
    error = ARCSEC * pointing(run)
    for k, ax in enumerate(axes):
        ax.axhspan(-2 * ARCSEC * sigma[k], 2 * ARCSEC * sigma[k], color="0.9")
        ax.plot(run.time, error[:, k])
        ax.set(ylabel=f"{'xyz'[k]} (arcsec)", ylim=(-80, 80))
    axes[-1].set(xlabel="time (s)", xlim=(200, DURATION))
    save(figure, "observer-pointing")


def draw_loop(plt: Any) -> None:
    """The open loop of the wheel about z."""
    figure, axes = plt.subplots(2, 1, figsize=(6.4, 5.2), layout="constrained", sharex=True)
    near = 4.183 * (1 + np.linspace(-0.2, 0.2, 2001))
    w = np.sort(np.concatenate([np.geomspace(5e-3, np.pi / PERIOD, 4000), near]))
    own = linear_of(system_of()).loop("slew").at_command(WHEELS[2]).minimal()
    L = -own.at(np.exp(1j * w * PERIOD))[:, 0, 0]
    axes[0].semilogx(w, 20 * np.log10(np.abs(L)))
    axes[0].axhline(0.0, color="0.6", linewidth=0.8)
    axes[0].set(ylabel="gain (dB)", ylim=(-60, 60))
    axes[1].semilogx(w, np.degrees(np.unwrap(np.angle(L))))
    axes[1].axhline(-180.0, color="0.6", linewidth=0.8)
    axes[1].set(xlabel="frequency (rad/s)", ylabel="phase (deg)", xlim=(5e-3, np.pi / PERIOD))
    save(figure, "observer-loop")


def draw_decay(plt: Any) -> None:
    """Wings that swing, by delays of the law, and how fast the poles let them."""
    figure, axes = plt.subplots(3, 1, figsize=(6.4, 5.6), layout="constrained", sharex=True)
    for ax, delay in zip(axes, (0.0, 0.25, 0.3), strict=True):
        run = decaying(delay, 150.0, every=0.05)
        apart = 1e3 * (tip(run, "left") - tip(run, "right"))
        swing = measured_and_predicted(delay)[1, 1].real
        envelope = np.exp(swing * run.time)
        envelope *= np.max(np.abs(apart / envelope)[run.time < 30])
        ax.plot(run.time, apart, linewidth=0.6)
        ax.plot(run.time, np.outer(envelope, [1, -1]), "k", linewidth=0.8)
        ax.set(ylabel="tips apart (mm)")
        ax.set_title(f"delay {delay:g} s", loc="right", fontsize="medium")
    axes[-1].set(xlabel="time (s)", xlim=(0, 150))
    save(figure, "observer-decay")


def main() -> None:
    plt = pyplot()
    run = slew()
    error = ARCSEC * pointing(run)
    print(run.audit(), tt.verify(run), run.statistics, sep="\n")
    print("within 0.1 deg from", run.time[np.abs(error).max(axis=1) > 360][-1], "s")
    print("overshoot, deg:", error[:, 2].max() / 3600)
    print("error in the end, arcsec:", np.linalg.norm(error[-1]))
    print("wheel, rpm:", np.abs(run["wheel_z.speed"].values).max() * 30 / np.pi)
    print("tips, mm:", [1e3 * np.abs(tip(run, side)).max() for side in ("left", "right")])
    linear = linear_of(system_of())
    print("modes, rad/s:", linear.poles[linear.poles.imag > 0.1])
    loop = linear.loop("slew")
    for wheel in WHEELS:
        print(wheel, loop.margins(wheel))
    for delay in (0.0, 0.25, 0.3):
        both = measured_and_predicted(delay)
        print("delay", delay, both, np.abs(both[:, 0] - both[:, 1]), sep="\n")
    errors = linear_errors((1e-2, 5e-3, 2.5e-3))
    print("linear:", errors[:-1] / errors[1:], errors.max(axis=1))
    sigma = predicted_jitter()
    print("jitter, arcsec:", ARCSEC * sigma, ARCSEC * jitter())
    print(tt.analysis.compare(example.observer(), duration=60.0, rtol=1e-10))
    draw_slew(plt, run)
    draw_pointing(plt, run, sigma)
    draw_loop(plt)
    draw_decay(plt)


if __name__ == "__main__":
    main()
