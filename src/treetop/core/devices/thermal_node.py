"""Lumped nodes that have a temperature each.

    C T' = absorbed - ε σ A T⁴ + Σ G (T_j - T) + Σ σ B (T_j⁴ - T⁴) + G_s (T_s - T) + P

C is the heat capacity, A the area that radiates to space, G and B are the conductances and the
areas of exchange, view factors and emissivities in them, between pairs of nodes, s a sink of given
temperature, and P the power that is commanded.
"""

from typing import NamedTuple

import numpy as np

from treetop.core.compiler import entry, inlined, kernel
from treetop.core.environment.heat import (
    STEFAN_BOLTZMANN,
    absorbed_of_planet,
    fluxes_around,
    met,
)
from treetop.core.forces import group
from treetop.core.kinematics.frames import station
from treetop.core.spatial.table_access import vec
from treetop.core.tables.samples import ACT, TELL

CAPACITY, AREA, ABSORPTIVITY, EMISSIVITY, SINK_CONDUCTANCE, SINK = range(6)  # columns of `law`


class ThermalNodes(NamedTuple):
    """Nodes, and pairs of them that exchange heat."""

    frame: np.ndarray  # (k,)
    shape: np.ndarray  # (k,)    see core/environment/heat.py
    axis: np.ndarray  # (k, 3)  normal of a plate, axis of a cylinder, in the axes of the frame
    law: np.ndarray  # (k, 6)  see above
    sun: np.ndarray  # (k, 3)  light that arrives, if it is given: towards the Sun, inertial axes
    ambient: np.ndarray  # (k,)    1: the light is that of the surroundings
    state: np.ndarray  # (k,)    which internal state: the temperature
    command: np.ndarray  # (k,)    likewise: the power, or -1: it is off
    output: np.ndarray  # (k,)    first of its outputs: heat absorbed, radiated, conducted
    pair: np.ndarray  # (p, 2)  rows of two nodes
    exchange: np.ndarray  # (p, 2)  conductance, and area of radiation, between them


_NONE = np.zeros(0, dtype=np.int64)
NO_THERMAL_NODES = ThermalNodes(
    frame=_NONE,
    shape=_NONE,
    axis=np.zeros((0, 3)),
    law=np.zeros((0, 6)),
    sun=np.zeros((0, 3)),
    ambient=_NONE,
    state=_NONE,
    command=_NONE,
    output=_NONE,
    pair=np.zeros((0, 2), dtype=np.int64),
    exchange=np.zeros((0, 2)),
)


@kernel
def radiated_to(area, T, other):
    """Heat that an area radiates at temperature T, less what it takes up at another."""
    return STEFAN_BOLTZMANN * area * (T * T + other * other) * (T + other) * (T - other)


@kernel
def absorbed_at(nodes, frames, work, origin, k):
    """Heat that node k takes up of light."""
    axis = station(frames, work, origin, nodes.frame[k]).R @ vec(nodes.axis, k)
    law, shape, around = nodes.law[k], nodes.shape[k], work.surroundings
    absorptivity, emissivity = law[ABSORPTIVITY], law[EMISSIVITY]
    if nodes.ambient[k] == 0:
        return law[AREA] * absorptivity * met(shape, axis, vec(nodes.sun, k))
    part = absorptivity * met(shape, axis, fluxes_around(around).sun)
    part += absorbed_of_planet(shape, axis, around, absorptivity, emissivity)
    return law[AREA] * part


@kernel
def radiated_from(nodes, states, k):
    """Heat that node k radiates to space."""
    law = nodes.law[k]
    return radiated_to(law[AREA] * law[EMISSIVITY], states[nodes.state[k]], 0.0)


@kernel
def to_sink(nodes, states, k):
    """Heat that node k conducts to its sink."""
    return nodes.law[k, SINK_CONDUCTANCE] * (states[nodes.state[k]] - nodes.law[k, SINK])


@kernel
def between(nodes, states, p):
    """Heat that the first node of pair p gives to the second."""
    T, other = states[nodes.state[nodes.pair[p, 0]]], states[nodes.state[nodes.pair[p, 1]]]
    return nodes.exchange[p, 0] * (T - other) + radiated_to(nodes.exchange[p, 1], T, other)


@inlined
def apply(nodes, frames, work, origin, states, state_rates):
    """Write the rates of temperatures."""
    for k in range(nodes.frame.size):
        power = states[nodes.command[k]] if nodes.command[k] >= 0 else 0.0
        heat = power + absorbed_at(nodes, frames, work, origin, k)
        heat -= radiated_from(nodes, states, k) + to_sink(nodes, states, k)
        state_rates[nodes.state[k]] = heat / nodes.law[k, CAPACITY]
    for p in range(nodes.pair.shape[0]):
        heat, a, b = between(nodes, states, p), nodes.pair[p, 0], nodes.pair[p, 1]
        state_rates[nodes.state[a]] -= heat / nodes.law[a, CAPACITY]
        state_rates[nodes.state[b]] += heat / nodes.law[b, CAPACITY]


@inlined
def outputs(nodes, frames, work, origin, states, row):
    for k in range(nodes.frame.size):
        m = nodes.output[k]
        row[m] = absorbed_at(nodes, frames, work, origin, k)
        row[m + 1] = radiated_from(nodes, states, k)
        row[m + 2] = -to_sink(nodes, states, k)
    for p in range(nodes.pair.shape[0]):
        heat = between(nodes, states, p)
        row[nodes.output[nodes.pair[p, 0]] + 2] -= heat
        row[nodes.output[nodes.pair[p, 1]] + 2] += heat


# --- as a group -------------------------------------------------------------------------

_OWN = group.own_tables(NO_THERMAL_NODES)
_unpack_own = _OWN.unpack


@entry(*ACT)
def act(t, q, u, y, rate, problem, own):
    """Heat flows."""
    (_, nodes, _), (frames, work, origin, values) = _unpack_own(own), group.around(problem, y)
    _, rates = group.states_and_rates(problem, y, rate)
    apply(nodes, frames, work, origin, values, rates)
    return 0.0, 0.0, 0.0, 0.0, 0.0, 0.0


@entry(*TELL)
def tell(y, z, row, problem, own):
    (_, nodes, _), (frames, work, origin, values) = _unpack_own(own), group.around(problem, y)
    outputs(nodes, frames, work, origin, values, row)
    return 0


GROUP = group.Group(_OWN, NO_THERMAL_NODES, act=act, outputs=tell)
