"""Jacobians with names: of the rates of a state by the state, and of frames by the speeds."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import numpy as np

from treetop.errors import ModelError
from treetop.model.specification import unknown
from treetop.system.constraint_analysis import cross_matrices
from treetop.system.differences import derivatives
from treetop.system.exact_rates import exact_rates
from treetop.system.initial_assembly import motions_per_speed
from treetop.system.state import State

if TYPE_CHECKING:
    import xarray as xr

    from treetop.system.system import System

RATES = "rates"
EXACT = "exact"
STEP = 1e-3  # first step of differences: part of a number, or of its unit
MOTION = [f"{kind}.{axis}" for kind in ("angular_velocity", "velocity") for axis in "xyz"]


def jacobian(
    system: System, state: State, of: Iterable[str] | str, to: Iterable[str] | str | None
) -> xr.DataArray:
    """See `System.jacobian`."""
    from xarray import DataArray  # takes its time to import

    rates = isinstance(of, str) and of == RATES
    frame = isinstance(of, str) and not rates and of not in labels_of(system)
    if frame:
        assert isinstance(of, str)
        rows, values, method = MOTION, frame_jacobian(system, state, of), EXACT
        columns = _chosen(to, system.speed_labels, "to")
        values = values[:, [system.speed_labels.index(label) for label in columns]]
    else:
        places = labels_of(system)
        rows = list(places) if rates else _chosen(of, list(places), "of")
        columns = _chosen(to, list(places), "to")
        by = [places[label] for label in columns]
        values, method = rate_derivatives(system, state, np.eye(system.size)[by])
        values = values.T[[places[label] for label in rows]]
    return DataArray(
        values,
        coords={"of": list(rows), "to": columns},
        dims=("of", "to"),
        attrs={"method": method},
    )


def labels_of(system: System) -> dict[str, int]:
    """Where coordinates, speeds and internal states stand in a state vector."""
    names = [*system.coordinate_labels, *system.speed_labels]
    found = {label: k for k, label in enumerate(names)}
    return found | {
        label: k for k, label in enumerate(system.assembly.states, system.internal.start)
    }


def _chosen(asked: Iterable[str] | str | None, known: Sequence[str], where: str) -> list[str]:
    """The labels that are asked for; all of them, if none are."""
    if asked is None:
        return list(known)
    names = [asked] if isinstance(asked, str) else list(asked)
    problems = [unknown("quantity", name, known, where) for name in names if name not in known]
    if problems:
        raise ModelError(problems)
    return names


def rate_derivatives(
    system: System, state: State, directions: np.ndarray
) -> tuple[np.ndarray, str]:
    """Derivatives of a state's rate along changes of its vector, both in rows, and how they were
    found: exactly, or by differences and why."""
    exact = exact_rates(system)
    if not exact.missing:
        return exact.along(state, directions), EXACT
    y, time = state.vector, state.time
    far = np.abs(directions).max(axis=1, initial=0.0)
    steps = STEP * np.maximum(np.abs(directions * y).max(axis=1, initial=0.0) / far, 1.0)

    def rates(which: Sequence[int], by: np.ndarray) -> np.ndarray:
        moved = y + by[:, None] * directions[which]
        return np.array([system.rate(State(system, time, row)) for row in moved])

    found = derivatives(rates, steps, system.rate(state))
    return found.value, f"differences: {exact.missing}"


def frame_jacobian(system: System, state: State, frame: str) -> np.ndarray:
    """Angular velocity, and velocity of the origin, of a frame per unit of each speed: six rows, in
    inertial axes."""
    body, pose = system.assembly.frames.seen_from_joint(frame)
    if body == 0:
        return np.zeros((6, len(system.speed_labels)))
    now = system.at(state)
    G = motions_per_speed(now)[6 * body - 6 : 6 * body].copy()
    arm = now.work.R[body].reshape(3, 3) @ pose.p
    G[3:] -= cross_matrices(arm[None])[0] @ G[:3]
    return G
