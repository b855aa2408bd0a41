"""Whether a motion is steady: whether the equations about it are the same from now on.

They are if joints and bodies turn evenly, and if the forces are still those of now after the motion
has gone on as it is, free bodies with the velocity and acceleration that they have in their own
axes.  So a spacecraft that drifts, is pushed along, spins, or points at the Earth in a circular
orbit is steady, and one with an unbalanced rotor or in an eccentric orbit is not.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from scipy.spatial.transform import Rotation

from treetop.core.tables.kinds import ATTITUDE, PRISMATIC
from treetop.errors import TreetopError
from treetop.system.initial_assembly import displacement_scales
from treetop.system.linearization import Linear, linear_along
from treetop.system.perturbation import (
    FORCE_RESOLUTION,
    force_rounding,
    free_joints,
    met,
    motions,
    speed_rates,
    speeds_of,
)
from treetop.system.state import ORIGIN, VELOCITY, State
from treetop.system.system import System

STEADY = 1e-6  # rad, or part of the mechanism's size, by which a balance may be off
EVEN = 1e-4  # part by which inertia and forces may change along the motion
SURE = 10.0  # times what differences may be off by
AHEAD = 0.3  # rad, by which whatever turns goes on
NODES, WEIGHTS = np.polynomial.legendre.leggauss(8)  # of a quadrature over the time ahead
ALIKE = 2.0  # times: rates that differ by less need no two looks


def require_steady(system: System, state: State, linear: Linear) -> np.ndarray:
    """Refuse a state about which the equations do not stay as they are; say how far one that is
    steady is off its balance along each direction, in rad or parts of the mechanism's size."""
    off = unbalanced(system, state, linear)
    if off:
        hint = "start from treetop.system.equilibrium(system, state)"
        raise TreetopError(f"the state is not steady: '{off}' changes; {hint}")
    if not circular(system, state):
        raise TreetopError("the state is not steady: the orbit is not circular")
    for ahead in _instants(system, state, linear):
        there = continued(system, state, ahead)
        after = linear_along(system, there, linear.independent)
        off = unbalanced(system, there, after) or _pulled(system, state, there, linear, ahead)
        off = off or _changed(linear, after, ahead)
        if off:
            what = f"'{off}' meets other forces or inertia after {ahead:.3g} s of this motion"
            raise TreetopError(f"the state is not steady: {what}")
    return _imbalance(system, state, linear)


# --- the balance of now -------------------------------------------------------------------


def unbalanced(system: System, state: State, linear: Linear) -> str:
    """A speed that changes by more than the limit of its own forces, if there is one."""
    allowed = STEADY * _own_forces(system, state, linear)
    allowed = allowed + force_rounding(system.at_once(state), linear.directions)
    return _worst(linear, _missing(system, state, linear), allowed)


def _imbalance(system: System, state: State, linear: Linear) -> np.ndarray:
    reference, missing = _own_forces(system, state, linear), np.abs(linear.mass @ linear.rates)
    return np.where(
        reference > 0.0, np.minimum(missing / np.where(reference > 0.0, reference, 1.0), 1.0), 0.0
    )


def _missing(system: System, state: State, linear: Linear) -> np.ndarray:
    """The force that is missing for a balance along each direction."""
    free = np.isin(linear.independent, _velocities(system, state))
    return np.where(free, 0.0, np.abs(linear.mass @ np.where(free, 0.0, linear.rates)))


def _own_forces(system: System, state: State, linear: Linear) -> np.ndarray:
    """The force along each direction that displacements of 1 rad, or the mechanism's size, bring,
    and that its own speed brings."""
    n = len(linear.rates)
    K, D = linear.mass @ linear.A[n : 2 * n, :n], linear.mass @ linear.A[n : 2 * n, n : 2 * n]
    tilted = K - D @ linear.A[:n, :n]  # while bodies go on turning about the same axes in space
    of_displacement = np.maximum(np.abs(np.diag(K)), np.abs(np.diag(tilted))) * linear.scales
    speeds = np.abs(speeds_of(system, state)[linear.independent])
    return np.asarray(of_displacement + np.abs(np.diag(D)) * speeds)


def _worst(linear: Linear, values: np.ndarray, allowed: np.ndarray) -> str:
    """The speed whose value is most beyond what is allowed, if any is."""
    excess = values / np.maximum(allowed, np.finfo(float).tiny)
    if not excess.max(initial=0.0) > 1.0:
        return ""
    return linear.labels[linear.independent[int(np.argmax(excess))]]


def _velocities(system: System, state: State) -> list[int]:
    """Speeds of free bodies along their axes, which may go on changing evenly."""
    joints = free_joints(system, state)
    return [j for joint in joints for j in range(joint.move.start, joint.move.stop)]


def circular(system: System, state: State) -> bool:
    """Whether a free-falling origin moves on a circle about an attracting centre."""
    mu, x, v = system.tables.gravity.central[0], state.vector[ORIGIN], state.vector[VELOCITY]
    if not (mu > 0.0 and system.tables.falling[0]):
        return True
    r, speed = np.linalg.norm(x), np.linalg.norm(v)
    return bool(abs(x @ v) <= EVEN * r * speed and abs(speed**2 * r / mu - 1.0) <= EVEN)


# --- the motion ahead ---------------------------------------------------------------------


