"""Spherical harmonics: acceleration and gradient of a field outside its sphere.

The potential is

    U = μ/R Σ (C̄_nm V_nm + S̄_nm W_nm),    V_nm + i W_nm = (R/r)ⁿ⁺¹ Ā_nm(z/r) ((x + i y)/r)ᵐ,

with fully normalised coefficients and Ā_nm = P̄_nm(sin φ) / cosᵐ φ, a polynomial: no place is
singular.  A derivative of a harmonic function is harmonic, and one degree higher (Cunningham
1970).  The components of the acceleration are therefore three more sums of this form, those of the
gradient five of two degrees higher, and their coefficients are made once, in tables.

For each order m the functions of degree follow from

    G_n+1 = α_n ζ G_n - ρ² G_n-1,    ζ = R z / r²,  ρ = R / r,

in which the scale of each degree is chosen to leave one factor; it is part of the coefficients.
Sums over the degrees of each order are combined from the highest order down, by Horner's rule in
(R/r)² (x + i y)/R (Holmes and Featherstone 2002): powers of the distance from the axis, which run
out of the range of numbers near the poles, do not arise.  Functions of degree begin with G_m = g,
a small number in tables of very high degree.

x is the position in the axes of the coefficients, outside the sphere of radius R or not far within.
"""

import math
from operator import add, mul, sub
from typing import NamedTuple

import numpy as np

from treetop.core.compiler import kernel, rule
from treetop.core.spatial import Sym3, dot, norm, zero3
from treetop.core.spatial.table_access import vec_at

# Distances over that to the centre, times the degree: below, one point of Gauss is exact to 1e-12;
# above, a difference of accelerations is no worse than two points.
NEAR, FAR = 5e-6, 5e-3
GAUSS = 0.5 - 0.5 / math.sqrt(3.0)


class Harmonics(NamedTuple):
    """Tables of a field, by orders from the highest to 0, in each by degrees from its order up.

    `highest` is the degree of the field plus 2.  Each row of `first` is α_n, and by how much G_n
    adds to the cosine sums of ∂U/∂x, ∂U/∂y, ∂U/∂z and to their sine sums; a row of `second`, to
    the sums of the second derivatives xx, xy, xz, yy, yz.
    """

    constants: np.ndarray  # (3,) gravitational parameter μ, reference radius R, first number g
    highest: np.ndarray  # (1,) highest degree of the rows
    first: np.ndarray  # 7 per row
    second: np.ndarray  # 10 per row
    axes: np.ndarray  # (1, 9) from axes fixed to the planet to those of the coefficients


NO_HARMONICS = Harmonics(
    np.array([0.0, 1.0, 1.0]),
    np.array([2]),
    np.zeros(42),
    np.zeros(60),
    np.eye(3).reshape(1, 9),
)


class Harmonic(NamedTuple):
    """A second derivative of a harmonic function: zz is what makes the trace vanish."""

    xx: float
    xy: float
    xz: float
    yy: float
    yz: float


rule(add, Harmonic, Harmonic)(
    lambda a, b: Harmonic(a.xx + b.xx, a.xy + b.xy, a.xz + b.xz, a.yy + b.yy, a.yz + b.yz)
)
rule(sub, Harmonic, Harmonic)(
    lambda a, b: Harmonic(a.xx - b.xx, a.xy - b.xy, a.xz - b.xz, a.yy - b.yy, a.yz - b.yz)
)
rule(mul, Harmonic, float)(lambda a, s: Harmonic(a.xx * s, a.xy * s, a.xz * s, a.yy * s, a.yz * s))


@kernel
def first_row(highest, m):
    """The number of the row of order m and degree m."""
    return (highest - m) * (highest - m + 1) // 2


@kernel
def _curvature(second, j):
    return Harmonic(second[j], second[j + 1], second[j + 2], second[j + 3], second[j + 4])


@kernel
def perturbation(field, x, degree):
    """The acceleration at x of all degrees up to `degree` in the tables."""
    mu, R, g = field.constants[0], field.constants[1], field.constants[2]
    highest, first = field.highest[0], field.first
    q = R / dot(x, x)
    X, Y, Z, rho2 = q * x.x, q * x.y, q * x.z, q * R
    a = b = zero3()
    for m in range(degree + 1, -1, -1):
        G, before, cos, sin = g, 0.0, zero3(), zero3()
        k = first_row(highest, m)
        for i in range(k, k + degree - m + 2):
            cos = cos + vec_at(first, 7 * i + 1) * G
            sin = sin + vec_at(first, 7 * i + 4) * G
            G, before = first[7 * i] * Z * G - rho2 * before, G
        a, b = cos + a * X + b * Y, sin + b * X - a * Y
    return a * (mu * np.sqrt(rho2) / (R * R * g))


@kernel
def perturbation_and_gradient(field, x, degree):
    """The acceleration at x of all degrees up to `degree` in the tables, and its gradient."""
    mu, R, g = field.constants[0], field.constants[1], field.constants[2]
    highest, first, second = field.highest[0], field.first, field.second
    q = R / dot(x, x)
    X, Y, Z, rho2 = q * x.x, q * x.y, q * x.z, q * R
    a = b = zero3()
    A = B = Harmonic(0.0, 0.0, 0.0, 0.0, 0.0)
    for m in range(degree + 2, -1, -1):
        G, before, cos, sin = g, 0.0, zero3(), zero3()
        Cos = Sin = Harmonic(0.0, 0.0, 0.0, 0.0, 0.0)
        k = first_row(highest, m)
        last = k + degree - m + 2
        for i in range(k, last):
            cos = cos + vec_at(first, 7 * i + 1) * G
            sin = sin + vec_at(first, 7 * i + 4) * G
            Cos = Cos + _curvature(second, 10 * i) * G
            Sin = Sin + _curvature(second, 10 * i + 5) * G
            G, before = first[7 * i] * Z * G - rho2 * before, G
        Cos = Cos + _curvature(second, 10 * last) * G
        Sin = Sin + _curvature(second, 10 * last + 5) * G
        a, b = cos + a * X + b * Y, sin + b * X - a * Y
        A, B = Cos + A * X + B * Y, Sin + B * X - A * Y
    scale = mu * np.sqrt(rho2) / (R * R * g)
    A = A * (scale / R)
    return a * scale, Sym3(A.xx, A.xy, A.xz, A.yy, A.yz, -A.xx - A.yy)


@kernel
def perturbation_difference(field, O, x, degree):
    """The acceleration at O + x less that at O, with the digits of x.

    It is the integral of the gradient along the way, by one point of Gauss or by two; bodies so far
    apart that this would be rough are far enough for the difference of two accelerations.
    """
    way = (degree + 2) * norm(x) / norm(O)
    if way > FAR:
        return perturbation(field, O + x, degree) - perturbation(field, O, degree)
    if way < NEAR:
        return perturbation_and_gradient(field, O + x * 0.5, degree)[1] @ x
    first = perturbation_and_gradient(field, O + x * GAUSS, degree)[1]
    second = perturbation_and_gradient(field, O + x * (1.0 - GAUSS), degree)[1]
    return (first @ x + second @ x) * 0.5
