"""Numbers and figures of the page on a geostationary satellite with large arrays."""

from dataclasses import replace
from math import factorial
from pathlib import Path
from typing import Any

import numpy as np
from scipy.special import lpmv

import treetop as tt
from shared.figures import pyplot, save
from treetop.environment.ephemeris import places
from treetop.environment.gravity_fields import field
from treetop.model.environment.sun import MU

MODEL = tt.load(Path(__file__).parents[2] / "examples" / "geostationary.yaml")
RUN: dict[str, Any] = MODEL.run.arguments
DAY, FIELD, DEGREE = 86400.0, field("EGM2008"), 8
PRESSURE, UNIT = 1361.0 / 299792458.0, 149597870700.0
AREA_TO_MASS, SPECULAR = 90.0 / 1800.0, 0.2
SIDEREAL = 86164.0905


def flown(model: tt.Model = MODEL, **settings: Any) -> tt.Run:
    system = model.build()
    return tt.simulate(system, system.start(), **(RUN | settings))


def field_alone() -> tt.Model:
    model = MODEL.copy()
    model.set_environment(replace(model.environment, sun=None, moon=None))
    model.surfaces.clear()
    return model


def without_light() -> tt.Model:
    model = MODEL.copy()
    model.surfaces.clear()
    return model


# --- longitude ----------------------------------------------------------------------------------


def longitude(run: tt.Run) -> np.ndarray:
    """East of Greenwich, rad, without the swing of a day."""
    seen = np.unwrap(run.ground_track("bus").longitude.values)
    return smoothed(seen, run)


def smoothed(values: np.ndarray, run: tt.Run) -> np.ndarray:
    """Means over one sidereal day, about each time but those at the ends."""
    width = round(SIDEREAL / (run.time[1] - run.time[0]))
    return np.convolve(values, np.ones(width) / width, mode="valid")


def middle(run: tt.Run) -> np.ndarray:
    """The times that smoothed values are at, s."""
    return smoothed(run.time, run)


def pull(longitude: float, r: float) -> float:
    """Acceleration to the east of the harmonics on the equator, m/s²."""
    total = 0.0
    for n in range(2, DEGREE + 1):
        for m in range(1, n + 1):
            scale = np.sqrt(2 * (2 * n + 1) * factorial(n - m) / factorial(n + m))
            P = (-1) ** m * lpmv(m, n, 0.0) * scale
            C, S = FIELD.C[n, m], FIELD.S[n, m]
            along = S * np.cos(m * longitude) - C * np.sin(m * longitude)
            total += (FIELD.radius / r) ** n * m * P * along
    return FIELD.mu / r**2 * total


def drift(run: tt.Run) -> tuple[float, float]:
    """Acceleration of the longitude, rad/s²: fitted to the run, and -3/r of the pull eastward."""
    place, r = longitude(run), np.linalg.norm(run["bus.position"].values, axis=1).mean()
    fitted = 2 * np.polyfit(middle(run), place, 2)[0]
    pulls = np.mean([pull(each, r) for each in place[::48]])
    return float(fitted), float(-3 * pulls / r)


# --- eccentricity and inclination -----------------------------------------------------------------


def eccentricity(run: tt.Run) -> np.ndarray:
    """The eccentricity vector, in inertial axes."""
    x, v = run["bus.position"].values, run["bus.velocity"].values
    h = np.cross(x, v)
    return np.cross(v, h) / FIELD.mu - x / np.linalg.norm(x, axis=1, keepdims=True)


def normal(run: tt.Run) -> np.ndarray:
    h = np.cross(run["bus.position"].values, run["bus.velocity"].values)
    return h / np.linalg.norm(h, axis=1, keepdims=True)


def integral(rate: np.ndarray, times: np.ndarray) -> np.ndarray:
    steps = (rate[1:] + rate[:-1]) / 2 * np.diff(times)[:, None]
    return np.concatenate([np.zeros((1, 3)), np.cumsum(steps, axis=0)])


