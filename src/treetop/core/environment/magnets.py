"""What the magnetic field does to dipoles, to bodies in which eddy currents flow, and to
conductors."""

from typing import NamedTuple

import numpy as np

from treetop.core.compiler import kernel
from treetop.core.environment.ambient import ambient_field
from treetop.core.environment.conductor import driven_current, electromotive_force
from treetop.core.environment.eddy_currents import eddy_torque
from treetop.core.kinematics.frames import Station, station
from treetop.core.spatial import Vec3, cross, turned
from treetop.core.spatial.table_access import sym, sym_at, vec, vec_at
from treetop.core.tables.surroundings import MAGNETIC_GRADIENT, SPIN


class Magnets(NamedTuple):
    """Dipoles, bodies with eddy currents, and conductors."""

    dipole: np.ndarray  # (k,)    frame
    moment: np.ndarray  # (k, 3)  in the axes of the frame
    eddy: np.ndarray  # (k,)    frame
    tensor: np.ndarray  # (k, 6)  magnetic tensor in the axes of the frame: xx xy xz yy yz zz
    node: np.ndarray  # frames that conductors lead through, one conductor after the other
    node_at: np.ndarray  # (k + 1,)  first node of each conductor
    circuit: np.ndarray  # (k, 3)  resistance, 0 if the current is given; voltage; current
    output: np.ndarray  # (k,)    first output of a conductor: current, then electromotive force

    @property
    def acting(self) -> int:
        """How many there are."""
        return len(self.dipole) + len(self.eddy) + len(self.circuit)


_NONE = np.zeros(0, dtype=np.int64)
NO_MAGNETS = Magnets(
    *(_NONE, np.zeros((0, 3)), _NONE, np.zeros((0, 6)), _NONE, np.zeros(1, dtype=np.int64)),
    *(np.zeros((0, 3)), _NONE),
)


@kernel
def on_dipole(magnets, frames, work, origin, k):
    """Where dipole k is, and the force and torque on it."""
    at = station(frames, work, origin, magnets.dipole[k])
    m, G = at.R @ vec(magnets.moment, k), sym_at(work.surroundings, MAGNETIC_GRADIENT)
    return at, G @ m, cross(m, ambient_field(work, at.p))


@kernel
def on_eddy(magnets, frames, work, origin, k):
    """Where body k with eddy currents is, and the torque on it; the field turns with the planet."""
    spin = vec_at(work.surroundings, SPIN)
    at = station(frames, work, origin, magnets.eddy[k])
    tensor = turned(at.R, sym(magnets.tensor, k))
    return at, eddy_torque(tensor, at.V.ang - spin, ambient_field(work, at.p))


class Wire(NamedTuple):
    """A straight piece of a conductor."""

    a: Station
    b: Station
    L: Vec3  # from a to b
    v: Vec3  # velocity relative to the field, which turns with the planet
    B: Vec3  # the field at its middle


@kernel
def wire_of(magnets, frames, work, origin, i):
    """The piece of a conductor from node i to the next."""
    spin = vec_at(work.surroundings, SPIN)
    a = station(frames, work, origin, magnets.node[i])
    b = station(frames, work, origin, magnets.node[i + 1])
    middle = (a.p + b.p) * 0.5
    v = (a.V.lin + b.V.lin) * 0.5 + origin.v - cross(spin, origin.p + middle)
    return Wire(a, b, b.p - a.p, v, ambient_field(work, middle))


@kernel
def current_of(magnets, frames, work, origin, k):
    """The current in conductor k, and its electromotive force."""
    driving = 0.0
    for i in range(magnets.node_at[k], magnets.node_at[k + 1] - 1):
        wire = wire_of(magnets, frames, work, origin, i)
        driving += electromotive_force(wire.L, wire.v, wire.B)
    resistance, voltage, current = magnets.circuit[k]
    if resistance > 0.0:
        current = driven_current(driving, voltage, resistance)
    return current, driving


@kernel
def conductor_outputs(magnets, frames, work, origin, row):
    """Write what conductors tell of themselves."""
    for k in range(magnets.output.size):
        current, voltage = current_of(magnets, frames, work, origin, k)
        row[magnets.output[k]], row[magnets.output[k] + 1] = current, voltage
