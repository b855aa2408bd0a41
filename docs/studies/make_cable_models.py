"""Table and figure of the study of cables as lumps, as rods and as beams.

One cable is drawn aside at its top, with each model and several numbers of elements.  Costs are
counted in evaluations of the equations of motion, each of which takes time in proportion to the
number of elements.  `python docs/studies/make_cable_models.py` takes a minute beside compilation.
"""

from pathlib import Path
from typing import Any

import numpy as np

import treetop as tt

FIGURES = Path(__file__).parent / "figures"
LENGTH, MASS, TIP, DURATION = 10.0, 1.0, 2.0, 6.0  # m, kg/m, kg, s
ELEMENTS = (4, 8, 16, 32, 64)
LINES: dict[str, Any] = {
    "lumps": lambda n: _cable(n, lumped=True, tension_only=False),
    "rods": lambda n: _cable(n, tension_only=False),
    "rods that stretch": lambda n: _cable(n, EA=1e5, tension_only=False),
    "beam": lambda n: tt.Beam(LENGTH, MASS, EI=[None, 1.0], elements=n),
}


def _cable(n: int, **more: Any) -> tt.Cable:
    return tt.Cable(LENGTH, MASS, elements=n, EI=more.pop("EI", (None, 0.0)), **more)


def drawn_aside(line: Any) -> tt.Run:
    """It hangs at rest with a mass at its tip, and its top goes 2 m to the side within 2 s."""
    m = tt.Model("drawn aside")
    cart = m.add_body("cart", 1.0, [1, 1, 1])
    m.add_joint("rail", tt.Prismatic([1, 0, 0]), m.ground, cart)
    m.add_constraint("way", tt.Prescribed("rail.slide", "2*smoothstep(t/2)"))
    cable = m.add_beam("cable", line)
    hook = cart.frame("hook", attitude=[[0, 1, 0], [-1, 0, 0], [0, 0, 1]])
    m.add_joint("top", tt.Fixed() if line.lumped else tt.Revolute([0, 0, 1]), hook, cable)
    m.add_joint("end", tt.Fixed(), cable.tip, m.add_body("end", TIP, [0, 0, 0]))
    m.add_force("gravity", tt.UniformGravity([0, -9.81, 0]))
    if line.stiffness.along[0] is not None:
        m.set_equilibrium("cable")
    system = m.build()
    return tt.simulate(system, system.start(), DURATION, every=0.1, rtol=1e-9, atol=1e-10)


def ends() -> dict[str, tuple[np.ndarray, list[int]]]:
    """Where the tip is in time (n, t, 2), m, and evaluations, for each model and number."""
    found = {}
    for name, line in LINES.items():
        runs = [drawn_aside(line(n)) for n in ELEMENTS]
        tips = np.array([run["end.position"].values[:, :2] for run in runs])
        found[name] = tips, [int(run.statistics["evaluations"]) for run in runs]
    return found


def limit(tips: np.ndarray) -> np.ndarray:
    """By Richardson's extrapolation of the last two."""
    return np.asarray(tips[-1] + (tips[-1] - tips[-2]) / 3.0)


def errors(tips: np.ndarray) -> np.ndarray:
    """From the limit of the same model, m: root mean square over time."""
    away = np.linalg.norm(tips - limit(tips), axis=2)
    return np.asarray(np.sqrt((away**2).mean(axis=1)))[:-1]


def table(found: dict[str, tuple[np.ndarray, list[int]]]) -> str:
    rows = ["| model | elements | error (m) | evaluations |", "| --- | --- | --- | --- |"]
    for name, (tips, counts) in found.items():
        for n, error, count in zip(ELEMENTS, errors(tips), counts, strict=False):
            rows.append(f"| {name} | {n} | {error:.2e} | {count} |")
    return "\n".join(rows)


def draw(plt: Any, found: dict[str, tuple[np.ndarray, list[int]]]) -> None:
    figure, ax = plt.subplots(figsize=(6.4, 3.6), layout="constrained")
    for name, (tips, counts) in found.items():
        cost = np.array(counts[:-1]) * np.array(ELEMENTS[:-1])
        ax.loglog(cost, errors(tips), "o-", label=name)
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
    rods = limit(found["rods"][0])
    for name, (tips, _) in found.items():
        away, orders = (
            np.abs(limit(tips) - rods).max(),
            np.log2(errors(tips)[:-1] / errors(tips)[1:]),
        )
        print(name, "limit from that of rods", away, "orders", orders)
    draw(plt, found)


if __name__ == "__main__":
    main()
