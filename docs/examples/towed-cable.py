"""Numbers and the figure of the page on a cable from a ship to an underwater vehicle."""

import runpy
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np

import treetop as tt
from shared.figures import pyplot, save
from treetop.validation.towed_cable import PLACE, PULL, towed

SOURCE = Path(__file__).parents[2] / "examples" / "towed-cable.py"
ours = SimpleNamespace(**runpy.run_path(str(SOURCE)))


def sailed(current: float = 0.5, elements: int = 20, heave: bool = True) -> tt.Run:
    system = ours.tow(current, elements, heave).build()
    return tt.simulate(system, system.start(), 600.0, every=1.0, rtol=1e-8, atol=1e-8)


def pull(run: tt.Run) -> np.ndarray:
    """The pull of the cable on the ship, N."""
    return np.asarray(np.linalg.norm(run["hold.reaction_force"].values, axis=1))


def vehicle(run: tt.Run) -> np.ndarray:
    """Its place from the ship in time (t, 3), m."""
    return np.asarray(run["vehicle.position"].values - run["ship.position"].values)


def draw(plt: Any, still: tt.Run, flowing: tt.Run) -> None:
    figure, axes = plt.subplots(3, 1, figsize=(6.4, 7.6), layout="constrained")
    for run, name in ((still, "water at rest"), (flowing, "current")):
        seen = run.beam("cable").position.isel(time=-1)
        ship = run["ship.position"].values[-1]
        axes[0].plot(seen.sel(axis="x") - ship[0], seen.sel(axis="z"), label=name)
        axes[1].plot(seen.sel(axis="x") - ship[0], seen.sel(axis="y") - ship[1], label=name)
        axes[2].plot(run.time, pull(run) / 1e3, label=name)
    axes[0].set(ylabel="height (m)", aspect="equal")
    axes[1].set(xlabel="behind the ship (m)", ylabel="across (m)")
    axes[2].set(xlabel="time (s)", ylabel="pull on the ship (kN)", xlim=(0, 600))
    axes[0].legend()
    save(figure, "towed-cable")


def main() -> None:
    place, force = towed()
    print("reference case", place - PLACE, force / PULL - 1.0)
    still, flowing = sailed(0.0), sailed()
    for run in (still, flowing):
        late = run.time > 300.0
        print("vehicle", vehicle(run)[-1], "pull", pull(run)[late].min(), pull(run)[late].max())
        print(run.statistics)
    calm = sailed(heave=False)
    print("calm", vehicle(calm)[-1], pull(calm)[-1], np.ptp(pull(calm)[calm.time > 500.0]))
    coarse = sailed(elements=10)
    print("10 elements", vehicle(coarse)[-1] - vehicle(flowing)[-1])
    draw(pyplot(), still, flowing)


if __name__ == "__main__":
    main()
