"""Numbers and figures of the page on a low orbiter of the Moon."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

import treetop as tt
from shared.figures import pyplot, save
from treetop.environment.frames import rotation_matrices
from treetop.environment.gravity_fields import field
from treetop.environment.rotation import moon_rotation, shortest_turn

MODEL = tt.load(Path(__file__).parents[2] / "examples" / "lunar-orbiter.yaml")
RUN: dict[str, Any] = MODEL.run.arguments
DAY, FIELD = 86400.0, field("GRGM900C")
RATE = 2.661699e-6  # of the Moon's rotation, rad/s


def flown(model: tt.Model = MODEL, **settings: Any) -> tt.Run:
    system = model.build()
    return tt.simulate(system, system.start(), **(RUN | settings))


def in_field(degree: int, **more: Any) -> tt.Model:
    """The model in a field of another degree."""
    model = MODEL.copy()
    gravity = tt.GravityField("GRGM900C", degree)
    model.set_environment(replace(model.environment, gravity=gravity, **more))
    return model


def alone(degree: int) -> tt.Model:
    """The Moon alone, which turns evenly about the z axis."""
    rotation = tt.UniformRotation(RATE)
    model = in_field(degree, sun=None, planets=(), rotation=rotation)
    model.surfaces.clear()
    return model


def potential(x: np.ndarray) -> np.ndarray:
    """The potential of point mass and degree 2 at places in the axes of the Moon, m²/s²."""
    r = np.linalg.norm(x, axis=1)
    C, S = FIELD.C[2], FIELD.S[2]
    u, v, w = (x / r[:, None]).T
    degree_2 = C[0] * np.sqrt(5) * (3 * w**2 - 1) / 2
    degree_2 += np.sqrt(15) * w * (C[1] * u + S[1] * v)
    degree_2 += np.sqrt(15) / 2 * (C[2] * (u**2 - v**2) + 2 * S[2] * u * v)
    return FIELD.mu / r * (1 + (FIELD.radius / r) ** 2 * degree_2)


def jacobi(run: tt.Run) -> np.ndarray:
    """What the field of degree 2 of a Moon that turns evenly leaves constant, J/kg: v²/2 - U - Ω h,
    with the angular momentum h about the axis."""
    x, v = run["bus.position"].values, run["bus.velocity"].values
    c, s = np.cos(RATE * run.time), np.sin(RATE * run.time)
    fixed = np.stack([c * x[:, 0] + s * x[:, 1], c * x[:, 1] - s * x[:, 0], x[:, 2]], axis=1)
    h = x[:, 0] * v[:, 1] - x[:, 1] * v[:, 0]
    return (v**2).sum(axis=1) / 2 - potential(fixed @ FIELD.axes.T) - RATE * h


def elements(run: tt.Run) -> dict[str, np.ndarray]:
    """Inclination, node and eccentricity vector relative to the equator of the Moon."""
    turn = np.eye(3)
    if run.model.environment.rotation == "IAU 2015":
        turn = shortest_turn(rotation_matrices(moon_rotation(MODEL.epoch, 2 * DAY), 0.0)[0, 2])
    x = run["bus.position"].values @ turn.T
    v = run["bus.velocity"].values @ turn.T
    h = np.cross(x, v)
    node = np.unwrap(np.arctan2(h[:, 0], -h[:, 1]))
    inclination = np.arccos(h[:, 2] / np.linalg.norm(h, axis=1))
    e = np.cross(v, h) / FIELD.mu - x / np.linalg.norm(x, axis=1, keepdims=True)
    ahead = np.stack([np.cos(node), np.sin(node), 0 * node], axis=1)
    normal = h / np.linalg.norm(h, axis=1, keepdims=True)
    side = np.cross(normal, ahead)
    both = [(e * ahead).sum(axis=1), (e * side).sum(axis=1)]
    return {"node": node, "inclination": inclination, "x": both[0], "y": both[1]}


def node_rate(run: tt.Run) -> tuple[float, float]:
    """The drift of the node, rad/s: fitted to the run, beside what repeats as the Moon turns under
    the orbit; and by J2 in first order."""
    found = elements(run)
    J2 = -np.sqrt(5) * FIELD.C[2, 0]
    a = run.orbit("bus").semi_major_axis.values.mean()
    n = np.sqrt(FIELD.mu / a**3)
    first = -1.5 * J2 * n * (FIELD.radius / a) ** 2 * np.cos(found["inclination"].mean())
    turned = found["node"] - RATE * run.time
    parts = [run.time, np.ones(len(turned))]
    parts += [wave(k * turned) for k in (1, 2) for wave in (np.cos, np.sin)]
    fitted = np.linalg.lstsq(np.stack(parts, axis=1), found["node"], rcond=None)[0]
    return float(fitted[0]), float(first)


def heights(run: tt.Run) -> tuple[np.ndarray, np.ndarray]:
    """Osculating periapsis and apoapsis, km."""
    found = run.orbit("bus")
    a, e = found.semi_major_axis.values, found.eccentricity.values
    return (a * (1 - e) - 1737400.0) / 1e3, (a * (1 + e) - 1737400.0) / 1e3


def draw(plt: Any, runs: dict[int, tt.Run]) -> None:
    figure, axes = plt.subplots(1, 2, figsize=(7.6, 3.6), layout="constrained")
    for degree, run in runs.items():
        low, _ = heights(run)
        axes[0].plot(run.time[::3] / DAY, low[::3], linewidth=0.8, label=f"degree {degree}")
        found = elements(run)
        axes[1].plot(1e3 * found["x"][::3], 1e3 * found["y"][::3], linewidth=0.5)
    axes[0].set(xlabel="time (d)", ylabel="periapsis (km)", xlim=(0, 28))
    axes[0].legend(fontsize="small")
    axes[1].set(xlabel="1000 e cos ω", ylabel="1000 e sin ω", aspect="equal")
    axes[1].plot(0, 0, "k+")
    save(figure, "lunar-orbiter")


def main() -> None:
    plt = pyplot()
    run = flown()
    print(run.audit(), run.statistics)
    only = flown(alone(2), duration=np.pi / RATE, every=600.0)
    print("degree 2 alone:", np.ptp(jacobi(only)) / -jacobi(only)[0], node_rate(only))
    runs = {}
    for degree in (2, 8, 20, 30, 50):
        runs[degree] = flown(in_field(degree), duration=28 * DAY, every=3600.0)
        low, high = heights(runs[degree])
        print(degree, "node:", node_rate(runs[degree]), low.min(), high.max(), end=" ")
        print(runs[degree].statistics["evaluations"])
    draw(plt, runs)


if __name__ == "__main__":
    main()
