"""Forward dynamics against Pinocchio's and against the floor.

Ours is the whole right-hand side that integrators call: kinematics, forces, accelerations and
rates of coordinates.  It runs in a compiled loop, as in a simulation; `pin.aba` is called from
Python, as its users do.  What such a call costs beside the algorithm is the time of a chain of
no length, extended from the lengths measured; ratios without it stand beside those with it.
"""

import numpy as np
import pinocchio as pin

from peers.pinocchio_model import pinocchio_tree
from random_trees import UNIFORM_GRAVITY, random_motion, random_tree
from treetop.core.compiler import kernel

from . import floor
from .timing import Figure, least_times

LENGTHS = (7, 30, 100)
NATIVE = ("revolute", "prismatic", "screw", "spherical", "free")  # single joints in Pinocchio too


def figures():
    chains = {n: _race(chain(n)) for n in (1, *LENGTHS)}
    for n in LENGTHS:
        spent = chains[n]
        call = _call(chains)
        note = f"{spent['ours'] * 1e6:.2f} and {spent['pinocchio'] * 1e6:.2f} µs"
        ratio = spent["pinocchio"] / spent["ours"]
        yield Figure(f"chain of {n}: pin.aba / ours", ratio, at_least=3, note=note)
        bare = (spent["pinocchio"] - call) / spent["ours"]
        note = f"a call from Python costs {call * 1e6:.2f} µs"
        yield Figure(f"chain of {n}: pin.aba without the call / ours", bare, note=note)
        yield Figure(f"chain of {n}: ours / floor", spent["ours"] / spent["floor"], at_most=1.2)
    spent = _race(random_tree(1, 30, NATIVE, efforts=False))
    ratio = spent["pinocchio"] / spent["ours"]
    yield Figure("tree of mixed joints: pin.aba / ours", ratio, at_least=2.5)
    spent = _race(random_tree(1, 30, efforts=False))
    ratio = spent["pinocchio"] / spent["ours"]
    yield Figure("tree of every joint kind: pin.aba / ours", ratio, note="some composite for pin")


def chain(n):
    return random_tree(1, n, ("revolute",), grounded=True, reach=1, efforts=False)


def _call(chains):
    """The time that every call of `pin.aba` takes, however short the chain."""
    shortest, longest = min(chains), max(chains)
    first, last = chains[shortest]["pinocchio"], chains[longest]["pinocchio"]
    return first - shortest * (last - first) / (longest - shortest)


def _race(model):
    """Seconds for one evaluation by each contender, which first agree on the result."""
    motion = random_motion(model, seed=1, speed=0.1)
    racers = [Ours(model, motion), Pinocchio(model, motion)]
    if all(joint.kind.kind == "revolute" for joint in model.joints.values()):
        racers.append(Floor(model, motion))
        _agree(racers)
    times = max(5, 6000 // len(model.bodies))
    spent = least_times({r.name: lambda r=r: r.repeat(times) for r in racers}, repeats=101)
    return {name: total / times for name, total in spent.items()}


def _agree(racers):
    for racer in racers:
        racer.repeat(1)
    for racer in racers[1:]:
        np.testing.assert_allclose(racer.u_rates, racers[0].u_rates, rtol=1e-6, atol=1e-9)


@kernel
def _repeated(times, derivative, y, rate, problem):
    for _ in range(times):
        derivative(0.0, y, rate, problem)
        y[0] += 1e-9 * rate[0]


class Ours:
    name = "ours"

    def __init__(self, model, motion, formulation="recursive"):
        self.system = model.build(formulation)
        self.y = self.system.state(**motion).vector
        self.rate = np.zeros_like(self.y)

    def repeat(self, times):
        s = self.system
        _repeated(times, s.derivative, self.y.copy(), self.rate, s.problem)

    @property
    def u_rates(self):
        first = len(self.system.coordinate_labels)
        return self.rate[first : first + len(self.system.speed_labels)]


class Pinocchio:
    name = "pinocchio"

    def __init__(self, model, motion):
        tree = pinocchio_tree(model)
        self.arguments = (tree.model, tree.data, tree.coordinates(motion), tree.speeds(motion))
        self.efforts = np.zeros(tree.model.nv)

    def repeat(self, times):
        for _ in range(times):
            self.u_rates = pin.aba(*self.arguments, self.efforts)


class Floor:
    name = "floor"

    def __init__(self, model, motion):
        tables = model.build().tables
        tree, bodies = tables.tree, tables.bodies
        axes = np.tile([0.0, 0.0, 1.0], (tree.parent.size, 1))
        columns = (tree.p_PF, tree.R_PF, axes, bodies.mass, bodies.com, bodies.J_C)
        self.chain = (tree.parent[1:] - 1, *(c[1:].copy() for c in columns))
        self.q = np.array([motion[name]["angle"] for name in model.joints])
        self.u = np.array([motion[name]["rate"] for name in model.joints])
        self.work, self.u_rates = floor.workspace(self.q.size), np.zeros(self.q.size)

    def repeat(self, times):
        tau = np.zeros(self.q.size)
        rest = (self.u, tau, UNIFORM_GRAVITY, self.u_rates, self.work)
        floor.repeated(times, self.chain, self.q.copy(), *rest)
