"""What kernels of flexible bodies work on."""

from treetop._kernel import Bundle
from treetop.assembly.flexible import flexible_room, flexible_tables
from treetop.assembly.tables import TABLES, WORK

_NONE = flexible_tables([], TABLES.tree)
bundle = Bundle(_NONE, flexible_room(_NONE), WORK, TABLES.bodies)
unpack = bundle.unpack
