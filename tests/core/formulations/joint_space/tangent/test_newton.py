"""The recursion of the linearised equations against differences of the forces that are missing."""

import numpy as np
import pytest

import lines
import treetop as tt
from random_trees import JOINTS, random_motion, random_tree
from sprung_trees import add_joint_springs, moving
from treetop.core.formulations.joint_space.state import displaced
from treetop.core.formulations.joint_space.tangent.newton import newton
from treetop.core.formulations.joint_space.tangent.tables import bundle, tangent_tables

SHIFT = 7.0, 60.0  # of speeds and of their rates, per unit of coordinates
STEP = 1e-5


class Step:
    """Newton's equations of a step from a state, which moves coordinates at random."""

    def __init__(self, system, state):
        rng, nu = np.random.default_rng(5), len(system.speed_labels)
        self.along, self.wanted = 0.3 * rng.normal(size=nu), 2.0 * rng.normal(size=nu)
        self.system, self.state, self.context = system, state, system.context()
        self.tangent = tangent_tables(system.tables.tree.u_at, self.along.copy())
        self.tangent.shift[:] = SHIFT
        self.handle, self.alive = bundle.pack(self.tangent)

    def missing(self, change, more=0.0, fresh=False):
        """What is missing with a change of coordinates, and more of the rates wanted."""
        y, rate = self.state.vector.copy(), np.zeros_like(self.state.vector)
        nq, nu = len(self.system.coordinate_labels), change.size
        displaced(y, self.context.problem, self.along + change)
        y[nq : nq + nu] += SHIFT[0] * change
        self.tangent.wanted[:] = self.wanted + SHIFT[1] * change + more
        newton(self.state.time, y, rate, self.context.problem, self.handle, fresh)
        return self.tangent.missing.copy()

    def matrix(self):
        """The derivative of what is missing, by differences."""
        n = self.along.size
        pairs = [[self.missing(s * STEP * e) for s in (1, -1)] for e in np.eye(n)]
        return np.array([(a - b) / (2 * STEP) for a, b in pairs]).T


def left_over(system, state, free=slice(None)):
    """What the changes leave of what is missing, for some rates, as a part of it."""
    step, n = Step(system, state), len(system.speed_labels)
    A, nothing, parts = step.matrix(), np.zeros(n), []
    step.missing(nothing, fresh=True)
    for more in np.random.default_rng(6).normal(size=(4, n)):
        missing = step.missing(nothing, more)
        left = (A @ step.tangent.change + missing)[free]
        parts.append(np.abs(left).max() / np.abs(missing[free]).max())
    return max(parts)


@pytest.mark.parametrize("kind", sorted(set(JOINTS) - {"fixed"}))
def test_of_every_kind_of_joint(kind):
    model = random_tree(3, 4, (kind,), grounded=True, efforts=False)
    assert left_over(*moving(model, seed=4)) < 1e-6


TREES = {
    "free": {"seed": 1, "bodies": 10},
    "grounded, with massless bodies": {"seed": 3, "bodies": 12, "light": 0.5, "grounded": True},
}


@pytest.mark.parametrize("name", TREES)
def test_of_trees_with_forces_at_joints_and_frames(name):
    model = random_tree(**TREES[name])
    add_joint_springs(model, np.random.default_rng(1))
    for k, axes in enumerate(("body", "inertial")):
        frame = list(model.bodies.values())[4 + k].frame("pushed", at=[0.1, 0.2, 0.3])
        model.add_force(axes, tt.FrameForce(frame, [3, -2, 5], [1, 2, -1], axes=axes))
    assert left_over(*moving(model, seed=4)) < 1e-6


HELD = [
    (kind, at)
    for kind in lines.LINES
    for at in (0.0, 1.0, 2.0)
    if not (at and lines.LINES[kind].lumped)  # a chain of points is held by its root
]


@pytest.mark.parametrize("kind, at", HELD)
def test_of_beams_held_anywhere(kind, at):
    """Revolute, universal, spherical, planar and free hinges, with sliders and damping, on the way
    to the tip and to the root."""
    system = lines.held(lines.LINES[kind], at).build()
    state = lines.moving(system, np.random.default_rng(7))
    assert left_over(system, state) < 1e-6


def test_driven_speeds_change_as_they_are_given():
    model = random_tree(2, 4, ("revolute", "universal"), grounded=True)
    model.add_constraint("drive", tt.Prescribed("j2.angle2", "sin(t)"))
    system = model.build()
    state = system.state(time=0.3, **random_motion(model, seed=4))
    driven = system.speed_labels.index("j2.rate2")
    step, others = Step(system, state), np.arange(len(system.speed_labels)) != driven
    step.missing(np.zeros(others.size), fresh=True)
    rate = step.wanted[driven] + SHIFT[1] * step.tangent.change[driven]
    assert rate == pytest.approx(-np.sin(0.3), abs=1e-12)
    assert left_over(system, state, others) < 1e-6
