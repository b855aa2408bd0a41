"""Table and figure of the study of cables as lumps, as rods and as beams.

One cable is let go, with each model and several numbers of elements.  Costs are counted in
evaluations of the equations of motion, each of which takes time in proportion to the number of
elements.  `python docs/studies/make_cable_models.py` takes less than a minute beside compilation.
"""

import math
from pathlib import Path
from typing import Any

import numpy as np

import treetop as tt

FIGURES = Path(__file__).parent / "figures"
LENGTH, MASS, TIP, ANGLE, DURATION = 10.0, 1.0, 2.0, math.radians(30.0), 3.0
ELEMENTS = (4, 8, 16, 32)
LINES: dict[str, Any] = {
    "lumps": lambda n: _cable(n, lumped=True, tension_only=False),
    "rods": lambda n: _cable(n, tension_only=False),
    "rods that stretch": lambda n: _cable(n, EA=1e5, tension_only=False),
    "beam": lambda n: tt.Beam(LENGTH, MASS, EI=[None, 1.0], elements=n),
}


def _cable(n: int, **more: Any) -> tt.Cable:
    return tt.Cable(LENGTH, MASS, elements=n, EI=more.pop("EI", (None, 0.0)), **more)


def swung(line: Any) -> tt.Run:
    """Straight and at rest, 30 degrees from the vertical, with a mass at its tip; let go."""
    m = tt.Model("swing")
    down = [
        [math.sin(ANGLE), math.cos(ANGLE), 0],
        [-math.cos(ANGLE), math.sin(ANGLE), 0],
        [0, 0, 1],
    ]
    cable = m.add_beam("cable", line)
    top = m.ground.frame("top", attitude=down)
    root = tt.Fixed() if line.lumped else tt.Revolute([0, 0, 1])
    m.add_joint("top", root, top, cable)
    m.add_joint("end", tt.Fixed(), cable.tip, m.add_body("end", TIP, [0, 0, 0]))
    m.add_force("gravity", tt.UniformGravity([0, -9.81, 0]))
    system = m.build()
    return tt.simulate(system, system.start(), DURATION, every=DURATION, rtol=1e-9, atol=1e-10)


def ends() -> dict[str, tuple[np.ndarray, list[int]]]:
    """Where the tip is at the end (n, 2), m, and evaluations, for each model and number."""
    found = {}
    for name, line in LINES.items():
        runs = [swung(line(n)) for n in ELEMENTS]
        tips = np.array([run["end.position"].values[-1][:2] for run in runs])
        found[name] = tips, [int(run.statistics["evaluations"]) for run in runs]
    return found


def limit(tips: np.ndarray) -> np.ndarray:
    """By Richardson's extrapolation of the last two."""
    return np.asarray(tips[-1] + (tips[-1] - tips[-2]) / 3.0)


def errors(tips: np.ndarray) -> np.ndarray:
    """From the limit of the same model, m."""
    return np.asarray(np.linalg.norm(tips - limit(tips), axis=1))


def table(found: dict[str, tuple[np.ndarray, list[int]]]) -> str:
    rows = ["| model | elements | error (m) | evaluations |", "| --- | --- | --- | --- |"]
    for name, (tips, counts) in found.items():
        for n, error, count in zip(ELEMENTS, errors(tips), counts, strict=True):
            rows.append(f"| {name} | {n} | {error:.2e} | {count} |")
    return "\n".join(rows)


def draw(plt: Any, found: dict[str, tuple[np.ndarray, list[int]]]) -> None:
    figure, ax = plt.subplots(figsize=(6.4, 3.6), layout="constrained")
    for name, (tips, counts) in found.items():
        cost = np.array(counts) * np.array(ELEMENTS)
        ax.loglog(cost[:-1], errors(tips)[:-1], "o-", label=name)
    ax.set(xlabel="evaluations × elements", ylabel="error of the tip (m)")
    ax.legend()
    figure.savefig(FIGURES / "cable-models.svg", metadata={"Date": None})


def main() -> None:
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    plt.rcParams["svg.hashsalt"] = "treetop"
    found = ends()
    print(table(found))
    for name, (tips, _) in found.items():
        order = np.log2(errors(tips)[0] / errors(tips)[1])
        print(name, "limit", limit(tips), "order", order)
    draw(plt, found)


if __name__ == "__main__":
    main()
