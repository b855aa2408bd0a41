"""How far a run with beams is from that of beams with endless elements.

What rods leave of a beam falls with the square of their length (docs/theory/beams.md).  A second
run with half as many elements therefore tells the error of the first, and Richardson's
extrapolation of both, x + (x - x') / ((n/n')² - 1), is exact to the next order.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import xarray as xr

from treetop.errors import TreetopError
from treetop.model.beam_body import BeamBody
from treetop.results.distance import position_of
from treetop.simulation.simulate import simulate
from treetop.topology.mechanism import mechanism_of

if TYPE_CHECKING:
    from treetop.model.model import Model
    from treetop.results.run import Run
    from treetop.system.state import State
    from treetop.system.system import System

STRAIGHT = 1e-12  # a coordinate of a hinge, below which it is at rest


def discretisation(run: Run) -> xr.Dataset:
    """The error that the number of elements leaves in where the frames of beams are.

    The model is run again with half as many elements in every beam and cable, from the same start
    with the same settings.

    Parameters
    ----------
    run : Run
        Of a model with beams, which start at rest but for the motion of their root, or in the
        equilibrium that the model asks for.

    Returns
    -------
    xarray.Dataset
        Along ``time``, ``frame`` and ``axis``: ``position`` of frames of beams, the estimated
        ``error`` of it, and the ``extrapolated`` position, m.
    """
    model = run.model
    if not model.beams:
        raise TreetopError(f"{run!r} has no beams or cables, whose elements could be halved")
    coarse = with_elements(model, 0.5)
    factor = _factor(model, coarse)
    system = coarse.build(run.system.formulation)
    begun = system.start() if model.equilibrium is not None else _started(run, system)
    times = {name: v for name, v in run.settings.arguments.items() if name not in ("every", "at")}
    other = simulate(system, begun, at=run.time, **times)
    frames = [frame.reference for beam in model.beams.values() for frame in beam.frames.values()]
    fine, rough = (_places(each, frames) for each in (run, other))
    error = (rough - fine[: len(rough)]) / (factor**2 - 1.0)
    dims, units = ("time", "frame", "axis"), {"units": "m"}
    return xr.Dataset(
        {
            "position": (dims, fine[: len(rough)], units),
            "error": (dims, error, units),
            "extrapolated": (dims, fine[: len(rough)] - error, units),
        },
        {"time": other.data.time, "frame": frames, "axis": ["x", "y", "z"]},
    )


def with_elements(model: Model, part: float) -> Model:
    """The model with so many times the elements in every beam and cable, one at least."""
    twin = model.copy()
    for name, beam in model.beams.items():
        count = max(1, round(part * beam.line.elements))
        line = replace(beam.line, elements=count)
        twin.bodies[name] = BeamBody(name, line, dict(beam.frames), list(beam.looks))  # type: ignore[assignment]
    return twin


def _factor(fine: Model, coarse: Model) -> float:
    ratios = {
        beam.line.elements / coarse.beams[name].line.elements for name, beam in fine.beams.items()
    }
    if len(ratios) > 1 or ratios == {1.0}:
        counts = ", ".join(str(beam.line.elements) for beam in fine.beams.values())
        raise TreetopError(f"beams of {counts} elements cannot all be halved: give even numbers")
    return ratios.pop()


def _started(run: Run, system: System) -> State:
    """The start of a run, for the same model with other elements."""
    own, start = run.system, run.start
    inner, values = own.mechanism.inner, dict[str, dict[str, list[float]]]()
    known = own.joint_values(start)
    for label in (*own.coordinate_labels, *own.speed_labels):
        joint, name, *part = label.split(".")
        if joint not in inner:
            values.setdefault(joint, {}).setdefault(name, []).append(known[label])
        elif abs(known[label] - (name == "attitude" and part == ["w"])) > STRAIGHT:
            what = f"the run begins with a beam that is bent: '{label}' is {known[label]:g}"
            raise TreetopError(f"{what} (start it at rest, or say 'equilibrium' in the model)")
    given = {
        joint: {name: v if len(v) > 1 else v[0] for name, v in named.items()}
        for joint, named in values.items()
    }
    begun = system.state(time=start.time, **given)
    begun.vector[system.internal] = start.vector[own.internal]
    return begun


def _places(run: Run, frames: list[str]) -> np.ndarray:
    """Where frames are along time, (time, frame, 3)."""
    mechanism, origin = mechanism_of(run.model), run.data.origin.values
    return np.stack([position_of(mechanism, run.data, each) + origin for each in frames], axis=1)
