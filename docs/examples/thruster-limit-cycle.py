"""Numbers and figures of the page on the limit cycle of thrusters on a flexible spacecraft.

Letters: d dead band, k rate over angle in the error, T period of samples, τ on-time of a pulse,
Δω change of rate by a pulse, L by how much the modulator's lag delays a ramp.
"""

from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from scipy.optimize import fsolve

import treetop as tt
import treetop.flexible as fx
from shared.figures import pyplot, save
from shared.linear_checks import changes, small_turns

HERE = Path(__file__).parent
FILE = HERE.parents[1] / "examples" / "thruster-limit-cycle.yaml"
MODEL = tt.load(FILE)
WINGS = ("left", "right")

ERROR, LAW, JET = MODEL.controllers["error"], MODEL.controllers["modulator"], MODEL.devices["plus"]
PERIOD = LAW.every
PROPORTIONAL, DERIVATIVE = -ERROR.proportional / 2, -ERROR.derivative  # of angle and rate
DECAY = np.exp(-PERIOD / LAW.lag)
BAND = LAW.on / LAW.gain / PROPORTIONAL
SLOPE = DERIVATIVE / PROPORTIONAL
LAG = PERIOD * DECAY / (1 - DECAY)
DELAY, START_SMALL, START_LARGE = 0.4, 0.005, 0.02  # of a late modulator: s, modal coordinates


# --- models and runs ----------------------------------------------------------------------


def rigid() -> tt.Model:
    """The spacecraft with wings that do not bend."""
    model = MODEL.copy()
    for wing in WINGS:
        whole = MODEL.bodies[wing].modes.structure
        del model.bodies[wing]
        model.add_body(wing, whole.total_mass, whole.inertia().tolist(), centre=whole.centre)
    return model


def without_events() -> tt.Model:
    """The spacecraft whose pulses are not recorded."""
    model = MODEL.copy()
    model.events.clear()
    return model


def from_rate(model: tt.Model, rate: float, duration: float, every: float = 0.5) -> tt.Run:
    """From the target, turning at a rate about z."""
    system = model.build()
    start = system.state(flight={"angular_velocity": [0, 0, rate]})
    return tt.simulate(system, start, duration, every=every)


def as_said(every: float = 0.1, duration: float | None = None) -> tt.Run:
    """The run of the file, or its beginning."""
    system = MODEL.build()
    return tt.simulate(system, system.start(), duration or MODEL.run.duration, every=every)


def angle(run: tt.Run) -> np.ndarray:
    """About z, rad."""
    return small_turns(run["flight.attitude"].values, np.array([1.0, 0.0, 0.0, 0.0]))[:, 2]


class Pulse(NamedTuple):
    time: float
    sign: int


def pulses(run: tt.Run) -> list[Pulse]:
    signs = {"plus fires": 1, "minus fires": -1}
    return [Pulse(each.time, signs[each.event]) for each in run.events if each.event in signs]


# --- by closed form -----------------------------------------------------------------------


@cache
def acceleration() -> float:
    """Angular acceleration of the rigid spacecraft by a thruster, by hand, rad/s²."""
    bus, tank = MODEL.bodies["bus"], MODEL.devices["tank"]
    masses, places, own = [bus.mass], [np.array(bus.centre)], [bus.inertia[2][2]]
    for wing in WINGS:
        whole = MODEL.bodies[wing].modes.structure
        masses.append(whole.total_mass)
        places.append(np.array(whole.centre))
        own.append(whole.inertia()[2, 2])
    masses.append(tank.fuel)
    places.append(np.array(bus.frames["tank"].at))
    own.append(tank.fuel * tank.shape.gyration[2] ** 2)
    m, r = np.array(masses), np.array(places)
    centre = m @ r / m.sum()
    off = r - centre
    inertia = np.sum(own) + m @ (off[:, 0] ** 2 + off[:, 1] ** 2)
    return float((bus.frames["plus"].at[0] - centre[0]) * JET.thrust / inertia)


def on_time() -> float:
    """The on-time of the shortest pulse: whole samples until the lag has fallen from `on` to `off`,
    s."""
    exact = -LAW.lag * np.log(1 - (LAW.on - LAW.off) / (LAW.gain * LAW.level))
    return float(np.ceil(exact / PERIOD) * PERIOD)


def change() -> float:
    """The change of the rate by the shortest pulse, rad/s."""
    return acceleration() * on_time()


def firing_angle(rate: float) -> float:
    """At which a spacecraft that drifts outward fires, rad."""
    return BAND - (SLOPE - LAG) * rate


