"""The tables of joint forces and friction."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

from treetop.assembly.forces import JointPlaces, named
from treetop.assembly.internal_states import internal_states
from treetop.assembly.numbering import Labels
from treetop.assembly.site import Site
from treetop.core.forces.dry_friction import Friction
from treetop.core.forces.group import Fitted
from treetop.core.forces.hard_stop import Stops
from treetop.core.forces.hysteresis_spring import Hysteresis
from treetop.core.forces.joint_physics import (
    GROUP,
    JointForces,
    JointPhysicsRows,
    JointPhysicsTables,
)
from treetop.core.forces.lugre import Bristles
from treetop.core.tables.kinds import LOAD_PRESCRIBED, LOAD_SQUARE, LOAD_WHOLE
from treetop.model import Backlash, DryFriction, HardStop, HysteresisSpring, LuGre, PointOnPath
from treetop.model.forces.joint_friction import JointPhysics
from treetop.topology.mechanism import Mechanism

# The kinds of force in each of the tables along joints, in the order of these.
TABLE_KINDS: tuple[tuple[type[JointPhysics], ...], ...] = (
    (HardStop, Backlash), (HysteresisSpring,), (LuGre,), (DryFriction,),
)  # fmt: skip


class Row(NamedTuple):
    """A force at a joint, and where it acts."""

    name: str
    force: Any
    place: tuple[int, int]  # coordinate, speed


def joint_physics_rows(
    model: Mechanism, labels: Labels, *kinds: type[JointPhysics]
) -> Iterator[Row]:
    """Rows of the given kinds, at joints whose labels are given, in the order of the tables."""
    places = JointPlaces(model, labels)
    for name, force in named(model, *kinds):
        for place in places.along(force.joint, force.coordinate):
            yield Row(name, force, place)


def forces_at_joints(site: Site) -> Iterator[Fitted]:
    """Forces along the joints of the tree, and along those that close loops; friction along paths
    that depends on reactions finds these with them."""
    tables = JointForces(*(joint_physics_tables(site.model, labels) for labels in site.labels))
    kinds = [site.generalised_rows(*kinds) for kinds in TABLE_KINDS]
    rows = JointForces(*(JointPhysicsRows._make(each) for each in zip(*kinds, strict=True)))
    paths = [part for part in site.model.constraints.values() if isinstance(part, PointOnPath)]
    pressed = sum(part.coefficient > 0.0 for part in paths)
    count = sum(len(table.place) for each in tables for table in each)
    yield Fitted(GROUP, tables, rows, count + pressed)


def joint_physics_tables(model: Mechanism, labels: Labels) -> JointPhysicsTables:
    stops, springs, bristles, rubbing = (
        list(joint_physics_rows(model, labels, *kinds)) for kinds in TABLE_KINDS
    )
    lengths = [len(row.force.knots) for row in springs]
    knots = [np.transpose([f.knots, f.out, f.back]) for _, f, _ in springs]
    load_kind = np.array([_pressed(model, f) for _, f, _ in rubbing], dtype=np.int64)
    return JointPhysicsTables(
        Stops(
            _places(stops), _laws(4, [(*limits(f), f.stiffness, f.damping) for _, f, _ in stops])
        ),
        Hysteresis(
            _places(springs),
            _states(model, springs),
            _laws(1, [(f.reversal,) for _, f, _ in springs]),
            np.cumsum([0, *lengths], dtype=np.int64),
            np.concatenate([np.zeros((0, 3)), *knots]),
        ),
        Bristles(
            _places(bristles),
            _states(model, bristles),
            _laws(6, [(*levels(f), f.viscous, f.stiffness, f.damping) for _, f, _ in bristles]),
        ),
        Friction(
            _places(rubbing),
            _laws(4, [(*levels(f), f.viscous) for _, f, _ in rubbing]),
            np.array([f.mode for _, f, _ in rubbing], dtype=np.int64),
            load_kind,
        ),
    )


def limits(stop: HardStop | Backlash) -> tuple[float, float]:
    """Between which the coordinate is free."""
    if isinstance(stop, Backlash):
        return stop.middle - 0.5 * stop.gap, stop.middle + 0.5 * stop.gap
    lower = -math.inf if stop.lower is None else stop.lower
    return lower, math.inf if stop.upper is None else stop.upper


def limits_of(force: HardStop | Backlash | HysteresisSpring) -> list[float]:
    """The coordinates at which a force begins or ceases to act."""
    if not isinstance(force, HysteresisSpring):
        return [x for x in limits(force) if math.isfinite(x)]
    # Beyond its ends a curve is held; where it is zero on one side of a knot alone, it begins.
    zero = [out == back == 0.0 for out, back in zip(force.out, force.back, strict=True)]
    flat = [zero[0], *(a and b for a, b in pairwise(zero)), zero[-1]]
    return [x for x, (a, b) in zip(force.knots, pairwise(flat), strict=True) if a != b]


def levels(friction: LuGre | DryFriction) -> tuple[float, float, float]:
    """While slipping fast and as slip begins, and the inverse of the speed that says which is
    near."""
    if isinstance(friction, DryFriction):
        fast, rest = friction.slipping_and_at_rest
    else:
        fast, rest = friction.coulomb, friction.static
    if friction.stribeck_speed is None:
        return fast, fast, 0.0
    return fast, fast if rest is None else rest, 1.0 / friction.stribeck_speed


def _pressed(model: Mechanism, friction: DryFriction) -> int:
    if friction.coefficient is None:
        return LOAD_PRESCRIBED
    return LOAD_SQUARE if model.joints[friction.joint].kind.pressed_across else LOAD_WHOLE


def _places(rows: list[Row]) -> np.ndarray:
    return np.array([row.place for row in rows], dtype=np.int64).reshape(-1, 2)


def _states(model: Mechanism, rows: list[Row]) -> np.ndarray:
    order = list(internal_states(model))
    labels = [f"{row.name}.{next(iter(row.force.states))}" for row in rows]
    return np.array([order.index(label) for label in labels], dtype=np.int64)


def _laws(width: int, rows: list[tuple[float, ...]]) -> np.ndarray:
    return np.array(rows, float).reshape(-1, width)
