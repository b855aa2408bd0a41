"""Numbers and the figure of the page on an orbit that a current lifts."""

import math
from pathlib import Path
from typing import Any

import numpy as np

import treetop as tt
from shared.figures import pyplot, save

EXAMPLE = Path(__file__).parents[2] / "examples" / "electrodynamic-boost.yaml"
MU, RADIUS, FIELD = 3.986004418e14, 6878137.0, 7.8e15  # m³/s², m, T m³
MASS, LENGTH, CURRENT = 570.0, 5000.0, 1.0  # kg, m, A
ORBIT = math.sqrt(MU / RADIUS**3)


def flown(current: float | None = None) -> tt.Run:
    """The run of the example, or the same with another current, A."""
    model = tt.load(EXAMPLE)
    if current is not None:
        model.devices["current"] = tt.Conductor("tether", current=current)
    system = model.build()
    return tt.simulate(system, system.start(), **model.run.arguments)


def semi_major_axis(run: tt.Run) -> np.ndarray:
    """The semi-major axis of the mass centre in time, m."""
    r = np.linalg.norm(run["mass_centre"].values, axis=1)
    v = np.linalg.norm(run["linear_momentum"].values, axis=1) / MASS
    return np.asarray(1.0 / (2.0 / r - v**2 / MU))


def pitch(run: tt.Run) -> np.ndarray:
    """The angle of the line from satellite to end mass, from the vertical towards flight,
    rad."""
    d = run["end mass.position"].values - run["satellite.position"].values
    r = run["mass_centre"].values
    ahead = np.arctan2(d[:, 1], d[:, 0]) - np.arctan2(r[:, 1], r[:, 0])
    return (ahead + math.pi) % (2.0 * math.pi) - math.pi


def closed_form(time: float) -> float:
    """How far a circular orbit rises by a steady push I L B forward, m: a' = 2 F/(n M), with F as
    1/a³ and n as a^(-3/2)."""
    at_first = 2.0 * CURRENT * LENGTH * FIELD / RADIUS**3 / (MASS * ORBIT)
    return RADIUS * ((1.0 + 2.5 * at_first * time / RADIUS) ** 0.4 - 1.0)


def supplied(run: tt.Run) -> float:
    """The energy that the source gives beyond what a resistance takes, J."""
    power = -run["current.current"].values * run["current.electromotive_force"].values
    return float(np.trapezoid(power, run.time))


def rise(run: tt.Run) -> float:
    """The rise of the semi-major axis over the last whole number of orbits: without its swing,
    m."""
    a, period = semi_major_axis(run), 2.0 * math.pi / ORBIT
    turns = int(run.time[-1] / period)
    return float(np.interp(turns * period, run.time, a) - a[0])


def draw(plt: Any, run: tt.Run) -> None:
    figure, (above, below) = plt.subplots(
        2, 1, figsize=(6.4, 4.8), layout="constrained", sharex=True
    )
    hours = np.asarray(run.time) / 3600.0
    above.plot(hours, (semi_major_axis(run) - semi_major_axis(run)[0]) / 1e3, label="with tether")
    above.plot(
        hours, [closed_form(t) / 1e3 for t in run.time], "k:", label="steady push on a circle"
    )
    above.set_ylabel("rise of the orbit (km)")
    above.legend()
    below.plot(hours, np.degrees(pitch(run)))
    below.set(ylabel="pitch of the tether (deg)", xlabel="time (h)", xlim=(0, hours[-1]))
    save(figure, "electrodynamic-boost")


def main() -> None:
    run = flown()
    turns = int(run.time[-1] * ORBIT / (2.0 * math.pi))
    print("rise", rise(run), "closed form", closed_form(turns * 2.0 * math.pi / ORBIT))
    print("pitch", np.degrees(pitch(run).min()), np.degrees(pitch(run).max()))
    print("work", float(run["work"][-1]), "supplied", supplied(run))
    force = run["current.electromotive_force"].values
    print("voltage", force.min(), force.max())
    print(run.audit(), run.statistics)
    draw(pyplot(), run)


if __name__ == "__main__":
    main()
