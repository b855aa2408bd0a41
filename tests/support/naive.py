"""The mechanics of trees written the obvious way, in plain NumPy, to compare with.

Poses come from the model's words alone.  Derivatives are taken by a complex step, which is exact
to rounding, so everything here takes complex numbers: quaternions are not normalised, lengths
are roots of sums of squares.  Leading axes of arrays are many configurations at once.
"""

from itertools import pairwise

import numpy as np

import treetop as tt
from treetop.assembly.path_geometry import across_curve, by_arc_length
from treetop.assembly.path_geometry import along_curve as directions

STEP = 1e-30  # of complex steps: there is no difference to lose digits in


def skew(a):
    x, y, z = np.moveaxis(np.asarray(a), -1, 0)
    o = np.zeros_like(x)
    return np.stack([o, -z, y, z, o, -x, -y, x, o], axis=-1).reshape(*x.shape, 3, 3)


def vector_of(A):
    """The vector of a skew matrix."""
    return np.stack([A[..., 2, 1], A[..., 0, 2], A[..., 1, 0]], axis=-1)


def turn(axis, angle):
    K, angle = skew(axis), np.asarray(angle)[..., None, None]
    return np.eye(3) + np.sin(angle) * K + (1 - np.cos(angle)) * (K @ K)


def rotation_of(q):
    """The rotation of a unit quaternion, scalar first."""
    K, w = skew(q[..., 1:]), q[..., :1, None]
    return np.eye(3) + 2 * (w * K + K @ K)


def quaternion_rate(q, w):
    """``½ q ∘ w``, w in the axes of the turning frame."""
    s, v = q[..., :1], q[..., 1:]
    scalar = -(v * w).sum(-1, keepdims=True)
    return 0.5 * np.concatenate([scalar, s * w + np.cross(v, w)], axis=-1)


def length(d):
    return np.sqrt((d * d).sum(-1))


def apply(R, p):
    return (R @ np.asarray(p)[..., None])[..., 0]


def across(kind, q):
    """Attitude and place of the outboard frame in the inboard one."""
    here = np.zeros(3)
    match kind.kind:
        case "fixed":
            return np.eye(3), here
        case "revolute":
            return turn(kind.axis, q[..., 0]), here
        case "prismatic":
            return np.eye(3), q * np.array(kind.axis)
        case "screw":
            return turn(kind.axis, q[..., 0]), kind.pitch * q * np.array(kind.axis)
        case "cylindrical":
            return turn(kind.axis, q[..., 0]), q[..., 1:] * np.array(kind.axis)
        case "universal":
            return turn(kind.axis1, q[..., 0]) @ turn(kind.axis2, q[..., 1]), here
        case "spherical":
            return rotation_of(q), here
        case "planar":
            n, x = np.array(kind.normal), np.array(kind.x)
            return turn(n, q[..., 2]), q[..., :1] * x + q[..., 1:2] * np.cross(n, x)
        case "free":
            return rotation_of(q[..., :4]), q[..., 4:]
        case "curvilinear":
            return along_curve(kind, q[..., 0])


def along_curve(kind, s):
    """By the splines that the curve is made of, at any complex number."""
    curve = by_arc_length(np.array(kind.curve.points))
    place, tangent = spline(curve, s), spline(directions(curve), s)
    if kind.attitude == "parallel":
        return np.eye(3), place
    x = tangent / length(tangent)[..., None]
    if kind.across is None:
        aside = spline(across_curve(curve), s)
    else:
        aside = np.broadcast_to(kind.across, x.shape)
    y = aside - x * (x * aside).sum(-1, keepdims=True)
    y = y / length(y)[..., None]
    return np.stack([x, y, np.cross(x, y)], axis=-1), place


def spline(pieces, s):
    """A piecewise polynomial beyond its ends as within the last piece."""
    k = np.clip(np.searchsorted(pieces.x, np.real(s), side="right") - 1, 0, len(pieces.x) - 2)
    x = (s - pieces.x[k])[..., None]
    return sum(c[k] * x ** (len(pieces.c) - 1 - m) for m, c in enumerate(pieces.c))


