"""Joints that close loops, in every evaluation: those whose coordinates the motion depends on.

The state vector carries their angles along, before origin and works, to count full turns;
between two steps they are brought in line with the bodies.
"""

from treetop.core.compiler import inlined
from treetop.core.interface import EXTRA
from treetop.core.tables.workspace import Moving


@inlined
def measure_loops(tables, work, origin, y):
    """Coordinates and speeds of these joints into ``work.loops``."""
    loops, closing = tables.loops, work.loops
    first = y.size - EXTRA - loops.carried.shape[0]
    for m in range(loops.carried.shape[0]):
        closing.near[loops.carried[m, 0]] = y[first + m]
    for l in loops.acting:
        moving = Moving(work.R, work.p, work.V, work.user_frames)
        tables.measure(l, loops, closing, moving, origin.p, origin.v)


@inlined
def carried_rates(loops, closing, rate):
    first = rate.size - EXTRA - loops.carried.shape[0]
    for m in range(loops.carried.shape[0]):
        rate[first + m] = closing.u[loops.carried[m, 1]]


@inlined
def put_carried(loops, closing, y):
    """Bring what y carries in line with the bodies, as last measured."""
    first = y.size - EXTRA - loops.carried.shape[0]
    for m in range(loops.carried.shape[0]):
        y[first + m] = closing.q[loops.carried[m, 0]]
