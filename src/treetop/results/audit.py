"""The audit of a run: conserved quantities and their drift.

Energy: T + V - W is constant, W being the work of the forces that have no potential.  In orbit that
sum hides what happens inside the spacecraft, so the energy about the mass centre has its own
balance.  Momentum: conserved where nothing outside acts, together with what fuel takes along.  Each
drift is related to a scale that the quantity could have reached with the energy at hand
(Cauchy-Schwarz: |p|² ≤ 2 m T, |H|² ≤ 2 T (Σ m r² + tr J)), so that a spacecraft without momentum is
judged as fairly as one that spins.

Where bodies move independently of each other, each part is audited by itself, so that none hides
beside a larger one.  Contacts and stops that do not give must not be passed.
"""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np
import xarray as xr

from treetop.model import Force
from treetop.model.body import GROUND
from treetop.model.devices.tank import Tank
from treetop.model.devices.wheel import Wheel
from treetop.model.forces.base import Momenta
from treetop.notebook import table
from treetop.results import stored_momentum
from treetop.results.columns import Columns
from treetop.results.distance import turned
from treetop.results.histories import has_output, history, names_along, outputs
from treetop.results.parts import Part, independent_parts, restricted
from treetop.results.penetration import penetrations
from treetop.topology.grounding import bodies_of, flies
from treetop.topology.lines import deployers
from treetop.topology.mechanism import Mechanism
from treetop.topology.modal_joint import Deformation
from treetop.topology.remembered import remembered

if TYPE_CHECKING:
    from collections.abc import Iterator

LIMIT = 1e-6
EXHAUST_MASS = "exhaust.mass"  # an internal state of models with tanks
EPSILON = float(np.finfo(float).eps)


@dataclass(frozen=True)
class Departure:
    """How far a quantity is from what it should be, along time.

    Attributes
    ----------
    name : str
    values : ndarray
        Absolute, in `unit`, at the times of the samples.
    scale : float
        What they are to be compared with, in `unit`.
    unit : str
    """

    name: str
    values: np.ndarray
    scale: float
    unit: str


@dataclass(frozen=True)
class Drift:
    """The maximum drift of a quantity.

    Attributes
    ----------
    name : str
    drift : float
        Absolute, in `unit`.
    scale : float
        What it is to be compared with, in `unit`.
    unit : str
    """

    name: str
    drift: float
    scale: float
    unit: str

    @property
    def relative(self) -> float:
        """Drift over scale; zero if nothing moved."""
        return self.drift / self.scale if self.drift else 0.0


@dataclass(frozen=True)
class Audit:
    """How well a run conserves energy and momentum and meets constraints. Print it for a table."""

    drifts: tuple[Drift, ...]

    def __getitem__(self, name: str) -> Drift:
        return {drift.name: drift for drift in self.drifts}[name]

    def __contains__(self, name: str) -> bool:
        return any(drift.name == name for drift in self.drifts)

    def passed(self, limit: float = LIMIT) -> bool:
        """Whether every relative drift is at most `limit`."""
        return all(drift.relative <= limit for drift in self.drifts)

    def _repr_html_(self) -> str:
        rows = ((d.name, f"{d.drift:.3e} {d.unit}", f"{d.relative:.3e}") for d in self.drifts)
        return table("audit", rows, ("conserved", "drift", "relative"))

    def __str__(self) -> str:
        lines = [f"{'conserved':30} {'drift':>12} {'':5} {'relative':>12}"]
        for d in self.drifts:
            lines.append(f"{d.name:30} {d.drift:12.3e} {d.unit:5} {d.relative:12.3e}")
        return "\n".join(lines)


def audit(model: Mechanism | None, data: xr.Dataset | Columns) -> Audit:
    """Audit energy, the momenta that must be conserved, attitudes and constraints."""
    found = departures(model, data)
    return Audit(tuple(Drift(d.name, float(d.values.max()), d.scale, d.unit) for d in found))


def departures(model: Mechanism | None, data: xr.Dataset | Columns) -> list[Departure]:
    """What is audited, along time.

    A run without a model has energy and constraints alone.
    """
    if not data.sizes["time"]:
        return []
    found = [_energy(data)] if "work" in data else []
    found += _given_constraints(data) if model is None else _of_model(model, data)
    return found


