"""Numbers and figures of the page on a day in a low orbit with everything around it."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

import treetop as tt
from shared.figures import pyplot, save
from shared.linear_checks import turned

MODEL = tt.load(Path(__file__).parents[2] / "examples" / "low-orbit-day.yaml")
RUN: dict[str, Any] = MODEL.run.arguments
DAY, MU, RADIUS, J2 = 86400.0, 3.986004415e14, 6378136.3, 1.08262617e-3  # EGM2008
LIGHT_SPEED, MASS, DRAG = 299792458.0, 450.0, 2.2
AREAS = np.array([0.9 * 2.4, 0.9 * 2.4, 0.9 * 0.9 + 2 * 4.0])  # seen along x, y and z, m²
FRONT = np.array([AREAS[0], 0.0, 0.0])
PARTS: dict[str, dict[str, Any]] = {
    "harmonics of degree 9 to 20": {"gravity": tt.GravityField("EGM2008", 8)},
    "attraction of the Sun": {"sun": tt.Sun(attracts=False)},
    "attraction of the Moon": {"moon": None},
    "solid tides": {"tides": False},
    "relativity": {"relativity": False},
    "air": {"atmosphere": None},
    "pressure of sunlight": {},
    "light of the Earth": {"albedo": None, "infrared": None},
}


def flown(model: tt.Model = MODEL, **settings: Any) -> tt.Run:
    system = model.build()
    return tt.simulate(system, system.start(), **(RUN | settings))


def tolerance(rtol: float) -> tt.Dop853:
    return tt.Dop853(rtol=rtol, atol=rtol / 100)


def without(part: str) -> tt.Model:
    """The model without a part of its environment."""
    model = MODEL.copy()
    model.set_environment(replace(model.environment, **PARTS[part]))
    unlit = {"absorption": None, "specular": None, "diffuse": None}
    hidden = {"drag": None} if part == "air" else unlit if part == "pressure of sunlight" else {}
    for name, surface in model.surfaces.items():
        model.surfaces[name] = replace(surface, **hidden)
    return model


# --- what each part does ------------------------------------------------------------------------


def apart(run: tt.Run, other: tt.Run) -> np.ndarray:
    """How far a run is from another along radius, flight and orbit normal of that, m."""
    x, v = other["bus.position"].values, other["bus.velocity"].values
    up = x / np.linalg.norm(x, axis=1, keepdims=True)
    normal = np.cross(x, v)
    normal /= np.linalg.norm(normal, axis=1, keepdims=True)
    axes = np.stack([up, np.cross(normal, up), normal], axis=1)
    return np.einsum("tij,tj->ti", axes, run["bus.position"].values - x)


def relativistic_lag(t: np.ndarray) -> np.ndarray:
    """How far Schwarzschild's correction takes a craft along a circular orbit, m: it is an outward
    push of 3 μ²/(c² r³)."""
    r = RADIUS + 420e3
    n = np.sqrt(MU / r**3)
    push = 3 * MU**2 / (LIGHT_SPEED**2 * r**3)
    return -2 * push / n * (t - np.sin(n * t) / n)


def sinking(run: tt.Run, areas: np.ndarray = AREAS) -> np.ndarray:
    """The semi-major axis that drag takes, m: a' = 2 a² v·F/(m μ), with the drag on the area that
    hull and wings show to the air."""
    v = run["bus.velocity"].values
    a = run.orbit("bus").semi_major_axis.values
    wind = run["environment.air_velocity"].values - v
    speed = np.linalg.norm(wind, axis=1)
    attitudes = run["bus.attitude"].values
    seen = np.array([turned(q).T @ w for q, w in zip(attitudes, wind, strict=True)])
    area = np.abs(seen) @ areas / speed
    push = run["environment.air_density"].values * DRAG * area * speed / (2 * MASS)
    rate = -2 * a**2 / MU * push * (v * wind).sum(axis=1)
    return np.concatenate([[0.0], np.cumsum((rate[1:] + rate[:-1]) / 2 * np.diff(run.time))])


def lost(run: tt.Run, airless: tt.Run) -> tuple[float, float]:
    """The semi-major axis that air has taken, m, as a mean over the last orbit, since the field
    makes it swing: from two runs, and by the drag."""
    last = run.time > run.time[-1] - 5564.0
    fallen = airless.orbit("bus").semi_major_axis - run.orbit("bus").semi_major_axis
    return float(fallen[last].mean()), float(sinking(run)[last].mean())


# --- the run ------------------------------------------------------------------------------------


def node_rate(run: tt.Run) -> tuple[float, float]:
    """The drift of the ascending node, rad/s: as fitted to the run, and by J2 in first order."""
    found = run.orbit("bus")
    n = np.sqrt(MU / found.semi_major_axis.values.mean() ** 3)
    p = found.semi_latus_rectum.values.mean()
    first_order = -1.5 * J2 * n * (RADIUS / p) ** 2 * np.cos(found.inclination.values.mean())
    return float(np.polyfit(run.time, np.unwrap(found.node), 1)[0]), float(first_order)


def eclipse_parts(run: tt.Run) -> tuple[float, float]:
    """The part of the day without the Sun: by sunlight in the run, and by a cylinder about a circle
    at the mean beta angle."""
    r = np.linalg.norm(run["bus.position"].values, axis=1).mean()
    beta = run.beta_angle("bus").values
    shadow = np.arccos(np.sqrt(1 - (RADIUS / r) ** 2) / np.cos(beta)) / np.pi
    return 1 - float(run["environment.sunlight"].mean()), float(shadow.mean())


def draw_day(plt: Any, run: tt.Run) -> None:
    figure, axes = plt.subplots(5, 1, figsize=(6.4, 8.8), layout="constrained", sharex=True)
    hours, found = run.time / 3600, run.orbit("bus")
    axes[0].plot(hours, np.degrees(found.node))
    drift = np.degrees(float(found.node[0]) + node_rate(run)[1] * run.time)
    axes[0].plot(hours, drift, "k--", linewidth=0.8, label="by J2")
    axes[0].set_ylabel("node (deg)")
    axes[0].legend()
    axes[1].plot(hours, found.semi_major_axis / 1e3, linewidth=0.8)
    axes[1].set_ylabel("semi-major\naxis (km)")
    axes[2].plot(hours, 1e12 * run["environment.air_density"], linewidth=0.8)
    axes[2].set_ylabel("air (1e-12 kg/m³)")
    field = 1e6 * np.linalg.norm(run["environment.magnetic_field"].values, axis=1)
    axes[3].plot(hours, field, linewidth=0.8)
    axes[3].set_ylabel("magnetic field (µT)")
    for angle, name in zip("zyx", ("yaw", "pitch", "roll"), strict=True):
        degrees = np.degrees(run.attitude("bus").sel(angle=angle))
        axes[4].plot(hours, degrees, linewidth=0.8, label=name)
    axes[4].set(
        xlabel="time (h)", ylabel="in local axes (deg)", xlim=(0, 24), xticks=range(0, 25, 4)
    )
    axes[4].legend(ncols=3, loc="lower left")
    for ax in axes[2:4]:
        dark = run["environment.sunlight"].values < 0.5
        ax.fill_between(hours, 0, 1, where=dark, transform=ax.get_xaxis_transform(), color="0.9")
    save(figure, "low-orbit-day-run")


def draw_parts(plt: Any, effects: dict[str, np.ndarray], times: np.ndarray) -> None:
    figure, ax = plt.subplots(figsize=(6.4, 4.4), layout="constrained")
    for name, moved in effects.items():
        ax.plot(times / 3600, np.linalg.norm(moved, axis=1), label=name, linewidth=0.9)
    ax.plot(times / 3600, np.abs(relativistic_lag(times)), "k--", linewidth=0.8)
    ax.set(xlabel="time (h)", ylabel="what is added to the motion (m)", yscale="log")
    ax.set(xlim=(0, 24), ylim=(1e-3, 1e5), xticks=range(0, 25, 4))
    ax.legend(fontsize="small", loc="lower right", ncols=2)
    save(figure, "low-orbit-day-parts")


def main() -> None:
    np.set_printoptions(precision=4, suppress=True, linewidth=120)
    plt = pyplot()
    run = flown()
    print(run.audit(), run.statistics)
    print("node, rad/s:", node_rate(run), "eclipse:", eclipse_parts(run))
    print("beta:", np.degrees(run.beta_angle("bus").values[[0, -1]]))
    for name in ("air_density", "height"):
        print(
            name, run[f"environment.{name}"].values.min(), run[f"environment.{name}"].values.max()
        )
    field = np.linalg.norm(run["environment.magnetic_field"].values, axis=1)
    print("field:", field.min(), field.max())
    print("angles:", np.degrees(np.abs(run.attitude("bus").values).max(axis=0)))
    effects = {}
    for part in PARTS:
        other = flown(without(part))
        effects[part] = apart(run, other)
        print(f"{part:28}", effects[part][-1], np.linalg.norm(effects[part][-1]))
        if part == "air":
            print("sinks:", lost(run, other), "frontal area:", sinking(run, FRONT)[-45:].mean())
    print("relativity, Hill:", relativistic_lag(run.time)[-1])
    best = flown(every=DAY, method=tolerance(1e-13))["bus.position"].values[-1]
    for rtol in (1e-8, 1e-9, 1e-10, 1e-11, 1e-12):
        end = flown(every=DAY, method=tolerance(rtol))
        print(rtol, np.linalg.norm(end["bus.position"].values[-1] - best), end.statistics["steps"])
    bare = MODEL.copy()
    bare.surfaces.clear()
    ends = [flown(bare, every=DAY, method=tolerance(rtol)) for rtol in (1e-11, 1e-13)]
    places = [end["bus.position"].values[-1] for end in ends]
    print("without surfaces, 1e-11:", np.linalg.norm(places[0] - places[1]))
    print(tt.analysis.compare(MODEL, duration=600.0))
    draw_day(plt, run)
    draw_parts(plt, {name: moved[::4] for name, moved in effects.items()}, run.time[::4])


if __name__ == "__main__":
    main()