class Naive:
    """A built system's tree; coordinates and speeds in the system's order, seen from the ground."""

    def __init__(self, system):
        self.model, self.joints = (
            system.mechanism,
            [system.mechanism.joints[j] for j in system.joint_names],
        )
        self.names, self.bodies = (
            system.body_names,
            [system.mechanism.bodies[b] for b in system.body_names],
        )
        self.q_at = self._places("coordinates")
        self.u_at = self._places("speeds")
        self.nu = self.u_at[-1].stop

    def _places(self, what):
        sizes = [sum(c.size for c in getattr(j.kind, what)) for j in self.joints]
        return [slice(a, b) for a, b in pairwise(np.cumsum([0, *sizes]).tolist())]

    # --- kinematics ---------------------------------------------------------------------------

    def poses(self, q):
        """Attitude and place of every body by name."""
        seen = {"ground": (np.eye(3), np.zeros(3))}
        for joint, at in zip(self.joints, self.q_at, strict=True):
            F, M = self.model.frame(joint.inboard), self.model.frame(joint.outboard)
            R, p = seen[F.body]
            p, R = p + apply(R, F.at), R @ rotation_of(np.array(F.attitude))
            R_FM, p_FM = across(joint.kind, q[..., at])
            p, R = p + apply(R, p_FM), R @ R_FM
            R = R @ rotation_of(np.array(M.attitude)).T
            seen[M.body] = R, p - apply(R, M.at)
        return seen

    def frame(self, q, reference):
        frame = self.model.frame(reference)
        R, p = self.poses(q)[frame.body]
        return R @ rotation_of(np.array(frame.attitude)), p + apply(R, frame.at)

    def coordinate_rates(self, q, u):
        """``q' = N(q) u``."""
        rates = []
        for joint, k, j in zip(self.joints, self.q_at, self.u_at, strict=True):
            qi, ui = q[..., k], u[..., j]
            if joint.kind.kind in ("spherical", "free"):
                rates += [quaternion_rate(qi[..., :4], ui[..., :3]), ui[..., 3:]]
            else:
                rates.append(ui)
        return np.concatenate(rates, axis=-1)

    def partial(self, quantity, q):
        """The derivative of a function of q along each speed; one more leading axis."""
        moved = q + 1j * STEP * self.coordinate_rates(q, np.eye(self.nu))
        return np.imag(quantity(moved)) / STEP

    def partial_velocities(self, q):
        """(bodies, 6, nu): turning, and moving of the mass centre, per unit of each speed."""
        moved = q + 1j * STEP * self.coordinate_rates(q, np.eye(self.nu))
        now, then = self.poses(q), self.poses(moved)
        J = []
        for name, body in zip(self.names, self.bodies, strict=True):
            R, p = (
                np.broadcast_to(x, (self.nu, *x.shape[-2 + k :])) for k, x in enumerate(then[name])
            )
            turning = vector_of(np.imag(R) @ now[name][0].T)
            moving = np.imag(p + apply(R, body.centre))
            J.append(np.concatenate([turning, moving], axis=-1).T / STEP)
        return np.array(J)

    def along(self, q, u, h):
        """Coordinates a time h later, the speeds being constant."""
        later = q + h * self.coordinate_rates(q, u)
        for joint, k, j in zip(self.joints, self.q_at, self.u_at, strict=True):
            if joint.kind.kind in ("spherical", "free"):
                attitude, w = slice(k.start, k.start + 4), u[j][:3]
                half = h * np.linalg.norm(w) / 2
                rate = quaternion_rate(q[attitude], w)
                later[attitude] = q[attitude] * np.cos(half) + h * rate * np.sinc(half / np.pi)
        return later

    # --- dynamics -----------------------------------------------------------------------------

    def inertias(self, q):
        """(bodies, 6, 6): about each mass centre."""
        I, poses = np.zeros((len(self.names), 6, 6)), self.poses(q)
        for row, name, body in zip(I, self.names, self.bodies, strict=True):
            R = poses[name][0]
            row[:3, :3], row[3:, 3:] = R @ np.array(body.inertia) @ R.T, body.mass * np.eye(3)
        return I

    def mass_matrix(self, q):
        J = self.partial_velocities(q)
        return np.einsum("bij,bik,bkl->jl", J, self.inertias(q), J)

    def momentum(self, q, u):
        """(bodies, 6): spin about the mass centre, and linear momentum."""
        return np.einsum("bij,bjk,k->bi", self.inertias(q), self.partial_velocities(q), u)

    def inertial_efforts(self, q, u):
        """Kane: partial velocities times the rates of change of momenta, at constant speeds."""
        later = [self.momentum(self.along(q, u, h), u) for h in DIFFERENCE_AT]
        rates = np.tensordot(DIFFERENCE, later, axes=1)
        return np.einsum("bij,bi->j", self.partial_velocities(q), rates)

    def potential(self, q):
        """Energy of gravity and springs."""
        return sum(self._energy(force, q) for force in self.model.forces.values())

    def _energy(self, force, q):
        match force:
            case tt.UniformGravity():
                g = np.array(force.acceleration)
                return -sum(b.mass * (x @ g) for b, x in self._centres(q))
            case tt.CentralGravity():
                return sum(self._central(force, b, q) for b in self.bodies)
            case tt.SpringDamper():
                s = self.distance(force, q) - force.length
                return force.stiffness * s**2 / 2 + force.cubic * s**4 / 4
            case tt.JointSpring(stiffness=k) if k:
                at = self.along_joint(force, "coordinates").start
                return k * (q[..., at] - force.rest) ** 2 / 2
        return 0.0 * q[..., 0]

    def _centres(self, q):
        poses = self.poses(q)
        return [(b, poses[b.name][1] + apply(poses[b.name][0], b.centre)) for b in self.bodies]

    def _central(self, force, body, q):
        R, p = self.poses(q)[body.name]
        x, J = p + apply(R, body.centre), np.array(body.inertia)
        r = length(x)
        energy = -force.mu * body.mass / r
        if force.gradient:
            n = apply(np.swapaxes(R, -1, -2), x) / r[..., None]
            energy -= force.mu / (2 * r**3) * (np.trace(J) - 3 * ((n @ J) * n).sum(-1))
        return energy

    def distance(self, spring, q):
        return length(self.vector(spring, q))

    def vector(self, spring, q):
        return self.frame(q, spring.b)[1] - self.frame(q, spring.a)[1]

    def along_joint(self, force, what):
        """Where the coordinates, or the speeds, are that a force at a joint acts along."""
        number = [j.name for j in self.joints].index(force.joint)
        kind, at = self.joints[number].kind, {"coordinates": self.q_at, "speeds": self.u_at}[what]
        first = at[number].start
        for c, s in zip(kind.coordinates, kind.speeds, strict=True):
            size = (c if what == "coordinates" else s).size
            if force.coordinate in (None, c.name, s.name):
                return slice(first, first + size)
            first += size
        raise KeyError(force)

    def damping(self, q, u):
        """Efforts of the dampers, and their power."""
        efforts, power = np.zeros(self.nu), 0.0
        for force in self.model.forces.values():
            if isinstance(force, tt.SpringDamper):
                along = self.partial(lambda q, f=force: self.distance(f, q), q)[None]
            elif isinstance(force, tt.JointSpring):
                along = np.eye(self.nu)[self.along_joint(force, "speeds")]
            else:
                continue
            efforts -= force.damping * along.T @ (along @ u)
            power -= force.damping * np.sum((along @ u) ** 2)
        return efforts, power

    def bias(self, q, u):
        """``M u' + bias = 0``, for gravity, springs and dampers."""
        return self.inertial_efforts(q, u) + self.partial(self.potential, q) - self.damping(q, u)[0]


# Sixth-order central difference.
SPACING = 2e-3
DIFFERENCE_AT = SPACING * np.array([-3, -2, -1, 1, 2, 3])
DIFFERENCE = np.array([-1, 9, -45, 45, -9, 1]) / (60 * SPACING)