def _energy(data: xr.Dataset | Columns) -> Departure:
    kinetic, potential, work = (
        history(data, name) for name in ("kinetic_energy", "potential_energy", "work")
    )
    scale = max(kinetic.max(), np.ptp(potential), _exchanged(data))
    scale = max(scale, _rounded(data, np.abs([kinetic, potential, work]).max()))
    return Departure("energy", _change(kinetic + potential - work), scale, "J")


def _statistics(data: xr.Dataset | Columns) -> dict[str, Any]:
    return _read_statistics(data.attrs.get("statistics", "{}"))


@lru_cache(maxsize=1)
def _read_statistics(text: str) -> dict[str, Any]:
    """Asked for by many audits of one run."""
    return json.loads(text)


def _exchanged(data: xr.Dataset | Columns, about_centre: bool = False) -> float:
    """The energy that went in and out, at the samples and at the ends of steps between them, J."""
    name = "work_about_centre" if about_centre else "work"
    between = _statistics(data).get("work_range", (0.0, 0.0))[about_centre]
    return max(float(np.ptp(history(data, name))), between)


def _rounded(data: xr.Dataset | Columns, size: float) -> float:
    """A scale on which what rounding makes of sums of that size in a run is just within the limit:
    below it no drift means anything."""
    steps = _statistics(data).get("steps", 0)
    return 10 * EPSILON * (10 + steps) / LIMIT * float(size)


def _unseen(kinetic: np.ndarray) -> float:
    """A scale on which the energy of velocities as small as the rounding of those there are is just
    within the limit."""
    return (10 * EPSILON) ** 2 / LIMIT * float(kinetic.max())


def _given_constraints(data: xr.Dataset | Columns) -> Iterator[Departure]:
    size = max(1.0, float(np.abs(history(data, "coordinates")).max(initial=0)))
    yield Departure("constraints", history(data, "constraint_error"), size, "")


def _of_model(model: Mechanism, data: xr.Dataset | Columns) -> Iterator[Departure]:
    kinetic = history(data, "kinetic_energy")
    if flies(model):
        inner, inner_work = history(data, "energy_about_centre"), history(data, "work_about_centre")
        scale = max(inner.max(), np.ptp(inner), _exchanged(data, about_centre=True))
        # What pushes the spacecraft along does work as seen from the moving origin, and none
        # inside.
        speed = _speed(data, history(data, "mass_centre") - history(data, "origin"))
        seen = 0.5 * _mass(model) * speed**2
        scale = max(scale, _rounded(data, seen + _exchanged(data)), _unseen(kinetic))
        change = _change(inner - inner_work)
        yield Departure("energy about the mass centre", change, scale, "J")
    greatest_energy = _energy_of_bodies(model, data)
    mass = _mass(model)
    linear, angular = kept_momenta(model)
    if linear:
        scale = math.sqrt(2 * mass * greatest_energy)
        change = _change(history(data, "linear_momentum") + _beside(model, data, "momentum"))
        yield Departure("linear momentum", change, scale, "N s")
    if angular:
        scale = math.sqrt(2 * greatest_energy * _greatest_inertia(model, data))
        spinning = max(float(kinetic.max()), _exchanged(data))
        scale += math.sqrt(2 * spinning * stored_momentum.inertia(model, data))
        change = _change(
            history(data, "angular_momentum") + _beside(model, data, "angular_momentum")
        )
        yield Departure("angular momentum", change, scale, "N m s")
    yield from _fuel(model, data)
    norms = np.linalg.norm(history(data, "attitude"), axis=-1)
    yield Departure("attitude norm", np.abs(norms - 1).max(axis=1, initial=0), 1.0, "1")
    size = max(1.0, float(np.abs(history(data, "position_from_origin")).max(initial=0)))
    yield Departure("constraints", np.abs(history(data, "constraint_error")), size, "m")
    yield from _of_parts(model, data)
    for each in penetrations(model, data):
        scale = max(each.range, _rounded(data, each.size))
        yield Departure(f"penetration of '{each.name}'", each.depth, scale, each.unit)


