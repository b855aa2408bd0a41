"""The table of loads that fluids exert on the rods of beams."""

from __future__ import annotations

from itertools import accumulate

import numpy as np

from treetop.assembly.forces import named
from treetop.assembly.frames import FrameBook
from treetop.assembly.signals import SignalBook
from treetop.core.forces.fluid_load import FluidLoads
from treetop.topology.line_loads import RodLoads
from treetop.topology.mechanism import Mechanism


def fluid_table(model: Mechanism, frames: FrameBook) -> FluidLoads:
    """Rods of all beams in a fluid, from root to tip of each."""
    loads = [force for _, force in named(model, RodLoads)]
    ends = [(frames.add(a), frames.add(b)) for each in loads for a, b in each.pairs]
    currents = SignalBook()
    for each in loads:
        currents.add(each.load.current)
    laws = [
        (own.diameter, own.density, own.normal, own.tangential, own.buoyancy)
        for own in (each.load for each in loads)
    ]
    heights = [each.load.heights for each in loads]
    return FluidLoads(
        frames=np.array(ends, dtype=np.int64).reshape(-1, 2),
        load=np.array([k for k, each in enumerate(loads) for _ in each.pairs], dtype=np.int64),
        law=np.array(laws, dtype=float).reshape(-1, 5),
        current=currents.table(),
        profile_at=np.array([0, *accumulate(map(len, heights))], dtype=np.int64),
        height=np.array([z for own in heights for z in own], dtype=float),
        share=np.array([x for each in loads for x in each.load.shares], dtype=float),
    )


def fluid_rows(model: Mechanism, number: dict[str, int]) -> np.ndarray:
    """Which force the load of each rod is, by the numbers of forces."""
    rows = [number[name] for name, force in named(model, RodLoads) for _ in force.pairs]
    return np.array(rows, dtype=np.int64)
