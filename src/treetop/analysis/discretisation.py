"""How far a model with beams is from that of beams with endless elements.

What rods leave of a beam falls with the square of their length (docs/theory/beams.md).  A second
computation with half as many elements therefore tells the error of the first, and Richardson's
extrapolation of both, x + (x - x') / 3, is exact to the next order.  A third one, with a quarter of
them, tells whether this is so: the differences then fall by four.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from math import ceil
from typing import TYPE_CHECKING, Any

import numpy as np
import xarray as xr

from treetop.errors import TreetopError
from treetop.model.beam_body import BeamBody
from treetop.model.quantity import number
from treetop.results.distance import position_of
from treetop.simulation.simulate import simulate
from treetop.topology.mechanism import mechanism_of

if TYPE_CHECKING:
    from treetop.model.model import Model
    from treetop.results.run import Run
    from treetop.system.state import State
    from treetop.system.system import System

STRAIGHT = 1e-12  # a coordinate of a hinge, below which it is at rest
ORDER, ABOUT = 2.0, 0.5  # of convergence, and how far an observed one may be from it
STEPS = 10.0  # times the tolerance of steps, below which differences tell nothing of elements
SAFETY, GROWTH = 1.2, 4.0  # more elements than the estimate asks for, and at most, at a time
ROUNDS = 6
SIZE = "size"  # attribute of places: how large they are from the origin that falls along


@dataclass(frozen=True)
class Estimate:
    """A quantity, and what the number of elements leaves in it.

    Attributes
    ----------
    value : DataArray or ndarray
        With the elements of the model.
    error : DataArray or ndarray
        The value less its limit of endless elements, as far as can be told: after Richardson, or
        the whole change since half as many elements where convergence is not seen.
    extrapolated : DataArray or ndarray
        The limit; the value itself where convergence is not seen.
    order : float or None
        Of convergence, as observed; None if it was not looked for or cannot be told.
    note : str
        How far the error can be trusted.
    """

    value: Any
    error: Any
    extrapolated: Any
    order: float | None
    note: str

    @property
    def greatest(self) -> float:
        """The greatest error of all its numbers."""
        return float(np.max(np.abs(np.asarray(self.error))))


def estimated(values: list[Any], small: float = 0.0) -> Estimate:
    """What computations with n, n/2 and, if it is given, n/4 elements tell.

    Parameters
    ----------
    values : list of arrays
        The same quantity, the finest first.
    small : float
        Differences that other errors may make.
    """
    fine, change = values[0], values[1] - values[0]
    size = _norm(change)
    largest = float(np.max(np.abs(np.asarray(change))))
    if largest <= small:
        note = "the change is as small as what steps may leave"
        return Estimate(fine, abs(change), fine, None, note)
    if len(values) == 2:
        note = "order 2 is assumed; a third computation would tell"
        return Estimate(fine, change / 3.0, fine - change / 3.0, None, note)
    order = float(np.log2(_norm(values[2] - values[1]) / size))
    if abs(order - ORDER) > ABOUT:
        note = f"not in the asymptotic range, order {order:.2f}: take more elements"
        return Estimate(fine, abs(change), fine, order, note)
    note = f"order {order:.2f} observed"
    return Estimate(fine, change / 3.0, fine - change / 3.0, order, note)


def _norm(x: Any) -> float:
    return float(np.linalg.norm(np.asarray(x).ravel()))


class Discretisation:
    """What the number of elements leaves in a run; `treetop.Run.discretisation` makes it.

    ``told["boom.tip"]`` is the `Estimate` of where a frame is, ``told["hub.velocity"]`` that of any
    quantity of the run, ``told.beam("boom", "moment")`` that of a field along a beam.

    Attributes
    ----------
    run : Run
    coarser : list of Run
        The same with half as many elements, and with a quarter of them.
    """

    def __init__(self, run: Run, coarser: list[Run]) -> None:
        self.run, self.coarser = run, coarser

    def __getitem__(self, name: str) -> Estimate:
        return self._estimate(lambda run: _seen(run, name))

    def beam(self, name: str, field: str) -> Estimate:
        """The estimate of a field of `treetop.Run.beam`, at the nodes or sections of the coarsest
        beam."""
        runs = [self.run, *self.coarser]
        (along,) = {"s", "section"} & set(runs[-1].beam(name)[field].dims)
        places = runs[-1].beam(name)[along]
        return self._estimate(lambda run: _at(run.beam(name)[field], along, places))

    @property
    def frames(self) -> list[str]:
        """References to the frames of beams and cables."""
        beams = self.run.model.beams.values()
        return [frame.reference for beam in beams for frame in beam.frames.values()]

    def __repr__(self) -> str:
        counts = {name: beam.line.elements for name, beam in self.run.model.beams.items()}
        lines = ", ".join(f"{name}: {count} elements" for name, count in counts.items())
        rows = [(name, self[name]) for name in self.frames]
        width = max(len(name) for name, _ in rows)
        return "\n".join(
            [lines, *(f"{name:{width}}  {e.greatest:.2e} m  {e.note}" for name, e in rows)]
        )

    def _estimate(self, seen: Callable[[Run], Any]) -> Estimate:
        values = [seen(run) for run in (self.run, *self.coarser)]
        count = min(value.sizes["time"] for value in values)  # of the run that ended first
        time = self.run.data.time[:count]
        values = [value.isel(time=slice(count)).assign_coords(time=time) for value in values]
        method: Any = self.run.settings.method
        if method.fixed:
            return estimated(values)
        size = values[0].attrs.get(SIZE, np.abs(values[0].values).max())
        return estimated(values, STEPS * (method.rtol * float(size) + method.atol))


def discretisation(run: Run, halvings: int = 1) -> Discretisation:
    """The error that the number of elements of beams and cables leaves in a run.

    The model is run again with half as many elements in every beam and cable, from the same start
    with the same settings.

    Parameters
    ----------
    run : Run
        Of a model with beams, which start at rest but for the motion of their root, or in the
        equilibrium that the model asks for.
    halvings : 1 or 2
        With 2 it is run with a quarter of the elements too, and the order of convergence is
        observed rather than assumed.

    Returns
    -------
    Discretisation
    """
    model = run.model
    if not model.beams:
        raise TreetopError(f"{run!r} has no beams or cables, whose elements could be halved")
    return Discretisation(run, [_again(run, coarse) for coarse in _coarser(model, halvings)])


def element_error(model: Model, of: Callable[[System], Any], halvings: int = 1) -> Estimate:
    """The error that the number of elements leaves in statics, frequencies, or anything else that
    is computed of a built model.

    Parameters
    ----------
    model : Model
        With beams or cables.
    of : function of a System
        Gives a number or an array, such as
        ``lambda system: vibration(system, system.state()).frequencies[:3]``.
    halvings : 1 or 2
        With 2 the order of convergence is observed rather than assumed.
    """
    if not model.beams:
        raise TreetopError(f"{model!r} has no beams or cables, whose elements could be halved")
    models = [model, *_coarser(model, halvings)]
    return estimated([np.asarray(of(each.build()), float) for each in models])


def refined(model: Model, quantity: str, tolerance: Any, **settings: Any) -> Discretisation:
    """The run of a model with as many elements as it takes for a quantity to be exact to a
    tolerance.

    Elements of all beams and cables grow alike, from those of the model on.

    Parameters
    ----------
    model : Model
        It starts as it says.
    quantity : str
        A frame, such as ``"boom.tip"``, or a quantity of the run.
    tolerance : number, or text with a unit
        The greatest error that elements may leave in it at any sample.
    **settings
        Of `treetop.simulate`.

    Returns
    -------
    Discretisation
        Its ``run`` has the elements that were found.
    """
    wanted = number(tolerance)
    if not wanted > 0.0:
        raise TreetopError(f"a tolerance of {wanted:g} cannot be reached: give more than 0")
    part = 1.0
    for _ in range(ROUNDS):
        system = _even(model, part).build()
        estimates = discretisation(simulate(system, system.start(), **settings), 2)
        found = estimates[quantity]
        if found.greatest <= wanted:
            return estimates
        part *= min(SAFETY * np.sqrt(found.greatest / wanted), GROWTH)
    what = f"the error of '{quantity}' is {found.greatest:.2g} with all elements that were tried"
    raise TreetopError(f"{what} ({found.note}): give a larger tolerance")


def _seen(run: Run, name: str) -> xr.DataArray:
    """A quantity of a run along time, or where a frame is."""
    if name in run.quantities:
        return run[name].drop_vars("time")
    place = position_of(mechanism_of(run.model), run.data, name)
    own = {"units": "m", SIZE: np.abs(place).max()}
    coords = {"axis": ["x", "y", "z"]}
    return xr.DataArray(place + run.data.origin.values, coords, ("time", "axis"), attrs=own)


def _at(field: xr.DataArray, along: str, places: xr.DataArray) -> xr.DataArray:
    """A field at other places along a beam, by cubics through its own."""
    from scipy.interpolate import make_interp_spline

    axis, s = field.get_axis_num(along), field[along].values
    degree = min(3, len(s) - 1)
    values = field.values
    if len(s) > 1:
        values = make_interp_spline(s, values, k=degree, axis=axis)(places.values)
    return xr.DataArray(values, dims=field.dims, coords={along: places}, attrs=field.attrs)


def _again(run: Run, coarse: Model) -> Run:
    """The run of a model with other elements."""
    system = coarse.build(run.system.formulation)
    begun = system.start() if run.model.equilibrium is not None else _started(run, system)
    times = {name: v for name, v in run.settings.arguments.items() if name not in ("every", "at")}
    return simulate(system, begun, at=run.time, **times)


def _coarser(model: Model, halvings: int) -> list[Model]:
    """The model with half, and a quarter, of its elements."""
    if halvings not in (1, 2):
        raise TreetopError(f"elements are halved once or twice, not {halvings!r} times")
    counts = [beam.line.elements for beam in model.beams.values()]
    if any(count % 2**halvings for count in counts):
        numbers = ", ".join(map(str, counts))
        word, by = {1: ("halved", 2), 2: ("halved twice", 4)}[halvings]
        raise TreetopError(
            f"beams of {numbers} elements cannot all be {word}: give numbers that {by} divides"
        )
    return [with_elements(model, 0.5**k) for k in range(1, halvings + 1)]


def _even(model: Model, part: float) -> Model:
    """The model with so many times its elements, all of them divided by four."""
    return _with_counts(model, lambda count: 4 * ceil(part * count / 4))


def with_elements(model: Model, part: float) -> Model:
    """The model with so many times the elements in every beam and cable, one at least."""
    return _with_counts(model, lambda count: max(1, round(part * count)))


def _with_counts(model: Model, of: Callable[[int], int]) -> Model:
    twin = model.copy()
    for name, beam in model.beams.items():
        line = replace(beam.line, elements=of(beam.line.elements))
        twin.bodies[name] = BeamBody(name, line, dict(beam.frames), list(beam.looks))  # type: ignore[assignment]
    return twin


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
