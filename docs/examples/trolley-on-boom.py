"""Numbers and the figure of the page on the trolley on a boom."""

from pathlib import Path
from typing import Any

import numpy as np

import treetop as tt
from shared.figures import pyplot, save

EXAMPLE = Path(__file__).parents[2] / "examples" / "trolley-on-boom.yaml"
BUS, TROLLEY, BOOM, LENGTH, PORT = 150.0, 20.0, 4.8, 12.0, 0.6  # kg, m


def carried() -> tt.Run:
    """The run of the example."""
    system = tt.load(EXAMPLE).build()
    return tt.simulate(system, system.start(), duration=80.0, every=0.5)


def rigid_inertia(s: float) -> float:
    """About the mass centre and the axis of rotation, were the boom rigid, with the trolley at an
    arc length, kg m²."""
    places = np.array([0.0, PORT + 0.5 * LENGTH, PORT + s])
    masses = np.array([BUS, BOOM, TROLLEY])
    r = places - places @ masses / masses.sum()
    return float(masses @ r**2) + 30.0 + BOOM * LENGTH**2 / 12


def spin(run: tt.Run) -> float:
    """Mean rate of the bus over the last 40 s, rad/s."""
    rate = run["bus.angular_velocity"].sel(axis="z")
    return float(rate.sel(time=slice(40.0, None)).mean())


def draw(plt: Any, run: tt.Run) -> None:
    """Shapes of the boom in the axes of the bus, and the trolley on it; how it goes, and what the
    path exerts."""
    figure, axes = plt.subplots(3, 1, figsize=(6.4, 7.2), layout="constrained")
    along, across = shape(run)
    for t in range(0, 81, 8):
        k, colour = 2 * t, plt.cm.viridis(t / 80)
        axes[0].plot(along[k], 1e3 * across[k], color=colour)
    x, y = in_bus(run, run["trolley.position_from_origin"].values[:, None, :])
    axes[0].plot(x[::16], 1e3 * y[::16], "o", color="black", markersize=4)
    axes[0].set(xlabel="along the bus (m)", ylabel="across (mm)")
    axes[1].plot(run.time, run["rail.arc_length"], label="arc length (m)")
    axes[1].plot(run.time, 10 * run["rail.arc_rate"], label="rate (dm/s)")
    axes[1].legend()
    axes[2].plot(run.time, run["rail.holding_force"].sel(axis=["x", "y"]))
    axes[2].set(xlabel="time (s)", ylabel="force on the trolley (N)")
    save(figure, "trolley-on-boom")


def in_bus(run: tt.Run, places: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Places, from the moving origin, along and across the bus in the plane of the orbit, m."""
    q = run["bus.attitude"].values
    angle = 2.0 * np.arctan2(q[:, 3], q[:, 0])[:, None]
    d = places - run["bus.position_from_origin"].values[:, None, :]
    c, s = np.cos(angle), np.sin(angle)
    return c * d[..., 0] + s * d[..., 1], c * d[..., 1] - s * d[..., 0]


def shape(run: tt.Run) -> tuple[np.ndarray, np.ndarray]:
    """The boom along and across the bus, m."""
    origin = run["bus.position"].values - run["bus.position_from_origin"].values
    return in_bus(run, run.beam("boom").position.values - origin[:, None, :])


def main() -> None:
    run = carried()
    _, across = shape(run)
    print("tip, farthest ahead and behind, m", across[:, -1].max(), across[:, -1].min())
    print("spin", spin(run), "rigid", 0.15 * rigid_inertia(1.0) / rigid_inertia(11.0))
    force = run["rail.holding_force"].values
    print("greatest force, N", np.linalg.norm(force, axis=1).max())
    print(run.audit(), run.statistics)
    draw(pyplot(), run)


if __name__ == "__main__":
    main()
