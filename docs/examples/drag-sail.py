"""Numbers and figures of the page on a drag sail."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

import treetop as tt
from shared.figures import pyplot, save
from shared.linear_checks import turned
from treetop.environment.gravity_fields import field

MODEL = tt.load(Path(__file__).parents[2] / "examples" / "drag-sail.yaml")
RUN: dict[str, Any] = MODEL.run.arguments
FIELD = field("EGM2008")
SAIL = MODEL.surfaces["sail"]
MASS, DRAG, ACROSS = 20.0, 2.2, 1.5  # kg, and the moment of inertia across the axis, kg m²
CORNERS = np.array(SAIL.vertices)[np.array(SAIL.triangles)]
MIDDLES = CORNERS.mean(axis=1)
AREAS = np.cross(CORNERS[:, 1] - CORNERS[:, 0], CORNERS[:, 2] - CORNERS[:, 0]) / 2  # with normals


def flown(model: tt.Model = MODEL, **settings: Any) -> tt.Run:
    system = model.build()
    return tt.simulate(system, system.start(), **(RUN | settings))


def shown(u: np.ndarray) -> np.ndarray:
    """The area of each triangle that is seen along a direction, m²."""
    return np.abs(AREAS @ u)


def stiffness() -> float:
    """The torque of the sail per ½ ρ v² C and per radian of a small turn from the wind, m³."""

    def torque(angle: float) -> float:
        u = np.array([-np.cos(angle), 0.0, -np.sin(angle)])
        return float(np.cross(shown(u) @ MIDDLES, u)[1])

    return abs(torque(1e-4) - torque(-1e-4)) / 2e-4


def relative_wind(run: tt.Run) -> np.ndarray:
    """The wind in the axes of the body, m/s."""
    wind = run["environment.air_velocity"].values - run["bus.velocity"].values
    return np.array(
        [turned(q).T @ w for q, w in zip(run["bus.attitude"].values, wind, strict=True)]
    )


def weathercock() -> tuple[float, float]:
    """The frequency of small swings of the sail in the wind, rad/s: as fitted to a run of five
    minutes, and by the torque at the mean density."""
    model = MODEL.copy()
    orbit = model.start["flight"]["orbit"]
    model.set_start("flight", orbit=replace(orbit, attitude=tt.local("1 deg", "0.5 deg", 0)))
    run = flown(model, duration=300.0, every=1.0)
    wind = relative_wind(run)
    speed = np.linalg.norm(wind, axis=1)
    push = 0.5 * run["environment.air_density"].values * speed**2 * DRAG
    expected = np.sqrt(push.mean() * stiffness() / ACROSS)
    side = wind[:, 1] / speed
    trial = np.linspace(0.5, 1.5, 2001) * expected
    return float(trial[np.argmin([misfit(side, run.time, w) for w in trial])]), float(expected)


def misfit(values: np.ndarray, times: np.ndarray, frequency: float) -> float:
    """What is left of values beside a swing of that frequency and a drift."""
    parts = [np.ones(len(times)), times, np.cos(frequency * times), np.sin(frequency * times)]
    A = np.stack(parts, axis=1)
    return float(np.linalg.norm(values - A @ np.linalg.lstsq(A, values, rcond=None)[0]))


def lost(run: tt.Run) -> tuple[np.ndarray, np.ndarray]:
    """The work of the air, J: from the run, and by a quadrature of the drag on what is seen of the
    sail."""
    v, wind = run["bus.velocity"].values, relative_wind(run)
    speed = np.linalg.norm(wind, axis=1)
    area = np.array([shown(u).sum() for u in wind / speed[:, None]])
    blown = run["environment.air_velocity"].values - v
    force = 0.5 * run["environment.air_density"].values * DRAG * area * speed
    power = force * (blown * v).sum(axis=1)
    steps = (power[1:] + power[:-1]) / 2 * np.diff(run.time)
    return energy(run) - energy(run)[0], np.concatenate([[0.0], np.cumsum(steps)])


def energy(run: tt.Run) -> np.ndarray:
    """That of the orbit, J, with the flattening of the Earth and without its other harmonics."""
    x, v = run["bus.position"].values, run["bus.velocity"].values
    r, sine = np.linalg.norm(x, axis=1), x[:, 2] / np.linalg.norm(x, axis=1)
    flattening = np.sqrt(5) * FIELD.C[2, 0] * (FIELD.radius / r) ** 2 * (3 * sine**2 - 1) / 2
    return MASS * ((v**2).sum(axis=1) / 2 - FIELD.mu / r * (1 + flattening))


def angle(run: tt.Run) -> np.ndarray:
    """The angle of the axis from the wind, rad."""
    wind = relative_wind(run)
    return np.arctan2(np.hypot(wind[:, 1], wind[:, 2]), -wind[:, 0])


def draw(plt: Any, run: tt.Run) -> None:
    figure, axes = plt.subplots(3, 1, figsize=(6.4, 6.4), layout="constrained", sharex=True)
    hours, (found, expected) = run.time / 3600, lost(run)
    axes[0].plot(hours, run["environment.height"] / 1e3)
    axes[0].set_ylabel("height (km)")
    axes[1].plot(hours, found / 1e6, label="energy of the orbit")
    axes[1].plot(hours, expected / 1e6, "k--", linewidth=0.8, label="work of the drag")
    axes[1].set_ylabel("MJ")
    axes[1].legend()
    axes[2].plot(hours, np.degrees(angle(run)), ".", markersize=2)
    axes[2].set(xlabel="time (h)", ylabel="angle from the wind (deg)")
    axes[2].set_xlim(0, hours[-1])
    save(figure, "drag-sail")


def main() -> None:
    plt = pyplot()
    run = flown()
    print(run.audit(), run.statistics, run.events[-1])
    found, expected = lost(run)
    k = np.argmax(run["environment.height"].values < 200e3)
    print("below 200 km:", run.time[k], "lost:", found[k], expected[k])
    print("area ahead:", shown(np.array([-1.0, 0, 0])).sum())
    late = np.degrees(angle(run))
    print("angle:", late.max(), late[-60:].max())
    print("density:", run["environment.air_density"].values[[0, -1]])
    print("weathercock, rad/s:", weathercock(), "stiffness", stiffness())
    draw(plt, run)


if __name__ == "__main__":
    main()
