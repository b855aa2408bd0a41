"""Polyhedra: gravity of a small body of uniform density with flat triangular faces, closed form.

After Werner and Scheeres (1996).  With r_e from the field point to any point of edge e, r_f to any
point of face f, and σ the gravitational constant times the density,

    a   = -σ (Σ E_e r_e L_e - Σ F_f r_f ω_f)
    ∇a  =  σ (Σ E_e L_e - Σ F_f ω_f),    F_f = n nᵀ,

L_e the potential of a wire along the edge, ω_f the solid angle of the face as seen from the point.
The trace of ∇a is 0 outside, and -4π σ inside.
x is the position in axes fixed to the body.
"""

import math
from typing import NamedTuple

import numpy as np

from treetop.core.compiler import kernel
from treetop.core.spatial import Sym3, Vec3, cross, dot, norm, zero3
from treetop.core.spatial.algebra import square


class Polyhedron(NamedTuple):
    """Vertices, faces and edges of a closed surface; corners of faces counter-clockwise from
    outside."""

    sigma: np.ndarray  # (1,) gravitational constant times density, 1/s²
    vertices: np.ndarray  # (v, 3) m
    faces: np.ndarray  # (f, 3) numbers of vertices
    normals: np.ndarray  # (f, 3) outward
    edges: np.ndarray  # (e, 2) numbers of vertices
    dyads: np.ndarray  # (e, 6) E_e as xx xy xz yy yz zz


NO_POLYHEDRON = Polyhedron(
    np.zeros(1),
    np.zeros((0, 3)),
    np.zeros((0, 3), dtype=np.int64),
    np.zeros((0, 3)),
    np.zeros((0, 2), dtype=np.int64),
    np.zeros((0, 6)),
)


@kernel
def _to_vertex(polyhedron, k, x):
    at = polyhedron.vertices
    return Vec3(at[k, 0] - x.x, at[k, 1] - x.y, at[k, 2] - x.z)


@kernel
def wire_potential(a, b):
    """``L_e`` of an edge between a and b, seen from the origin."""
    length = norm(b - a)
    ratio = length / (norm(a) + norm(b))
    # On the edge itself L is infinite, and what it multiplies is 0.
    return 2.0 * math.atanh(min(ratio, 1.0 - 2.0**-53))


@kernel
def solid_angle(a, b, c):
    """The solid angle of the triangle a b c seen from the origin, signed (van Oosterom 1983)."""
    A, B, C = norm(a), norm(b), norm(c)
    volume = dot(a, cross(b, c))
    return 2.0 * math.atan2(volume, A * B * C + A * dot(b, c) + B * dot(c, a) + C * dot(a, b))


@kernel
def polyhedron_field(polyhedron, x):
    """The acceleration at x, inside or outside, and its gradient."""
    a, G = zero3(), Sym3(0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    edges, faces, E = polyhedron.edges, polyhedron.faces, polyhedron.dyads
    for k in range(edges.shape[0]):
        r = _to_vertex(polyhedron, edges[k, 0], x)
        L = wire_potential(r, _to_vertex(polyhedron, edges[k, 1], x))
        dyad = Sym3(E[k, 0], E[k, 1], E[k, 2], E[k, 3], E[k, 4], E[k, 5])
        Er = dyad @ r
        a = a - Er * L
        G = G + dyad * L
    for k in range(faces.shape[0]):
        r = _to_vertex(polyhedron, faces[k, 0], x)
        second = _to_vertex(polyhedron, faces[k, 1], x)
        omega = solid_angle(r, second, _to_vertex(polyhedron, faces[k, 2], x))
        normals = polyhedron.normals
        n = Vec3(normals[k, 0], normals[k, 1], normals[k, 2])
        height = dot(n, r)
        a = a + n * (height * omega)
        G = G - square(n, omega)
    sigma = polyhedron.sigma[0]
    return a * sigma, G * sigma
