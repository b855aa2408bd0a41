"""Numbers and the figure of the page on a beam that bends far."""

import runpy
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np

import treetop as tt
from shared.figures import pyplot, save
from treetop.flexible import BeamFrame, Section, normal_modes
from treetop.results.distance import position_of
from treetop.topology.mechanism import mechanism_of

SOURCE = Path(__file__).parents[2] / "examples" / "large-bending.py"
example = SimpleNamespace(**runpy.run_path(str(SOURCE)))
TIP = np.array([[8.3093020925, -5.2255059886], [9.2448254061, 3.6089755091]])  # at 4 s and 10 s
ELEMENTS = (8, 16, 32)


def bent(elements: int = 16, at: Any = None) -> tt.Run:
    """The run of the example."""
    times = {"every": 0.05} if at is None else {"at": at}
    system = example.boom(elements).build()
    return tt.simulate(system, system.start(), duration=10.0, **times)


def in_base(run: tt.Run, places: np.ndarray) -> np.ndarray:
    """Places in the axes of the base, (time, ..., 2), m."""
    angle = run["base.angle"].values.reshape(-1, *[1] * (places.ndim - 2))
    c, s, x, y = np.cos(angle), np.sin(angle), places[..., 0], places[..., 1]
    return np.stack([c * x + s * y, c * y - s * x], axis=-1)


def tips(elements: int) -> np.ndarray:
    """The tip in the axes of the base, at 4 s and 10 s."""
    run = bent(elements, [0.0, 4.0, 10.0])
    return in_base(run, run.beam("boom").position.values[:, -1])[1:]


def errors() -> list[float]:
    """How far the tip is off, with more and more elements, and extrapolated from the last two."""
    found = [tips(n) for n in ELEMENTS]
    found.append(found[-1] + (found[-1] - found[-2]) / 3)
    return [float(np.linalg.norm(each - TIP, axis=1).max()) for each in found]


def modal(count: int = 6) -> np.ndarray:
    """The tip at 4 s in the axes of the base, of one body that bends in modes, stiffened by its
    motion."""
    frame = BeamFrame()
    frame.add_node("root", [0, 0, 0])
    frame.add_node("tip", [example.LENGTH, 0, 0])
    EI = example.STIFFNESS
    section = Section(1e7, EI, EI, EI, mass=example.MASS)
    frame.add_beam("beam", "root", "tip", section, elements=12)
    structure = frame.structure()
    modes = normal_modes(structure, "root", count=4 * count)
    across = np.abs(structure.translation("tip")[1] @ modes.shapes)
    flat = modes.chosen(np.flatnonzero(across > 1e-6)[:count])
    m = tt.Model("modes")
    body = m.add_flexible_body("boom", flat)
    body.frame("tip", node="tip")
    m.add_joint("base", tt.Revolute([0, 0, 1]), m.ground, body)
    drive = tt.Prescribed("base.angle", function=example.driven, breaks=[example.RISE])
    m.add_constraint("drive", drive)
    system = m.build()
    run = tt.simulate(system, system.start(), duration=4.0, at=[0.0, 4.0])
    place = position_of(mechanism_of(run.model), run.data, "boom.tip")
    return in_base(run, place)[-1]


def draw(plt: Any, run: tt.Run) -> None:
    """Shapes in the axes of the base, and the tip along time."""
    figure, axes = plt.subplots(2, 1, figsize=(6.4, 6.4), layout="constrained")
    shape = in_base(run, run.beam("boom").position.values)
    for t in np.arange(0.0, 10.01, 0.5):
        k = int(np.argmin(np.abs(run.time - t)))
        axes[0].plot(*shape[k].T, color=plt.cm.viridis(t / 10))
    axes[0].plot(*TIP.T, "ko", markersize=4)
    axes[0].set(xlabel="along the base (m)", ylabel="across (m)", aspect="equal")
    axes[1].plot(run.time, shape[:, -1, 1], label="tip, across")
    axes[1].plot(run.time, shape[:, -1, 0] - example.LENGTH, label="tip, along, less 10 m")
    axes[1].plot([4, 10], TIP[:, 1], "ko", [4, 10], TIP[:, 0] - example.LENGTH, "ko", markersize=4)
    axes[1].set(xlabel="time (s)", ylabel="m")
    axes[1].legend()
    save(figure, "large-bending")


def main() -> None:
    run = bent()
    print("errors:", errors())
    print("modes:", modal())
    told = run.discretisation(halvings=2)["boom.tip"]
    print("told:", told.greatest, told.note)
    print("least across:", in_base(run, run.beam("boom").position.values[:, -1])[:, 1].min())
    moment = run.beam("boom").moment.sel(part="z").isel(section=0)
    print("moment:", float(abs(moment).max()))
    draw(pyplot(), run)


if __name__ == "__main__":
    main()
