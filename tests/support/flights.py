"""A run about a planet that is recorded without simulating anything: Kepler motion, and what
surrounds it, as formulas."""

from typing import Any

import numpy as np
import xarray as xr

import treetop as tt
from treetop.environment.ephemeris import places
from treetop.environment.orbits import Elements, state_from_elements
from treetop.model.environment.planet import mu_of

SUN_RADIUS = 6.957e8
EPOCH = "2026-07-01T06:30:00 UTC"


def satellite(environment: Any, epoch: str | None = EPOCH) -> tt.Model:
    """A box with a panel fixed to it by a hinge."""
    model = tt.Model("satellite", epoch=epoch)
    bus = model.add_body(
        "bus", 400.0, [80, 90, 60], looks=[tt.looks.Box([1, 1, 1.4], colour="gold")]
    )
    wing = model.add_body("wing", 20.0, [8, 1, 9], looks=[tt.looks.Plate([1, 4], colour="navy")])
    model.add_joint("orbit", tt.Free(), model.ground, bus)
    model.add_joint("hinge", tt.Revolute([0, 1, 0]), bus.frame("side", at=[0, 2.7, 0]), wing)
    model.set_environment(environment)
    return model


def flown(
    environment: Any,
    times: np.ndarray,
    semi_major_axis: float,
    inclination: float = np.radians(51.6),
    node: float = 0.3,
    eccentricity: float = 1e-3,
) -> tt.Run:
    """A Kepler orbit, to the second power of its eccentricity; the box is turned along it."""
    model = satellite(environment)
    mu, n = mu_of(environment), len(times)
    rate = np.sqrt(mu / semi_major_axis**3)
    mean = 0.2 + rate * times
    anomaly = mean + 2 * eccentricity * np.sin(mean) + 1.25 * eccentricity**2 * np.sin(2 * mean)
    p = semi_major_axis * (1 - eccentricity**2)
    position, velocity = state_from_elements(
        Elements(p, eccentricity, inclination, node, 0.4, anomaly), mu
    )
    attitude = along_orbit(position, velocity)
    outputs = surroundings(model, times, position)
    side = 2.7 * local(position, velocity)[:, 1]
    data = xr.Dataset(
        {
            "position": (("time", "body", "axis"), np.stack([position, position + side], axis=1)),
            "velocity": (("time", "body", "axis"), np.stack([velocity, velocity], axis=1)),
            "angular_velocity": (("time", "body", "axis"), np.zeros((n, 2, 3))),
            "attitude": (("time", "body", "component"), np.stack([attitude] * 2, axis=1)),
            "coordinates": (("time", "coordinate"), np.zeros((n, 1))),
            "speeds": (("time", "speed"), np.zeros((n, 1))),
            "constraint_error": (("time",), np.zeros(n)),
            "outputs": (("time", "output"), np.stack(list(outputs.values()), axis=1)),
        },
        coords={
            "time": times,
            "body": ["bus", "wing"],
            "axis": list("xyz"),
            "component": list("wxyz"),
            "coordinate": ["hinge.angle"],
            "coordinate_unit": ("coordinate", ["rad"]),
            "speed": ["hinge.rate"],
            "speed_unit": ("speed", ["rad/s"]),
            "output": [f"environment.{name}" for name in outputs],
            "output_unit": ("output", [environment.outputs[name] for name in outputs]),
        },
    )
    data.attrs = {"title": "satellite", "formulation": "recursive", "outcome": "finished"}
    data.attrs |= {"events": "[]", "statistics": "{}", "settings": "", "versions": "{}"}
    run = tt.Run(data)
    run.__dict__["model"] = model
    return run


def local(position: np.ndarray, velocity: np.ndarray) -> np.ndarray:
    """Axes along the motion, along the momentum and up, as rows (n, 3, 3)."""
    up = position / np.linalg.norm(position, axis=1, keepdims=True)
    normal = np.cross(position, velocity)
    normal /= np.linalg.norm(normal, axis=1, keepdims=True)
    return np.stack([np.cross(normal, up), normal, up], axis=1)


def along_orbit(position: np.ndarray, velocity: np.ndarray) -> np.ndarray:
    from scipy.spatial.transform import Rotation

    return Rotation.from_matrix(local(position, velocity).swapaxes(1, 2)).as_quat()[:, [3, 0, 1, 2]]


def surroundings(model: tt.Model, times: np.ndarray, x: np.ndarray) -> dict[str, np.ndarray]:
    """What the environment tells: Sun, angles from its shadow, a dipole's field, thin air."""
    planet, found = model.environment, {}
    r = np.linalg.norm(x, axis=1)
    if planet.sun is None:
        return {"height": r - planet.radius}
    sun = planet.sun.position
    if sun is None:
        (sun,) = places(model.epoch, times, ("sun",), planet.name.lower())
    away = sun - x
    far = np.linalg.norm(away, axis=1)
    u = away / far[:, None]
    found |= {f"sun_direction.{axis}": u[:, k] for k, axis in enumerate("xyz")}
    a, b = np.arcsin(SUN_RADIUS / far), np.arcsin(planet.radius / r)
    c = np.arccos(-np.einsum("ni,ni->n", x, u) / r)
    found["sunlight"] = np.clip((c - (b - a)) / (2 * a), 0, 1)
    found |= {"penumbra_angle": c - (a + b), "umbra_angle": c - (b - a)}
    height = r - planet.radius
    if planet.atmosphere:
        found["air_density"] = 4e-12 * np.exp(-(height - 4e5) / 6e4) * (1 + 0.3 * u[:, 0])
    if planet.magnetic:
        pole = np.array([0.07, -0.17, -0.98])
        along = (x @ pole / r)[:, None] * x / r[:, None]
        B = 3e-5 * (planet.radius / r)[:, None] ** 3 * (3 * along - pole)
        found |= {f"magnetic_field.{axis}": B[:, k] for k, axis in enumerate("xyz")}
    return found | {"height": height}
