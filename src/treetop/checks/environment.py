"""What is wrong with an environment, and between it and the model."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from treetop.errors import ModelError, Problem
from treetop.model.environment.gravity import GravityField
from treetop.model.environment.planet import Moon, Planet
from treetop.model.environment.small_body import Polyhedron
from treetop.model.forces.kinds import CentralGravity
from treetop.model.specification import moved, path

if TYPE_CHECKING:
    from treetop.environment.epoch import Epoch
    from treetop.model.model import Model

ALIKE = 0.01  # how near the gravitational parameter of a field is to that of its planet


def environment_problems(model: Model) -> Iterator[Problem]:
    """Problems of a model's environment."""
    planet = model.environment
    for name, device in model.devices.items():
        if device.in_field and (planet is None or planet.magnetic is None):
            hint = "set an environment with magnetic='IGRF-14'"
            hint += ", or give field" if hasattr(device, "field") else ""
            yield Problem("there is no magnetic field", path("devices", name), hint)
    if planet is None:
        return
    for name, force in model.forces.items():
        if isinstance(force, CentralGravity):
            what = "the environment has the planet's gravity already"
            yield Problem(what, path("forces", name), "leave one of the two out")
    if model.epoch is None and planet.dated:
        depend = "depends" if len(planet.dated) == 1 else "depend"
        what = f"its {' and '.join(planet.dated)} {depend} on the date, and there is no epoch"
        hint = "give one, such as Model(..., epoch='2026-07-01T06:30:00 UTC')"
        yield Problem(what, "environment", hint)
    yield from _missing(planet)
    yield from _of_another(planet)
    yield from _undated(model.epoch, planet)
    yield from _attracting_twice(planet)


def _undated(epoch: Epoch | None, planet: Planet) -> Iterator[Problem]:
    """Problems of an epoch at which it is not known how the Earth is turned."""
    if epoch is not None and isinstance(planet.rotation, str) and not planet.turns_by_elements:
        try:
            epoch.ut1_minus_tt()
        except ModelError as error:
            yield from error.problems


def _attracting_twice(planet: Planet) -> Iterator[Problem]:
    """Problems of bodies that are there twice, or are the planet itself."""
    if planet.moon and planet.moon.body != "moon":
        what, hint = f"'{planet.moon.body}' is not the Moon", "give it among planets"
        yield Problem(what, "environment.moon", hint)
    known = {name for name in ("sun", "moon") if getattr(planet, name)}
    for k, each in enumerate(planet.planets):
        where = path("environment", "planets", k)
        if each.body == (planet.name.lower() or "earth"):
            yield Problem(f"'{each.body}' does not attract itself", where, "leave it out")
        elif each.body in known:
            yield Problem(f"'{each.body}' attracts already", where, "leave one of the two out")
        known.add(each.body)


def _of_another(planet: Planet) -> Iterator[Problem]:
    """Problems of what belongs to another planet: taken for this one, it would be wrong in
    silence."""
    gravity, air = planet.gravity, planet.atmosphere
    if isinstance(gravity, GravityField):
        yield from _field_of_another(planet, gravity)
    if planet.turns_by_elements:
        earths = {
            "tides": planet.tides,
            "magnetic": isinstance(planet.magnetic, str),
            "atmosphere": air is not None and air.of_earth,
            "rotation": isinstance(planet.rotation, str) and planet.rotation != "IAU 2015",
        }
        for name in (name for name, present in earths.items() if present):
            yield Problem("it is of the Earth", f"environment.{name}", "leave it out")
    moving = [name for name in planet.dated if name in ("sun", "moon", "planets")]
    if not planet.name and not isinstance(planet.rotation, str) and moving:
        what = "where this planet is, and so where others are seen from it, is not known"
        hint = "give Sun(position=...), or take Earth, Moon or Mars"
        yield Problem(what, f"environment.{moving[0]}", hint)


def _field_of_another(planet: Planet, gravity: GravityField) -> Iterator[Problem]:
    """Problems of coefficients that do not belong to a planet."""
    try:
        found = gravity.coefficients
    except ModelError as error:
        yield from moved(error, "environment.gravity").problems
        return
    what = ""
    if planet.name and found.planet and found.planet != planet.name:
        what = f"{gravity.field} is a gravity field of the {found.planet}".replace(
            "the Mars", "Mars"
        )
    elif planet.known_mu and abs(found.mu / planet.known_mu - 1.0) > ALIKE:
        what = (
            f"the gravitational parameter of '{gravity.file}', {found.mu:.4g} m³/s², is of another"
        )
    if what:
        hint = f"give a field of the {planet.name}".replace("the Mars", "Mars")
        yield Problem(what, "environment.gravity", hint)
    if gravity.axes == "principal" and planet.name != "Moon":
        what = "principal axes are known of the Moon alone"
        yield Problem(what, "environment.gravity.axes", "leave it out")
    if planet.tides and found.tide_system == "mean_tide":
        what = "coefficients of a mean-tide system have the permanent tide in them"
        yield Problem(what, "environment.tides", "give a tide-free or zero-tide field")


def _relativity(planet: Planet) -> Iterator[Problem]:
    if planet.relativity != "full":
        return
    if not planet.angular_momentum:
        what = "the angular momentum of this planet is not known"
        yield Problem(what, "environment.relativity", "give true, or take the Earth")
    elif not planet.sun or planet.sun.position is not None or not planet.sun.attracts:
        what = "there is no Sun about which the Earth falls"
        yield Problem(what, "environment.relativity", "give sun=True, or relativity=True")


def _masses(planet: Planet) -> Iterator[Problem]:
    """Problems of the gravitational parameter: none, or two of them."""
    gravity = planet.gravity
    gravity_mu = None if gravity is None or isinstance(gravity, GravityField) else gravity.mu
    if planet.mu is not None and gravity_mu is not None:
        what = "'mu' is given, and the gravity has masses or a density of its own"
        yield Problem(what, "environment.mu", "leave one of the two out")
    known = planet.mu is not None or planet.known_mu or isinstance(gravity, GravityField)
    if not known and gravity_mu is None:
        more = ", or a density" if isinstance(gravity, Polyhedron) else ""
        yield Problem("'mu' is missing", "environment", f"add 'mu', m³/s²{more}")


def _missing(planet: Planet) -> Iterator[Problem]:
    """Problems of what a planet must have for what is around it."""
    yield from _masses(planet)
    yield from _relativity(planet)
    if planet.radius is None:
        needing = [name for name in ("sun", "atmosphere", "magnetic") if getattr(planet, name)]
        if needing:
            what = f"'radius' is missing, which its {needing[0]} needs"
            yield Problem(what, "environment", "add 'radius', m")
    if planet.atmosphere is not None and planet.atmosphere.follows_sun and not planet.sun:
        what = "this air follows the Sun, and there is none"
        yield Problem(what, "environment.atmosphere", "give sun=True")
    if planet.tides and not (planet.sun or planet.moon):
        what = "nothing raises tides: there is neither Sun nor Moon"
        yield Problem(what, "environment.tides", "give sun=True and moon=True")
    for name in ("albedo", "infrared"):
        if getattr(planet, name) and not planet.sun:
            yield Problem("the planet shines by the Sun, and there is none", f"environment.{name}")
    if planet.rotation == "IAU 2015" and not planet.turns_by_elements:
        what = "IAU 2015 is a rotation of the Moon and of Mars"
        yield Problem(what, "environment.rotation", "give UniformRotation(...) or another theory")
    if isinstance(planet, Moon) and planet.moon:
        yield Problem("the Moon does not attract itself", "environment.moon", "give false")
