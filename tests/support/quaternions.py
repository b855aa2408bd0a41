"""Rotations by four parameters, for tests."""

import sympy as sp
from sympy.physics.mechanics import dynamicsymbols


def quaternion(name: str) -> sp.Matrix:
    return sp.Matrix([dynamicsymbols(f"{name}_{part}") for part in "wxyz"])


def body_rates(e: sp.Matrix) -> sp.Matrix:
    """E of ``w = 2 E e'``."""
    w, x, y, z = e
    return sp.Matrix([[-x, w, z, -y], [-y, -z, w, x], [-z, y, -x, w]])


def rotation(e: sp.Matrix) -> sp.Matrix:
    """From body to inertial axes, for unit quaternions."""
    w, x, y, z = e
    left = sp.Matrix([[-x, w, -z, y], [-y, z, w, -x], [-z, -y, x, w]])
    return left * body_rates(e).T
