"""Bodies with fuel: their mass properties, before anything uses them."""

from treetop.core.compiler import inlined


@inlined
def fill_tanks(tables, y):
    """Write them into the workspace, by the fuel that is left in the state y; nothing without
    tanks."""
    if tables.optional.sizes[2] > 0:
        tables.optional.fill(y, tables.loops.carried.shape[0], tables.optional.tables[0])
