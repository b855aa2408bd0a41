"""Orbits, attitudes in their local axes, ground tracks and pointing, from what a result holds.

All are arrays along ``time``, angles in rad.  The planet is that of the model: its environment's,
or the point mass of its central gravity, which then is taken for the Earth where its rotation
matters.  The time of a run counts from the epoch of the model, or from one that is given.
"""

from __future__ import annotations

from collections.abc import Callable
from reprlib import repr as short
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import xarray as xr

from treetop.assembly.environment import rotation_of
from treetop.environment.ephemeris import BODIES, places
from treetop.environment.epoch import DAY, Epoch
from treetop.environment.frames import (
    angles_of,
    local_axes,
    matrix_of,
    quaternion_of,
    rotation_matrices,
    sequence,
)
from treetop.environment.geodesy import WGS84, Ellipsoid, geodetic_from_place
from treetop.environment.orbits import elements_from_state, period
from treetop.environment.rotation import earth_rotation
from treetop.errors import ModelError, TreetopError
from treetop.model.body import GROUND
from treetop.model.environment.central_body import CentralBody, central_body
from treetop.model.quantity import Invalid
from treetop.model.rotation import direction, matrix
from treetop.results.distance import position_of, turned
from treetop.system.fields import COMPONENTS

if TYPE_CHECKING:
    from treetop.results.run import Run

ELEMENTS = {
    "semi_major_axis": ("m", "semi-major axis"),
    "eccentricity": ("1", "eccentricity"),
    "inclination": ("rad", "inclination"),
    "node": ("rad", "right ascension of the ascending node"),
    "periapsis": ("rad", "argument of periapsis"),
    "true_anomaly": ("rad", "true anomaly"),
    "eccentric_anomaly": ("rad", "eccentric anomaly"),
    "mean_anomaly": ("rad", "mean anomaly"),
    "argument_of_latitude": ("rad", "argument of latitude"),
    "semi_latus_rectum": ("m", "semi-latus rectum"),
    "period": ("s", "time of one revolution"),
}
DERIVED = ("semi_major_axis", "eccentric_anomaly", "mean_anomaly", "argument_of_latitude")
FRAMES = ("lvlh", "rtn", "inertial", "fixed")
DIRECTIONS = ("nadir", "zenith", "velocity", "normal")


class Motion(NamedTuple):
    """How a frame moves, seen from the centre of the planet, along time; inertial axes."""

    position: np.ndarray  # (n, 3)
    velocity: np.ndarray  # (n, 3)
    attitude: np.ndarray  # (n, 3, 3), from the frame's axes


# --- views --------------------------------------------------------------------------------------


def orbit(run: Run, of: Any) -> xr.Dataset:
    """Osculating elements of a frame's origin."""
    planet, motion = _planet(run), _motion(run, of)
    with np.errstate(invalid="ignore", divide="ignore"):
        found = elements_from_state(motion.position, motion.velocity, planet.mu)
        values = found._asdict() | {name: getattr(found, name) for name in DERIVED}
        values["period"] = period(found.semi_major_axis, planet.mu)
    variables = {
        name: ("time", np.asarray(values[name]), {"units": unit, "long_name": meaning})
        for name, (unit, meaning) in ELEMENTS.items()
    }
    return xr.Dataset(variables, {"time": run.data.time})


def attitude(
    run: Run, of: Any, frame: str = "lvlh", angles: str | None = "zyx", epoch: Any = None
) -> xr.DataArray:
    """The attitude of a frame relative to local, inertial or planet-fixed axes."""
    motion = _motion(run, of)
    relative = _axes(run, motion, frame, epoch) @ motion.attitude
    if angles is None:
        coords = {"time": run.data.time, "component": list(COMPONENTS)}
        return xr.DataArray(quaternion_of(relative), coords, attrs={"units": "1"}, name="attitude")
    word = sequence(angles)
    labels = [*word] if len(set(word)) == 3 else [f"{axis}{k}" for k, axis in enumerate(word, 1)]
    coords = {"time": run.data.time, "angle": labels}
    return xr.DataArray(angles_of(relative, word), coords, attrs={"units": "rad"}, name="attitude")


def ground_track(run: Run, of: Any, epoch: Any = None) -> xr.Dataset:
    """Geodetic latitude, longitude and height of a frame's origin."""
    planet, motion = _planet(run), _motion(run, of)
    fixed = np.einsum("nij,nj->ni", _rotation(run, epoch), motion.position)
    around = planet.environment
    ellipsoid = WGS84 if around is None else Ellipsoid(around.radius, around.flattening)
    found = geodetic_from_place(fixed, ellipsoid)
    return xr.Dataset(
        {
            "latitude": ("time", found.latitude, {"units": "rad"}),
            "longitude": ("time", found.longitude, {"units": "rad"}),
            "height": ("time", found.height, {"units": "m"}),
        },
        {"time": run.data.time},
    )


def beta_angle(run: Run, of: Any, epoch: Any = None) -> xr.DataArray:
    """The angle of the Sun above the plane of the orbit, positive on the side of its normal."""
    motion = _motion(run, of)
    normal = _unit(np.cross(motion.position, motion.velocity))
    sine = np.sum(normal * _unit(_places(run, "sun", epoch)), axis=-1)
    return _along_time(run, np.arcsin(np.clip(sine, -1.0, 1.0)), "beta_angle")


