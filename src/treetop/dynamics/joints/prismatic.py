"""Prismatic: sliding along an axis fixed in both frames."""

from ..._kernel import kernel
from ...spatial import Motion, still, zero3
from ...spatial.rows import put_six
from .motion import Across


@kernel
def across(R_NF, axis, q, u, S, j):
    sliding = Motion(zero3(), R_NF @ axis)
    put_six(S, j, sliding)
    return Across(R_NF, sliding.lin * q, sliding * u, still())
