"""A direction e of a and a direction f of b keep their angle: ``e · f = offset``.

The multiplier is a couple about f × e.
"""

from treetop.core.compiler import kernel
from treetop.core.constraints.row import Row
from treetop.core.spatial import Force, cross, dot, zero3


@kernel
def turn(e, f, w_a, w_b, offset):
    axis = cross(f, e)
    e_rate, f_rate = cross(w_a, e), cross(w_b, f)
    return Row(
        on_a=Force(-axis, zero3()),
        on_b=Force(axis, zero3()),
        error=dot(e, f) - offset,
        rate=dot(e_rate, f) + dot(e, f_rate),
        bias=dot(cross(w_a, e_rate), f) + 2.0 * dot(e_rate, f_rate) + dot(e, cross(w_b, f_rate)),
    )
