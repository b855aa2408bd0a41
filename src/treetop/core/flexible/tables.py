"""What kernels of flexible bodies work on."""

from treetop.core.compiler import Bundle
from treetop.core.tables.flexible import flexible_workspace, no_flexible_bodies
from treetop.core.tables.samples import WORK

_NONE = no_flexible_bodies()
bundle = Bundle(_NONE, flexible_workspace(_NONE), WORK)
unpack = bundle.unpack
