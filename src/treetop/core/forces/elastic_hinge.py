"""Elastic hinges: what a beam does between two of its rods.

From a frame F of one rod to a frame M of the next, which coincide while nothing is strained, the
displacement u and the rotation vector φ of M in F are the strains of the piece that the hinge
stands for.  All is seen in the axes E halfway between F and M, in which φ has the same components,
so that neither rod is preferred and the law is exact to second order in the length of the piece:

    n = K u + C u'    m = K φ + C φ'        u' = v - ω_E × u    φ' = G w

with v and w the relative velocity and angular velocity of M, s = sin(|φ|/2) and the unit vector e
along φ,

    G = g + (1 - g) e eᵀ,  g = (|φ|/2) / s        ω_E = (ω_F + ω_M)/2 - tan(|φ|/4) e × w / 2

The forces ∓n at the two origins and the torques that have the power -(n·u' + m·φ') follow; see
docs/theory/beams.md.  Stretch along x may be resisted one way only, as a cable does.
"""

import math
from typing import NamedTuple

import numpy as np

from treetop.core.compiler import entry, kernel
from treetop.core.forces import group
from treetop.core.kinematics.frames import push, station
from treetop.core.spatial import (
    Mat3,
    Quaternion,
    Vec3,
    cross,
    dot,
    norm,
    quaternion_of,
    rotation_of,
    transpose,
    turn_back,
)
from treetop.core.spatial.quaternions import with_positive_scalar
from treetop.core.tables.samples import ACT, MOMENTA
from treetop.core.tables.tables import HINGES

SMALL = 1e-2  # sine of half an angle below which a series is exact


class ElasticHinges(NamedTuple):
    """Hinges: stiffnesses and dampings along the axes, then about them."""

    frames: np.ndarray  # (k, 2)  F, M
    stiffness: np.ndarray  # (k, 6)
    damping: np.ndarray  # (k, 6)
    slack: np.ndarray  # (k,)  1: resists being stretched along x, not being pressed
    joint: np.ndarray  # (k,)  the joint of the tree that strains it, by its body; -1: none alone
    outboard: np.ndarray  # (k,)  which of F, M that joint carries: 0 or 1


NO_HINGES = ElasticHinges(
    np.zeros((0, 2), dtype=np.int64),
    *(np.zeros((0, 6)), np.zeros((0, 6))),
    *np.zeros((3, 0), dtype=np.int64),
)

# --- the law ----------------------------------------------------------------------------


class Strain(NamedTuple):
    """How M stands in F, in the axes E halfway between."""

    R: Mat3  # attitude of E
    u: Vec3  # displacement
    phi: Vec3  # rotation vector
    half: Vec3  # sin(|φ|/2) e
    quarter: Vec3  # tan(|φ|/4) e
    g: float


class Rates(NamedTuple):
    """Rates of a strain."""

    u: Vec3
    phi: Vec3


@kernel
def strain_of(a, b):
    """The strain between the stations of F and M."""
    q = with_positive_scalar(quaternion_of(transpose(a.R) @ b.R))
    half = Vec3(q.x, q.y, q.z)
    s, size = norm(half), math.sqrt(2.0 + 2.0 * q.w)
    g = math.atan2(s, q.w) / s if s > 0.0 else 1.0
    scale = 1.0 / size
    R = a.R @ rotation_of(Quaternion(0.5 * size, half.x * scale, half.y * scale, half.z * scale))
    return Strain(R, turn_back(R, b.p - a.p), half * (2.0 * g), half, half * (1.0 / (1.0 + q.w)), g)


@kernel
def turned_into_strain(strain, w):
    """G w, and by the symmetry of G the torque of a moment."""
    s = norm(strain.half)
    squared = s * s
    if s < SMALL:
        part = -(1.0 / 6.0 + squared * (3.0 / 40.0 + squared * (5.0 / 112.0)))
    else:
        part = (1.0 - strain.g) / squared
    return w * strain.g + strain.half * (part * dot(strain.half, w))


@kernel
def rates_of(strain, a, b):
    v, w = turn_back(strain.R, b.V.lin - a.V.lin), turn_back(strain.R, b.V.ang - a.V.ang)
    middle = turn_back(strain.R, a.V.ang + b.V.ang) * 0.5 - cross(strain.quarter, w) * 0.5
    return Rates(v - cross(middle, strain.u), turned_into_strain(strain, w))