def _energy_of_bodies(model: Mechanism, data: xr.Dataset | Columns) -> float:
    """The greatest energy that bodies have had without their wheels.

    What is exchanged between samples counts too; a wheel of the inertia J that takes up an energy
    leaves a body of the inertia I with J/I of it.
    """
    kinetic, exchanged = history(data, "kinetic_energy"), _exchanged(data)
    wheels = stored_momentum.inertia(model, data)
    if not wheels:
        return max(float(kinetic.max()), exchanged)
    without_wheels = (kinetic - stored_momentum.energy(model, data)).max()
    forces = (force for force in model.forces.values() if force.acts)
    if all(isinstance(force, Wheel) or force.potential for force in forces):
        exchanged *= min(1.0, wheels / _greatest_inertia(model, data))
    return max(float(without_wheels), exchanged)


def _fuel(model: Mechanism, data: xr.Dataset | Columns) -> Iterator[Departure]:
    """The mass of all fuel, in tanks and out of them."""
    tanks = [name for name, force in model.forces.items() if isinstance(force, Tank)]
    if tanks and has_output(data, EXHAUST_MASS):
        labels = [*(f"{name}.mass" for name in tanks), EXHAUST_MASS]
        change = _change(outputs(data, labels).sum(axis=1))
        yield Departure("mass", change, _mass(model), "kg")


def _beside(model: Mechanism, data: xr.Dataset | Columns, what: str) -> np.ndarray:
    """A vector of what is not in the motion of bodies, along time: in what has left by nozzles, and
    in lines between their stores and mouths."""
    total = _exhausted(data, what)
    for name, line in deployers(model.model).items():
        if line.flow:
            total = total + outputs(data, [f"{name}.flow_{what}.{axis}" for axis in "xyz"])
    return total


def _exhausted(data: xr.Dataset | Columns, what: str) -> np.ndarray:
    """A vector of what has left by nozzles, along time; none without exhaust."""
    if not has_output(data, EXHAUST_MASS):
        return np.zeros(3)
    return outputs(data, [f"exhaust.{what}.{axis}" for axis in "xyz"])


def _speed(data: xr.Dataset | Columns, place: np.ndarray) -> float:
    """About the greatest at which something moves from sample to sample, m/s."""
    step = np.diff(history(data, "time"))
    far = step > 1e-6 * np.ptp(history(data, "time"))  # not from just before an event to just after
    if not far.any():
        return 0.0
    v = np.linalg.norm(np.diff(place, axis=0)[far], axis=1) / step[far]
    return _nine_in_ten(v)  # now and then the origin jumps after what is pushed away


def _nine_in_ten(values: np.ndarray) -> float:
    """The quantile 0.9: that of NumPy takes a good part of the audit of a short run."""
    place = 0.9 * (len(values) - 1)
    below = int(place)
    low, high = np.sort(values)[[below, min(below + 1, len(values) - 1)]]
    return float(low + (high - low) * (place - below))


@remembered
def _mass(model: Mechanism) -> float:
    return float(sum(body.mass for body in model.bodies.values()))


# --- part by part -----------------------------------------------------------------------


def _of_parts(model: Mechanism, data: xr.Dataset | Columns) -> Iterator[Departure]:
    """The energy of each independent part, and of those on which work is done together; and the
    momenta that a part must keep."""
    parts = independent_parts(model)
    if len(parts) == 1 or "energy" not in data:
        return
    worked = [part for part in parts if part.worked]
    alone = [part for part in parts if not part.worked]
    if worked:
        alone.append(Part(frozenset().union(*(part.bodies for part in worked)), True))
    for part in alone:
        of_part = data.sel(body=[name for name in data.body.values if name in part.bodies])
        energies = of_part.energy.values
        work = history(data, "work") if part.worked else 0.0
        kinetic, mass = _kinetic_energy(model, of_part).max(), _mass(restricted(model, part))
        carried = mass * _speed(data, history(data, "origin")) ** 2  # seen from the moving origin
        size = np.abs(energies).sum(axis=1).max() + carried
        scale = max(kinetic, _exchanged(data) if part.worked else 0.0, _rounded(data, size))
        change = _change(energies.sum(axis=1) - work)
        yield Departure(f"energy of {part.named()}", change, scale, "J")
    for part in parts:
        yield from _momenta_of(part, restricted(model, part), data)


