"""A state of one system as a start of another one, whose model has other numbers."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from treetop.system.device_starts import SPEED, started
from treetop.system.state import State
from treetop.system.system import System
from treetop.topology.added_bodies import wheels_of


def same_start(system: System, state: State, moved: float | np.ndarray = 0.0) -> State:
    """The state with the same coordinates, speeds and internal states in another system, wheels
    with the same speeds rather than momenta; joint coordinates may be moved."""
    before = state.system
    z = before.joint_vectors(state.vector)[0] + moved
    turning = {name: {SPEED: state[f"{name}.{SPEED}"]} for name, _ in wheels_of(before.mechanism)}
    return started(system, State(system, state.time, system.own_vector(z)), turning)


def starts_elsewhere(system: System, other: System) -> str:
    """The first internal state that one model starts elsewhere than another does; else empty."""
    known = dict(_device_starts(other))
    return next((name for name, at in _device_starts(system) if at != known.get(name)), "")


def _device_starts(system: System) -> Iterator[tuple[str, float]]:
    """Where models say that devices start, wheels by their speeds."""
    wheels = wheels_of(system.mechanism)
    momenta = {f"{name}.momentum" for name, _ in wheels}
    for label, port in system.assembly.states.items():
        if label not in momenta:
            yield label, port.start
    yield from ((f"{name}.{SPEED}", wheel.start) for name, wheel in wheels)
