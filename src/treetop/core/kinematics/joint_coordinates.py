"""Speeds and generalised forces of a joint, from the motion of its frames, and as a force.

The motions per unit speed are square to each other and of unit size, but for a screw's, and for
the two of a universal joint: there the inverse of SᵀS is needed.
"""

from treetop.core.compiler import kernel
from treetop.core.spatial import power
from treetop.core.spatial.table_access import force, motion


@kernel
def measure_speeds(S, first, last, V, u):
    """Write the speeds that make the motion V, ``(SᵀS)⁻¹ Sᵀ V``."""
    for j in range(first, last):
        u[j] = power(force(S, j), V)
    whiten(S, first, last, u)


@kernel
def effort_of(S, first, last, tau, scratch):
    """The force ``S (SᵀS)⁻¹ τ`` that has the power of the generalised forces τ."""
    for j in range(first, last):
        scratch[j] = tau[j]
    whiten(S, first, last, scratch)
    total = force(S, first) * 0.0
    for j in range(first, last):
        total = total + force(S, j) * scratch[j]
    return total


@kernel
def whiten(S, first, last, x):
    """``(SᵀS)⁻¹ x`` in place, for at most two motions that are not square to each other."""
    if last - first == 1:
        x[first] /= power(force(S, first), motion(S, first))
    elif last - first == 2:
        a, b = force(S, first), force(S, first + 1)
        A, B = motion(S, first), motion(S, first + 1)
        aa, ab, bb = power(a, A), power(a, B), power(b, B)
        scale = 1.0 / (aa * bb - ab * ab)
        x[first], x[first + 1] = (
            scale * (bb * x[first] - ab * x[first + 1]),
            scale * (aa * x[first + 1] - ab * x[first]),
        )
