"""Flexible bodies that bend and stretch as light warms them, with a lag.

A boom or panel is parted into segments.  Each has a mean temperature T and a difference D across
it, a vector towards its warm side in the axes of the body as they are unbent there:

    D' = b P w - (g + 4 r T³) D            w = a (sun + reflected) + ε infrared
    T' = c Σ |w_i| - r T⁴ - h (T - T₀)     of each ray by itself, across the segment

P takes what is along a boom, or in the plane of a panel, out.  The light is seen from the segment
as it is bent, turned by θ = Σ Θ_k q_k against the body: that
closes the loop of thermal flutter.  Along mode k acts

    N_k (T - T₀) + L_k · D

with the loads of thermal strain, N_k and L_k per kelvin (docs/theory/heat.md).
"""

from typing import NamedTuple

import numpy as np

from treetop.core.compiler import entry, inlined, kernel
from treetop.core.environment.heat import (
    fluxes_around,
    fluxes_of_sun,
    ray_taken,
    seen_across,
    seen_from,
)
from treetop.core.forces import group
from treetop.core.kinematics.frames import station
from treetop.core.spatial import Quaternion, dot, rotation_of, turn_back, turned_by, zero3
from treetop.core.spatial.table_access import put_vec_at, sym, vec, vec_at
from treetop.core.tables.samples import ACT, EXERT
from treetop.core.tables.surroundings import RAY_COUNT

# Columns of `law`: b, g, r, c, h, T₀, a and ε.
BENDING, LEVELLING, RADIATION, WARMING, COOLING, REST, ABSORPTIVITY, EMISSIVITY = range(8)
LOAD, SLOPE, TURN, WIDTH = 0, 1, 4, 7  # columns of `row`: N_k, L_k and Θ_k; how many


class ThermalDeformations(NamedTuple):
    """Flexible bodies, and their segments one after another."""

    frame: np.ndarray  # (k,)    that modal coordinates belong to
    place: np.ndarray  # (k, 3)  first modal coordinate, first modal speed, number of these
    law: np.ndarray  # (k, 8)  see above
    sun: np.ndarray  # (k, 3)  light that arrives, if it is given: towards the Sun, inertial axes
    ambient: np.ndarray  # (k,)    1: the light is that of the surroundings
    segment_at: np.ndarray  # (k + 1,)  first segment of each
    state: np.ndarray  # (s,)    first internal state: temperature, difference (3)
    across: np.ndarray  # (s, 6)  projection on the directions across, mean of its elements
    driven: np.ndarray  # (s, 6)  P: projection on those across any of them
    row_at: np.ndarray  # (s,)    first row
    row: np.ndarray  # (r, 7)  of each mode of each segment, see above


_NONE = np.zeros(0, dtype=np.int64)
NO_THERMAL_DEFORMATIONS = ThermalDeformations(
    frame=_NONE,
    place=np.zeros((0, 3), dtype=np.int64),
    law=np.zeros((0, 8)),
    sun=np.zeros((0, 3)),
    ambient=_NONE,
    segment_at=np.zeros(1, dtype=np.int64),
    state=_NONE,
    across=np.zeros((0, 6)),
    driven=np.zeros((0, 6)),
    row_at=_NONE,
    row=np.zeros((0, WIDTH)),
)


@kernel
def taken_across(law, across, sun, R, around, ambient):
    """What a segment takes up of the Sun, and of each ray of the planet by itself; R is its
    attitude."""
    absorptivity, emissivity = law[ABSORPTIVITY], law[EMISSIVITY]
    total = absorptivity * seen_across(across, sun)
    for k in range(RAY_COUNT if ambient else 0):
        towards, taken = ray_taken(around, k, absorptivity, emissivity)
        if taken > 0.0:
            total += taken * seen_across(across, turn_back(R, towards))
    return total


