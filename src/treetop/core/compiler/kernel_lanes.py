"""Lanes in kernels: put together of the numbers of single runs, and taken apart again."""

import numba as nb
import numpy as np
from numba.extending import intrinsic

from treetop.core.compiler import interpreted_lanes, lanes
from treetop.core.compiler.conversions import constant_of, handle_of
from treetop.core.compiler.kernels import kernel
from treetop.core.compiler.kinds import LANES
from treetop.core.compiler.lane_by_lane import array_in_lane
from treetop.core.compiler.options import INTERPRETED

__all__ = ["LANES", "as_handle", "as_lanes", "lane", "read_lane", "with_lane", "write_lane"]


as_handle, as_lanes = handle_of(LANES), constant_of(LANES.number)


@intrinsic
def _numbers_of(typing_context, rows, k):
    """The numbers in lane k of a row of lanes."""

    def generate(context, builder, sig, arguments):
        return array_in_lane(context, builder, rows, *arguments)

    return nb.types.Array(nb.types.float64, 1, "A")(rows, nb.types.int64), generate


@kernel
def read_lane(rows, k, numbers):
    """Write what lane k of a row of lanes has."""
    found = _numbers_of(rows, k)
    for i in range(numbers.size):
        numbers[i] = found[i]


@kernel
def write_lane(rows, k, numbers):
    """Let lane k of a row of lanes have these numbers."""
    target = _numbers_of(rows, k)
    for i in range(numbers.size):
        target[i] = numbers[i]


lane, with_lane = lanes.lane, lanes.with_lane

if INTERPRETED:
    lane, with_lane = interpreted_lanes.lane, interpreted_lanes.with_lane
    as_handle = lambda handle: handle  # noqa: E731
    as_lanes = lambda x: interpreted_lanes.Lanes(np.full(LANES.width, float(x)))  # noqa: E731

    def read_lane(rows, k, numbers):
        numbers[:] = [lane(each, k) for each in rows]

    def write_lane(rows, k, numbers):
        for i, number in enumerate(numbers):
            rows[i] = with_lane(rows[i], k, number, LANES.width)
