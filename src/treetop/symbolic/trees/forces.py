"""The forces of a model in symbols: what acts at points, on bodies and along speeds.

The laws are those of `treetop.core.forces`, derived in docs/theory/forces.md; forces of the
user's own are inputs, six numbers each.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import sympy as sp

from treetop.model import (
    CentralGravity,
    FrameForce,
    JointEffort,
    JointSpring,
    SpringDamper,
    UniformGravity,
    UserForce,
)
from treetop.model.forces.base import DAMPING, EFFORT, STIFFNESS
from treetop.symbolic.trees.inertia import Inertia
from treetop.symbolic.trees.motion import Point, Tree, attitude
from treetop.symbolic.trees.symbols import AXES
from treetop.symbolic.trees.triples import UNITS, ZERO, Triple
from treetop.symbolic.trees.vectors import Vector
from treetop.topology.coordinates import speed_of


class Loads:
    """What acts on a tree: forces at points, torques on bodies, efforts along speeds."""

    def __init__(self, tree: Tree, bodies: list[Inertia]) -> None:
        self.tree, self.bodies = tree, bodies
        self.forces: list[tuple[Point, Vector]] = []
        self.torques: list[tuple[int, Vector]] = []
        self.efforts: list[sp.Expr] = [ZERO] * len(tree.u)
        self.inputs: list[sp.Symbol] = []
        for name, force in tree.model.forces.items():
            LAWS[force.kind](self, name, force)

    def along(self, j: int) -> sp.Expr:
        """The generalised active force of speed j."""
        tree, dot = self.tree, self.tree.axes.dot
        pushes = (dot(tree.partial_velocity(at, j), force) for at, force in self.forces)
        twists = (
            dot(Vector({body: tree.W[body][j]}), torque)
            for body, torque in self.torques
            if j in tree.W[body]
        )
        return sp.Add(self.efforts[j], *pushes, *twists)

    # --- the laws ---------------------------------------------------------------------------------

    def uniform_gravity(self, name: str, force: UniformGravity) -> None:
        symbol = self._only(UniformGravity, "g", name)
        g = self.tree.book.vector(symbol, force.acceleration, "m/s²", f"forces.{name}.acceleration")
        for body in self.bodies:
            self.forces.append((body.centre, Vector({0: g * body.mass})))

    def central_gravity(self, name: str, force: CentralGravity) -> None:
        book, dot = self.tree.book, self.tree.axes.dot
        mu = book.parameter("mu", force.mu, "m³/s²", f"forces.{name}.mu")
        for body in (body for body in self.bodies if body.mass != 0 or any(body.J)):
            x = body.centre.place
            what = f"distance of the mass centre of '{body.name}' from the ground's origin"
            r = book.defined(f"R_{body.name}", sp.sqrt(dot(x, x)), what, "m")
            self.forces.append((body.centre, x * (-mu * body.mass / r**3)))
            if force.gradient and any(body.J):
                self._gradient(body, mu, r)

    def _gradient(self, body: Inertia, mu: sp.Expr, r: sp.Expr) -> None:
        """Torque, and force, of second order in the body's size; n points away from the planet."""
        x, k = body.centre.place, body.centre.body
        n = self.tree.axes.components(x, k) * (1 / r)
        Jn = body.J @ n
        self.torques.append((k, Vector({k: n.cross(Jn) * (3 * mu / r**3)})))
        lengthwise = 5 * n.dot(Jn) - body.J.trace
        push = (n * lengthwise - Jn * 2) * (3 * mu / (2 * r**4))
        self.forces.append((body.centre, Vector({k: push})))

    def spring_damper(self, name: str, force: SpringDamper) -> None:
        tree, book, dot = self.tree, self.tree.book, self.tree.axes.dot
        a, b = tree.frame(force.a), tree.frame(force.b)
        d, ends = b.place - a.place, f"from '{force.a}' to '{force.b}'"
        speeds = range(len(tree.u))
        apart = [tree.partial_velocity(b, j) - tree.partial_velocity(a, j) for j in speeds]
        length = book.defined(f"L_{name}", sp.sqrt(dot(d, d)), f"distance {ends}", "m")
        stretching = [dot(d, apart[j]) / length for j in speeds]
        stretch = length - self._number("l", name, "length", "m")
        k, cubic = (
            self._number("k", name, "stiffness", "N/m"),
            self._number("k3", name, "cubic", "N/m³"),
        )
        pull = k * stretch + cubic * stretch**3
        damping = self._number("d", name, "damping", "N s/m")
        if damping != 0:
            rate = sp.Add(*(stretching[j] * tree.u[j] for j in speeds))
            pull += damping * book.defined(
                f"Ldot_{name}", rate, f"rate of the distance {ends}", "m/s"
            )
        drag = self._number("D", name, "vector_damping", "N s/m")
        resisted = Vector({})
        for j in speeds if drag != 0 else ():
            resisted = resisted + apart[j] * (drag * tree.u[j])
        for j in speeds:
            self.efforts[j] -= pull * stretching[j] + dot(apart[j], resisted)

    def joint_spring(self, name: str, force: JointSpring) -> None:
        coordinate, speeds, unit = self._places(force)
        k = self._number("k", name, "stiffness", _unit(STIFFNESS, unit))
        damping = self._number("d", name, "damping", _unit(DAMPING, unit))
        for j in speeds:
            self.efforts[j] -= damping * self.tree.u[j]
        if k != 0:
            rest = self.tree.book.signal(f"q0_{name}", force.rest, unit, f"forces.{name}.rest")
            self.efforts[speeds[0]] -= k * (coordinate - rest)

    def joint_effort(self, name: str, force: JointEffort) -> None:
        book, where = self.tree.book, f"forces.{name}.effort"
        _, speeds, unit = self._places(force)
        read: Any = book.signal if len(speeds) == 1 else book.signals
        values = read(f"tau_{name}", force.effort, _unit(EFFORT, unit), where)
        for j, value in zip(speeds, [values] if len(speeds) == 1 else values, strict=True):
            self.efforts[j] += value

    def frame_force(self, name: str, force: FrameForce) -> None:
        tree, where = self.tree, f"forces.{name}"
        frame, at = tree.model.frame(force.at), tree.frame(force.at)
        push = tree.book.signals(f"F_{name}", force.force, "N", f"{where}.force")
        twist = tree.book.signals(f"T_{name}", force.torque, "N m", f"{where}.torque")
        axes, R = (at.body, attitude(frame)) if force.axes == "body" else (0, UNITS)
        self.forces.append((at, Vector({axes: R @ push})))
        self.torques.append((at.body, Vector({axes: R @ twist})))

    def user_force(self, name: str, force: UserForce) -> None:
        """The wrench is an input; its opposite acts on the reference at the same point."""
        tree = self.tree
        on, base = tree.frame(force.on), tree.frame(force.reference)
        push = self._inputs(f"F_{name}", f"force of '{name}' on '{force.on}', inertial axes", "N")
        twist = self._inputs(f"T_{name}", f"torque of '{name}' on '{force.on}'", "N m")
        arm = tree.axes.components(on.place - base.place, 0)
        for at, force_, torque in ((on, push, twist), (base, -push, -twist - arm.cross(push))):
            self.forces.append((at, Vector({0: force_})))
            self.torques.append((at.body, Vector({0: torque})))

    # --- where they act ---------------------------------------------------------------------------

    def _only(self, kind: type, symbol: str, name: str) -> str:
        """A short symbol for the only force of its kind, else one with the force's name."""
        several = sum(isinstance(force, kind) for force in self.tree.model.forces.values()) > 1
        return f"{symbol}_{name}" if several else symbol

    def _number(self, letter: str, name: str, field: str, unit: str) -> sp.Expr:
        """The parameter that stands for a field of a force."""
        value = getattr(self.tree.model.forces[name], field)
        return self.tree.book.parameter(f"{letter}_{name}", value, unit, f"forces.{name}.{field}")

    def _inputs(self, name: str, what: str, unit: str) -> Triple:
        symbols = [self.tree.book.symbol(f"{name}_{axis}", what, unit) for axis in AXES]
        self.inputs += symbols
        return Triple(*symbols)

    def _places(self, force: JointSpring | JointEffort) -> tuple[sp.Symbol, list[int], str]:
        """The (first) coordinate and the speeds that a force at a joint acts along; their unit."""
        tree = self.tree
        (number,) = (
            i for i, link in enumerate(tree.chain, start=1) if link.joint.name == force.joint
        )
        kind = tree.chain[number - 1].joint.kind
        which = speed_of(kind, force.coordinate)
        speed = kind.speeds[which]
        k, j = tree.before(number)
        k += sum(item.size for item in kind.coordinates[:which])
        j += sum(item.size for item in kind.speeds[:which])
        unit = "rad" if speed.unit.startswith("rad") else "m"
        return tree.q[k], list(range(j, j + speed.size)), unit


def _unit(units: Mapping[str, tuple[str, ...]], of: str) -> str:
    return units[of][0].replace("*", " ")


LAWS: dict[str, Callable[[Loads, str, Any], None]] = {
    "uniform-gravity": Loads.uniform_gravity,
    "central-gravity": Loads.central_gravity,
    "spring-damper": Loads.spring_damper,
    "joint-spring": Loads.joint_spring,
    "joint-effort": Loads.joint_effort,
    "frame-force": Loads.frame_force,
    "user-force": Loads.user_force,
}