def period(rate: float) -> float:
    """The period of the limit cycle whose rate is `rate` one way and Δω - `rate` the other way,
    s."""
    back = change() - rate
    return (firing_angle(rate) + firing_angle(back)) * (1 / rate + 1 / back) + 2 * on_time()


def peak(rate: float) -> float:
    """The largest angle where the rate is turned round, rad."""
    return firing_angle(rate) + rate**2 / (2 * acceleration())


def by_samples(rate: float, duration: float) -> list[Pulse]:
    """Pulses of the rigid spacecraft: a double integrator, the error and the modulator, stepped
    from sample to sample."""
    theta, f, position, found = 0.0, 0.0, 0, []
    for n in range(round(duration / PERIOD)):
        error = -(PROPORTIONAL * 2 * np.sin(theta / 2) + DERIVATIVE * rate)
        towards = LAW.gain * (error - LAW.level * position)
        f, before = towards + DECAY * (f - towards), position
        if position * f <= LAW.off:
            position = int(np.sign(f)) if abs(f) >= LAW.on else 0
        if position and position != before:
            found.append(Pulse(n * PERIOD, position))
        turning = position * acceleration()
        theta += rate * PERIOD + turning * PERIOD**2 / 2
        rate += turning * PERIOD
    return found


# --- the linear model ---------------------------------------------------------------------


def linear_of(system: tt.System) -> tt.LinearModel:
    """From the force at the thrusters."""
    outputs = ["flight.rotation.z", "flight.angular_velocity.z"]
    return tt.linearise(system, system.state(), inputs=["bus.plus.force.y"], outputs=outputs)


def scaled(size: float) -> tt.Model:
    """Thrust times a size, and gains such that all angles are so much smaller."""
    model = without_events()
    gains = {"proportional": ERROR.proportional / size, "derivative": ERROR.derivative / size}
    model.controllers["error"] = replace(ERROR, **gains)
    for name in ("plus", "minus"):
        model.devices[name] = replace(MODEL.devices[name], thrust=size * JET.thrust)
    return model


def linear_errors(sizes: tuple[float, ...] = (1.0, 0.5), duration: float = 20.0) -> np.ndarray:
    """The greatest difference in each state between runs from 1 degree times a size and the linear
    model with the same pulses."""
    found = []
    for size in sizes:
        system, half = scaled(size).build(), np.radians(0.5 * size)
        linear = linear_of(system)
        start = system.state(flight={"attitude": [np.cos(half), 0, 0, np.sin(half)]})
        run = tt.simulate(system, start, duration, every=PERIOD, rtol=1e-12, atol=1e-15)
        fuel = linear.states.index("tank.mass")
        x = changes(run, linear, "flight")
        force = (run["plus.throttle"] - run["minus.throttle"]).values * size * JET.thrust
        held = linear.sampled(PERIOD)
        y = np.zeros_like(x)
        y[0] = x[0]
        for n in range(len(x) - 1):
            y[n + 1] = held.A @ y[n] + held.B[:, 0] * force[n]
        found.append(np.abs(np.delete(x - y, fuel, axis=1)).max(axis=0))
    return np.array(found)


# --- describing function ------------------------------------------------------------------


def describing(A: np.ndarray) -> np.ndarray:
    """The describing function of a relay that goes on at one level and off at another, for a sine
    of amplitude A."""
    on, off = LAW.on / A, LAW.off / A
    real = 2 / np.pi / A * (np.sqrt(1 - on**2) + np.sqrt(1 - off**2))
    return real - 2j / np.pi / A**2 * (LAW.on - LAW.off)


def around_relay(held: tt.LinearModel, w: np.ndarray) -> np.ndarray:
    """The response from the relay back to it: thrusters, spacecraft, error, and the lag with the
    modulator's own feedback."""
    z = np.exp(1j * np.atleast_1d(w) * PERIOD)
    turn, rate = held.at(z)[:, :, 0].T * JET.thrust
    lag = LAW.gain * (1 - DECAY) / (1 - DECAY / z)
    return lag * (PROPORTIONAL * turn + DERIVATIVE * rate + LAW.level / z)


def least_distance(delay: float) -> float:
    """The least distance of 1 + N(A) W(ω) from zero, over amplitudes and frequencies about that of
    the wings."""
    held = linear_of(MODEL.build()).sampled(PERIOD, delay)
    W = around_relay(held, np.linspace(3.5, 6.0, 5001))
    N = describing(LAW.on * (1 + np.geomspace(1e-4, 100, 2000)))
    return min(float(np.abs(1 + n * W).min()) for n in N)


