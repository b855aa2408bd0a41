"""Numbers and figures of the page on detumbling in the magnetic field of the Earth."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

import treetop as tt
from shared.figures import pyplot, save
from shared.linear_checks import turned

MODEL = tt.load(Path(__file__).parents[2] / "examples" / "magnetic-detumbling.yaml")
RUN: dict[str, Any] = MODEL.run.arguments
GAIN, INERTIA = MODEL.controllers["damping"].gain, np.array([0.09, 0.08, 0.04])
COILS = ("coil_x", "coil_y", "coil_z")
DIPOLE = [-3.3e21, 1.0e22, -7.66e22]  # A m², of the dipole in IGRF-14 for 2025
SLOW = np.radians(0.5)


def flown(model: tt.Model = MODEL, **settings: Any) -> tt.Run:
    system = model.build()
    return tt.simulate(system, system.start(), **(RUN | settings))


def in_field(magnetic: Any) -> tt.Model:
    """The model in another magnetic field."""
    model = MODEL.copy()
    model.set_environment(replace(model.environment, magnetic=magnetic))
    return model


def ideal(period: float) -> tt.Model:
    """The model with coils without limits and a magnetometer without noise, sampled so often, and
    without the torque of gravity."""
    model = MODEL.copy()
    model.set_environment(replace(model.environment, gradient=False))
    for name in COILS:
        model.devices[name] = replace(model.devices[name], dipole=None)
    meter = model.sensors["magnetometer"]
    model.sensors["magnetometer"] = replace(meter, noise=0.0, every=period)
    model.controllers["damping"] = replace(model.controllers["damping"], every=period)
    return model


def rates(run: tt.Run) -> np.ndarray:
    return run["flight.angular_velocity"].values


def energy(run: tt.Run) -> np.ndarray:
    """That of rotation, J."""
    return 0.5 * rates(run) ** 2 @ INERTIA


def field(run: tt.Run) -> np.ndarray:
    return np.linalg.norm(run["environment.magnetic_field"].values, axis=1)


def taken(run: tt.Run) -> np.ndarray:
    """The energy that the law takes from a body, J, if it is sampled without end.

    In the axes of the body the field changes by R'dB/dt - ω × B: along the orbit, and as the body
    turns. The second part takes the power k |ω × B|².
    """
    outside, q = run["environment.magnetic_field"].values, run["bus.attitude"].values
    along = np.gradient(outside, run.time, axis=0)
    R = np.array([turned(each).T for each in q])
    B, w = np.einsum("tij,tj->ti", R, outside), rates(run)
    dipole = -GAIN * (np.einsum("tij,tj->ti", R, along) - np.cross(w, B))
    power = -(w * np.cross(dipole, B)).sum(axis=1)
    return np.concatenate([[0.0], np.cumsum((power[1:] + power[:-1]) / 2 * np.diff(run.time))])


def error_of_law(period: float) -> float:
    """How far what was taken in two minutes is from what a law without sampling takes, in parts."""
    run = flown(ideal(period), duration=120.0, every=0.25)
    return float((energy(run)[0] - energy(run)[-1]) / taken(run)[-1] - 1)


def slow_after(run: tt.Run) -> float:
    """When the rate has come below half a degree per second for good, s."""
    fast = np.linalg.norm(rates(run), axis=1) > SLOW
    return float(run.time[np.flatnonzero(fast)[-1] + 1])


def orbit_rate(run: tt.Run) -> float:
    return float(2 * np.pi / run.orbit("bus").period.values.mean())


def draw(plt: Any, run: tt.Run, others: dict[str, tt.Run]) -> None:
    figure, axes = plt.subplots(3, 1, figsize=(6.4, 7.0), layout="constrained")
    minutes = run.time / 60
    for k, name in enumerate("xyz"):
        axes[0].plot(minutes, np.degrees(rates(run)[:, k]), linewidth=0.8, label=name)
        made = run[f"coil_{name}.dipole_made"]
        axes[1].plot(minutes, made, linewidth=0.8, label=name)
    axes[0].set(ylabel="rate (deg/s)", xlim=(0, 90))
    axes[1].set(ylabel="dipole (A m²)", xlim=(0, 90))
    axes[0].legend(ncols=3)
    for name, each in others.items():
        rate = np.degrees(np.linalg.norm(rates(each), axis=1))
        axes[2].semilogy(each.time / 60, rate, linewidth=0.8, label=name)
    axes[2].axhline(np.degrees(2 * orbit_rate(run)), color="k", linewidth=0.6, linestyle="--")
    axes[2].set(xlabel="time (min)", ylabel="rate (deg/s)", xlim=(0, run.time[-1] / 60))
    axes[2].legend()
    save(figure, "magnetic-detumbling")


def main() -> None:
    plt = pyplot()
    run = flown()
    print(run.audit(), run.statistics)
    print("field:", field(run).min(), field(run).max())
    print("energy:", energy(run)[[0, -1]], "rate at the end, deg/s:")
    print(np.degrees(np.linalg.norm(rates(run), axis=1)[[0, -1]]))
    late = run.time > 3 * 3600
    last = np.linalg.norm(rates(run), axis=1)[late]
    print("last hour, in parts of n:", last.min() / orbit_rate(run), last.max() / orbit_rate(run))
    others = {"IGRF-14": run, "WMM2025": flown(in_field("WMM2025"))}
    others["dipole"] = flown(in_field(tt.MagneticDipoleField(DIPOLE)))
    for name, each in others.items():
        print(name, "slow after", slow_after(each), "field", field(each).min(), field(each).max())
    for period in (1.0, 0.5, 0.25, 0.125):
        print("period", period, "law:", error_of_law(period))
    print(tt.analysis.compare(MODEL, duration=60.0))
    draw(plt, run, {name: each for name, each in others.items() if name != "WMM2025"})


if __name__ == "__main__":
    main()