@kernel
def turned_segment(bent, q, k, j):
    """How segment j of body k is turned against the body, as it is bent."""
    theta, first, at = zero3(), bent.place[k, 0], bent.row_at[j]
    for m in range(bent.place[k, 2]):
        theta = theta + vec_at(bent.row[at + m], TURN) * q[first + m]
    return rotation_of(turned_by(Quaternion(1.0, 0.0, 0.0, 0.0), theta))


@kernel
def warming(law, taken, T):
    """The rate of the temperature of a segment that takes up so much light."""
    lost = law[RADIATION] * T * T * T * T + law[COOLING] * (T - law[REST])
    return law[WARMING] * taken - lost


@kernel
def parting(law, driven, light, T, D):
    """The rate of the difference across a segment."""
    w = (light.sun + light.reflected) * law[ABSORPTIVITY] + light.infrared * law[EMISSIVITY]
    levelling = law[LEVELLING] + 4.0 * law[RADIATION] * T * T * T
    return driven @ w * law[BENDING] - D * levelling


@kernel
def effort_of(bent, states, k, m):
    """What acts along mode m of body k."""
    effort, rest = 0.0, bent.law[k, REST]
    for j in range(bent.segment_at[k], bent.segment_at[k + 1]):
        at, row = bent.state[j], bent.row[bent.row_at[j] + m]
        effort += row[LOAD] * (states[at] - rest) + dot(vec_at(row, SLOPE), vec_at(states, at + 1))
    return effort


@kernel
def power_of(bent, u, states, k):
    """The power of what acts on body k."""
    power = 0.0
    for m in range(bent.place[k, 2]):
        power += effort_of(bent, states, k, m) * u[bent.place[k, 1] + m]
    return power


@inlined
def apply(bent, frames, work, origin, q, u, states, state_rates):
    """Load the modes, and write the rates of temperatures; return the power."""
    power, around = 0.0, work.surroundings
    for k in range(bent.frame.size):
        law, ambient = bent.law[k], bent.ambient[k] == 1
        light = fluxes_around(around) if ambient else fluxes_of_sun(vec(bent.sun, k))
        body = station(frames, work, origin, bent.frame[k]).R
        for j in range(bent.segment_at[k], bent.segment_at[k + 1]):
            R, at = body @ turned_segment(bent, q, k, j), bent.state[j]
            T, D, here = states[at], vec_at(states, at + 1), seen_from(R, light)
            taken = taken_across(law, sym(bent.across, j), here.sun, R, around, ambient)
            state_rates[at] = warming(law, taken, T)
            put_vec_at(state_rates, at + 1, parting(law, sym(bent.driven, j), here, T, D))
        for m in range(bent.place[k, 2]):
            effort, speed = effort_of(bent, states, k, m), bent.place[k, 1] + m
            work.tau[speed] += effort
            power += effort * u[speed]
    return power


# --- as a group -------------------------------------------------------------------------

_OWN = group.own_tables(NO_THERMAL_DEFORMATIONS)
_unpack_own = _OWN.unpack


@entry(*ACT)
def act(t, q, u, y, rate, problem, own):
    """Heat bends bodies."""
    (_, bent, _), (frames, work, origin, values) = _unpack_own(own), group.around(problem, y)
    _, rates = group.states_and_rates(problem, y, rate)
    power = apply(bent, frames, work, origin, q, u, values, rates)
    return power, 0.0, 0.0, 0.0, 0.0, 0.0


@entry(*EXERT)
def record(t, y, z, s, problem, handle, own):
    (_, bent, rows), (_, _, _, values) = _unpack_own(own), group.around(problem, y)
    (out, _), (_, u) = group.unpack_recorded(handle), group.joint_motion(problem, z)
    for k in range(rows.size):
        out.power[s, rows[k]] = power_of(bent, u, values, k)
    return 0


GROUP = group.Group(_OWN, NO_THERMAL_DEFORMATIONS, act=act, record=record)
