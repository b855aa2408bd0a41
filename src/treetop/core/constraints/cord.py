"""A cord that does not stretch runs over points: ``length - Σ |d| = 0``, d from each to the next.

The multiplier is the tension, which is the same all along.
"""

from treetop.core.compiler import kernel
from treetop.core.constraints.row import Row
from treetop.core.kinematics.frames import point
from treetop.core.spatial import Force, cross, dot, norm
from treetop.core.spatial.table_access import put_six, vec


@kernel
def piece_between(a, b):
    """What the piece between two stations takes."""
    d, v, w_a, w_b = b.p - a.p, b.V.lin - a.V.lin, a.V.ang, b.V.ang
    length = norm(d)
    n = d * (1.0 / length)
    rate = dot(n, v)
    centripetal = cross(w_b, cross(w_b, b.r)) - cross(w_a, cross(w_a, a.r))
    return Row(
        on_a=Force(cross(a.r, n), n),
        on_b=Force(-cross(b.r, n), -n),
        error=-length,
        rate=-rate,
        bias=(rate * rate - dot(v, v)) / length - dot(n, centripetal),
    )


@kernel
def put_cord_row(cords, d, moving, origin, k, pair, out):
    """Fill the row of cord d, with a pair for each piece from the first pair on."""
    out.error[k], out.rate[k], out.bias[k] = cords.length[d], 0.0, 0.0
    for m in range(cords.at[d], cords.at[d + 1] - 1):
        a = point(moving, origin, cords.body[m], vec(cords.point, m))
        b = point(moving, origin, cords.body[m + 1], vec(cords.point, m + 1))
        row = piece_between(a, b)
        put_six(out.on_a, pair + m - cords.at[d], row.on_a)
        put_six(out.on_b, pair + m - cords.at[d], row.on_b)
        out.error[k] += row.error
        out.rate[k] += row.rate
        out.bias[k] += row.bias
