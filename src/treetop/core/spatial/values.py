"""The values of spatial algebra: small immutable tuples that live in registers.

Motion and Force are different types, so adding one to the other does not compile.  Rows of a
spatial quantity are (angular, linear); moments are about the reference point of the body.
"""

from typing import NamedTuple

__all__ = [
    "ArticulatedInertia", "Factors", "Force", "Mat3", "Motion", "Quaternion", "RigidInertia",
    "Sym3", "Vec3", "Wrench",
]  # fmt: skip


class Vec3(NamedTuple):
    x: float
    y: float
    z: float


class Mat3(NamedTuple):
    """A 3 × 3 matrix, by rows."""

    x: Vec3
    y: Vec3
    z: Vec3


class Sym3(NamedTuple):
    """A symmetric 3 × 3 matrix."""

    xx: float
    xy: float
    xz: float
    yy: float
    yz: float
    zz: float


class Factors(NamedTuple):
    """``L D Lᵀ`` of a symmetric 3 × 3 matrix: L below its unit diagonal, and D inverted."""

    yx: float
    zx: float
    zy: float
    x: float
    y: float
    z: float


class Quaternion(NamedTuple):
    """Scalar first, Hamilton's product; turns components of the body into those of its base."""

    w: float
    x: float
    y: float
    z: float


class Motion(NamedTuple):
    """A velocity or an acceleration: of turning, and of the reference point."""

    ang: Vec3
    lin: Vec3


class Force(NamedTuple):
    """A moment about the reference point, and a force."""

    ang: Vec3
    lin: Vec3


class RigidInertia(NamedTuple):
    """Mass, first moment ``h = m c`` and second moment about the reference point."""

    m: float
    h: Vec3
    J: Sym3


class ArticulatedInertia(NamedTuple):
    """The symmetric operator ``[J H; Hᵀ M]`` from Motion to Force."""

    J: Sym3
    H: Mat3
    M: Sym3


class Wrench(NamedTuple):
    """What a force law defined by the user returns: a force (N) and a torque (N m), inertial
    axes."""

    force: Vec3
    torque: Vec3
