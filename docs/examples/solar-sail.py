"""Numbers and figures of the page on a solar sail with flexible booms."""

import runpy
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np

import treetop as tt
import treetop.flexible as fx
from shared.figures import pyplot, save

SOURCE = Path(__file__).parents[2] / "examples" / "solar-sail.py"
example = SimpleNamespace(**runpy.run_path(str(SOURCE)))
PUSH = 1361.0 / 299792458.0 * 1.9 * example.AREA  # N, on a sail that reflects 0.9 of the light
MASS = example.HUB + 4 * (example.LENGTH * example.LINEAR + example.TIP)
SHADOW = 535.0  # s, from when on it is dark


def flown(lit: bool = True, **settings: Any) -> tt.Run:
    system = example.sail(lit).build()
    given = {"duration": 900.0, "every": 0.5, "rtol": 1e-9, "atol": 1e-10}
    return tt.simulate(system, system.start(), **(given | settings))


def bent(run: tt.Run, k: int = 0) -> np.ndarray:
    """How far the end of a boom is bent along the normal of the sail, m."""
    q = np.array([run[f"boom{k}.mode{mode}"].values for mode in (1, 2)])
    return fx.displaced(example.boom(), {"tip": "z"})[0] @ q


def steady() -> float:
    """How far the end of a boom is bent at rest in the accelerated sail, m, by beam theory."""
    L, EI, a = example.LENGTH, example.STIFFNESS, -PUSH / MASS
    at_tip = -PUSH / 6 - example.TIP * a
    return at_tip * L**3 / (3 * EI) - example.LINEAR * a * L**4 / (8 * EI)


def pushed(run: tt.Run, dark: tt.Run) -> tuple[float, float]:
    """How far light has moved the sail along x in a minute, m: two runs, and by its push."""
    k = int(np.argmin(np.abs(run.time - 60.0)))
    moved = run["mass_centre"].values[k] - dark["mass_centre"].values[k]
    return float(moved[0]), -PUSH / MASS * float(run.time[k]) ** 2 / 2


def draw(plt: Any, run: tt.Run) -> None:
    figure, axes = plt.subplots(2, 1, figsize=(6.4, 4.4), layout="constrained", sharex=True)
    near = run.time > 440
    times = run.time[near]
    axes[0].plot(times, run["environment.sunlight"].values[near])
    axes[0].set_ylabel("part of the Sun seen")
    axes[1].plot(times, 1e3 * bent(run)[near], linewidth=0.9)
    axes[1].axhline(1e3 * steady(), color="k", linestyle="--", linewidth=0.8)
    axes[1].set(xlabel="time (s)", ylabel="end of a boom (mm)", xlim=(440, 620))
    save(figure, "solar-sail")


def main() -> None:
    run, dark = flown(), flown(lit=False)
    print(run.audit(), run.statistics)
    print("push, N:", PUSH, "mass:", MASS, "moved:", pushed(run, dark))
    before, after = bent(run)[run.time < 515], bent(run)[run.time > SHADOW]
    print("bent:", before.mean(), steady(), "in the shadow:", after.mean(), np.abs(after).max())
    print("frequency held, Hz:", example.boom().frequencies)
    draw(pyplot(), run)


if __name__ == "__main__":
    main()
