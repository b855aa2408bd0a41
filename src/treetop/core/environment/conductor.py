"""Force of a magnetic field on a straight piece of a conductor.

    L       vector from the end where current enters to that where it leaves, m
    v       velocity of the conductor relative to the field, which turns with the planet, m/s
    B       magnetic field, T
    I       current along L, A

The motion drives the current by the electromotive force (v × B) · L, summed over the pieces. A
field that varies little over a piece pushes it by I L × B at its middle. With a current that the
motion alone drives, the force does work -I² resistance on the conductor, as seen from the field: it
brakes.
"""

from treetop.core.compiler import kernel
from treetop.core.spatial import cross, dot


@kernel
def electromotive_force(L, v, B):
    """The voltage that motion drives along a conductor, V."""
    return dot(cross(v, B), L)


@kernel
def driven_current(driving, voltage, resistance):
    """The current by an electromotive force and a source of voltage in the circuit, A."""
    return (driving + voltage) / resistance


@kernel
def conductor_force(I, L, B):
    """The force at the middle of the conductor, N."""
    return cross(L, B) * I
