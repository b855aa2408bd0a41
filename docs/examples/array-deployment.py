"""Numbers and figures of the page on the deployment of a solar array."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

import treetop as tt
from shared.figures import pyplot, save
from treetop.validation.array_deployment import latch_time, spring_energy

HERE = Path(__file__).parent
MODEL = tt.load(HERE.parents[1] / "examples" / "array-deployment.yaml")
RUN: dict[str, Any] = MODEL.run.arguments
WINGS, HINGES = ("right", "left"), ("root", "elbow", "wrist")


def even() -> tt.Model:
    """Both wings with the springs of the right one."""
    model = MODEL.copy()
    for hinge in HINGES:
        stiffness = MODEL.forces[f"right {hinge} spring"].stiffness
        name = f"left {hinge} spring"
        model.forces[name] = replace(MODEL.forces[name], stiffness=stiffness)
    return model


def deployment(model: tt.Model = MODEL, formulation: str = "recursive", **settings: Any) -> tt.Run:
    system = model.build(formulation)
    return tt.simulate(system, system.start(), **(RUN | settings))


def latchings(run: tt.Run) -> list:
    """One event for each wing: its first latch, with the energy that all three took."""
    times = dict.fromkeys(event.time for event in run.events)
    together = [[event for event in run.events if event.time == time] for time in times]
    return [
        latches[0]._replace(energy_lost=sum(event.energy_lost for event in latches))
        for latches in together
    ]


def tilt(run: tt.Run) -> np.ndarray:
    """The angle of the bus about x, rad."""
    q = run["flight.attitude"]
    return 2 * np.arctan2(q.sel(component="x").values, q.sel(component="w").values)


def draw(plt: Any, run: tt.Run) -> None:
    """Roots of both wings, and how the bus is turned."""
    figure, axes = plt.subplots(3, 1, figsize=(6.4, 6.4), layout="constrained", sharex=True)
    for wing in WINGS:
        axes[0].plot(run.time, np.degrees(run[f"{wing} root.angle"]), label=wing)
        axes[1].plot(run.time, np.degrees(run[f"{wing} root.rate"]), label=wing)
    axes[0].set_ylabel("root (deg)")
    axes[1].set_ylabel("root (deg/s)")
    axes[2].plot(run.time, np.degrees(tilt(run)), color="k")
    axes[2].set(xlabel="time (s)", ylabel="bus (deg)")
    axes[0].legend()
    save(figure, "array-deployment")


def main() -> None:
    plt = pyplot()
    same = deployment(even())
    print("even:", [(event.event, event.time - latch_time()) for event in same.events])
    lost = sum(event.energy_lost for event in same.events)
    print("lost:", lost, lost - 2 * spring_energy(), "time", latch_time())
    run = deployment()
    for event in run.events:
        print(event.time, event.event, event.energy_lost)
        print({k: v["effort"] for k, v in event.impulses.items() if "lock" in k})
    print("bus:", np.degrees(np.abs(tilt(run)).max()), np.degrees(tilt(run)[-1]))
    print(run.audit())
    draw(plt, run)


if __name__ == "__main__":
    main()
