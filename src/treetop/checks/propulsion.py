"""What is wrong with thrusters, tanks and fuel that sloshes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from treetop.errors import Problem
from treetop.model.controllers.base import ControllerKind
from treetop.model.controllers.pulse_width import PulseWidth
from treetop.model.controllers.relay import Relay
from treetop.model.devices.slosh import Slosh
from treetop.model.devices.tank import Tank
from treetop.model.devices.tank_shapes import CylindricalTank, FuelAlongBeam
from treetop.model.devices.thruster import Thruster
from treetop.model.flexible_body import FlexibleBody, NodeFrame
from treetop.model.rotation import dot
from treetop.model.specification import path, unknown
from treetop.topology.connections import commands_of
from treetop.topology.fuel_columns import exit_place, fuel_range

if TYPE_CHECKING:
    from treetop.model.model import Model

EXHAUST = "exhaust"  # whose states are those of what has left
SQUARE = 1e-9  # of two directions


def propulsion_problems(model: Model) -> Iterator[Problem]:
    """Tanks that are not there, or that nothing takes fuel from, and what does not fit them."""
    tanks = {name: part for name, part in model.devices.items() if isinstance(part, Tank)}
    thrusters = {name: part for name, part in model.devices.items() if isinstance(part, Thruster)}
    sloshes = {name: part for name, part in model.devices.items() if isinstance(part, Slosh)}
    for name, thruster in thrusters.items():
        yield from _thruster_problems(name, thruster, tanks)
    for name, slosh in sloshes.items():
        yield from _slosh_problems(name, slosh, tanks)
    used = {each for thruster in thrusters.values() for each in thruster.tank}
    used |= {slosh.tank for slosh in sloshes.values()}
    for name, tank in tanks.items():
        where = path("devices", name)
        if name not in used:
            hint = f"name it in a thruster: tank: {name}"
            yield Problem("no thruster takes fuel from this tank", where, hint)
        yield from _place_problems(model, tank, path(where, "at"))
        yield from _residual_problems(name, tank, sloshes)
        if isinstance(tank.shape, FuelAlongBeam):
            yield from _column_problems(model, tank, where)
    if tanks:
        yield from _named_as_exhaust(model)
    yield from _command_problems(model, thrusters)


def _named_as_exhaust(model: Model) -> Iterator[Problem]:
    """Parts whose quantities would be called as those of the exhaust, such as its energy."""
    for section in ("bodies", "joints", "devices", "sensors", "controllers"):
        if EXHAUST in getattr(model, section):
            what = f"'{EXHAUST}' is the name of what thrusters give off"
            yield Problem(what, path(section, EXHAUST), "give the part another name")


def _thruster_problems(name: str, thruster: Thruster, tanks: dict[str, Tank]) -> Iterator[Problem]:
    for k, tank in enumerate(thruster.tank):
        where = path("devices", name, "tank", k)
        if tank not in tanks:
            yield unknown("tank", tank, tanks, where)
        elif tank in thruster.tank[:k]:
            yield Problem(f"'{tank}' feeds it already", where, "name each tank once")
        elif thruster.blow_down and tanks[tank].pressure is None:
            what = f"'{tank}' has no pressure that could blow down"
            yield Problem(what, where, f"give the pressure of '{tank}', or leave blow_down out")


def _slosh_problems(name: str, slosh: Slosh, tanks: dict[str, Tank]) -> Iterator[Problem]:
    where = path("devices", name)
    if slosh.tank not in tanks:
        yield unknown("tank", slosh.tank, tanks, path(where, "tank"))
    elif isinstance(tanks[slosh.tank].shape, FuelAlongBeam):
        what = f"the fuel of '{slosh.tank}' is along a beam, and does not slosh"
        yield Problem(what, path(where, "tank"), "name another tank")
    elif slosh.mass is None:
        shape = tanks[slosh.tank].shape
        if not isinstance(shape, CylindricalTank):
            what = f"parameters of a {shape.kind} are not known: those of cylinders are"
            yield Problem(what, where, "give mass, and length or stiffness, by hand")
        elif abs(dot(slosh.direction, shape.down)) > SQUARE:
            what = "fuel sloshes across the direction in which it settles"
            hint = f"give a direction square to 'down' of '{slosh.tank}'"
            yield Problem(what, path(where, "direction"), hint)


def _place_problems(model: Model, tank: Tank, where: str) -> Iterator[Problem]:
    """A flexible body has mass of its own in its frame, and nodes have none."""
    body, _, frame = tank.at.partition(".")
    carrier = model.bodies.get(body)
    if isinstance(carrier, FlexibleBody) and not isinstance(carrier.frames.get(frame), NodeFrame):
        what = f"'{tank.at}' is no node of the flexible body '{body}'"
        yield Problem(what, where, f"give a frame at a node of '{body}'")


def _column_problems(model: Model, tank: Tank, where: str) -> Iterator[Problem]:
    """Fuel along something that is no straight beam, or beyond its ends, or on both sides of where
    it leaves."""
    name, _, frame = tank.at.partition(".")
    beam = model.beams.get(name)
    if beam is None or beam.line.lumped or any(beam.line.bent) or frame not in ("", *beam.frames):
        what = f"'{tank.at}' is no frame of a straight beam, along which fuel could be"
        yield Problem(what, path(where, "at"), "give the end of a beam at which it leaves that")
        return
    (a, b), leaving = fuel_range(beam, tank), exit_place(beam, tank)
    if not a < b <= beam.line.length:
        what = f"its fuel would be from {a:g} m to {b:g} m along '{name}'"
        hint = f"it is {beam.line.length:g} m long"
        yield Problem(what, path(where, "shape"), hint)
    elif a < leaving < b:
        what = f"fuel is on both sides of '{tank.at}', where it leaves '{name}'"
        yield Problem(what, path(where, "at"), "give a place at one side of it")


def _residual_problems(name: str, tank: Tank, sloshes: dict[str, Slosh]) -> Iterator[Problem]:
    """Masses by hand stay, and must not be used up."""
    constant = [each for each in sloshes.values() if each.tank == name and each.mass is not None]
    masses = sum(sum(each.mass) for each in constant)
    if masses > tank.residual:
        what = f"{masses:g} kg of its fuel slosh and stay, more than its residual"
        hint = f"give the tank a residual of {masses:g} kg or more"
        yield Problem(what, path("devices", name, "residual"), hint)


def _command_problems(model: Model, thrusters: dict[str, Thruster]) -> Iterator[Problem]:
    """Controllers that could take a command back too soon."""
    for name, controller in model.controllers.items():
        for k, command in enumerate(commands_of(controller, model)):
            fed, where = command.partition(".")[0], path("controllers", name, "to", k)
            thruster, period = thrusters.get(fed), controller.every
            if thruster is None:
                continue
            yield from _unlike_numbers(controller, thruster.pulsed, fed, where)
            if period is None and thruster.pulsed:
                what = f"it gives its commands all the time, and '{fed}' fires pulses"
                yield Problem(what, where, "give every, its sample period")
            elif not thruster.pulsed and (period or 0.0) < thruster.shortest:
                after = f"after {period:g} s" if period else "at any time"
                least = f"{thruster.shortest:g} s"
                what = f"it may switch '{fed}' {after}, which stays on for {least} at least"
                yield Problem(what, where, f"sample every {least} or more, or let it be pulsed")


def _unlike_numbers(
    controller: ControllerKind, pulsed: bool, thruster: str, where: str
) -> Iterator[Problem]:
    """On-times given to a throttle, or the 1 of a relay, which would be a second, to a pulse."""
    if isinstance(controller, PulseWidth) and not pulsed:
        what = f"it gives on-times, and '{thruster}' takes a throttle"
        yield Problem(what, where, "let the thruster be pulsed")
    if isinstance(controller, Relay) and pulsed:
        what = f"it gives 1 or 0, and '{thruster}' takes an on-time in s"
        yield Problem(what, where, "let the thruster not be pulsed, or use pulse-width")


def propulsion_warnings(model: Model) -> Iterator[str]:
    """What is allowed but seldom meant."""
    for name, part in model.devices.items():
        if isinstance(part, Thruster) and not part.tank and (part.isp or part.mass_flow):
            yield f"device '{name}' takes its fuel from no tank: masses stay as they are"
