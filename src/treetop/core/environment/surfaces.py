"""Surfaces on which air and light press: the table of them, and the loops over its rows.

A surface is at a frame, and has rows: plane facets, spheres, sides of cylinders.  Within a surface
everything is in the axes of its frame; it acts on its body by one force and one torque there.
`treetop.core.environment.shading.cast` is to be called before: it tells what is hidden.
"""

from typing import NamedTuple

import numpy as np

from treetop.core.compiler import inlined, kernel
from treetop.core.environment import drag_simple, light_pressure, schaaf_chambre
from treetop.core.environment.free_molecular import Gas, most_probable_speed, not_colder
from treetop.core.environment.light_pressure import Reflection
from treetop.core.environment.sentman import leaving_speed
from treetop.core.environment.shading import NO_SHADING, Shading
from treetop.core.kinematics.frames import station
from treetop.core.spatial import Vec3, cross, turn_back, zero3
from treetop.core.spatial.table_access import vec

FACET, PLATE, SPHERE, CYLINDER = range(4)  # kinds of rows; a plate has two sides, a facet one
NO_AIR, SIMPLE_DRAG, SENTMAN, SCHAAF_CHAMBRE = range(4)  # laws of what air does


class Ambient(NamedTuple):
    """What is around the craft."""

    density: float  # of the air, kg/m³
    temperature: float  # K; 0: the spread of its velocities is neglected
    molar_mass: float  # kg/mol
    air: Vec3  # its velocity, inertial axes, absolute
    sun: Vec3  # direction to the Sun, inertial axes
    light_pressure: float  # N/m² on a black surface across the light; what is shaded is left out


class Surfaces(NamedTuple):
    """Surfaces at frames, and their rows; everything in the axes of the frames."""

    frame: np.ndarray  # (m,)
    body: np.ndarray  # (m,)  which body of the model it belongs to
    row_at: np.ndarray  # (m + 1,)  where the rows of each surface begin
    air_law: np.ndarray  # (m,)
    # (m, 3)  simple: drag coefficient; Sentman: accommodation of energy, -, wall temperature;
    # Schaaf and Chambré: accommodation along the normal, along the surface, wall temperature
    air: np.ndarray
    light: np.ndarray  # (m, 3)  see `light_pressure.Reflection`
    kind: np.ndarray  # (n,)
    place: np.ndarray  # (n, 3)  centre
    normal: np.ndarray  # (n, 3)  outward normal, or axis of a cylinder
    area: np.ndarray  # (n,)  of a sphere that of its great circle, of a cylinder radius × length
    arm: np.ndarray  # (n,)  the radius of a cylinder
    radius: np.ndarray  # (n,)  of a disc as large as what others may hide; 0: they hide nothing
    shading: Shading


_NONE = np.zeros(0, dtype=np.int64)
NO_SURFACES = Surfaces(
    *(_NONE, _NONE, np.zeros(1, dtype=np.int64), _NONE, *np.zeros((2, 0, 3)), _NONE),
    *(*np.zeros((2, 0, 3)), *np.zeros((3, 0)), NO_SHADING),
)


# --- one row ----------------------------------------------------------------------------


def on_row(law):
    """A kernel for what a law, told for the four kinds of rows, does to row k in a flow or light of
    a direction: force, and torque about its centre."""
    facet, plate, sphere, cylinder = law.facet, law.plate, law.sphere, law.cylinder

    @kernel
    def exerted_on_row(surfaces, k, given, direction):
        kind, area, n = surfaces.kind[k], surfaces.area[k], vec(surfaces.normal, k)
        if kind == SPHERE:
            return sphere(given, direction) * area, zero3()
        if kind == CYLINDER:
            force, torque = cylinder(given, direction, n)
            return force * area, torque * (area * surfaces.arm[k])
        if kind == PLATE:
            return plate(given, direction, n) * area, zero3()
        return facet(given, direction, n) * area, zero3()

    return exerted_on_row


drag_on = on_row(drag_simple)  # in a flow V, of its head
gas_on = on_row(schaaf_chambre)  # in a flow V, of a gas
light_on = on_row(light_pressure)  # of light from a direction s, for a pressure of one


@kernel
def gas_at(surfaces, j, ambient, V):
    """The gas around surface j, in a flow V."""
    given, M = vec(surfaces.air, j), ambient.molar_mass
    if surfaces.air_law[j] == SIMPLE_DRAG:
        return Gas(ambient.density, 0.0, 0.0, 0.0, 0.0)
    c = not_colder(most_probable_speed(ambient.temperature, M), V)
    wall = most_probable_speed(given.z, M)
    if surfaces.air_law[j] == SENTMAN:
        return Gas(ambient.density, c, 1.0, 1.0, leaving_speed(given.x, wall, V))
    return Gas(ambient.density, c, given.x, given.y, wall)


# --- one surface ------------------------------------------------------------------------


@inlined
def by_air(surfaces, shade, j, ambient, V, w):
    """Force and torque of the air on surface j, whose frame sees it move at V, and turns at w."""
    force, torque, law = zero3(), zero3(), surfaces.air_law[j]
    if law == NO_AIR or ambient.density <= 0.0:
        return force, torque
    head = 0.5 * ambient.density * surfaces.air[j, 0]
    gas = gas_at(surfaces, j, ambient, V)
    for k in range(surfaces.row_at[j], surfaces.row_at[j + 1]):
        place, open_part = vec(surfaces.place, k), shade.air[k]
        flow = V - cross(w, place)
        if law == SIMPLE_DRAG:
            F, T = drag_on(surfaces, k, head, flow)
        else:
            F, T = gas_on(surfaces, k, gas, flow)
        F = F * open_part
        force, torque = force + F, torque + cross(place, F) + T * open_part
    return force, torque


@inlined
def by_light(surfaces, open_part, j, light, s, pressure):
    """Force and torque on surface j of light from the direction s, to which parts of its rows are
    open."""
    force, torque = zero3(), zero3()
    if pressure <= 0.0 or (light.straight == 0.0 and light.mirrored + light.diffuse == 0.0):
        return force, torque
    for k in range(surfaces.row_at[j], surfaces.row_at[j + 1]):
        place, lit = vec(surfaces.place, k), pressure * open_part[k]
        F, T = light_on(surfaces, k, light, s)
        F = F * lit
        force, torque = force + F, torque + cross(place, F) + T * lit
    return force, torque


@kernel
def reflection_of(surfaces, j):
    """What surface j does with light."""
    return Reflection(surfaces.light[j, 0], surfaces.light[j, 1], surfaces.light[j, 2])


@inlined
def exerted(surfaces, shade, frames, work, origin, ambient, j):
    """Where surface j is, and what air and light exert on it there, inertial axes."""
    at = station(frames, work, origin, surfaces.frame[j])
    V = turn_back(at.R, ambient.air - (origin.v + at.V.lin))
    w, s = turn_back(at.R, at.V.ang), turn_back(at.R, ambient.sun)
    drag, turning = by_air(surfaces, shade, j, ambient, V, w)
    light, pressure = reflection_of(surfaces, j), ambient.light_pressure
    push_of_light, turning_of_light = by_light(surfaces, shade.sun, j, light, s, pressure)
    return at, at.R @ (drag + push_of_light), at.R @ (turning + turning_of_light)
