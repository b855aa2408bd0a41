"""The speed to reach: an articulated-body recursion flattened by hand.

Only what a chain of revolute joints needs, with no regard for reading: scalars in tuples, loops
written out, every liberty of fast-math taken.  Inertial axes, about each body's joint point.
Symmetric matrices are six numbers (xx xy xz yy yz zz), general ones nine, by rows.
"""

import math

import numba as nb
import numpy as np

flat = nb.njit(fastmath=True, error_model="numpy")


@flat
def dot(a, b):
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


@flat
def cross(a, b):
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


@flat
def plus(a, b):
    return (a[0] + b[0], a[1] + b[1], a[2] + b[2])


@flat
def times(a, s):
    return (a[0] * s, a[1] * s, a[2] * s)


@flat
def general(M, v):
    return (dot(M[0:3], v), dot(M[3:6], v), dot(M[6:9], v))


@flat
def transposed(M, v):
    return (dot(M[0::3], v), dot(M[1::3], v), dot(M[2::3], v))


@flat
def symmetric(S, v):
    return (
        S[0] * v[0] + S[1] * v[1] + S[2] * v[2],
        S[1] * v[0] + S[3] * v[1] + S[4] * v[2],
        S[2] * v[0] + S[4] * v[1] + S[5] * v[2],
    )


@flat
def product(A, B):
    x, y, z = transposed(B, A[0:3]), transposed(B, A[3:6]), transposed(B, A[6:9])
    return (*x, *y, *z)


@flat
def turned(R, S):
    """R S Rᵀ."""
    x, y, z = symmetric(S, R[0:3]), symmetric(S, R[3:6]), symmetric(S, R[6:9])
    return (
        dot(x, R[0:3]), dot(x, R[3:6]), dot(x, R[6:9]),
        dot(y, R[3:6]), dot(y, R[6:9]), dot(z, R[6:9]),
    )  # fmt: skip


@flat
def rotation(a, angle):
    s, c = math.sin(angle), math.cos(angle)
    x, y, z = times(a, 1.0 - c)
    return (
        c + x * a[0], x * a[1] - s * a[2], x * a[2] + s * a[1],
        x * a[1] + s * a[2], c + y * a[1], y * a[2] - s * a[0],
        x * a[2] - s * a[1], y * a[2] + s * a[0], c + z * a[2],
    )  # fmt: skip


@flat
def three(T, i):
    return (T[i, 0], T[i, 1], T[i, 2])


@flat
def six(T, i):
    return (T[i, 0], T[i, 1], T[i, 2], T[i, 3], T[i, 4], T[i, 5])


@flat
def nine(T, i):
    return (T[i, 0], T[i, 1], T[i, 2], T[i, 3], T[i, 4], T[i, 5], T[i, 6], T[i, 7], T[i, 8])


@flat
def put3(T, i, v):
    T[i, 0], T[i, 1], T[i, 2] = v


@flat
def put6(T, i, v):
    T[i, 0], T[i, 1], T[i, 2], T[i, 3], T[i, 4], T[i, 5] = v


@flat
def put9(T, i, v):
    T[i, 0], T[i, 1], T[i, 2], T[i, 3], T[i, 4], T[i, 5], T[i, 6], T[i, 7], T[i, 8] = v


WIDTHS = (9, 3, 3, 3, 3, 3, 6, 9, 6, 3, 3, 3, 3, 2, 3, 3)  # of the columns of the workspace


def workspace(n):
    return tuple(np.empty((n, width)) for width in WIDTHS)


