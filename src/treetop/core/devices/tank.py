"""Tanks: the mass properties of bodies with fuel in them, and the pressure that is left.

The state of a tank is the mass of its fuel.  Bodies are described without it; all that is needed of
them with it is written into the workspace before an evaluation uses it.
"""

from typing import NamedTuple

import numpy as np

from treetop.core.compiler import entry, kernel
from treetop.core.devices.fuel_column import NO_COLUMNS, FuelColumns, part_in_rod
from treetop.core.devices.slosh import NO_SLOSH, Sloshes, part_of
from treetop.core.devices.slosh import apply as let_slosh
from treetop.core.devices.tank_shapes import (
    ALONG,
    ROUND,
    UNIFORM,
    Contents,
    in_body,
    point_mass,
    settled,
    shifted,
    tabulated,
    uniform,
)
from treetop.core.forces import group
from treetop.core.spatial import RigidInertia, per_mass, rigid_inertia, zero3
from treetop.core.spatial.table_access import mat, put_vec, sym, sym_at, vec, vec_at
from treetop.core.tables.samples import ACT, FILL, TABLES, TELL, WORK
from treetop.core.tables.tables import Bodies, Frames
from treetop.core.tables.workspace import Hung


class Tanks(NamedTuple):
    """Tanks on bodies, and these bodies without fuel."""

    frame: np.ndarray  # (k,)
    shape: np.ndarray  # (k,)    see core/devices/tank_shapes.py
    law: np.ndarray  # (k, 7)  uniform: centre, squared radii of gyration; round: density, radius,
    #                            length, height of domes, direction of settling
    row_at: np.ndarray  # (k + 1,)  of tables: first row of each
    knots: np.ndarray  # (r,)    masses
    pieces: np.ndarray  # (r, 36)  cubics from each on: first moment, inertia
    state: np.ndarray  # (k,)    which internal state: the mass of the fuel
    ullage: np.ndarray  # (k, 4)  pressure at first, volume of the tank, of the gas at first,
    #                            polytropic exponent
    density: np.ndarray  # (k,)    of the fuel
    output: np.ndarray  # (k,)    which output: the pressure, or -1
    body: np.ndarray  # (b,)    bodies with fuel
    dry: np.ndarray  # (b, 10) mass, first moment and inertia about the origin without it
    slosh: Sloshes
    columns: FuelColumns


_NONE = np.zeros(0, dtype=np.int64)
NO_TANKS = Tanks(
    frame=_NONE,
    shape=_NONE,
    law=np.zeros((0, 7)),
    row_at=np.zeros(1, dtype=np.int64),
    knots=np.zeros(0),
    pieces=np.zeros((0, 36)),
    state=_NONE,
    ullage=np.zeros((0, 4)),
    density=np.zeros(0),
    output=_NONE,
    body=_NONE,
    dry=np.zeros((0, 10)),
    slosh=NO_SLOSH,
    columns=NO_COLUMNS,
)


@kernel
def contents_of(tanks, k, m):
    """The fuel of tank k, of mass m, in the axes of its frame, sloshing or not."""
    law = tanks.law[k]
    if tanks.shape[k] == UNIFORM:
        return uniform(m, vec_at(law, 0), vec_at(law, 3))
    if tanks.shape[k] == ROUND:
        return settled(m, law[0], law[1], law[2], law[3], vec_at(law, 4))
    return tabulated(m, tanks.knots, tanks.pieces, tanks.row_at[k], tanks.row_at[k + 1])


@kernel
def fixed_part(tanks, k, m):
    """The fuel of tank k that does not slosh, likewise: what sloshes is taken from where it would
    rest, or, of a uniform tank, evenly."""
    fuel, slosh = contents_of(tanks, k, m), tanks.slosh
    now, per = fuel.now, fuel.per
    for n in range(slosh.tank.size):
        if slosh.tank[n] == k:
            part = part_of(slosh, n, m)
            if tanks.shape[k] == UNIFORM:
                now, per = now - fuel.per * part.mass, per - fuel.per * part.mass_slope
            else:
                c = vec(slosh.rest, n) + vec(slosh.rest_along, n) * part.rest
                more = point_mass(1.0, c) * part.mass_slope
                moved = vec(slosh.rest_along, n) * part.rest_slope
                now, per = now - point_mass(part.mass, c), per - more - shifted(part.mass, c, moved)
    return Contents(now, per)


