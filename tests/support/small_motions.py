"""Small motions about any reference motion: by the linear equations along it, and as they are."""

import numpy as np
from scipy.integrate import solve_ivp
from scipy.linalg import expm

from treetop.system.linearization import directions, independent_speeds, linear_along
from treetop.system.perturbation import displaced, free_joints, speeds_in_axes, with_speeds
from treetop.system.start_checks import apart_by
from treetop.system.state import State

GAUSS = 0.5 - np.sqrt(3) / 6, 0.5 + np.sqrt(3) / 6


def flown(system, state, times):
    """States at times from the first on, by SciPy: the origin falls along and is never moved."""

    def rate(t, y):
        return system.rate(State(system, t, np.ascontiguousarray(y))).copy()

    begin, end = times[0], times[-1]
    sizes = np.maximum(np.abs(state.vector), 1.0)
    found = solve_ivp(
        rate, (begin, end), state.vector, "DOP853", times, rtol=1e-12, atol=1e-14 * sizes
    )
    assert found.success
    return [State(system, t, y.copy()) for t, y in zip(times, found.y.T, strict=True)]


def propagated(system, state, span, steps):
    """The matrix by which small displacements and speeds grow over a span, by Magnus's series to
    fourth order (Iserles and Nørsett 1999), and the reference at its end."""
    own, h = independent_speeds(system, state), span / steps
    inner = [state.time + h * (k + c) for k in range(steps) for c in GAUSS]
    seen = flown(system, state, [state.time, *inner, state.time + span])
    A = [linear_along(system, there, own).A for there in seen[1:-1]]
    matrix = np.eye(2 * len(own))
    for one, two in zip(A[::2], A[1::2], strict=True):
        bracket = two @ one - one @ two
        matrix = expm(h / 2 * (one + two) + np.sqrt(3) / 12 * h * h * bracket) @ matrix
    return matrix, own, seen[-1]


def beside(system, state, x, own):
    """The state changed by displacements and speeds along its independent directions."""
    T, axes, n = directions(system, state, own), free_joints(system, state), len(own)
    there = displaced(system, state, T @ x[:n])
    change = speeds_in_axes(system, there, axes) - speeds_in_axes(system, state, axes)
    return with_speeds(system, there, T @ (x[n:] - change[own]))


def difference(system, reference, state, own):
    """Displacements and speeds of a state from the reference, in the reference's axes."""
    z = system.joint_vectors(np.array([reference.vector, state.vector]))
    apart = apart_by(system, *z)
    moved, changed = apart.moved.copy(), apart.changed.copy()
    for joint in free_joints(system, reference):
        moved[joint.move] = joint.R.T @ moved[joint.move]
        changed[joint.move] = joint.R.T @ changed[joint.move]
    return np.append(moved[own], changed[own])


def errors(system, state, span, sizes, seed=1, steps=12):
    """How far the linear prediction is off for initial changes of several sizes, each relative to
    the scales of displacements."""
    matrix, own, end = propagated(system, state, span, steps)
    linear = linear_along(system, state, own)
    x = np.tile(linear.scales, 2) * np.random.default_rng(seed).uniform(-1, 1, 2 * len(own))
    x[len(own) :] /= span
    found = []
    for size in sizes:
        there = flown(system, beside(system, state, size * x, own), [state.time, end.time])[-1]
        off = difference(system, end, there, own) - size * matrix @ x
        off[len(own) :] *= span
        found.append(np.abs(off / np.tile(linear.scales, 2)).max())
    return np.array(found)
