"""What one joint's coordinate, times a weight, adds to a coupling: ``Σ weight × q = offset``.

The multiplier, times the weight, is an effort along the coordinate.  As a force it is the dual D of
the motion S per unit of its speed, ``D · S = 1`` and zero for the joint's other speeds: on the
outboard body, and the opposite on the inboard one.

    D · (A - A carried along) = u' + D · c
"""

from treetop.core.compiler import kernel
from treetop.core.constraints.row import Row
from treetop.core.spatial import force_moved, motion_moved, power
from treetop.core.spatial.table_access import force, motion


@kernel
def coupled(weight, coordinate, D, r_P, r, V_P, V, c):
    """`r_P` and `r` are where the outboard frame is from the origins of the inboard and of the
    outboard body, V_P and V are their velocities, c the acceleration that the joint's motion adds
    at constant speeds."""
    on = D * weight
    return Row(
        on_a=force_moved(on, r_P) * -1.0,
        on_b=force_moved(on, r),
        error=weight * coordinate,
        rate=power(on, motion_moved(V, r) - motion_moved(V_P, r_P)),
        bias=-power(on, c),
    )


@kernel
def dual(S, j, first, last):
    """The dual of the motion of speed j among a joint's at most three; three are square to each
    other and of unit size."""
    D = force(S, j)
    if last - first == 2:
        other = first + last - 1 - j
        E = force(S, other)
        D = D - E * (power(D, motion(S, other)) / power(E, motion(S, other)))
    return D * (1.0 / power(D, motion(S, j)))
