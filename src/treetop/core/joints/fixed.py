"""Fixed: the two frames coincide."""

from treetop.core.compiler import kernel
from treetop.core.joints.joint_motion import Across
from treetop.core.spatial import still, zero3


@kernel
def across(R_NF):
    return Across(R_NF, zero3(), still(), still())
