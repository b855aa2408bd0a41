"""A linear system in discrete time.

    u = C x + D z        x⁺ = A x + B z

x the state, and as much again as workspace
p how many states, A, B, C and D by rows
"""

from treetop.core.compiler import kernel


@kernel
def add_product(matrix, values, count, out, rows):
    """Add a matrix, by rows, times so many values."""
    for i in range(rows):
        for j in range(count):
            out[i] += matrix[i * count + j] * values[j]


@kernel
def linear(z, x, p, u):
    n, m, r = int(p[0]), z.size, u.size
    a, b = 1, 1 + n * n
    c, d = b + n * m, b + n * m + r * n
    after = x[n : 2 * n]
    u[:] = 0.0
    after[:] = 0.0
    add_product(p[c:], x, n, u, r)
    add_product(p[d:], z, m, u, r)
    add_product(p[a:], x, n, after, n)
    add_product(p[b:], z, m, after, n)
    for i in range(n):
        x[i] = after[i]
