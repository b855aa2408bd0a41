"""Numbers and figures of the page on the orbital check cases of NASA's Engineering and Safety
Center."""

from typing import Any

import numpy as np

import treetop as tt
from shared.figures import pyplot, save
from treetop.environment.anomalies import true_from_mean
from treetop.environment.orbits import elements_from_state, state_from_elements
from treetop.validation.nesc_orbits import CASES, DURATION, MU, TYPICAL, model
from treetop.validation.numerics import compose, turn

TOLERANCE = {"rtol": 1e-12, "atol": 1e-14}


def flown(
    name: str, formulation: str = "recursive", every: float = DURATION, **settings: Any
) -> tt.Run:
    system = model(name).build(formulation)
    return tt.simulate(system, system.start(), DURATION, every=every, **(TOLERANCE | settings))


def turn_between(p: np.ndarray, q: np.ndarray) -> float:
    """The angle between two attitudes, rad."""
    return float(2 * min(np.linalg.norm(p - q), np.linalg.norm(p + q)))


def differences(name: str) -> tuple[float, float]:
    """How far ends are by Newton-Euler equations and finer tolerances, m and rad."""
    end, other = flown(name), flown(name, "newton-euler", rtol=1e-13, atol=1e-15)
    ends = [
        (run["body.position"].values[-1], run["body.attitude"].values[-1]) for run in (end, other)
    ]
    return float(np.linalg.norm(ends[0][0] - ends[1][0])), turn_between(ends[0][1], ends[1][1])


def kepler(orbit: tuple[list[float], list[float]]) -> np.ndarray:
    """Where the orbit about a point mass ends, by Kepler's equation, m."""
    found = elements_from_state(*map(np.array, orbit), MU)
    e, nu = float(found.eccentricity), float(found.true_anomaly)
    E = 2 * np.arctan(np.sqrt((1 - e) / (1 + e)) * np.tan(nu / 2))
    n = np.sqrt(MU / float(found.semi_latus_rectum / (1 - e**2)) ** 3)
    later = true_from_mean(E - e * np.sin(E) + n * DURATION, e)
    return state_from_elements(found._replace(true_anomaly=float(later)), MU)[0]


def turned_by_then(name: str) -> tuple[float, float]:
    """How far a ball that rests in local axes at the start has turned from where an even rotation
    takes it, rad, and how far it has turned in all."""
    start = flown(name).start
    w = np.array(start["orbit.angular_velocity"])
    angle = np.linalg.norm(w) * DURATION
    even = compose(start["orbit.attitude"], turn(w, angle))
    return turn_between(even, flown(name)["body.attitude"].values[-1]), float(angle)


def drag_work() -> tuple[float, float]:
    """The energy of the ball in constant air, J: what the run lost, and a quadrature of the drag's
    power."""
    run = flown("6A", every=60.0)
    x, v = run["body.position"].values, run["body.velocity"].values
    energy = (v**2).sum(axis=1) / 2 - MU / np.linalg.norm(x, axis=1)
    wind = run["environment.air_velocity"].values - v
    force = 0.5 * 1.4e-12 * 0.02 * np.linalg.norm(wind, axis=1)
    power = force * (wind * v).sum(axis=1)
    return float(energy[-1] - energy[0]), float(np.trapezoid(power, run.time))


def draw_apart(plt: Any) -> None:
    figure, axes = plt.subplots(2, 1, figsize=(6.4, 5.6), layout="constrained", sharex=True)
    pairs = {"3A": "2", "3B": "3A", "4": "2", "7B": "7A", "10B": "2"}
    runs = {name: flown(name, every=120.0) for name in {*pairs, *pairs.values()}}
    for name, other in pairs.items():
        moved = runs[name]["body.position"].values - runs[other]["body.position"].values
        apart = np.linalg.norm(moved, axis=1)[1:]
        axes[0].semilogy(
            runs[name].time[1:] / 3600, apart, linewidth=0.9, label=f"{name} - {other}"
        )
    axes[0].set(ylabel="apart (m)")
    axes[0].legend(ncols=3, fontsize="small")
    for name in ("10B", "10D"):
        run = flown(name, every=120.0)
        pitch = np.degrees(np.unwrap(run.attitude("body", angles="yxz").sel(angle="y").values))
        axes[1].plot(run.time / 3600, pitch, linewidth=0.9, label=name)
    axes[1].set(xlabel="time (h)", ylabel="pitch (deg)", xlim=(0, 8))
    axes[1].legend(ncols=4, fontsize="small")
    save(figure, "nesc-orbits")


def main() -> None:
    np.set_printoptions(precision=6, suppress=True, linewidth=140)
    for name in CASES:
        run = flown(name)
        x, q = run["body.position"].values[-1], run["body.attitude"].values[-1]
        print(name, x, q, *differences(name))
    print("Kepler:", np.linalg.norm(flown("2")["body.position"].values[-1] - kepler(TYPICAL)))
    ends = {name: flown(name)["body.position"].values[-1] for name in CASES}
    for name, other in (("9B", "2"), ("10A", "10B"), ("10C", "10D"), ("10B", "2")):
        print(name, "-", other, np.linalg.norm(ends[name] - ends[other]))
    print("8B turned evenly:", turned_by_then("8B"), "6A, work:", drag_work())
    draw_apart(pyplot())


if __name__ == "__main__":
    main()
