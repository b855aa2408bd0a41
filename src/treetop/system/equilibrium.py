"""Where a system stays as it is: static equilibrium, or steady motion, under the loads it has."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from treetop.core.tables.kinds import DEFORMATION
from treetop.errors import TreetopError
from treetop.system.formulations import has_rows
from treetop.system.linearization import independent_speeds, require_joint_coordinates
from treetop.system.load_stepping import balanced
from treetop.system.perturbation import free_joints
from treetop.system.state import State
from treetop.system.system import System


def equilibrium(system: System, state: State, change: Iterable[str] | None = None) -> State:
    """A state near the given one at which some speeds stay as they are.

    Parameters
    ----------
    system : System
        Built as "recursive" or "kane".
    state : State
        Its speeds stay: at rest, or in steady rotation.  Free bodies go on turning about the same
        axes in space.
    change : labels of speeds, optional
        Whose coordinates change until their rates vanish, such as ``"hinge.rate"``; all modes of
        flexible bodies and all hinges of beams unless given.  The name of a beam stands for all its
        hinges.  With loops, all that constraints and drives leave free, but for the places of free
        bodies of a model that nothing ties to the ground.

    Raises
    ------
    TreetopError
        Names what no change balances, or says what part of the loads can be carried.

    Notes
    -----
    The loads that are not balanced at the state are applied little by little where a single step
    does not lead there: see `treetop.system.load_stepping`.

    Examples
    --------
    >>> import treetop as tt
    >>> from treetop.analysis import equilibrium
    >>> m = tt.Model("hanging")
    >>> bob = m.add_body("bob", mass=2)
    >>> cord = m.add_joint("cord", tt.Prismatic([0, 0, 1]), m.ground, bob)
    >>> weight = m.add_force("weight", tt.UniformGravity([0, 0, -10]))
    >>> spring = m.add_force("spring", tt.JointSpring("cord", stiffness=100))
    >>> system = m.build()
    >>> rest = equilibrium(system, system.state(), ["cord.slide_rate"])
    >>> round(float(system.evaluate(rest).body["bob"].position[2]), 12)
    -0.2
    """
    state = require_joint_coordinates(system, state)
    among = _among(system, state, change)
    independent = independent_speeds(system, state, among)
    if not independent and change is not None and among:
        what = "coordinates of a loop change together"
        raise TreetopError(f"{what}: name more of them, or leave out 'change'")
    return balanced(system, state, independent, among)


def start_in_equilibrium(system: System, state: State) -> State:
    """The state with the joints that the model names in equilibrium, in any formulation."""
    joints = system.mechanism.equilibrium
    joint_space = System(system.mechanism) if system.equations.absolute else system
    named = set(joints or ()).union(*(_inner_joints(joint_space, name) for name in joints or ()))
    labels = [label for label in joint_space.speed_labels if label.partition(".")[0] in named]
    found = equilibrium(joint_space, joint_space.state_of(state), labels if joints else None)
    return system.state_of(found)


def _among(system: System, state: State, change: Iterable[str] | None) -> list[int]:
    """The speeds whose coordinates change, as far as constraints let them."""
    tree, labels = system.tables.tree, system.speed_labels
    if change is None:
        if not has_rows(system.tables.constraints):
            bending = np.append(False, np.isin(system.joint_names, [*system.mechanism.inner]))
            giving = (tree.joint == DEFORMATION) | bending
            return np.flatnonzero(np.repeat(giving, np.diff(tree.u_at))).tolist()
        # A spacecraft goes its way: where it flies is nothing that could be in equilibrium.
        movable = tree.prescribed == 0
        for joint in free_joints(system, state) if system.tables.falling[0] else ():
            movable[joint.move] = False
        return np.flatnonzero(movable).tolist()
    names = [label for name in change for label in _meant(system, name)]
    for name in names:
        if name not in labels:
            raise TreetopError(f"there is no speed '{name}'; there are: {', '.join(labels)}")
        if tree.prescribed[labels.index(name)]:
            raise TreetopError(f"'{name}' is prescribed and does not change")
    return [labels.index(name) for name in names]


def _meant(system: System, name: str) -> list[str]:
    """The speeds that a name stands for: itself, or those of a beam."""
    inner = _inner_joints(system, name)
    return (
        [each for each in system.speed_labels if each.partition(".")[0] in inner]
        if inner
        else [name]
    )


def _inner_joints(system: System, beam: str) -> set[str]:
    """The joints within a beam, none if it is not one."""
    joints = system.mechanism.joints.items()
    inner = system.mechanism.inner
    return {name for name, joint in joints if joint.id.part == beam and name in inner}
