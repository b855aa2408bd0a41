"""Kane's equations of a tree, ``M u' = f``, in symbols.

After T. R. Kane and D. A. Levinson, *Dynamics: Theory and Applications* (1985):

    M = Σ m v_j · v_k + W_j · J W_k
    f = active forces - Σ m v_j · a + W_j · (J alpha + w × J w)
"""

from __future__ import annotations

import sympy as sp

from treetop.symbolic.trees.inertia import Inertia
from treetop.symbolic.trees.motion import Tree


def mass_matrix(tree: Tree, bodies: list[Inertia]) -> sp.Matrix:
    n = len(tree.u)
    terms: list[list[list[sp.Expr]]] = [[[] for _ in range(n)] for _ in range(n)]
    for i, body in enumerate(bodies, start=1):
        speeds = list(tree.moving(i))
        v = {j: tree.partial_velocity(body.centre, j) for j in speeds} if body.mass != 0 else {}
        spin = {j: body.J @ w for j, w in tree.W[i].items()}
        for j in speeds:
            for k in (k for k in speeds if k <= j):
                if v:
                    terms[j][k].append(body.mass * tree.axes.dot(v[j], v[k]))
                if j in spin and k in spin:
                    terms[j][k].append(tree.W[i][j].dot(spin[k]))
    return sp.Matrix(n, n, lambda j, k: sp.Add(*terms[max(j, k)][min(j, k)]))


def inertia_forces(tree: Tree, bodies: list[Inertia]) -> list[sp.Expr]:
    """The inertia forces that remain while the speeds are constant, along each speed."""
    terms: list[list[sp.Expr]] = [[] for _ in tree.u]
    for i, body in enumerate(bodies, start=1):
        w, J = tree.w[i], body.J
        a = tree.bias_acceleration(body.centre)
        twist = J @ tree.alpha[i] + w.cross(J @ w)
        for j in tree.moving(i):
            v = tree.partial_velocity(body.centre, j)
            terms[j].append(-body.mass * tree.axes.dot(v, a))
            if j in tree.W[i]:
                terms[j].append(-tree.W[i][j].dot(twist))
    return [sp.Add(*some) for some in terms]
