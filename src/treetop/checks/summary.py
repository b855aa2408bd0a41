"""What is in a model, how its numbers were understood, and what is allowed but seldom meant."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from typing import Any, NamedTuple

from treetop.checks.names import name_warnings
from treetop.checks.propulsion import propulsion_warnings
from treetop.model.body import Body
from treetop.model.devices.tank import Tank
from treetop.model.environment.planet import Planet
from treetop.model.environment.small_body import Mascons, Polyhedron
from treetop.model.forces.base import Force
from treetop.model.forces.kinds import CentralGravity, UniformGravity
from treetop.model.inertia import principal
from treetop.model.model import Model
from treetop.model.quantity import Measured
from treetop.model.specification import path
from treetop.model.surfaces import Surface
from treetop.topology.beam_expansion import with_beams
from treetop.topology.device_expansion import with_devices
from treetop.topology.flexible_expansion import expanded, flexible_bodies
from treetop.topology.spanning_tree import spanning_tree

_SMALLEST_GYRATION, _LARGEST_GYRATION = 1e-3, 1e2  # m
OFF_CENTRE = 1e-3  # of the size of a shape: a mass centre further from its origin is worth a word
_SMALLEST_MU = 1e6  # m³/s²: more often km³/s² without its unit than an asteroid


class Summary(NamedTuple):
    """What is in a model.

    Attributes
    ----------
    name : str
    bodies : dict
        Mass of each body, kg.
    joints : dict
        Kind and ends of each joint.
    forces : dict
        Kind of each force.
    constraints : dict
        Kind of each constraint.
    devices : dict
        Kind of each device.
    sensors : dict
        What each does.
    controllers : dict
        What each does.
    surfaces : dict
        Kind of each surface.
    environment : dict
        What surrounds the spacecraft.
    events : dict
        What each waits for.
    stages : dict
        What changes when each begins, and until when it lasts.
    flexible : dict
        Modes of each flexible body.
    degrees_of_freedom : int
    mass : float
        Of all bodies, and of the fuel at the start, kg.
    units : dict
        By path, every number that was written with a unit and how it was understood.
    warnings : list of str
    """

    name: str
    bodies: dict[str, float]
    joints: dict[str, str]
    forces: dict[str, str]
    constraints: dict[str, str]
    devices: dict[str, str]
    sensors: dict[str, str]
    controllers: dict[str, str]
    surfaces: dict[str, str]
    environment: dict[str, str]
    events: dict[str, str]
    stages: dict[str, str]
    flexible: dict[str, str]
    degrees_of_freedom: int
    mass: float
    units: dict[str, str]
    warnings: list[str]


def summary(model: Model) -> Summary:
    """What is in ``model``; `System` gives the mass centre, which depends on the motion."""
    joints = model.joints.values()
    lines = {name: body.text for name, body in model.beams.items()}
    return Summary(
        name=model.name,
        bodies={name: float(body.mass) for name, body in model.bodies.items()},
        joints={j.name: f"{j.kind.kind}, {j.inboard} to {j.outboard}" for j in joints},
        forces={name: force.kind for name, force in model.forces.items()},
        constraints={name: part.kind for name, part in model.constraints.items()},
        devices={name: device.kind for name, device in model.devices.items()},
        sensors={name: each.text for name, each in model.sensors.items()},
        controllers={name: each.text for name, each in model.controllers.items()},
        surfaces={name: surface.kind for name, surface in model.surfaces.items()},
        environment=surrounding(model),
        events={name: event.text for name, event in model.events.items()},
        stages={name: stage.text for name, stage in model.stages.items()},
        flexible={body.name: body.text for body in flexible_bodies(model)} | lines,
        degrees_of_freedom=sum(
            speed.size
            for j in with_devices(model, with_beams(model, expanded(model))).joints.values()
            for speed in j.kind.speeds
        ),
        mass=math.fsum([*(body.mass for body in model.bodies.values()), *_fuel(model)]),
        units=dict(units_understood(model)),
        warnings=list(warnings(model)),
    )


def surrounding(model: Model) -> dict[str, str]:
    """What surrounds the spacecraft, in words."""
    planet = model.environment
    if planet is None:
        return {}
    epoch = {"epoch": str(model.epoch)} if model.epoch else {}
    return {"planet": planet.name or planet.kind, **epoch} | planet.words


def _fuel(model: Model) -> Iterator[float]:
    return (part.fuel for part in model.devices.values() if isinstance(part, Tank))


def units_understood(model: Model) -> Iterator[tuple[str, str]]:
    """The place of every number that was written with a unit, and what it was taken for."""
    for first, part in _beams(model):
        for place, value in _measured(part, first):
            yield path(*place), _understood(value)
    for section in (
        "ground",
        "bodies",
        "joints",
        "forces",
        "constraints",
        "devices",
        "sensors",
        "controllers",
        "surfaces",
        "environment",
        "events",
        "stages",
        "start",
        "run",
    ):
        parts = getattr(model, section)
        if section == "bodies":
            parts = {name: body for name, body in parts.items() if name not in model.beams}
        for place, value in _measured(parts, (section,)):
            yield path(*place), _understood(value)


def _understood(value: Measured) -> str:
    return f"{value.text} = {float(value):.12g} {value.unit}"


def _beams(model: Model) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Beams and their frames, each with its place."""
    for name, body in model.beams.items():
        yield ("beams", name), body.line
        yield ("beams", name, "frames"), body.frames


