"""Rolling without slipping: where two bodies touch, their points move alike.

    d · (v_b - v_a) = 0    for three directions d fixed in a, v at the contact x

Along the common normal e this is the rate of the gap between the bodies, which is held at zero;
across it is nonholonomic, and no error of position belongs to it.  The multipliers are the
components of the force on b at the contact, the normal force among them.

    ball on a plane    x = p_b - radius e                  gap = e · (p_b - p_a) - radius
    disc on a plane    x = p_b - radius g / |g|            gap = e · (p_b - p_a) - radius |g|
                       g = e - (e · n) n, n the axis of the disc
    ball on a ball     x = p_a + radius_a e                gap = |p_b - p_a| - radius_a - radius_b
"""

from typing import NamedTuple

from treetop.core.compiler import kernel
from treetop.core.constraints.row import Row
from treetop.core.spatial import Force, Vec3, cross, dot, norm


class Contact(NamedTuple):
    """Where b touches a."""

    e: Vec3  # normal, from a to b
    x: Vec3  # place, from the origin of positions
    x_rate: Vec3  # how the place of contact moves: with neither of the bodies
    gap: float


@kernel
def ball_on_plane(e, a, b, radius):
    """`e` is the normal of the plane, `a` a station on it, `b` the one at the ball's centre."""
    e_rate = cross(a.V.ang, e)
    gap = dot(e, b.p - a.p) - radius
    return Contact(e, b.p - e * radius, b.V.lin - e_rate * radius, gap)


@kernel
def disc_on_plane(e, n, a, b, radius):
    """`n` is the axis of the disc."""
    e_rate, n_rate = cross(a.V.ang, e), cross(b.V.ang, n)
    along = dot(e, n)
    g = e - n * along
    g_rate = e_rate - n_rate * along - n * (dot(e_rate, n) + dot(e, n_rate))
    size = norm(g)
    x_rate = b.V.lin - (g_rate - g * (dot(g, g_rate) / dot(g, g))) * (radius / size)
    return Contact(e, b.p - g * (radius / size), x_rate, dot(e, b.p - a.p) - radius * size)


@kernel
def ball_on_ball(a, b, radius_a, radius_b):
    """`a` and `b` are the stations at the centres."""
    d, v = b.p - a.p, b.V.lin - a.V.lin
    length = norm(d)
    e = d * (1.0 / length)
    e_rate = (v - e * dot(e, v)) * (1.0 / length)
    gap = length - radius_a - radius_b
    return Contact(e, a.p + e * radius_a, a.V.lin + e_rate * radius_a, gap)


@kernel
def rolling(d, at, a, b):
    """One direction; `a` and `b` are stations."""
    w_a, w_b = a.V.ang, b.V.ang
    from_a, from_b = at.x - a.p, at.x - b.p  # from the stations
    slip = b.V.lin + cross(w_b, from_b) - a.V.lin - cross(w_a, from_a)
    centripetal = cross(w_b, cross(w_b, b.r)) - cross(w_a, cross(w_a, a.r))
    turning = cross(w_b, at.x_rate - b.V.lin) - cross(w_a, at.x_rate - a.V.lin)
    return Row(
        on_a=Force(-cross(a.r + from_a, d), -d),
        on_b=Force(cross(b.r + from_b, d), d),
        error=dot(d, at.e) * at.gap,
        rate=dot(d, slip),
        bias=dot(cross(w_a, d), slip) + dot(d, turning + centripetal),
    )