def pushed(run: tt.Run) -> np.ndarray:
    """The change of the eccentricity vector by light that presses on a circular orbit: its rate is
    3/2 n a²/μ F × h, with the force F per mass and the orbit normal h."""
    sun = places(MODEL.epoch, run.time, ("sun",))[0]
    distance = np.linalg.norm(sun, axis=1)
    s = sun / distance[:, None]
    w, x, y, z = run["bus.attitude"].values.T
    n = np.stack([2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)], axis=1)
    c = (n * s).sum(axis=1)
    size = PRESSURE * (UNIT / distance) ** 2 * AREA_TO_MASS * c * run["environment.sunlight"].values
    F = -size[:, None] * ((1 - SPECULAR) * s + 2 * SPECULAR * c[:, None] * n)
    a = run.orbit("bus").semi_major_axis.values.mean()
    rate = 1.5 * np.sqrt(a / FIELD.mu) * np.cross(F, normal(run))
    return integral(rate, run.time)


def tilted(run: tt.Run) -> np.ndarray:
    """The change of the orbit normal h by Sun and Moon, averaged over orbits: its rate is
    -3/2 μ/(d³ n) (s·h) h × s for each, with the direction s and the distance d."""
    a = run.orbit("bus").semi_major_axis.values.mean()
    n = np.sqrt(FIELD.mu / a**3)
    rate = np.zeros((len(run.time), 3))
    for body in ("sun", "moon"):
        place = places(MODEL.epoch, run.time, (body,))[0]
        d = np.linalg.norm(place, axis=1)[:, None]
        s, h = place / d, normal(run)
        rate -= 1.5 * MU[body] / (d**3 * n) * (s * h).sum(axis=1)[:, None] * np.cross(h, s)
    return integral(rate, run.time)


# --- figures --------------------------------------------------------------------------------------


def draw(plt: Any, run: tt.Run, dark: tt.Run, alone: tt.Run) -> None:
    figure, axes = plt.subplots(1, 3, figsize=(9.6, 3.4), layout="constrained")
    days = middle(run) / DAY
    for each, name in ((run, "all"), (alone, "field alone")):
        axes[0].plot(days[::8], np.degrees(longitude(each))[::8], label=name)
    axes[0].set(xlabel="time (d)", ylabel="longitude (deg)")
    axes[0].legend()
    both = {"all": eccentricity(run), "light": eccentricity(run) - eccentricity(dark)}
    for name, vectors in both.items():
        seen = [1e4 * smoothed(vectors[:, k], run)[::8] for k in (0, 1)]
        axes[1].plot(*seen, linewidth=0.8, label=name)
    light = 1e4 * pushed(run)
    axes[1].plot(light[::8, 0], light[::8, 1], "k--", linewidth=0.8, label="averaged")
    axes[1].set(xlabel="1e4 e, x", ylabel="1e4 e, y", aspect="equal", xlim=(-4, 3))
    axes[1].legend(fontsize="small", loc="lower left")
    h = normal(run) - normal(run)[0]
    shown = np.degrees(h)
    axes[2].plot(shown[::4, 0], shown[::4, 1], label="all")
    far = np.degrees(tilted(run))
    axes[2].plot(far[::4, 0], far[::4, 1], "k--", linewidth=0.8, label="averaged")
    axes[2].set(xlabel="normal, x (deg)", ylabel="normal, y (deg)")
    axes[2].legend()
    save(figure, "geostationary")


def main() -> None:
    np.set_printoptions(precision=5, linewidth=120)
    plt = pyplot()
    run, dark, alone = flown(), flown(without_light()), flown(field_alone())
    print(run.audit(), run.statistics)
    for name, each in (("all", run), ("field alone", alone)):
        place = np.degrees(longitude(each))
        found = [float(np.degrees(rate) * DAY**2) for rate in drift(each)]
        print(name, "longitude:", place[0], place[-1], "deg/d²:", found)
    e = eccentricity(run) - eccentricity(dark)
    print("light:", e[-1], pushed(run)[-1], np.linalg.norm(e[-1]), np.linalg.norm(pushed(run)[-1]))
    h = normal(run) - normal(alone)
    print("tilt, deg:", np.degrees(h[-1]), np.degrees(tilted(run)[-1]))
    print("Sun seen:", float(run["environment.sunlight"].mean()))
    draw(plt, run, dark, alone)


if __name__ == "__main__":
    main()
