"""A system where it stands: how motions answer to impulses, and what these exert.

V    motions of all bodies, angular before linear, of the joint frames in inertial axes; of flexible
     ones the modal speeds, too
G    V per unit of each speed    I    inertia of each body    M = Gᵀ I G
J V + c = 0    constraints beyond the tree's joints, those of drives among them    A = J G
N    speeds that they leave    H = N (Nᵀ M N)⁻¹ Nᵀ    speeds per unit of impulse along each
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from treetop.core.tables.scales import length_of, speed_units
from treetop.errors import TreetopError
from treetop.system.constraint_analysis import (
    RANK,
    body_inertias,
    constraint_owners,
    constraint_rows,
    cross_matrices,
    row_sizes,
    undetermined,
)
from treetop.system.evaluation import Evaluation
from treetop.system.initial_assembly import motions_per_speed
from treetop.system.mass_matrix import mass_matrix_of, modal_inertia
from treetop.system.reaction_uniqueness import arms, reaction_axes
from treetop.system.state import VELOCITY
from treetop.system.system import System

LEAST_INERTIA = 1e-13  # part of its inertia that a motion must keep to be determined
DRIVE_MISMATCH = 1e-9  # part of the fastest rate by which velocities of drives may miss each other


CANCELLATION = 1e-13  # part of its terms, below which a sum of them is rounding


class JointImpulse(NamedTuple):
    """On the outboard body, about the outboard frame's origin, in the axes of the inboard frame;
    that of stops at the joint included: N s and N m s."""

    force: np.ndarray
    torque: np.ndarray


class ConstraintImpulse(NamedTuple):
    """On the body that it acts on, about the origin of that body's frame, in inertial axes; of
    couplings and prescribed coordinates the effort instead."""

    force: np.ndarray
    torque: np.ndarray
    effort: float


class Line(NamedTuple):
    """A direction that something pushes along."""

    along: np.ndarray  # (nu,)  impulse along each speed, per unit
    on_bodies: np.ndarray  # (6 n + m,)  forces on bodies that no joint of the tree exerts
    loop: int = -1  # the joint that closes a loop at which it acts,
    across: np.ndarray = np.zeros(6)  # and its force on the outboard body, about the frame


def _product(J: np.ndarray, G: np.ndarray) -> np.ndarray:
    """``J G`` without what rounding leaves where all cancels, as between bodies that are locked
    together."""
    A, terms = J @ G, np.abs(J) @ np.abs(G)
    A[np.abs(A) <= CANCELLATION * terms.max(axis=1, initial=0.0, keepdims=True)] = 0.0
    return A


class ImpulseResponse:
    """A system where it stands."""

    def __init__(self, system: System, time: float, z: np.ndarray) -> None:
        self.system, self.z = system, z.copy()
        nq, nu = len(system.coordinate_labels), len(system.speed_labels)
        self.z[nq : nq + nu] = 0.0
        now = self.now = system.at_joint_vector(time, self.z)
        rows, self.first, work = now.rows, int(system.whole.constraints.joint_at[-1]), now.work
        self.rows, self.J = rows, constraint_rows(system, rows, self.first)
        self.R, self.p = work.R.reshape(-1, 3, 3).copy(), work.p.copy()
        self.I = body_inertias(work.bodies, self.R[1:])
        self.modal, self.bodies = modal_inertia(now), 6 * len(system.body_names)
        self.bent = z[nq : nq + nu][self.modal.speeds]  # modal speeds before
        self.J = np.hstack([self.J, np.zeros((len(self.J), len(self.bent)))])
        self.G = np.vstack([motions_per_speed(now), np.eye(nu)[self.modal.speeds]])
        self.M, self.A = mass_matrix_of(now), _product(self.J, self.G)
        self.unit, length = speed_units(system.tables), length_of(system.tables)
        self.row_size = length * row_sizes(self.J[:, : self.bodies], length)
        self.c = rows.rate[self.first :] - self.J[:, : self.bodies] @ work.V[1:].ravel()
        self.N, self.inverse = self._freedom()
        self.size, self.L = self._inertia_factor()

    def _freedom(self) -> tuple[np.ndarray | None, np.ndarray]:
        """What constraints leave, all if there are none, and an inverse of theirs whose transpose
        gives the smallest multipliers; ranks are the same whatever the unit of length."""
        nu = self.A.shape[1]
        if not len(self.A):
            return None, np.zeros((nu, 0))
        unit, size = self.unit[:, None], self.row_size[:, None]
        U, s, Vt = np.linalg.svd(self.A * self.unit / size)
        rank = int(np.sum(s > RANK * s.max(initial=0.0)))
        inverse = unit * (Vt[:rank].T / s[:rank]) @ (U[:, :rank] / size).T
        idle = np.linalg.qr(U[:, rank:] / size)[0]
        return unit * Vt[rank:].T, inverse - inverse @ idle @ idle.T

    def _inertia_factor(self) -> tuple[np.ndarray, np.ndarray]:
        """The inertia that is left: sizes, and Cholesky's factor of the rest."""
        felt = self.M if self.N is None else self.N.T @ self.M @ self.N
        size = np.sqrt(np.diag(felt))
        try:
            L = np.linalg.cholesky(felt / np.outer(size, size))
        except np.linalg.LinAlgError:
            raise self._undetermined() from None
        if not np.diag(L).min(initial=1.0) ** 2 > LEAST_INERTIA:
            raise self._undetermined()
        return size, L

    def _undetermined(self) -> TreetopError:
        J = constraint_rows(self.system, self.rows)
        what = undetermined(self.I, J, self.R[1:], self.system.body_names)
        what = what or "no inertia and no constraint determines some speed"
        return TreetopError(f"the velocities after an impulse are not determined: {what}")

    # --- motions ------------------------------------------------------------------------------

    def joint_motions(self, frame_motions: Mapping[str, np.ndarray]) -> np.ndarray:
        """V, from motions of the bodies' own frames by name, modal speeds being as before."""
        V = np.array([frame_motions[name] for name in self.system.body_names], dtype=float)
        V[:, 3:] -= np.cross(V[:, :3], _own_places(self.now))
        return np.append(V.ravel(), self.bent)

    def momentum(self, V: np.ndarray) -> np.ndarray:
        """Momentum of each body, about the origin of its joint frame; then of modes."""
        moving, bending = np.split(V, [self.bodies])
        rigid = (self.I @ moving.reshape(-1, 6, 1)).ravel()
        of_modes = self.modal.P @ moving + self.modal.M @ bending
        return np.append(rigid + self.modal.P.T @ bending, of_modes)

    def motions(self, V: np.ndarray) -> dict[str, np.ndarray]:
        """Motions of the bodies' frames, by name."""
        return own_motions(self.now, V[: self.bodies].reshape(-1, 6))

    def energy(self, V: np.ndarray) -> float:
        """Kinetic energy, seen from the ground."""
        momentum, v_O = self.momentum(V), self.z[VELOCITY]
        mass = self.now.work.bodies.mass.sum()
        carried = v_O @ self._linear(momentum).sum(axis=0) + 0.5 * mass * v_O @ v_O
        return float(0.5 * V @ momentum + carried)

    def energy_lost(self, V0: np.ndarray, V1: np.ndarray, gained: np.ndarray) -> float:
        """What is lost between two motions, momentum of bodies being gained."""
        carried = self.z[VELOCITY] @ self._linear(gained).sum(axis=0)
        if self.system.tables.falling[0]:
            carried = 0.0  # nothing holds it: what is there is rounding, times a large velocity
        return float(-0.5 * (V0 + V1) @ gained - carried)

    def _linear(self, momentum: np.ndarray) -> np.ndarray:
        return momentum[: self.bodies].reshape(-1, 6)[:, 3:]

    def allowed(self, before: Mapping[str, np.ndarray]) -> np.ndarray:
        """The speeds nearest to a motion that constraints and drives allow."""
        V = self.joint_motions(before)
        along, u = self.G.T @ self.momentum(V), -self.inverse @ self.c
        left, c = np.abs([self.A @ u + self.c, self.c]) / self.row_size
        turning, moving = np.split(np.abs(V[: self.bodies]).reshape(-1, 6), 2, axis=1)
        fastest = max(turning.max(), moving.max() / length_of(self.system.tables))
        if left.max(initial=0.0) > DRIVE_MISMATCH * max(fastest, c.max(initial=0.0)):
            k = int(np.argmax(left))
            owner, opens = constraint_owners(self.system)[self.first + k], left * self.row_size
            what = f"no velocities meet '{owner}': {opens[k]:.3g} m/s or rad/s are left"
            raise TreetopError(f"{what}; what is driven must agree with what holds it")
        for _ in range(2):  # the second makes up for rounding, which momentum would show
            u = u + self.response(along - self.M @ u)
        return u

    def response(self, along: np.ndarray) -> np.ndarray:
        """How speeds change by impulses along them."""
        from scipy.linalg import cho_solve  # takes its time to import

        felt = along if self.N is None else self.N.T @ along
        w = cho_solve((self.L, True), felt / self.size) / self.size
        return w if self.N is None else self.N @ w

    def factor(self, K: np.ndarray) -> np.ndarray:
        """The matrix C with ``C Cᵀ = K H Kᵀ``, for rows K."""
        from scipy.linalg import solve_triangular  # likewise

        felt = K if self.N is None else K @ self.N
        return solve_triangular(self.L, (felt / self.size).T, lower=True).T

    # --- what pushes --------------------------------------------------------------------------

    def line_of(self, label: str) -> Line:
        """Along a speed, by its label."""
        in_tree, apart = self.system.speed_labels, self.system.assembly.closing_labels.speeds
        if label in in_tree:  # a push along it is part of what the joint exerts
            return Line(np.eye(len(in_tree))[in_tree.index(label)], np.zeros(len(self.G)))
        if label not in apart:
            known = ", ".join([*in_tree, *apart])
            raise TreetopError(f"there is no speed '{label}'; there are: {known}")
        j, loops, seen = apart.index(label), self.system.tables.loops, self.now.work.loops
        l = int(np.searchsorted(loops.u_at, j, side="right")) - 1
        across = np.linalg.pinv(seen.S[loops.u_at[l] : loops.u_at[l + 1]].T)[j - loops.u_at[l]]
        (a, b), (r_a, r_b) = loops.bodies[l], np.split(seen.arms[l], 2)
        row = self._pair(a, r_a, b, r_b, across)
        return Line(row @ self.G, row, l, across)

    def lines_between(
        self, a: str, b: str, point: np.ndarray, directions: np.ndarray
    ) -> list[Line]:
        """Along directions at a point, on body b and against body a, one of which may be the
        ground."""
        number = {name: i for i, name in enumerate(self.system.body_names, start=1)}
        i, j = number.get(a, 0), number.get(b, 0)
        if self.system.tables.falling[0] and not i * j:
            raise TreetopError("bodies that nothing ties to the ground cannot collide with it")
        r_i, r_j = point - self.p[i], point - self.p[j]
        wrenches = np.hstack([np.zeros_like(directions), directions])
        rows = [self._pair(i, r_i, j, r_j, wrench) for wrench in wrenches]
        return [Line(row @ self.G, row) for row in rows]

    def _pair(
        self, a: int, r_a: np.ndarray, b: int, r_b: np.ndarray, wrench: np.ndarray
    ) -> np.ndarray:
        """A force at one place, from the origins of bodies b and a, on b and against a."""
        row = np.zeros((len(self.system.body_names) + 1, 6))
        for body, r, sign in ((a, r_a, -1.0), (b, r_b, 1.0)):
            row[body] += sign * wrench
            row[body, :3] += sign * np.cross(r, wrench[3:])
        return np.append(row[1:].ravel(), np.zeros(len(self.bent)))

    # --- what it took -------------------------------------------------------------------------

    def loads(
        self, gained: np.ndarray, lines: list[Line], pushes: np.ndarray
    ) -> tuple[dict[str, JointImpulse], dict[str, ConstraintImpulse]]:
        """What joints and constraints exerted, so that bodies gained momentum, pushes along some
        lines being known."""
        system, on_bodies, along = self.system, gained.copy(), self.G.T @ gained
        across = np.zeros((len(system.assembly.closing), 6))
        for line, push in zip(lines, pushes, strict=True):
            on_bodies -= push * line.on_bodies
            along -= push * line.along
            if line.loop >= 0:
                across[line.loop] += push * line.across
        multipliers = self.inverse.T @ along
        on_bodies -= self.J.T @ multipliers
        in_tree = self._tree_forces(on_bodies[: self.bodies].reshape(-1, 6))
        apart, constrained = np.split(self._constraint_forces(multipliers), [len(across)])
        apart += across
        axes = reaction_axes(system, self.R)
        turned = [R @ F.reshape(2, 3).T for R, F in zip(axes, [*in_tree, *apart], strict=True)]
        joint = {
            name: JointImpulse(F[:, 1], F[:, 0])
            for name, F in zip(system.joint_names, turned, strict=True)
        }
        return joint, self._constraint_impulses(constrained, multipliers)

    def _tree_forces(self, F: np.ndarray) -> np.ndarray:
        """Forces of the tree's joints, of which those on each body are the sum."""
        F, parent = F.copy(), self.system.tables.tree.parent
        arms_from_parent = cross_matrices(self.now.work.r)
        for i in range(len(F), 0, -1):
            P = parent[i]
            if P > 0:
                F[P - 1] += F[i - 1]
                F[P - 1, :3] += arms_from_parent[i] @ F[i - 1, 3:]
        return F

    def _constraint_forces(self, multipliers: np.ndarray) -> np.ndarray:
        """Forces of joints that close loops, and of constraints, about their frames."""
        pairs = self.system.whole.constraints.pair_at[self.first : -1]
        on_b, owners = self.rows.on_b[pairs], constraint_owners(self.system)[self.first :]
        names = [*self.system.assembly.closing, *self.system.constraint_names]
        F = np.array([multipliers[owners == name] @ on_b[owners == name] for name in names])
        F = F.reshape(-1, 6)
        F[:, :3] -= np.cross(arms(self.system, self.R)[len(self.system.body_names) :], F[:, 3:])
        return F

    def _constraint_impulses(
        self, forces: np.ndarray, multipliers: np.ndarray
    ) -> dict[str, ConstraintImpulse]:
        added, none = self.system.whole.added, np.zeros(3)
        impulses = {}
        for c, name in enumerate(self.system.constraint_names):
            at_joint, row = added.frame[c] < 0, added.row_at[c] - self.first
            force, torque = (none, none) if at_joint else (forces[c, 3:], forces[c, :3])
            effort = float(multipliers[row]) if at_joint else 0.0
            impulses[name] = ConstraintImpulse(force, torque, effort)
        return impulses


def own_motions(now: Evaluation, V: np.ndarray) -> dict[str, np.ndarray]:
    """Motions of the bodies' own frames by name, from those of the joint frames in rows."""
    motions = V.copy()
    motions[:, 3:] += np.cross(V[:, :3], _own_places(now))
    return dict(zip(now.system.body_names, motions, strict=True))


def _own_places(now: Evaluation) -> np.ndarray:
    """Where each body's own frame is from its joint frame, inertial axes."""
    n, R = len(now.system.body_names), now.work.R.reshape(-1, 3, 3)
    return np.einsum("nij,nj->ni", R[1:], now.system.tables.frames.p[1 : n + 1])
