"""Where free bodies start that are put on an orbit."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from treetop.assembly.assembly import Assembly
from treetop.core.environment.rotation import Rotation
from treetop.errors import ModelError, Problem
from treetop.model.environment.central_body import CentralBody, central_body
from treetop.model.environment.orbit import Orbit, state_of
from treetop.model.initial_state import ORBIT
from treetop.model.specification import moved
from treetop.topology.mechanism import Mechanism

_WITHOUT = "leave out 'origin', or give position and velocity from it"


def has_orbit(start: Any) -> bool:
    """Whether the start of a joint is on an orbit."""
    return isinstance(start, Orbit) or (isinstance(start, Mapping) and ORBIT in start)


def refuse_origin(joints: Mapping[str, Any], origin: Any) -> None:
    """Refuse orbits of bodies that are placed relative to an origin of their own."""
    problems = [
        Problem("an orbit is about the planet, not about 'origin'", f"start.{name}", _WITHOUT)
        for name, start in joints.items()
        if origin is not None and has_orbit(start)
    ]
    if problems:
        raise ModelError(problems)


def in_orbit(
    model: Mechanism, assembly: Assembly, joint: str, values: dict[str, Any]
) -> dict[str, Any]:
    """The start of a joint with its orbit, if it has one, as coordinates and speeds: the outboard
    frame of the joint is put on the orbit."""
    if ORBIT not in values:
        return values
    orbit: Orbit = values[ORBIT]
    where = f"start.{joint}.{ORBIT}"
    inboard = next(
        (X for i, X in assembly.roots.items() if assembly.links[i - 1].joint.name == joint), None
    )
    if inboard is None:
        what = f"joint '{joint}' does not begin at the ground"
        raise ModelError([Problem(what, where, "put the joint that does so on the orbit")])
    planet = _planet(model, where)
    try:
        x, v = state_of(orbit, planet.mu, planet.radius, planet.epoch, _rotation(planet, assembly))
    except ModelError as error:
        raise moved(error, where) from None
    R = inboard.R
    start = {name: value for name, value in values.items() if name != ORBIT}
    start |= {"position": tuple(R.T @ (x - inboard.p)), "velocity": tuple(R.T @ v)}
    if orbit.attitude is not None:
        attitude, rate = orbit.attitude.in_orbit(R.T @ x, R.T @ v)
        start |= {"attitude": attitude, "angular_velocity": rate}
    return start


def _planet(model: Mechanism, where: str) -> CentralBody:
    planet = central_body(model)
    if planet is None:
        hint = "add CentralGravity(mu), or an environment"
        raise ModelError([Problem("an orbit needs a planet to be about", where, hint)])
    return planet


def _rotation(planet: CentralBody, assembly: Assembly) -> Rotation | None:
    """The table of the planet's rotation, if it is known."""
    known = planet.environment is not None and planet.environment.rotation is not None
    return assembly.environment.rotation if known else None
