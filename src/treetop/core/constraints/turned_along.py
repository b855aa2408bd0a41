"""A body that slides along a curve of another turns along with it: ``e · f = 0`` for three pairs of
axes, e of the curve where the body is, f of the body.

The axes of the curve turn by the rates w_a of its body and Ω s., s. being the rate of the arc
length; see core/joints/curvilinear.py.  With the couple f × e,

    rate  (f × e) · (w_b - w_a - Ω s.)

so that a unit multiplier is that couple, and ``-(f × e) · Ω`` times the force of the row of s.
"""

from typing import NamedTuple

from treetop.core.compiler import kernel
from treetop.core.constraints.on_path import Scalar, held_along, put_scalar, put_shares
from treetop.core.joints.curvilinear import bearing
from treetop.core.spatial import Force, Vec3, cross, dot, transpose, zero3
from treetop.core.spatial.table_access import force, mat, motion, put_six
from treetop.core.tables.sliding import ACROSS, ONWARD

TURNED_ALONG = 5  # rows: two that hold a point on its path, and three


class Turning(NamedTuple):
    """How the axes of a curve turn, and how those of the body do."""

    per_length: Vec3  # Ω
    change: Vec3  # its rate
    w: Vec3  # of the axes of the curve
    w_b: Vec3


@kernel
def put_turn_rows(tracks, c, slide, moving, k, pair_at, out):
    """Fill three rows."""
    a, b = tracks.body[tracks.node_at[c]], tracks.slider[c]
    row = tracks.slot_at[c] + slide.span - tracks.span_at[c]
    x = slide.s - tracks.begin[slide.span]
    found, R = bearing(tracks.cubic[row], x, ONWARD, ACROSS), mat(moving.R, a)
    w_a, turning = motion(moving.V, a).ang, R @ found.turning
    change = R @ found.turning1 * slide.rate + cross(w_a, turning)
    w_b = motion(moving.V, b).ang
    how = Turning(turning, change, w_a + turning * slide.rate, w_b)
    E, M = transpose(R @ found.R), transpose(mat(moving.R, b) @ mat(tracks.axes, c))
    put_turn_row(tracks, c, slide, moving, how, E.y, M.z, k, pair_at[k], out)
    put_turn_row(tracks, c, slide, moving, how, E.z, M.x, k + 1, pair_at[k + 1], out)
    put_turn_row(tracks, c, slide, moving, how, E.x, M.y, k + 2, pair_at[k + 2], out)


@kernel
def put_turn_row(tracks, c, slide, moving, how, e, f, k, pair, out):
    couple, w, arc = cross(f, e), how.w_b - how.w, held_along(slide)
    couple_rate = cross(cross(how.w_b, f), e) + cross(f, cross(how.w, e))
    share = -dot(couple, how.per_length)
    bias = dot(couple_rate, w) - dot(couple, how.change) * slide.rate + share * arc.bias
    held = Scalar(arc.e * share, arc.g * share, zero3(), dot(e, f), dot(couple, w), bias)
    put_scalar(out, k, held)
    put_shares(tracks, c, slide, moving, held, pair, out)
    put_six(out.on_b, pair, force(out.on_b, pair) + Force(couple, zero3()))
    put_six(out.on_a, pair, force(out.on_a, pair) - Force(couple, zero3()))