def predicted_swing(delay: float) -> tuple[float, float]:
    """Amplitude at the relay and frequency, rad/s, of wings that thrusters keep swinging."""
    held = linear_of(MODEL.build()).sampled(PERIOD, delay)

    def balance(x: np.ndarray) -> list[float]:
        left = 1 + describing(np.exp(x[0])) * around_relay(held, np.exp(x[1]))[0]
        return [left.real, left.imag]

    A, w = np.exp(fsolve(balance, np.log([12.0, 4.29]), xtol=1e-12))
    return float(A), float(w)


def swinging(delay: float, start: float, duration: float = 400.0) -> tt.Run:
    """A modulator that is late, and wings that swing at the start."""
    model = MODEL.copy()
    model.controllers["modulator"] = replace(LAW, delay=delay)
    system = model.build()
    state = system.state(left={"mode1": start}, right={"mode1": -start})
    return tt.simulate(system, state, duration, every=PERIOD)


def measured_swing(run: tt.Run, since: float) -> tuple[float, float]:
    """Amplitude at the relay and frequency of the same in a run."""
    late = run.time > since
    t, f = run.time[late], run["modulator.memory.1"].values[late]
    up = np.flatnonzero((f[:-1] < 0) & (f[1:] >= 0))
    crossings = t[up] - f[up] * (t[up + 1] - t[up]) / (f[up + 1] - f[up])
    w = 2 * np.pi * (len(up) - 1) / (crossings[-1] - crossings[0])
    columns = np.column_stack([np.cos(w * t), np.sin(w * t)])
    return float(np.hypot(*np.linalg.lstsq(columns, f, rcond=None)[0])), float(w)


# --- wings --------------------------------------------------------------------------------


def tips() -> np.ndarray:
    """How far a tip goes across its wing with the first mode of each, m."""
    return np.array([fx.displaced(MODEL.bodies[w].modes, {"tip": "x"})[0, 0] for w in WINGS])


def apart(run: tt.Run) -> np.ndarray:
    """How far the tips are bent against each other, m."""
    left, right = tips()
    return left * run["left.mode1"].values - right * run["right.mode1"].values


def predicted_ringing() -> float:
    """The largest of this after one pulse, by the linear model, m."""
    linear = linear_of(MODEL.build())
    held = linear.sampled(PERIOD)
    left, right = (linear.states.index(f"{wing}.mode1") for wing in WINGS)
    x, found = np.zeros(len(linear.states)), []
    for n in range(round(3.0 / PERIOD)):
        x = held.A @ x + held.B[:, 0] * JET.thrust * (n * PERIOD < on_time() - PERIOD / 2)
        found.append(tips() @ [x[left], -x[right]])
    return float(np.abs(found).max())


# --- figures ------------------------------------------------------------------------------


def draw_run(plt: Any, run: tt.Run) -> None:
    figure, axes = plt.subplots(4, 1, figsize=(6.4, 8.0), layout="constrained", sharex=True)
    axes[0].plot(run.time, 1e3 * angle(run))
    axes[0].axhspan(-1e3 * BAND, 1e3 * BAND, color="0.9")
    axes[0].set(ylabel="angle (mrad)")
    axes[1].plot(run.time, 1e3 * apart(run), linewidth=0.6)
    axes[1].set(ylabel="tips apart (mm)")
    for time, sign in pulses(run):
        axes[2].plot([time, time], [0, sign], color="C0" if sign > 0 else "C1", linewidth=1)
    axes[2].set(ylabel="pulses", yticks=[-1, 0, 1])
    axes[3].plot(run.time, 1e3 * (run["tank.mass"][0] - run["tank.mass"]))
    axes[3].set(xlabel="time (s)", ylabel="fuel used (g)", xlim=(0, run.time[-1]))
    save(figure, "thruster-limit-cycle-run")


def cycle(rate: float) -> np.ndarray:
    """Angle and rate around the limit cycle of the rigid spacecraft by closed form."""
    s, back = np.linspace(0.0, on_time(), 50), change() - rate
    out = [firing_angle(rate) + rate * s - acceleration() * s**2 / 2, rate - acceleration() * s]
    home = [-firing_angle(back) - back * s + acceleration() * s**2 / 2, acceleration() * s - back]
    both = np.hstack([out, home])
    return np.column_stack([both, both[:, 0]])


def draw_phase_plane(plt: Any, runs: dict[str, tt.Run], rate: float) -> None:
    figure, axes = plt.subplots(1, 2, figsize=(8.4, 4.0), layout="constrained", sharey=True)
    for ax, (name, run) in zip(axes, runs.items(), strict=True):
        w = 1e6 * run["flight.angular_velocity"].values[:, 2]
        ax.plot(1e3 * angle(run), w, linewidth=0.6, label="run")
        ax.plot(
            1e3 * cycle(rate)[0],
            1e6 * cycle(rate)[1],
            "k--",
            linewidth=0.8,
            label="rigid, closed form",
        )
        ax.set(xlabel="angle (mrad)", title=name)
    axes[0].set(ylabel="rate (µrad/s)")
    axes[0].legend(loc="center")
    save(figure, "thruster-limit-cycle-phase-plane")


