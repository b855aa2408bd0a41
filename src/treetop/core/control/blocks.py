"""Blocks that are run at sample times, in order: each reads quantities of the motion, and writes
internal states.

Blocks of one instant run one after another, and each sees what those before it have written.
"""

from typing import Any, NamedTuple

import numpy as np

from treetop.core.compiler import BOX, Bundle, entry, function_like, inlined
from treetop.core.control.laws import GPS, LAW_TYPE, SENSOR, USER
from treetop.core.control.pulses import NO_PULSES, Pulses, open_valve
from treetop.core.control.sampling import is_due, number_of
from treetop.core.forces.exerted import NO_FORCES
from treetop.core.interface import AT_JOINTS_TYPE, DERIVATIVE_TYPE, origin_of, span_of_states
from treetop.core.interface import unpack as tables_of
from treetop.core.outputs.event_functions import NO_SIGNALS, look_at, read_values, workspace_for
from treetop.core.outputs.forces import RECORD_TYPE
from treetop.core.outputs.outputs import NOTHING
from treetop.core.spatial.table_access import copy_into

PYTHON = -1  # in place of the number of a law

# (t, y, handle) -> what was done: all, ranks must be decided again, a block in Python failed
TICK = (0, 0.0, np.zeros(0), Bundle.handle)
TICK_TYPE = function_like(*TICK)
DONE, DECIDE_AGAIN, FAILED = range(3)

# (block, t) -> 0, or 1 if it failed: it finds what it reads in `Held`, and writes into the state
IN_PYTHON_TYPE = function_like(0, 0, 0.0)


class Blocks(NamedTuple):
    """What is run, in order."""

    rate: np.ndarray  # (b,)      row of the rates
    law: np.ndarray  # (b,)
    z_at: np.ndarray  # (b + 1,)  first of what it reads: rows of signals
    x: np.ndarray  # (b, 2)    first internal state that it remembers, and the first that not
    p_at: np.ndarray  # (b + 1,)  first parameter
    p: np.ndarray  # (n,)
    u_at: np.ndarray  # (b + 1,)  first command
    u: np.ndarray  # (m,)      internal states that commands are written to
    pulses: Pulses  # valves that commands open
    sensors: Any  # what runs laws, see core/control/laws
    controllers: Any
    user: Any
    python: Any  # runs a block in Python


class Held(NamedTuple):
    """What is between reading and writing."""

    z: np.ndarray  # (signals,)
    u: np.ndarray  # (commands,)


_integers = np.zeros(0, dtype=np.int64)
_BLOCKS = Blocks(
    *(_integers, _integers, _integers, np.zeros((0, 2), dtype=np.int64), _integers, np.zeros(0)),
    u_at=_integers,
    u=_integers,
    pulses=NO_PULSES,
    sensors=LAW_TYPE,
    controllers=LAW_TYPE,
    user=LAW_TYPE,
    python=IN_PYTHON_TYPE,
)
_HELD = Held(np.zeros(0), np.zeros(0))
_bundle = Bundle(
    *(BOX, TICK_TYPE, DERIVATIVE_TYPE, AT_JOINTS_TYPE, RECORD_TYPE, BOX, NO_SIGNALS),
    *(workspace_for(NOTHING, NO_FORCES, 0), np.zeros((0, 5)), _BLOCKS, _HELD),
)
unpack, pack = _bundle.unpack, _bundle.pack
ticker = Bundle(BOX, TICK_TYPE).unpack  # what begins every bundle whose handle a `Plan` holds


@entry(*TICK)
def tick(t, y, handle):
    """Run the blocks that are due; they write into y."""
    bundle = unpack(handle)
    problem, _, derivative, at_joints, record, exerted, signals, workspace = bundle[:8]
    rates, blocks, buffers = bundle[8:]
    tables, work = tables_of(problem[0])
    rank = work.rank[0]
    look_at(derivative, at_joints, problem[0], signals, workspace, t, y)
    record(t, y, workspace.seen.joints[0], 0, problem[0], exerted[0])
    for b in range(blocks.rate.size):
        if is_due(rates, blocks.rate[b], t):
            first, last = blocks.z_at[b], blocks.z_at[b + 1]
            read_values(signals, tables, work, origin_of(y), workspace, t, first, last, buffers.z)
            if blocks.law[b] == PYTHON:
                if blocks.python(b, t) != 0:
                    return FAILED
            else:
                sample = int(number_of(rates, blocks.rate[b], t))
                run_block(tables, blocks, buffers, sample, t, y, b)
            show_states(tables, y, workspace.seen.joints[0])
    return DECIDE_AGAIN if rank != work.rank[0] else DONE


@inlined
def run_block(tables, blocks, buffers, sample, t, y, b):
    """Run block b, and write what it commands into a state."""
    first, last = span_of_states(tables, y)
    states, z = y[first:last], buffers.z[blocks.z_at[b] : blocks.z_at[b + 1]]
    x, p = states[blocks.x[b, 0] : blocks.x[b, 1]], blocks.p[blocks.p_at[b] : blocks.p_at[b + 1]]
    begin, end = blocks.u_at[b], blocks.u_at[b + 1]
    for m in range(begin, end):
        buffers.u[m] = states[blocks.u[m]]
    law, u = blocks.law[b], buffers.u[begin:end]
    if law >= USER:
        blocks.user(law, t, sample, z, x, p, u)
    elif SENSOR <= law <= GPS:
        blocks.sensors(law, t, sample, z, x, p, u)
    else:
        blocks.controllers(law, t, sample, z, x, p, u)
    for m in range(begin, end):
        states[blocks.u[m]] = buffers.u[m]
        open_valve(blocks.pulses, y, first + blocks.u[m], t)


@inlined
def show_states(tables, y, seen):
    """Write the internal states into what is seen of a state."""
    first, last = span_of_states(tables, y)
    at = span_of_states(tables, seen)[0]
    copy_into(seen[at : at + last - first], y[first:last])
