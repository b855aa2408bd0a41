"""Two points keep their distance: ``(d·d - length²) / (2 length) = 0``.

Smooth wherever the points are; where it is met the multiplier is the force along the line that
drives them apart.  A length that follows a function of time is taken off the distance itself.
"""

from treetop.core.compiler import kernel
from treetop.core.constraints.row import Row
from treetop.core.spatial import Force, cross, dot, norm


@kernel
def distance(a, b, length):
    """`a` and `b` are stations."""
    d, v = b.p - a.p, b.V.lin - a.V.lin
    n, w_a, w_b = d * (1.0 / length), a.V.ang, b.V.ang
    centripetal = cross(w_b, cross(w_b, b.r)) - cross(w_a, cross(w_a, a.r))
    return Row(
        on_a=Force(-cross(a.r, n), -n),
        on_b=Force(cross(b.r, n), n),
        error=0.5 * (dot(n, d) - length),
        rate=dot(n, v),
        bias=dot(v, v) / length + dot(n, centripetal),
    )


@kernel
def measured_distance(a, b):
    """The row of the distance itself, off which a function of time is taken."""
    length = norm(b.p - a.p)
    row = distance(a, b, length)
    apart = row.rate
    return Row(row.on_a, row.on_b, length, apart, row.bias - apart * apart / length)