def _momenta_of(part: Part, model: Mechanism, data: xr.Dataset | Columns) -> Iterator[Departure]:
    of_part = data.sel(body=[name for name in data.body.values if name in part.bodies])
    linear, angular = kept_momenta(model)
    if not linear or any(isinstance(joint.kind, Deformation) for joint in model.joints.values()):
        return
    if any(force.loses_mass for force in model.forces.values()):
        return  # what has left is known of the whole
    p, x, H = _momenta(model, of_part)
    energy, mass = _kinetic_energy(model, of_part).max(), _mass(model)
    scale = max(math.sqrt(2 * mass * energy), _rounded(data, np.abs(p).sum(axis=1).max()))
    name = part.named()
    yield Departure(f"linear momentum of {name}", _change(p.sum(axis=1)), scale, "N s")
    if angular:
        total = (np.cross(x, p) + H).sum(axis=1) + stored_momentum.spin(model, of_part)
        scale = math.sqrt(2 * energy * _greatest_inertia(model, of_part))
        scale += float(np.abs(stored_momentum.spin(model, of_part)).max())
        scale = max(scale, _rounded(data, np.abs(np.cross(x, p)).sum(axis=1).max()))
        yield Departure(f"angular momentum of {name}", _change(total), scale, "N m s")


def _momenta(
    model: Mechanism, data: xr.Dataset | Columns
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Momentum, mass centre and spin about it of each rigid body, along time."""
    bodies = [model.bodies[name] for name in names_along(data, "body")]
    q, w = history(data, "attitude"), history(data, "angular_velocity")
    centre = np.array([body.centre for body in bodies], dtype=float)
    inertia = np.array([body.inertia for body in bodies], dtype=float)
    mass = np.array([body.mass for body in bodies], dtype=float)
    v = history(data, "velocity") + turned(q, np.cross(w, centre))
    spin = turned(q, np.einsum("bij,tbj->tbi", inertia, w))
    return mass[:, None] * v, history(data, "position") + turned(q, centre), spin


def _kinetic_energy(model: Mechanism, data: xr.Dataset | Columns) -> np.ndarray:
    """Kinetic energy of bodies as if they were rigid, along time."""
    p, _, spin = _momenta(model, data)
    mass = np.array([max(model.bodies[name].mass, 1e-300) for name in names_along(data, "body")])
    turning = np.einsum(
        "tbi,tbi->t", spin, turned(history(data, "attitude"), history(data, "angular_velocity"))
    )
    return 0.5 * ((p**2).sum(axis=2) @ (1 / mass) + turning)


# --- what must be conserved ------------------------------------------------------------------


@remembered
def kept_momenta(model: Mechanism) -> Momenta:
    """Whether linear momentum, and angular momentum about the origin, must be conserved.

    Both are if nothing ties the model to the ground and all that acts leaves them alone.
    """
    free = flies(model)
    alone = [_momenta_left(model, force) for force in model.forces.values()]
    return Momenta(
        free and all(each.linear for each in alone), free and all(each.angular for each in alone)
    )


def _momenta_left(model: Mechanism, force: Force) -> Momenta:
    """The momenta that a force conserves; a force whose opposite acts on the ground conserves
    none."""
    if GROUND in bodies_of(model, force):
        return Momenta(linear=False, angular=False)
    return force.leaves_alone


def _change(history: np.ndarray) -> np.ndarray:
    """The distance of a scalar or vector history from its first value."""
    change = history - history[0]
    return np.abs(change) if change.ndim == 1 else np.linalg.norm(change, axis=-1)


def _greatest_inertia(model: Mechanism, data: xr.Dataset | Columns) -> float:
    """A bound on Σ m r² + tr J about the inertial origin, over the run."""
    bodies = [model.bodies[name] for name in names_along(data, "body")]
    mass = np.array([body.mass for body in bodies])
    spin = sum(np.trace(np.asarray(body.inertia)) for body in bodies)
    offset = np.array([np.linalg.norm(body.centre) for body in bodies])
    distance = np.linalg.norm(history(data, "position"), axis=-1) + offset
    return float((distance**2 @ mass).max() + spin)
