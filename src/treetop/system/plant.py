"""A system as linear models see it: what changes by itself, what is given, what is looked at.

Internal states of forces, devices and continuous controllers change by themselves and are states.
Commands are held by whoever gives them and are inputs.  What sampled controllers remember changes
at samples alone, and valves that fire pulses move at instants: both are neither.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from treetop.system.state import State
from treetop.topology.connections import memory_labels

if TYPE_CHECKING:
    from treetop.system.system import System


class Look(NamedTuple):
    """What is seen of a state: the rate of its vector, and outputs."""

    rate: np.ndarray
    outputs: np.ndarray


class Plant:
    """A system without inputs and outputs.

    Attributes
    ----------
    states : list of str
        Internal states that change by themselves.
    places : ndarray of int
        Where they stand in a state vector.
    steps : ndarray
        The first step of each input in differences.
    input_changes : ndarray, shape (inputs, size)
        How each input changes the state vector; nothing of one that is not part of it.
    """

    def __init__(self, system: System) -> None:
        self.system = system
        self.states = continuous_states(system)
        place = internal_places(system)
        self.places = np.array([place[label] for label in self.states], dtype=np.int64)
        self.steps = np.zeros(0)
        self.input_changes = np.zeros((0, system.size))

    def look(self, time: float, y: np.ndarray, inputs: np.ndarray | None = None) -> Look:
        """What is seen of a state vector, while inputs differ from those at hand by so much."""
        return Look(self.system.rate(State(self.system, time, y)), np.zeros(0))


def continuous_states(system: System) -> list[str]:
    """Internal states of forces, devices and continuous controllers, by label; commands, valves
    that fire pulses and memories of sampled controllers are held."""
    found = [
        f"{name}.{state}"
        for name, force in system.mechanism.forces.items()
        for state in force.states
        if state not in force.still
    ]
    for name, controller in system.model.controllers.items():
        if controller.every is None:
            found += memory_labels(name, controller)[0]
    return found


def still_components(system: System) -> np.ndarray:
    """Which components of a state vector stand still during steps."""
    still, place = np.zeros(system.size, dtype=bool), internal_places(system)
    still[system.internal] = True
    still[[place[label] for label in continuous_states(system)]] = False
    return still


def internal_places(system: System) -> dict[str, int]:
    """Where internal states stand in a state vector."""
    return {label: k for k, label in enumerate(system.assembly.states, system.internal.start)}
