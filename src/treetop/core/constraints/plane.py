"""A point of b stays on a plane fixed in a: ``e · (p_b - p_a) = pitch × angle``.

The multiplier is the force along the normal e.  With a pitch the plane moves along its normal as
b turns about it.
"""

from treetop.core.compiler import kernel
from treetop.core.constraints.row import Row
from treetop.core.spatial import Force, cross, dot


@kernel
def plane(e, a, b, pitch, angle):
    """`e` is the normal, `a` and `b` are stations, `angle` the turn of b in a."""
    d, v = b.p - a.p, b.V.lin - a.V.lin
    w_a, w_b = a.V.ang, b.V.ang
    e_rate = cross(w_a, e)
    centripetal = cross(w_b, cross(w_b, b.r)) - cross(w_a, cross(w_a, a.r))
    return Row(
        on_a=Force(cross(e, a.r + d) + e * pitch, -e),
        on_b=Force(cross(b.r, e) - e * pitch, e),
        error=dot(e, d) - pitch * angle,
        rate=dot(e_rate, d) + dot(e, v) - pitch * dot(e, w_b - w_a),
        bias=dot(cross(w_a, e_rate), d)
        + 2.0 * dot(e_rate, v)
        + dot(e, centripetal)
        - pitch * dot(e_rate, w_b),
    )
