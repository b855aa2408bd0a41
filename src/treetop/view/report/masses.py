"""The table of mass properties."""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from treetop.model.body import own_frame
from treetop.model.devices.tank import Tank
from treetop.results.distance import turned
from treetop.topology.device_expansion import fixed_fuel
from treetop.topology.fuel import with_inertia
from treetop.topology.fuel_columns import beam_of, column_fuel, is_column
from treetop.topology.mechanism import mechanism_of
from treetop.topology.nodes import BodyNode, NodeId, Role
from treetop.view.report.html import ROUNDING, Number, heading, paragraph, table
from treetop.view.report.over_time import known

if TYPE_CHECKING:
    from treetop.model import Model
    from treetop.results import Run

HEADS = (
    "body", "mass [kg]", "x [m]", "y [m]", "z [m]",
    "Ixx [kg m^2]", "Iyy [kg m^2]", "Izz [kg m^2]", "Ixy [kg m^2]", "Ixz [kg m^2]", "Iyz [kg m^2]",
)  # fmt: skip
ABOUT = (
    "Mass centres in the frame of each body; inertia about the mass centre in its axes, as entries "
    "of the tensor (products of inertia with a minus)."
)
WHOLE = (
    " The last row is the whole at the start of the run, in inertial axes, about its mass centre."
)
UNBENT = " Flexible bodies are given as undeformed."
DEVICES = (
    " Fuel is that which does not slosh, at the start, in the frame of the body that has the tank; "
    "bodies that devices add have the names of these."
)
ADDED = (Role.SLOSH, Role.GIMBAL, Role.DAMPER)


class Part(NamedTuple):
    """Something with mass, in the axes of the body that it moves with."""

    name: str
    body: str  # as the result has it
    mass: float
    centre: tuple[float, ...]
    inertia: np.ndarray


def masses(run: Run) -> str:
    """Mass, mass centre and inertia of every body, of fuel and of what devices add, and of the
    whole at the start."""
    parts = [*_bodies(run), *_of_devices(run)]
    rows = [(each.name, *_numbers(each.mass, each.centre, each.inertia)) for each in parts]
    whole = ("whole", *_numbers(*total(run))) if len(run.time) else ()
    about = ABOUT + (WHOLE if whole else "")
    about += UNBENT if any(hasattr(body, "modes") for body in run.model.bodies.values()) else ""
    about += DEVICES if len(parts) > len(run.model.bodies) else ""
    return heading("Bodies") + table("bodies", HEADS, rows, whole) + paragraph(about, "note")


def _bodies(run: Run) -> Iterator[Part]:
    for name, body in run.model.bodies.items():
        yield Part(name, name, float(body.mass), body.centre, np.array(body.inertia))


def _of_devices(run: Run) -> Iterator[Part]:
    """Fuel at the start, and the bodies that stand for devices."""
    model = _as_it_starts(run)
    mechanism = mechanism_of(model)
    for name, tank in model.devices.items():
        if isinstance(tank, Tank):
            along = is_column(tank)
            frame = own_frame(beam_of(model, tank).name) if along else mechanism.frame(tank.at)
            inertia = column_fuel(model, tank) if along else fixed_fuel(model, name, tank)
            fuel = with_inertia(BodyNode(NodeId(Role.RIGID, name), name), inertia, frame)
            label = f"fuel of {name}"
            yield Part(label, frame.body, fuel.mass, fuel.centre, np.array(fuel.inertia))
    for name, body in mechanism.bodies.items():
        if body.role in ADDED and body.mass > 0.0:
            yield Part(name, name, body.mass, body.centre, np.array(body.inertia))


def _as_it_starts(run: Run) -> Model:
    """The model with the fuel that its tanks have at the first sample."""
    model = copy(run.model)
    model.devices = {
        name: replace(part, fuel=float(fuel[0]))
        if isinstance(part, Tank) and (fuel := known(run, f"{name}.mass")) is not None and len(fuel)
        else part
        for name, part in model.devices.items()
    }
    return model


def total(run: Run) -> tuple[float, np.ndarray, np.ndarray]:
    """Mass [kg], mass centre [m] and inertia about it [kg m²] of the whole at the first sample."""
    parts = [*_bodies(run), *_of_devices(run)]
    now = run.data.isel(time=0).sel(body=[each.body for each in parts])
    mass = np.array([each.mass for each in parts])
    attitudes, places = now.attitude.values, now.position_from_origin.values
    centres = places + turned(attitudes, [each.centre for each in parts])
    middle = mass @ centres / mass.sum()
    inertia = np.zeros((3, 3))
    for m, attitude, place, part in zip(mass, attitudes, centres, parts, strict=True):
        R = np.column_stack([turned(attitude, axis) for axis in np.eye(3)])
        arm = place - middle
        inertia += R @ part.inertia @ R.T + m * (arm @ arm * np.eye(3) - np.outer(arm, arm))
    return float(mass.sum()), middle + now.origin.values, inertia


def _numbers(mass: float, centre: object, inertia: np.ndarray) -> list[Number]:
    places = np.asarray(centre, dtype=float)
    entries = [inertia[i, j] for i, j in ((0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2))]
    far, large = max(1.0, np.abs(places).max()), np.abs(inertia).max()
    return [
        Number(mass),
        *(Number(x, least=ROUNDING * far) for x in places),
        *(Number(x, least=ROUNDING * large) for x in entries),
    ]
