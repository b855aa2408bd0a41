"""Fixed: the two frames coincide."""

from treetop._kernel import kernel
from treetop.dynamics.joints.motion import Across
from treetop.spatial import still, zero3


@kernel
def across(R_NF):
    return Across(R_NF, zero3(), still(), still())
