"""Differences of motion at the end of runs, and how large they may be.

A run departs from the exact motion by more than the tolerance of its steps: their errors add up,
and the motion itself makes them grow or decay. What they have come to is measured. Every
formulation runs once more with finer tolerances, and e, the greatest distance between its two runs,
is taken for its error. If the finer run errs at most half as much as the first, the first is no
farther than 2 e from the exact motion. So two formulations of the same motion are at most

    2 (e_a + e_b) + ε (n_a + n_b) size

apart. The last term is what rounding adds to a number of that size in n steps, for quantities that
one formulation happens to keep exactly.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from treetop.analysis.evaluations import inner, lengths
from treetop.model.run import RunSettings
from treetop.model.run.methods.base import FINEST
from treetop.results import Run
from treetop.results.distance import turned
from treetop.topology.grounding import flies

SAFETY = 2.0
EPSILON = float(np.finfo(float).eps)
UNITS = {
    "mass centre": "m",
    "position about centre": "m",
    "position": "m",
    "attitude": "rad",
    "joint angle": "rad",
    "joint slide": "m",
    "event time": "s",
}


def finer(settings: RunSettings) -> RunSettings:
    """Settings of a run that errs less; where there are none, of one that errs more.

    In that case the distance of the two is above the error of the better one: still a bound.
    """
    method = settings.method
    if method.fixed:
        return replace(settings, method=replace(method, step=method.step / 2))
    if method.rtol / 10.0 < FINEST:
        return coarser(settings)
    return replace(
        settings, method=replace(method, rtol=method.rtol / 10.0, atol=method.atol / 10.0)
    )


def coarser(settings: RunSettings) -> RunSettings:
    """Settings of a run that errs more."""
    method = settings.method
    names, by = (("step",), 2.0) if method.fixed else (("rtol", "atol"), 10.0)
    changed = {name: by * getattr(method, name) for name in names}
    return replace(settings, method=replace(method, **changed))


def in_words(settings: RunSettings) -> str:
    """The method and its tolerances."""
    method = settings.method
    if method.fixed:
        return f"{method.kind} with step {method.step:.3g} s"
    return f"{method.kind} with rtol {method.rtol:.3g}, atol {method.atol:.3g}"


@dataclass(frozen=True)
class Motion:
    """The motion in a run, and how well it is known.

    Attributes
    ----------
    values : dict of ndarray
        By the names of `UNITS`: along time, then one row for each body or one for each coordinate.
    sizes : dict of float
        What the rounding of each is related to.
    steps : int
    errors : dict of float
    """

    values: dict[str, np.ndarray]
    sizes: dict[str, float]
    steps: int
    errors: dict[str, float]


def motion_of(run: Run, better: Run) -> Motion:
    """The motion in a run, its error given by a better one at the same times."""
    values, other = values_of(run), values_of(better)
    errors = {
        name: float(distances(name, values[name], other[name]).max()) if name in other else np.inf
        for name in values
    }
    return Motion(values, sizes_of(run, values), run.statistics["steps"], errors)


def motion_difference(name: str, a: Motion, b: Motion) -> float:
    """How far two motions are apart at the end."""
    return float(distances(name, a.values[name][-1:], b.values[name][-1:])[0])


def allowed(name: str, a: Motion, b: Motion) -> float:
    """How far two runs of the same motion may be apart."""
    rounding = EPSILON * (a.steps + b.steps) * max(a.sizes[name], b.sizes[name])
    return SAFETY * (a.errors[name] + b.errors[name]) + rounding


def values_of(run: Run) -> dict[str, np.ndarray]:
    data, model = run.data, run.system.mechanism
    if flies(model):
        values = {
            "mass centre": data.mass_centre.values[:, None],
            "position about centre": _about_centre(run),
        }
    else:
        values = {"position": data.position.values}
    values["attitude"] = data.attitude.values
    for name in ("joint angle", "joint slide"):
        inside = inner(model, data.coordinate.values, data.coordinate_unit.values, UNITS[name])
        if inside.any():
            values[name] = data.coordinates.values[:, inside, None]
    if run.events:
        values["event time"] = np.array([event.time for event in run.events])[None, :, None]
    return values


def _about_centre(run: Run) -> np.ndarray:
    """Positions of the bodies from the mass centre of all.

    Found from the moving origin: seen from the ground, an orbit would swallow their digits.
    """
    bodies = [run.system.mechanism.bodies[name] for name in run.data.body.values]
    mass = np.array([body.mass for body in bodies])
    place = run.data.position_from_origin.values
    centres = place + turned(run.data.attitude.values, [body.centre for body in bodies])
    return place - np.einsum("i,tix->tx", mass / mass.sum(), centres)[:, None]


def distances(name: str, a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """The greatest distance at each time."""
    if a.shape != b.shape:  # other events have happened
        return np.array([np.inf])
    if name == "attitude":
        return _angle_between(a, b).max(axis=1)
    apart = a - b
    if name == "joint angle":
        apart = (apart + np.pi) % (2 * np.pi) - np.pi  # full turns are not seen from outside
    return np.linalg.norm(apart, axis=-1).max(axis=1)


def _angle_between(p: np.ndarray, q: np.ndarray) -> np.ndarray:
    """The angle of the turn from one attitude to another: that of p* ∘ q."""
    p0, q0, p, q = p[..., :1], q[..., :1], p[..., 1:], q[..., 1:]
    w = (p0 * q0).sum(axis=-1) + (p * q).sum(axis=-1)
    e = p0 * q - q0 * p - np.cross(p, q)
    return 2 * np.arctan2(np.linalg.norm(e, axis=-1), np.abs(w))


def sizes_of(run: Run, values: Mapping[str, np.ndarray]) -> dict[str, float]:
    length = float(lengths(run.model, run.data.position_from_origin.values).max())
    least = {"m": length, "rad": 1.0, "s": float(np.ptp(run.time))}
    return {
        name: max(least[UNITS[name]], float(np.linalg.norm(value, axis=-1).max()))
        for name, value in values.items()
    }