def draw_describing(plt: Any) -> None:
    figure, ax = plt.subplots(figsize=(6.4, 5.2), layout="constrained")
    relay = -1 / describing(LAW.on * (1 + np.geomspace(1e-6, 100, 4000)))
    ax.plot(relay.real, relay.imag, "k", label="-1/N(A)")
    linear = linear_of(MODEL.build())
    for delay in (0.0, 0.2, 0.4):
        W = around_relay(linear.sampled(PERIOD, delay), np.linspace(1.0, 20.0, 40001))
        ax.plot(W.real, W.imag, linewidth=1, label=f"W, delay {delay:g} s")
    ax.set(xlabel="real part", ylabel="imaginary part", xlim=(-16, 14), ylim=(-15, 12))
    ax.grid(alpha=0.3)
    ax.legend()
    save(figure, "thruster-limit-cycle-describing-function")


def draw_swing(plt: Any, runs: dict[float, tt.Run], amplitude: float) -> None:
    figure, axes = plt.subplots(2, 1, figsize=(6.4, 4.8), layout="constrained", sharex=True)
    for ax, (start, run) in zip(axes, runs.items(), strict=True):
        ax.plot(run.time, run["modulator.memory.1"], linewidth=0.4)
        ax.set_title(
            f"tips {2e3 * start * tips()[0]:.3g} mm apart at the start",
            loc="right",
            fontsize="medium",
        )
        ax.set(ylabel="at the relay")
    for level in (amplitude, -amplitude):
        axes[1].axhline(level, color="k", linewidth=0.8)
    for level in (LAW.on, -LAW.on):
        axes[0].axhline(level, color="k", linewidth=0.8)
    axes[1].set(xlabel="time (s)", xlim=(0, runs[START_LARGE].time[-1]))
    save(figure, "thruster-limit-cycle-swing")


def main() -> None:
    np.set_printoptions(linewidth=150)
    plt = pyplot()
    print("J:", JET.thrust / acceleration(), "band:", BAND, "change:", change(), on_time())
    run = as_said()
    print(run.audit(), tt.verify(as_said(duration=60.0)), len(pulses(run)), sep="\n")
    used = run["tank.mass"].values[0] - run["tank.mass"].values[-1]
    print("fuel, g:", 1e3 * used, "on for", used / JET.full_flow, "s")
    print("last pulses:", pulses(run)[-7:])
    drawn: dict[str, tt.Run] = {}
    for part in (0.5, 0.3):
        a = part * change()
        stiff, whole = (from_rate(model, a, 600.0, 0.02) for model in (rigid(), MODEL))
        drawn = drawn or {"rigid wings": stiff, "flexible wings": whole}
        same = pulses(stiff), by_samples(a, 600.0)
        print(part, "pulses:", len(same[0]), [x.time - y.time for x, y in zip(*same, strict=True)])
        for each in (stiff, whole):
            times = [pulse.time for pulse in pulses(each) if pulse.sign > 0]
            print("periods:", np.diff(times), period(a), "peaks:", angle(each).max(), peak(a))
            print("other side:", angle(each).min(), peak(change() - a))
            print("fuel:", each["tank.mass"].values[0] - each["tank.mass"].values[-1])
        print("rings:", np.abs(apart(whole)[whole.time < 80]).max(), predicted_ringing())
    print("fuel per pulse, g:", 1e3 * JET.full_flow * on_time())
    errors = linear_errors((1.0, 0.5, 0.25))
    moved = errors[0] > 1e-12
    print("linear:", (errors[:-1] / errors[1:])[:, moved], errors[:, moved], sep="\n")
    for delay in (0.0, 0.1, 0.2, 0.25):
        print("describing function, delay", delay, least_distance(delay))
    swings = {start: swinging(DELAY, start) for start in (START_SMALL, START_LARGE)}
    print("swing:", measured_swing(swings[START_LARGE], 300.0), predicted_swing(DELAY))
    for start, each in swings.items():
        print("from", start, each.audit()["angular momentum"], len(pulses(each)))
    print(tt.analysis.compare(without_events(), duration=20.0, rtol=1e-10))
    draw_run(plt, run)
    draw_phase_plane(plt, drawn, 0.5 * change())
    draw_describing(plt)
    draw_swing(plt, swings, predicted_swing(DELAY)[0])


if __name__ == "__main__":
    main()