@kernel
def fixed_in_body(tanks, frames, k, m):
    """That fuel, about the origin of the tank's body and in its axes."""
    f, fuel = tanks.frame[k], fixed_part(tanks, k, m)
    R, p = mat(frames.R, f), vec(frames.p, f)
    return Contents(in_body(fuel.now, R, p), in_body(fuel.per, R, p))


@kernel
def fill(tanks, frames, states, bodies, hung):
    """Write the mass properties of all bodies with fuel, and places of joints that follow it."""
    for b in range(tanks.body.size):
        i, row = tanks.body[b], tanks.dry[b]
        I = RigidInertia(row[0], vec_at(row, 1), sym_at(row, 4))
        for k in range(tanks.frame.size):
            if frames.body[tanks.frame[k]] == i and tanks.shape[k] != ALONG:
                I = I + fixed_in_body(tanks, frames, k, states[tanks.state[k]]).now
        put_body(bodies, i, I)
    slosh = tanks.slosh
    for n in range(slosh.tank.size):
        part = part_of(slosh, n, states[tanks.state[slosh.tank[n]]])
        c = vec(slosh.place, n) + vec(slosh.along, n) * part.offset
        put_body(bodies, slosh.body[n], point_mass(part.mass, c))
        if slosh.hung[n] >= 0:
            moved = vec(slosh.hinge_along, n) * (part.rest - part.offset)
            put_vec(hung.place, slosh.hung[n], vec(slosh.hinge, n) + moved)
            put_vec(hung.drift, slosh.hung[n], zero3())
    columns = tanks.columns
    for k in range(columns.settles.size):
        for p in range(columns.part_at[k], columns.part_at[k + 1]):
            i = columns.body[p]
            own = rigid_inertia(bodies.mass[i], vec(bodies.com, i), sym(bodies.J_C, i))
            more = part_in_rod(columns, frames, k, p, states[tanks.state[k]]).now
            put_body(bodies, i, own + more)


@kernel
def put_body(bodies, i, I):
    """Mass, mass centre and inertia about it of an inertia about the origin."""
    c = per_mass(I.h, I.m)
    J = I.J - point_mass(I.m, c).J
    bodies.mass[i] = I.m
    put_vec(bodies.com, i, c)
    table = bodies.J_C
    table[i, 0], table[i, 1], table[i, 2] = J.xx, J.xy, J.xz
    table[i, 3], table[i, 4], table[i, 5] = J.yy, J.yz, J.zz


@kernel
def pressure_ratio(tanks, k, m):
    """The pressure of tank k over that at first: its gas takes the room that fuel leaves."""
    ullage = tanks.ullage[k]
    room = ullage[1] - m / tanks.density[k]
    return (ullage[2] / room) ** ullage[3]


@kernel
def outputs(tanks, states, row):
    for k in range(tanks.frame.size):
        if tanks.output[k] >= 0:
            ratio = pressure_ratio(tanks, k, states[tanks.state[k]])
            row[tanks.output[k]] = tanks.ullage[k, 0] * ratio


# --- as a group -------------------------------------------------------------------------


class Fillable(NamedTuple):
    """The bodies of a workspace, frames in them, and joints that follow the level of fuel."""

    frames: Frames
    bodies: Bodies
    hung: Hung


FILLABLE = Fillable(TABLES.frames, TABLES.bodies, WORK.hung)


def fillable(_, packing):
    """What groups that change mass properties write into."""
    return Fillable(packing.frames, packing.bodies, packing.hung)


_OWN = group.own_tables(NO_TANKS, group.NO_FORCES, FILLABLE)
_unpack_own = _OWN.unpack


@entry(*ACT)
def act(t, q, u, y, rate, problem, own):
    """Fuel that sloshes."""
    (_, tanks, _, _), (_, work, _, values) = _unpack_own(own), group.around(problem, y)
    power = let_slosh(tanks.slosh, tanks.state, values, q, u, work.tau)
    return power, 0.0, 0.0, 0.0, 0.0, 0.0


@entry(*TELL)
def tell(y, z, row, problem, own):
    (_, tanks, _, _), (_, _, _, values) = _unpack_own(own), group.around(problem, y)
    outputs(tanks, values, row)
    return 0


@entry(*FILL)
def fill_bodies(y, states, own):
    """Bodies with fuel, and those that store lines, which are there without."""
    _, tanks, _, room = _unpack_own(own)
    fill(tanks, room.frames, states, room.bodies, room.hung)
    return 0


GROUP = group.Group(_OWN, NO_TANKS, room=fillable, act=act, outputs=tell, fill=fill_bodies)
