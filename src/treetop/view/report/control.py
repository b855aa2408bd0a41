"""Sensors and controllers: their periods, how many samples they took, what they asked for."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from treetop.model.block import Block
from treetop.system.quantities import quantity_of
from treetop.topology.connections import written_by
from treetop.view.report.html import Number, heading, table
from treetop.view.report.over_time import peak
from treetop.view.report.quantities import described
from treetop.view.text import number, pretty_unit

if TYPE_CHECKING:
    from treetop.results import Run

TIMING = ("every", "offset", "delay", "at", "of")  # which have columns of their own


def sensors_table(run: Run) -> str:
    """Sensors, with their errors."""
    rows = []
    for name, sensor in run.model.sensors.items():
        reads = ", ".join(dict.fromkeys(reading.label for reading in sensor.reads))
        said = described(run.model, sensor)
        errors = [line for line in said if line.split(" ")[0] not in TIMING]
        rows.append((name, sensor.kind, reads, *_timing(run, sensor), "; ".join(errors)))
    heads = ("sensor", "kind", "reads", *_HEADS, "errors and limits")
    return heading("Sensors") + table("sensor-rates", heads, rows) if rows else ""


def controllers_table(run: Run) -> str:
    """Controllers, with the greatest of what they wrote."""
    rows = []
    for name, controller in run.model.controllers.items():
        reads = ", ".join(dict.fromkeys(reading.label for reading in controller.reads))
        wrote = _greatest(run, name, controller)
        rows.append((name, controller.kind, reads, *_timing(run, controller), wrote))
    heads = ("controller", "kind", "reads", *_HEADS, "greatest of what it wrote")
    return heading("Controllers") + table("controller-rates", heads, rows) if rows else ""


_HEADS = ("every [s]", "rate [Hz]", "offset [s]", "delay [s]", "samples")


def _timing(run: Run, block: Block) -> tuple[Any, ...]:
    if block.every is None:
        return "continuous", "", "", "", ""
    late = [Number(x, 5) if x else "" for x in (block.offset, block.delay)]
    taken = samples(block, float(run.time[0]), float(run.time[-1]))
    return Number(block.every, 9), Number(1 / block.every, 5), *late, Number(taken, 9)


def samples(block: Block, begin: float, end: float) -> int:
    """How many samples a block takes from a time on, until before another: at offset + k every,
    which are exact decimal numbers."""
    every, offset, first, last = (
        Fraction(repr(float(x))) for x in (block.every or math.inf, block.offset, begin, end)
    )
    before = [max(0, math.ceil((time - offset) / every)) for time in (first, last)]
    return before[1] - before[0]


def _greatest(run: Run, name: str, controller: Block) -> str:
    labels = dict.fromkeys(map(quantity_of, written_by(name, controller, run.model)))
    parts = []
    for label in labels:
        most = peak(run, label)
        if most is not None:
            unit = pretty_unit(str(run[label].attrs.get("units", "")))
            parts.append(f"{label} {number(most, 5)} {unit}".strip())
    return "; ".join(parts)
