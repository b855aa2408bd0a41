"""Bodies with fuel: their mass properties, before anything uses them."""

from treetop.core.compiler import inlined
from treetop.core.interface import span_of_states
from treetop.core.tables.samples import unpack_calls


@inlined
def fill_tanks(tables, y):
    """Write them into the workspace, by the fuel that is left in the state y; nothing without
    tanks, and without lines that are paid out."""
    if tables.optional.filling.size > 0:
        first, last = span_of_states(tables, y)
        for k in range(tables.optional.filling.size):
            own = tables.optional.filling[k]
            (calls,) = unpack_calls(own)
            calls.fill(y, y[first:last], own)