@flat
def forward_dynamics(chain, q, u, tau, g, u_rates, work):
    parent, offset, fixed, axis, mass, com, J_C = chain
    R_, r_, s_, w_, z_, c_, I_, H_, M_, n_, f_, Un_, Uf_, d_, al_, a_ = work
    for i in range(parent.size):
        P, a = parent[i], three(axis, i)
        R_P = nine(R_, P) if P >= 0 else (1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0)
        w_P = three(w_, P) if P >= 0 else (0.0, 0.0, 0.0)
        R = product(product(R_P, nine(fixed, i)), rotation(a, q[i]))
        s, r = general(R, a), general(R_P, three(offset, i))
        su = times(s, u[i])
        w = plus(w_P, su)
        m, c = mass[i], general(R, three(com, i))
        h, cc, J = times(c, m), dot(c, c), turned(R, six(J_C, i))
        I = (
            J[0] + m * (cc - c[0] * c[0]), J[1] - h[0] * c[1], J[2] - h[0] * c[2],
            J[3] + m * (cc - c[1] * c[1]), J[4] - h[1] * c[2], J[5] + m * (cc - c[2] * c[2]),
        )  # fmt: skip
        put9(R_, i, R)
        put3(r_, i, r)
        put3(s_, i, s)
        put3(w_, i, w)
        put3(z_, i, cross(w_P, su))
        put3(c_, i, cross(w_P, cross(w_P, r)))
        put6(I_, i, I)
        put9(H_, i, (0.0, -h[2], h[1], h[2], 0.0, -h[0], -h[1], h[0], 0.0))
        put6(M_, i, (m, 0.0, 0.0, m, 0.0, m))
        put3(n_, i, plus(cross(w, symmetric(I, w)), cross(g, h)))
        put3(f_, i, plus(cross(w, cross(w, h)), times(g, -m)))

    for i in range(parent.size - 1, -1, -1):
        P, s = parent[i], three(s_, i)
        I, H, M, n, f = six(I_, i), nine(H_, i), six(M_, i), three(n_, i), three(f_, i)
        Un, Uf = symmetric(I, s), transposed(H, s)
        D, e = 1.0 / dot(s, Un), tau[i] - dot(s, n)
        put3(Un_, i, Un)
        put3(Uf_, i, Uf)
        d_[i, 0], d_[i, 1] = D, e
        if P < 0:
            continue
        x, y, z = times(Un, D)
        I = (
            I[0] - x * Un[0], I[1] - x * Un[1], I[2] - x * Un[2],
            I[3] - y * Un[1], I[4] - y * Un[2], I[5] - z * Un[2],
        )  # fmt: skip
        H = (
            H[0] - x * Uf[0], H[1] - x * Uf[1], H[2] - x * Uf[2],
            H[3] - y * Uf[0], H[4] - y * Uf[1], H[5] - y * Uf[2],
            H[6] - z * Uf[0], H[7] - z * Uf[1], H[8] - z * Uf[2],
        )  # fmt: skip
        x, y, z = times(Uf, D)
        M = (
            M[0] - x * Uf[0], M[1] - x * Uf[1], M[2] - x * Uf[2],
            M[3] - y * Uf[1], M[4] - y * Uf[2], M[5] - z * Uf[2],
        )  # fmt: skip
        zeta, carried, k = three(z_, i), three(c_, i), D * e
        n = plus(plus(n, times(Un, k)), plus(symmetric(I, zeta), general(H, carried)))
        f = plus(plus(f, times(Uf, k)), plus(transposed(H, zeta), symmetric(M, carried)))
        x, y, z = three(r_, i)
        B = (  # H + r~ M
            H[0] - z * M[1] + y * M[2], H[1] - z * M[3] + y * M[4], H[2] - z * M[4] + y * M[5],
            H[3] + z * M[0] - x * M[2], H[4] + z * M[1] - x * M[4], H[5] + z * M[2] - x * M[5],
            H[6] - y * M[0] + x * M[1], H[7] - y * M[1] + x * M[3], H[8] - y * M[2] + x * M[4],
        )  # fmt: skip
        I = (  # I - H r~ + r~ Bᵀ
            I[0] - H[1] * z + H[2] * y - z * B[1] + y * B[2],
            I[1] + H[0] * z - H[2] * x - z * B[4] + y * B[5],
            I[2] - H[0] * y + H[1] * x - z * B[7] + y * B[8],
            I[3] + H[3] * z - H[5] * x + z * B[3] - x * B[5],
            I[4] - H[3] * y + H[4] * x + z * B[6] - x * B[8],
            I[5] - H[6] * y + H[7] * x - y * B[6] + x * B[7],
        )
        n = plus(n, cross((x, y, z), f))
        for k in range(6):
            I_[P, k] += I[k]
            M_[P, k] += M[k]
        for k in range(9):
            H_[P, k] += B[k]
        for k in range(3):
            n_[P, k] += n[k]
            f_[P, k] += f[k]

    for i in range(parent.size):
        P, r = parent[i], three(r_, i)
        al = three(al_, P) if P >= 0 else (0.0, 0.0, 0.0)
        a = three(a_, P) if P >= 0 else (0.0, 0.0, 0.0)
        a = plus(plus(a, cross(al, r)), three(c_, i))
        al = plus(al, three(z_, i))
        u_rates[i] = d_[i, 0] * (d_[i, 1] - dot(three(Un_, i), al) - dot(three(Uf_, i), a))
        put3(al_, i, plus(al, times(three(s_, i), u_rates[i])))
        put3(a_, i, a)


@flat
def repeated(times_, chain, q, u, tau, g, u_rates, work):
    """Many evaluations, none of which the compiler can leave out."""
    for _ in range(times_):
        forward_dynamics(chain, q, u, tau, g, u_rates, work)
        q[0] += 1e-9 * u_rates[0]
