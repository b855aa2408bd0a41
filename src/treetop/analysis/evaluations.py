"""Differences of accelerations, reactions and loads of constraints at equal states.

A difference is related to the largest value of its kind at that instant. Where a quantity should
vanish there is only rounding left to compare: so nothing counts as smaller than `LEAST` of what the
motion and the forces at hand could make it,

    f = F + T / L + m (a + (α + ω²) L) + E / L

with a mass m and a length L of the model, its largest reactions F and T, accelerations a and α,
angular velocity ω, and the energy E about its mass centre. Accelerations of a model that flies are
taken from their mean: what an orbit does to all bodies alike says nothing of forces between them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from treetop.analysis.constraint_loads import holding_loads
from treetop.errors import RunError
from treetop.model import Free, Model
from treetop.model.body import Body
from treetop.system.reaction_uniqueness import UniqueParts, unique_parts
from treetop.system.state import State
from treetop.system.system import System
from treetop.topology.grounding import flies
from treetop.topology.mechanism import Mechanism
from treetop.topology.nodes import BodyNode

TOLERANCE = 1e-9
LEAST = 1e-3
UNITS = {
    "linear acceleration": "m/s^2",
    "angular acceleration": "rad/s^2",
    "joint slide acceleration": "m/s^2",
    "joint turn acceleration": "rad/s^2",
    "reaction force": "N",
    "reaction torque": "N m",
    "constraint force": "N",
    "constraint torque": "N m",
}


class Evaluation(NamedTuple):
    """What the equations of one formulation say at several instants.

    The values are by the names of `UNITS`: along time, then one vector for each body, joint or
    constraint. The least scales are those that differences are related to if all values are
    smaller. Of reactions and loads only the unique parts are kept; joints and constraints that have
    others are named.
    """

    values: dict[str, np.ndarray]
    least: dict[str, np.ndarray]
    indeterminate: list[str]


def evaluation(system: System, states: Iterable[State]) -> Evaluation:
    """What a formulation says at given states, of whatever formulation these are."""
    converted = [system.state_of(state) for state in states]
    times = np.array([state.time for state in converted])
    seen = system.observe(times, np.stack([state.vector for state in converted]))
    for state, *now in zip(converted, *seen.values(), strict=True):
        if not all(np.isfinite(values).all() for values in now):
            raise RunError(f"at {state.time:g} s: {system.at(state).trouble()}")
    unique = [unique_parts(system, state) for state in converted]
    force, torque = (np.stack([parts[k] for parts in unique]) for k in range(2))
    values = {
        "linear acceleration": seen["acceleration"],
        "angular acceleration": seen["angular_acceleration"],
        "joint slide acceleration": _joint_rates(system, seen["speed_rates"], "m/s"),
        "joint turn acceleration": _joint_rates(system, seen["speed_rates"], "rad/s"),
        "reaction force": np.einsum("tjxy,tjy->tjx", force, seen["reaction_force"]),
        "reaction torque": np.einsum("tjxy,tjy->tjx", torque, seen["reaction_torque"]),
    } | holding_loads(system, seen, unique)
    scales = natural_scales(system.mechanism, seen)
    return Evaluation(
        {name: value for name, value in values.items() if value.size},
        {name: LEAST * scales[unit] for name, unit in UNITS.items()},
        _indeterminate(system, unique),
    )


def _indeterminate(system: System, unique: Sequence[UniqueParts]) -> list[str]:
    """The joints and constraints that are, at any of the instants."""
    names = [*system.joint_names, *system.constraint_names]
    flags = [np.concatenate([parts.indeterminate(), parts.shared()]) for parts in unique]
    return [name for name, this in zip(names, np.any(flags, axis=0), strict=True) if this]


def _joint_rates(system: System, rates: np.ndarray, unit: str) -> np.ndarray:
    labels = system.labels
    inside = inner(system.mechanism, labels["speed"], labels["speed_unit"][1], unit)
    return rates[:, inside, None]


def inner(model: Mechanism, labels: Iterable[str], units: Iterable[str], unit: str) -> np.ndarray:
    """Which coordinates or speeds have that unit and belong to joints that prevent some motion.

    Those of free joints say again what is known of the bodies.
    """
    joints = (model.joints[str(label).partition(".")[0]] for label in labels)
    return np.array(
        [
            unit_of_joint == unit and not isinstance(joint.kind, Free)
            for joint, unit_of_joint in zip(joints, units, strict=True)
        ],
        dtype=bool,
    )


def evaluation_difference(name: str, a: Evaluation, b: Evaluation) -> float:
    """The largest difference over all bodies or joints and instants, relative."""
    difference = _largest(a.values[name] - b.values[name])
    scale = np.maximum(_largest(a.values[name]), _largest(b.values[name]))
    scale = np.maximum(scale, a.least[name])
    parts = np.divide(difference, scale, out=np.zeros_like(scale), where=difference != 0)
    return float(parts.max())


def largest_values(found: Sequence[Evaluation]) -> dict[str, float]:
    """The largest value of each quantity, SI."""
    names = found[0].values if found else ()
    return {name: max(float(_largest(e.values[name]).max()) for e in found) for name in names}


def _largest(vectors: np.ndarray) -> np.ndarray:
    """The largest length among the vectors of each instant; NaN if there is one."""
    return np.linalg.norm(vectors, axis=-1).max(axis=-1)


def natural_scales(model: Mechanism, seen: Mapping[str, np.ndarray]) -> dict[str, np.ndarray]:
    """By unit, what values could amount to at each instant by the motion and forces at hand."""
    L, bodies = lengths(model, seen["position_from_origin"]), model.bodies.values()
    m = sum(body.mass for body in bodies) + sum(map(_spin_inertia, bodies)) / L**2
    a = seen["acceleration"]
    if flies(model):
        a = a - a.mean(axis=1, keepdims=True)
    F, T = _largest(seen["reaction_force"]), _largest(seen["reaction_torque"])
    whirl = _largest(seen["angular_acceleration"]) + _largest(seen["angular_velocity"]) ** 2
    E = np.abs(seen["energy_about_centre"])
    f = F + (T + E) / L + m * (_largest(a) + whirl * L)
    return {"m/s^2": f / m, "rad/s^2": f / (m * L), "N": f, "N m": f * L}


def lengths(model: Model | Mechanism, places: np.ndarray) -> np.ndarray:
    """The size of the model at each instant: how far its bodies and what is on them reach, m."""
    reach = max(map(_reach, model.bodies.values()))
    L = _largest(places - places.mean(axis=1, keepdims=True)) + reach
    return np.where(L > 0, L, 1.0)


def _reach(body: Body | BodyNode) -> float:
    """How far a body reaches: to its mass centre, its frames, and by its radius of gyration."""
    gyration = np.sqrt(_spin_inertia(body) / body.mass) if body.mass else 0.0
    places = [body.centre, *(frame.at for frame in body.frames.values())]
    return float(gyration + max(np.linalg.norm(place) for place in places))


def _spin_inertia(body: Body | BodyNode) -> float:
    return float(np.trace(np.asarray(body.inertia)))