@kernel
def scaled(row, k, a):
    """Componentwise product with three numbers of a row."""
    return Vec3(row[k] * a.x, row[k + 1] * a.y, row[k + 2] * a.z)


# --- over the hinges --------------------------------------------------------------------


class Resistance(NamedTuple):
    """What a hinge does, in the axes E: section force and moment, and the power that is lost."""

    strain: Strain
    n: Vec3
    m: Vec3
    lost: float


class Exerted(NamedTuple):
    """What a hinge exerts: the force on F, whose opposite is that on M, and torques."""

    force: Vec3
    torque_F: Vec3
    torque_M: Vec3


@kernel
def ends_of(hinges, frames, work, origin, k):
    """The stations of F and M of hinge k."""
    a = station(frames, work, origin, hinges.frames[k, 0])
    return a, station(frames, work, origin, hinges.frames[k, 1])


@kernel
def resistance_of(hinges, k, a, b):
    """What hinge k does, F and M being at the stations a and b."""
    strain = strain_of(a, b)
    rates = rates_of(strain, a, b)
    drag, brake = scaled(hinges.damping[k], 0, rates.u), scaled(hinges.damping[k], 3, rates.phi)
    n = scaled(hinges.stiffness[k], 0, strain.u) + drag
    lost = dot(drag, rates.u) + dot(brake, rates.phi)
    if hinges.slack[k] == 1:
        pull = max(n.x, 0.0) if strain.u.x > 0.0 else 0.0
        elastic = hinges.stiffness[k, 0] * max(strain.u.x, 0.0)
        lost += (pull - elastic - drag.x) * rates.u.x
        n = Vec3(pull, n.y, n.z)
    return Resistance(strain, n, scaled(hinges.stiffness[k], 3, strain.phi) + brake, lost)


@kernel
def exerted(hinge):
    """On the rods, at F and at M."""
    strain = hinge.strain
    c = cross(strain.u, hinge.n) * 0.5
    t = turned_into_strain(strain, hinge.m) + cross(c, strain.quarter)
    return Exerted(strain.R @ hinge.n, strain.R @ (c + t), strain.R @ (c - t))


@kernel
def apply(hinges, frames, work, origin):
    """Push the rods; return the power of damping."""
    power = 0.0
    for k in range(hinges.slack.size):
        a, b = ends_of(hinges, frames, work, origin, k)
        hinge = resistance_of(hinges, k, a, b)
        on = exerted(hinge)
        push(work.F, a, on.force, on.torque_F)
        push(work.F, b, on.force * -1.0, on.torque_M)
        power -= hinge.lost
    return power


@kernel
def energy_of(hinges, frames, work, origin, k):
    """What hinge k has stored."""
    a, b = ends_of(hinges, frames, work, origin, k)
    strain, row = strain_of(a, b), hinges.stiffness[k]
    u = strain.u
    if hinges.slack[k] == 1:
        u = Vec3(max(u.x, 0.0), u.y, u.z)
    return 0.5 * (dot(scaled(row, 0, u), u) + dot(scaled(row, 3, strain.phi), strain.phi))


# --- as a group -------------------------------------------------------------------------

_OWN = group.own_tables(NO_HINGES)
unpack_hinges = _OWN.unpack


@entry(*ACT)
def act(t, q, u, y, rate, problem, own):
    """Elastic hinges, of which only what they lose counts: the rest has a potential."""
    (_, hinges, _), (frames, work, origin, _) = unpack_hinges(own), group.around(problem, y)
    return apply(hinges, frames, work, origin), 0.0, 0.0, 0.0, 0.0, 0.0


@entry(*MOMENTA)
def momenta(y, energies, problem, own):
    """Elastic energy, counted with the rods that hinges lead to."""
    (_, hinges, _), (frames, work, origin, _) = unpack_hinges(own), group.around(problem, y)
    total = 0.0
    for k in range(hinges.slack.size):
        stored = energy_of(hinges, frames, work, origin, k)
        energies[frames.body[hinges.frames[k, 1]] - 1] += stored
        total += stored
    return 0.0, total, 0.0, 0.0, 0.0


GROUP = group.Group(_OWN, NO_HINGES, shown_at=HINGES, act=act, momenta=momenta)