def _instants(system: System, state: State, linear: Linear) -> Iterator[float]:
    """Times ahead, s, at which whatever turns, goes round or is accelerated has come to be
    elsewhere; none for a state of rest."""
    n, velocities = len(linear.rates), np.isin(linear.independent, _velocities(system, state))
    rates = list(_turning_rates(system, state))
    pulled = np.abs(linear.mass @ np.where(velocities, linear.rates, 0.0))
    if (pulled > force_rounding(system.at_once(state), linear.directions)).any():
        squared = np.abs(np.diag(linear.A[n : 2 * n, :n]))
        error = np.diag(linear.errors[n : 2 * n, :n])
        clear = np.maximum(SURE * error, FORCE_RESOLUTION**2 * squared.max())
        rates += np.sqrt(squared[velocities & (squared > clear)]).tolist()
    last = 0.0
    for rate in sorted(rates):
        if rate > ALIKE * last:
            last = rate
            yield AHEAD / rate


def _turning_rates(system: System, state: State) -> Iterator[float]:
    """Turning rates of joints and bodies that turn or slide, and of the orbit, 1/s."""
    tree, u = system.tables.tree, speeds_of(system, state)
    now = system.at_once(state)
    scales = displacement_scales(now, motions(now))
    for i in range(1, tree.parent.size):
        first, last = tree.u_at[i], tree.u_at[i + 1]
        if tree.joint[i] in ATTITUDE:
            last = first + 3
        elif tree.joint[i] == PRISMATIC and tree.parent[i] == 0:
            continue  # moves all that there is
        rate = float(np.linalg.norm(u[first:last] / scales[first:last]))
        if rate > 0.0:
            yield rate
    if system.tables.gravity.central[0] > 0.0:
        x = state.vector[ORIGIN] + now.work.p[1]
        around = np.cross(x, state.vector[VELOCITY] + now.work.V[1, 3:])
        if around.any():
            yield float(np.linalg.norm(around) / (x @ x))


def continued(system: System, state: State, ahead: float) -> State:
    """The state after the motion has gone on evenly.  Loads stay those of now, unless drives make
    the time go on."""
    follows = system.tables.drives.sort.size > 0
    there = State(system, state.time + ahead * follows, state.vector.copy())
    u = speeds_of(system, there)
    pull = system.rate(state)[system.equations.chart.speeds(system.tables)]
    pull = pull + _beside_circle(system, state)
    change = ahead * u
    for joint in free_joints(system, state):
        gained, gone = _gained(joint.R, u[joint.turn], pull[joint.move], ahead)
        change[joint.move] += gone
        u[joint.move] += gained
    system.equations.chart.displaced(there.vector, system.problem, change)
    _fall(system, there.vector, ahead)
    return met(system, there, there)


def _gained(
    R: np.ndarray, w: np.ndarray, a: np.ndarray, ahead: float
) -> tuple[np.ndarray, np.ndarray]:
    """Velocity and way that an acceleration adds which turns with its body, by quadrature."""
    times = 0.5 * ahead * (1.0 + NODES)
    turned = Rotation.from_rotvec(np.outer(times, R @ w)).apply(a)
    weights = 0.5 * ahead * WEIGHTS
    return weights @ turned, (weights * (ahead - times)) @ turned


def _fall(system: System, y: np.ndarray, ahead: float) -> None:
    """Let a falling origin go on, about an attracting centre in a circle."""
    x, v = y[ORIGIN].copy(), y[VELOCITY].copy()
    if system.tables.gravity.central[0] > 0.0 and system.tables.falling[0]:
        turn = Rotation.from_rotvec(ahead * np.cross(x, v) / (x @ x))
        y[ORIGIN], y[VELOCITY] = turn.apply(x), turn.apply(v)
    elif system.tables.falling[0]:  # an even field is felt nowhere
        y[ORIGIN] += ahead * v


def _beside_circle(system: System, state: State) -> np.ndarray:
    """What free bodies are accelerated by as seen from an origin that goes in a circle instead of
    falling: a large one goes round a little faster than a point would."""
    mu, x, v = system.tables.gravity.central[0], state.vector[ORIGIN], state.vector[VELOCITY]
    pull, tree = np.zeros(len(system.speed_labels)), system.tables.tree
    if mu > 0.0 and system.tables.falling[0]:
        r = np.linalg.norm(x)
        for i, X_NF in system.assembly.roots.items():
            j = tree.u_at[i] + 3
            pull[j : j + 3] = X_NF.R.T @ (x * (v @ v - mu / r) / r**2)
    return pull


def _pulled(system: System, state: State, there: State, linear: Linear, ahead: float) -> str:
    """A free body's velocity that changes otherwise than before, in the body's axes."""
    independent = linear.independent
    before, after = (
        speed_rates(system, s, free_joints(system, s))[independent] for s in (state, there)
    )
    velocities = np.isin(independent, _velocities(system, state))
    allowed = STEADY * linear.scales / ahead**2 + EVEN * np.abs(before[velocities]).max(initial=0.0)
    return _worst(linear, np.where(velocities, np.abs(after - before), 0.0), allowed)


def _changed(now: Linear, after: Linear, ahead: float) -> str:
    """A speed along which inertia, or forces that displacements and speeds bring, change."""
    n, root = len(now.rates), np.sqrt(np.diag(now.mass))
    excess = np.abs(after.mass - now.mass) / np.outer(root, root) / EVEN
    for part, unit in ((slice(0, n), 1.0 / ahead**2), (slice(n, 2 * n), 1.0 / ahead)):
        forces = [m.mass @ m.A[n : 2 * n, part] / np.outer(root, root) for m in (now, after)]
        error = sum(np.abs(m.mass) @ m.errors[n : 2 * n, part] for m in (now, after))
        frequencies = np.sqrt(np.abs(np.diag(forces[0])))
        allowed = (
            EVEN * unit
            + STEADY * np.outer(frequencies, frequencies)
            + SURE * error / np.outer(root, root)
        )
        excess = np.maximum(excess, np.abs(forces[1] - forces[0]) / allowed)
    return _worst(now, excess.max(axis=1, initial=0.0), np.ones(n))