def pointing_error(run: Run, of: Any, axis: Any, target: Any, epoch: Any = None) -> xr.DataArray:
    """The angle between an axis of a frame and the direction to a target."""
    motion = _motion(run, of)
    try:
        pointing = motion.attitude @ np.array(direction(axis))
    except Invalid as error:
        raise TreetopError(f"axis: {error.what} ({error.hint})") from None
    wanted = _unit(_direction(run, of, motion, target, epoch))
    sine = np.linalg.norm(np.cross(pointing, wanted), axis=-1)
    return _along_time(run, np.arctan2(sine, np.sum(pointing * wanted, axis=-1)), "pointing_error")


# --- what views are made of ---------------------------------------------------------------------


def _motion(run: Run, of: Any) -> Motion:
    """The motion of a frame; of a body, that of its own frame."""
    frame = run._as_recorded.frame(getattr(of, "reference", of))
    if frame.body == GROUND:
        raise TreetopError(f"{short(of)} is fixed to the ground, and on no orbit")
    data = run.data.sel(body=frame.body)
    q, at = data.attitude.values, np.asarray(frame.at, dtype=float)
    swing = np.cross(data.angular_velocity.values, at)
    return Motion(
        data.position.values + turned(q, at),
        data.velocity.values + turned(q, swing),
        matrix_of(q) @ np.array(matrix(frame.attitude)),
    )


def _planet(run: Run) -> CentralBody:
    planet = central_body(run.model)
    if planet is None:
        raise TreetopError(f"{run!r} has no planet (add CentralGravity, or an environment)")
    return planet


def _epoch(run: Run, instant: Any) -> Epoch:
    if instant is not None:
        return Epoch(instant)
    epoch = run.model.epoch
    if epoch is None:
        hint = 'give one: Model(name, epoch="2026-07-01T06:30:00 UTC"), or epoch=... here'
        raise TreetopError(f"{run!r} has no epoch ({hint})")
    return Epoch(epoch)


def _rotation(run: Run, epoch: Any) -> np.ndarray:
    """From inertial to planet-fixed axes, along time: (n, 3, 3)."""
    planet = _planet(run).environment
    if planet is not None and planet.rotation is not None:
        rotation = rotation_of(planet, run.model.epoch)
    else:
        last = float(np.max(run.time, initial=0.0))
        rotation = earth_rotation(_epoch(run, epoch), (last // DAY + 1.0) * DAY)
    return rotation_matrices(rotation, run.time)


def _places(run: Run, body: str, epoch: Any) -> np.ndarray:
    """Where a celestial body is, from the centre of the planet, along time: (n, 3), m."""
    planet = _planet(run).environment
    if body == "sun" and planet is not None and planet.sun and planet.sun.position is not None:
        return np.broadcast_to(planet.sun.position, (len(run.time), 3))
    centre = (planet.name.lower() if planet is not None else "") or "earth"
    file = planet.ephemeris_file if planet is not None else None
    return places(_epoch(run, epoch), run.time, (body,), centre, file)[0]


def _axes(run: Run, motion: Motion, frame: str, epoch: Any) -> np.ndarray:
    """From inertial axes to those of a frame, along time."""
    if frame == "inertial":
        return np.broadcast_to(np.eye(3), (len(motion.position), 3, 3))
    if frame == "fixed":
        return _rotation(run, epoch)
    if frame not in FRAMES:
        raise TreetopError(f"unknown frame {frame!r} (there are: {', '.join(FRAMES)})")
    return local_axes(motion.position, motion.velocity, frame)


def _direction(run: Run, of: Any, motion: Motion, target: Any, epoch: Any) -> np.ndarray:
    """The direction to a target, inertial axes, of any length."""
    if not isinstance(target, str) and not hasattr(target, "reference"):
        try:
            return np.broadcast_to(direction(target), motion.position.shape)
        except Invalid as error:
            raise TreetopError(f"target: {error.what} ({error.hint})") from None
    named: dict[str, Callable[[], np.ndarray]] = {
        "nadir": lambda: -motion.position,
        "zenith": lambda: motion.position,
        "velocity": lambda: motion.velocity,
        "normal": lambda: np.cross(motion.position, motion.velocity),
    }
    if target in named:
        return named[target]()
    if target in BODIES:
        return _places(run, target, epoch) - motion.position
    model = run._as_recorded
    try:
        return position_of(model, run.data, target) - position_of(model, run.data, of)
    except ModelError as error:
        known = ", ".join((*DIRECTIONS, *BODIES))
        raise TreetopError(f"no target {target!r}: {error} (or give one of: {known})") from None


def _along_time(run: Run, values: np.ndarray, name: str) -> xr.DataArray:
    return xr.DataArray(values, {"time": run.data.time}, attrs={"units": "rad"}, name=name)


def _unit(a: np.ndarray) -> np.ndarray:
    return a / np.linalg.norm(a, axis=-1, keepdims=True)