def _measured(value: Any, place: tuple[int | str, ...]) -> Iterator[tuple[Any, Measured]]:
    if isinstance(value, Measured):
        yield place, value
    items: Any = ()
    if isinstance(value, dict):
        items = value.items()
    elif isinstance(value, (list, tuple)):
        items = enumerate(value)
    elif is_dataclass(value):
        items = ((item.name, getattr(value, item.name)) for item in fields(value))
    for key, item in items:
        yield from _measured(item, (*place, key))


def warnings(model: Model) -> Iterator[str]:
    """What is allowed but seldom meant."""
    if not model.forces and not model.devices and not model.environment:
        yield "no force acts: the bodies move by inertia alone"
    kinds = {type(force) for force in model.forces.values()}
    if {UniformGravity, CentralGravity} <= kinds:
        yield "uniform and central gravity act at the same time"
    if model.surfaces and not model.environment:
        yield "there are surfaces, and no environment that would press on them"
    if model.environment:
        yield from _idle_surfaces(model.surfaces, model.environment)
        yield from _moved_shape(model.environment)
    for name, body in model.bodies.items():
        yield from (f"body '{name}' {warning}" for warning in _body_warnings(body))
    for name, force in model.forces.items():
        yield from (f"force '{name}' {warning}" for warning in _force_warnings(force))
    yield from propulsion_warnings(model)
    yield from name_warnings(model)
    for joint in spanning_tree(model).joints:
        if joint.kind.coordinates and joint.name not in model.start:
            yield f"joint '{joint.name}' has no start values: it starts at zero"
    run = model.run
    for name in run.unused:
        users = f"'{run.method.kind}' with '{run.constraints.kind}'"
        yield f"the run has {name}, which {users} does not use"
    if model.run.duration is None:
        yield "the model does not say how long to run: `treetop run` will need --duration"


def _idle_surfaces(surfaces: Mapping[str, Surface], planet: Planet) -> Iterator[str]:
    for name, surface in surfaces.items():
        feels_light = getattr(surface, "light", None) or getattr(surface, "finish", None)
        if (surface.drag or surface.gas) and not planet.atmosphere:
            yield f"surface '{name}' would feel air, and the environment has no atmosphere"
        if feels_light and not planet.sun:
            yield f"surface '{name}' would feel light, and the environment has no Sun"


def _moved_shape(planet: Planet) -> Iterator[str]:
    """A shape whose positions are not counted from its mass centre."""
    if not isinstance(planet.gravity, (Mascons, Polyhedron)):
        return
    away = math.hypot(*planet.gravity.centre)
    if away > OFF_CENTRE * planet.gravity.size:
        what = f"the mass centre of its gravity is {away:.4g} m from the origin of its positions"
        yield f"environment: {what}, and is put at the inertial origin"


def spin_warnings(model: Model, rates: dict[str, float]) -> Iterator[str]:
    """Bodies that would stiffen, but do not, at these angular speeds, rad/s."""
    for body in flexible_bodies(model):
        first = float(min(body.tuned_modes.angular_frequencies))
        if rates[body.name] > first / 4 and not body.stiffens:
            yield (
                f"body '{body.name}' spins at {rates[body.name]:.3g} rad/s, more than a quarter of "
                f"its first mode ({first:.3g} rad/s), and does not stiffen: stiffening: geometric"
            )


def _body_warnings(body: Body) -> Iterator[str]:
    largest = max(moment for moment, _ in principal(body.inertia))
    if not body.mass:
        yield "has no mass" + (" but an inertia" if largest else "")
    elif not largest:
        yield "is a point mass: it has no inertia"
    else:
        gyration = math.sqrt(largest / body.mass)
        if not _SMALLEST_GYRATION <= gyration <= _LARGEST_GYRATION:
            size = "small" if gyration < _SMALLEST_GYRATION else "large"
            yield f"has a {size} inertia for its mass: its radius of gyration is {gyration:.3g} m"


def _force_warnings(force: Force) -> Iterator[str]:
    for name in ("stiffness", "damping"):
        if getattr(force, name, 0.0) < 0:
            yield f"has a negative {name}: it drives the motion away"
    if isinstance(force, CentralGravity) and force.mu < _SMALLEST_MU:
        yield f"has mu = {force.mu:g} m³/s²: that of the Earth is 3.986e14"
