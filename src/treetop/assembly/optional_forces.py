"""The tables of forces that few models have: what fits each group of them to a model."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from itertools import accumulate

import numpy as np

from treetop.assembly.contacts import contact_table, points_of_contact
from treetop.assembly.continuous_laws import continuous_laws
from treetop.assembly.devices import DEVICES
from treetop.assembly.elastic_hinges import hinge_table
from treetop.assembly.forces import named
from treetop.assembly.joint_friction import forces_at_joints
from treetop.assembly.signals import SignalBook
from treetop.assembly.site import Site
from treetop.core.constraints import driven_spring
from treetop.core.devices import commands
from treetop.core.forces import along_path, contact, elastic_cord, elastic_hinge, fluid_load
from treetop.core.forces.group import NO_FORCES, Fitted
from treetop.core.forces.optional import OptionalTables
from treetop.model import Contact, ElasticCord, Plane, PointOnPath
from treetop.model.controllers.base import ControllerKind
from treetop.model.devices.base import Device
from treetop.model.forces.joint_friction import JointPhysics
from treetop.topology.beam_expansion import Elasticity
from treetop.topology.driven_springs import DrivenSpring
from treetop.topology.line_loads import RodLoads


def optional_tables(site: Site) -> OptionalTables:
    """The groups that a model has: only what may have rows of its parts is asked."""
    parts, has = site.model, set()
    for section in (parts.forces, parts.constraints, parts.model.devices, parts.model.controllers):
        has |= {type(part) for part in section.values()}
    asked = (fit for kinds, fit in GROUPS if any(issubclass(each, kinds) for each in has))
    fitted = [each for fit in asked for each in fit(site)]
    return OptionalTables(len(site.states), tuple(each for each in fitted if each.size))


def _contacts(site: Site) -> Iterator[Fitted]:
    """Rows of contacts have planes first, whichever end of the contact these are."""
    table, number = contact_table(site.model, site.frames), site.along.number
    rows = [
        (number[name], -1 if isinstance(each.b, Plane) else 1)
        for name, each in named(site.model, Contact)
        for _ in points_of_contact(each.a, each.b)
    ]
    numbers = np.array(rows, dtype=np.int64).reshape(-1, 2)
    yield Fitted(contact.GROUP, table, numbers, len(rows))


def _laws(site: Site) -> Iterator[Fitted]:
    laws = continuous_laws(site.model, site.labels[0], site.frames)
    yield Fitted(commands.GROUP, laws, NO_FORCES, len(laws.x))


def _hinges(site: Site) -> Iterator[Fitted]:
    table = hinge_table(site.model, site.frames, site.structure)
    yield Fitted(elastic_hinge.GROUP, table, NO_FORCES, len(table.slack))


def _path_forces(site: Site) -> Iterator[Fitted]:
    """The paths along which something acts."""
    every = enumerate(site.model.constraints.values())
    slides = [(held_by, part) for held_by, part in every if isinstance(part, PointOnPath)]
    acting = [(c, *slide) for c, slide in enumerate(slides) if slide[1].acts_along]
    table = along_path.PathForces(
        np.array([c for c, _, _ in acting], dtype=np.int64),
        np.array([held_by for _, held_by, _ in acting], dtype=np.int64),
        np.array([_law(part) for _, _, part in acting], dtype=float).reshape(-1, 9),
    )
    yield Fitted(along_path.GROUP, table, NO_FORCES, len(acting))


def _law(part: PointOnPath) -> tuple[float, ...]:
    lower = -math.inf if part.lower is None else part.lower
    upper = math.inf if part.upper is None else part.upper
    resisting = (part.force, part.damping, part.friction, part.slip_speed)
    stops = (lower, upper, part.stop_stiffness, part.stop_damping)
    return (*resisting, *stops, part.coefficient)


def _cords(site: Site) -> Iterator[Fitted]:
    cords = [cord for _, cord in named(site.model, ElasticCord)]
    laws = [(cord.length, cord.stiffness, cord.damping, cord.tension_only) for cord in cords]
    over = [site.frames.add(each) for cord in cords for each in cord.frames]
    table = elastic_cord.ElasticCords(
        np.cumsum([0, *(len(cord.frames) for cord in cords)], dtype=np.int64),
        np.array(over, dtype=np.int64),
        np.array(laws, dtype=float).reshape(-1, 4),
    )
    yield Fitted(elastic_cord.GROUP, table, site.rows(ElasticCord), len(cords))


def _fluid_loads(site: Site) -> Iterator[Fitted]:
    """Rods of all beams in a fluid, from root to tip of each."""
    loads = named(site.model, RodLoads)
    ends = [(site.frames.add(a), site.frames.add(b)) for _, each in loads for a, b in each.pairs]
    currents, own = SignalBook(), [each.load for _, each in loads]
    for load in own:
        currents.add(load.current)
    laws = [(x.diameter, x.density, x.normal, x.tangential, x.buoyancy) for x in own]
    load_of = [k for k, (_, each) in enumerate(loads) for _ in each.pairs]
    rows = [site.along.number[name] for name, each in loads for _ in each.pairs]
    table = fluid_load.FluidLoads(
        frames=np.array(ends, dtype=np.int64).reshape(-1, 2),
        load=np.array(load_of, dtype=np.int64),
        law=np.array(laws, dtype=float).reshape(-1, 5),
        current=currents.table(),
        profile_at=np.array([0, *accumulate(len(load.heights) for load in own)], dtype=np.int64),
        height=np.array([z for load in own for z in load.heights], dtype=float),
        share=np.array([x for load in own for x in load.shares], dtype=float),
    )
    yield Fitted(fluid_load.GROUP, table, np.array(rows, dtype=np.int64), len(loads))


def _driven_springs(site: Site) -> Iterator[Fitted]:
    """Springs of the tree's joints, then of those that close loops."""
    found = [
        (spring, (*place, closes))
        for closes, places in enumerate(site.joint_places)
        for _, spring in named(site.model, DrivenSpring)
        for place in places.along(spring.joint, spring.coordinate)
    ]
    table = driven_spring.DrivenSprings(
        np.array([place for _, place in found], dtype=np.int64).reshape(-1, 3),
        np.array([(each.stiffness, each.damping) for each, _ in found], dtype=float).reshape(-1, 2),
        np.array([site.drives.add(each.rest) for each, _ in found], dtype=np.int64),
    )
    rows = np.concatenate(site.generalised_rows(DrivenSpring))
    yield Fitted(driven_spring.GROUP, table, rows, len(found))


# Kinds of parts, and what fits groups to a model that has any of them.  Those that act in the same
# turn do so in this order.
GROUPS: tuple[tuple[type | tuple[type, ...], Callable[[Site], Iterator[Fitted]]], ...] = (
    *(((JointPhysics, PointOnPath), forces_at_joints), (Contact, _contacts)),
    *((Device, fit) for fit in DEVICES),
    *((ControllerKind, _laws), (Elasticity, _hinges), (PointOnPath, _path_forces)),
    *((ElasticCord, _cords), (RodLoads, _fluid_loads), (DrivenSpring, _driven_springs)),
)
