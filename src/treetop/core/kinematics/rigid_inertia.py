"""The inertia of one body, and what its turning asks for."""

from treetop.core.compiler import kernel
from treetop.core.spatial import Force, cross, rigid_inertia, turned
from treetop.core.spatial.table_access import sym, vec


@kernel
def inertia_of(bodies, i, R):
    """The inertia of body i itself at attitude R, in inertial axes about its origin."""
    return rigid_inertia(bodies.mass[i], R @ vec(bodies.com, i), turned(R, sym(bodies.J_C, i)))


@kernel
def gyroscopic_force(I, w):
    """The force a body needs to go on turning as it does."""
    return Force(cross(w, I.J @ w), cross(w, cross(w, I.h)))
