"""Bodies with fuel: their mass properties, before anything uses them."""

from treetop.core.compiler import inlined
from treetop.core.tables.tables import TANKS


@inlined
def fill_tanks(tables, y):
    """Write them into the workspace, by the fuel that is left in the state y; nothing without
    tanks."""
    if tables.optional.sizes[TANKS] > 0:
        tables.optional.fill(y, tables.loops.carried.shape[0], tables.optional.tables[0])
