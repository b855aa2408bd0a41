"""Numbers and figures of the page on an asteroid."""

import runpy
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np

import treetop as tt
from shared.figures import pyplot, save
from treetop.environment.small_bodies import GRAVITATION

SOURCE = Path(__file__).parents[2] / "examples" / "asteroid.py"
ours = SimpleNamespace(**runpy.run_path(str(SOURCE)))
RATE = 2.0 * np.pi / ours.PERIOD


def flown(inclination: str, gradient: bool = True) -> tt.Run:
    system = ours.prospector(inclination, gradient).build()
    return tt.simulate(system, system.start(), 2 * ours.DAY, every=300.0, rtol=1e-10, atol=1e-12)


def potential(places: np.ndarray) -> np.ndarray:
    """The potential of the asteroid (n,), m²/s², at places in its axes: the closed form of Werner
    and Scheeres, face by face, each with its own three edges."""
    vertices, faces, _, centre = ours.asteroid().gravity.surface
    corners = (vertices - centre)[faces]
    n = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    n /= np.linalg.norm(n, axis=1)[:, None]
    total = np.zeros(len(places))
    for k, x in enumerate(places):
        r = corners - x
        d = np.linalg.norm(r, axis=2)
        height = np.einsum("fi,fi->f", n, r[:, 0])
        a, b, c = (r[:, j] for j in range(3))
        A, B, C = d.T
        dots = [(u * v).sum(axis=1) for u, v in ((b, c), (c, a), (a, b))]
        volume = (a * np.cross(b, c)).sum(axis=1)
        angle = 2 * np.arctan2(volume, A * B * C + A * dots[0] + B * dots[1] + C * dots[2])
        for j in range(3):
            along = r[:, (j + 1) % 3] - r[:, j]
            length = np.linalg.norm(along, axis=1)
            outward = np.cross(along, n) / length[:, None]
            wire = 2 * np.arctanh(length / (d[:, j] + d[:, (j + 1) % 3]))
            total[k] += (height * np.einsum("fi,fi->f", outward, r[:, j]) * wire).sum()
        total[k] -= (height**2 * angle).sum()
    return 0.5 * GRAVITATION * ours.DENSITY * total


def jacobi(run: tt.Run) -> np.ndarray:
    """½ v² - U - Ω h_z along a run, m²/s²."""
    x, v = run["bus.position"].values, run["bus.velocity"].values
    c, s = np.cos(RATE * run.time), np.sin(RATE * run.time)
    fixed = np.column_stack([c * x[:, 0] + s * x[:, 1], c * x[:, 1] - s * x[:, 0], x[:, 2]])
    return 0.5 * (v**2).sum(axis=1) - potential(fixed) - RATE * np.cross(x, v)[:, 2]


def distances(run: tt.Run) -> np.ndarray:
    return np.linalg.norm(run["bus.position"].values, axis=1)


def draw(plt: Any, runs: dict[str, tt.Run]) -> None:
    figure, (path, away) = plt.subplots(1, 2, figsize=(8.4, 3.9), layout="constrained")
    vertices, faces, _, centre = ours.asteroid().gravity.surface
    path.triplot(*(vertices - centre).T[:2], faces, linewidth=0.3, color="0.6")
    for name, run in runs.items():
        x = run["bus.position"].values
        path.plot(x[:, 0], x[:, 1], linewidth=0.8, label=name)
        away.plot(run.time / 3600, distances(run), linewidth=0.9, label=name)
    path.set(xlabel="x (m)", ylabel="y (m)", aspect="equal")
    away.set(xlabel="time (h)", ylabel="from the mass centre (m)")
    away.legend(fontsize="small")
    save(figure, "asteroid")


def main() -> None:
    solid = ours.asteroid().gravity
    print("faces", len(solid.surface.faces), "volume", solid.surface.volume, "mu", solid.mu)
    ways = {"with the rotation": "0 deg", "against it": "180 deg"}
    runs = {name: flown(way) for name, way in ways.items()}
    for name, run in runs.items():
        far, v = distances(run), run["bus.velocity"].values
        energy = 0.5 * (v**2).sum(axis=1) - solid.mu / far
        print(name, "m:", far.min(), far.max(), "J/kg:", energy[0], energy.min(), energy.max())
        point, audit = flown(ways[name], gradient=False), run.audit()["energy"].relative
        apart = run["bus.position"].values[-1] - point["bus.position"].values[-1]
        C = jacobi(point)
        print("  Jacobi", C[0], np.ptp(C) / abs(C[0]), "energy", audit, np.linalg.norm(apart))
    draw(pyplot(), runs)


if __name__ == "__main__":
    main()
