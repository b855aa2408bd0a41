"""The surroundings as they are at places of the craft."""

from treetop.core.compiler import kernel
from treetop.core.spatial.table_access import sym_at, vec, vec_at
from treetop.core.tables.surroundings import MAGNETIC_FIELD, MAGNETIC_GRADIENT


@kernel
def ambient_field(work, p):
    """The magnetic field at p from the origin of positions, inertial axes."""
    around, d = work.surroundings, p - vec(work.p, 1)
    return vec_at(around, MAGNETIC_FIELD) + sym_at(around, MAGNETIC_GRADIENT) @ d
