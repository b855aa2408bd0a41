"""Numbers and the figure of the page on the flying spaghetti."""

from pathlib import Path
from typing import Any

import numpy as np

import treetop as tt
from shared.figures import pyplot, save
from treetop.validation.large_motion import PLANE, SPACE, spaghetti, spaghetti_in_space

EXAMPLE = Path(__file__).parents[2] / "examples" / "flying-spaghetti.yaml"
ELEMENTS, PLANE_ELEMENTS = (8, 16, 32), (10, 20, 40)


def thrown(duration: float = 8.0) -> tt.Run:
    """The run of the example."""
    system = tt.load(EXAMPLE).build()
    return tt.simulate(system, system.start(), duration=duration, every=0.02)


def errors() -> list[float]:
    """How far the ends are from the reference at 5 s by the number of elements, with smooth
    loads, and extrapolated from the last two, m."""
    found = [spaghetti_in_space(n) for n in ELEMENTS]
    found.append(found[-1] + (found[-1] - found[-2]) / 3)
    return [float(np.abs(each - SPACE).max()) for each in found]


def plane_errors() -> list[float]:
    """Errors of the beam of 1986, which is thrown in a plane."""
    found = [spaghetti(n) for n in PLANE_ELEMENTS]
    found.append(found[-1] + (found[-1] - found[-2]) / 3)
    return [float(np.abs(each - PLANE).max()) for each in found]


def told(run: tt.Run) -> float:
    """What the run with half as many elements tells of the error of the tip at its end, m."""
    return float(np.linalg.norm(run.discretisation()["spaghetti.tip"].error[-1]))


def draw(plt: Any, run: tt.Run) -> None:
    """The shape twice a second, from the side and from above."""
    shape = run.beam("spaghetti").position
    figure, axes = plt.subplots(2, 1, figsize=(6.4, 6.0), layout="constrained", sharex=True)
    for ax, across in zip(axes, ("y", "z"), strict=True):
        for k, t in enumerate(np.arange(0.0, float(run.time[-1]) + 1e-9, 0.5)):
            now = shape.sel(time=t, method="nearest")
            colour = plt.cm.viridis(k * 0.5 / float(run.time[-1]))
            ax.plot(now.sel(axis="x"), now.sel(axis=across), color=colour)
        ax.set(ylabel=f"{across} (m)", aspect="equal")
    axes[-1].set_xlabel("x (m)")
    save(figure, "flying-spaghetti")


def main() -> None:
    run = thrown()
    print("errors", errors(), "in a plane", plane_errors())
    print("ends at 8 s", run.beam("spaghetti").position[-1].values[[0, -1]], "told", told(run))
    print(run.audit(), run.statistics)
    draw(pyplot(), run)


if __name__ == "__main__":
    main()
