"""Points on paths and cords over points: what fills their rows, by a call."""

from treetop.core.compiler import entry
from treetop.core.constraints.cord import put_cord_row
from treetop.core.constraints.on_path import put_path_rows
from treetop.core.constraints.turned_along import TURNED_ALONG, put_turn_rows
from treetop.core.kinematics.tracks import slide_of
from treetop.core.tables.motion import Origin
from treetop.core.tables.samples import SLIDING_FILL


@entry(*SLIDING_FILL)
def fill(k, number, count, p_O, v_O, moving, pair_at, tracks, cords, out):
    """Fill as many rows of a path from row k on, or with a count of zero that of a cord."""
    origin = Origin(p_O, v_O)
    if count > 0:
        slide = slide_of(tracks, number, moving, origin)
        held = 2 if count == TURNED_ALONG else count
        put_path_rows(tracks, number, held, slide, moving, k, pair_at, out)
        if count == TURNED_ALONG:
            put_turn_rows(tracks, number, slide, moving, k + held, pair_at, out)
    else:
        put_cord_row(cords, number, moving, origin, k, pair_at[k], out)
    return 0


@entry(*SLIDING_FILL)
def no_row(k, number, count, p_O, v_O, moving, pair_at, tracks, cords, out):
    """Where there are none."""
    return 0
