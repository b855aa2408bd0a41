"""Numbers of a model that make something small, within requirements."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from treetop.errors import ModelError, Problem, TreetopError
from treetop.fitting.found import Found
from treetop.fitting.trials import Trials, require_influence
from treetop.fitting.unknowns import unknowns_of
from treetop.model import Model
from treetop.model.campaign.kept import Kept
from treetop.model.campaign.requirement import requirement_of
from treetop.model.quantity import Invalid, number
from treetop.model.specification import required
from treetop.results.observed import number_and_gradient, unit_of

FINE = 1e-12  # change of the cost at which the search ends, part of its first gradient
IDLE = 1e-8  # part of what is minimised, that a number has to change when it changes by its size
MET = 1e-6  # how far a requirement may be missed, part of its first gradient


@dataclass(frozen=True)
class Optimum(Found):
    """Numbers with which something is least.

    Attributes
    ----------
    requirements : dict
        What is required, in words, with the value that it has.
    """

    requirements: dict[str, float]


def optimise(
    model: Model,
    minimise: Any,
    parameters: Mapping[str, Any] | Iterable[str],
    require: Iterable[tuple[Kept, Any]] = (),
    start: Mapping[str, Any] | None = None,
    steps: int = 100,
    **options: Any,
) -> Optimum:
    """Find the numbers of a model with which something of its run is least.

    Sequential quadratic programming by SciPy (SLSQP), with the gradients of `Run.sensitivity`. A
    least value near the start is found; there may be lesser ones elsewhere.

    Parameters
    ----------
    model : Model
    minimise : Kept or list of pairs
        ``tt.last("boom.slide")``, ``tt.most(...)``, ``tt.least(...)`` of the samples or
        ``tt.event_time(...)``; or pairs of such and a scale: the sum of the squares of their
        quotients, ``[(tt.last("hinge.angle"), "1 deg"), (tt.last("hinge.rate"), "1 deg/s")]``.
    parameters : mapping or list of paths
        Numbers to find, as `treetop.fit` has them, with bounds or without.
    require : list of pairs, optional
        What must be met: ``(tt.last("hinge.angle"), "30 deg")`` exactly,
        ``(tt.most("hinge.torque"), "at most 2 N*m")`` as campaigns require it.
    start : mapping, optional
        Where the search begins; the numbers of the model unless given.
    steps : int
        At most so many of the search.
    **options
        As in `treetop.simulate`: `duration`, method, tolerances.

    Examples
    --------
    >>> least = tt.optimise(model, tt.most("wing.tip"), ["start.hub.rate"])     # doctest: +SKIP
    >>> print(least)                                                            # doctest: +SKIP
    """
    from scipy.optimize import minimize

    required(Model, model, "what is optimised", "give a Model")
    unknowns = unknowns_of(model, parameters, start or {})
    trials = Trials(model, unknowns, options)
    cost, limits = _cost(trials, minimise), [_limit(trials, *_pair(each)) for each in require]
    first = trials.start
    values, gradients = zip(cost(first), *(limit.of(first) for limit in limits), strict=True)
    sizes, least = np.linalg.norm(gradients, axis=0), IDLE * float(np.linalg.norm(values))
    require_influence(unknowns, sizes, least, "what is minimised or required")
    scale = float(np.linalg.norm(gradients[0])) or 1.0

    def noted(x: np.ndarray) -> tuple[float, np.ndarray]:
        value, gradient = cost(x)
        trials.note(x, value)
        return value / scale, gradient / scale

    found = minimize(
        noted,
        first,
        jac=True,
        method="SLSQP",
        bounds=np.transpose(trials.bounds),
        constraints=[limit.constraint(first) for limit in limits],
        options={"maxiter": steps, "ftol": FINE},
    )
    best, run = trials.fitted(found.x)
    low, high = trials.bounds
    held = (found.x <= low) | (found.x >= high)
    missed = [limit for limit in limits if limit.missed(found.x, first)]
    message = (
        f"{'; '.join(each.words for each in missed)} not met" if missed else str(found.message)
    )
    return Optimum(
        [each.name for each in unknowns],
        [each.unit for each in unknowns],
        found.x * trials.scales,
        [each.name for each, at in zip(unknowns, held, strict=True) if at],
        cost(found.x)[0],
        bool(found.success) and not missed,
        message,
        trials.history,
        best,
        run,
        {limit.words: limit.of(found.x)[0] for limit in limits},
    )


class Limit(NamedTuple):
    """A requirement, as a function that is to be zero, or not negative."""

    words: str
    of: Callable[[np.ndarray], tuple[float, np.ndarray]]
    value: float
    sign: float  # -1: at most, 1: at least, 0: equal

    def constraint(self, first: np.ndarray) -> dict[str, Any]:
        """As SciPy has it."""
        factor = (self.sign or 1.0) / self._scale(first)
        return {
            "type": "ineq" if self.sign else "eq",
            "fun": lambda x: factor * (self.of(x)[0] - self.value),
            "jac": lambda x: factor * self.of(x)[1],
        }

    def missed(self, x: np.ndarray, first: np.ndarray) -> bool:
        excess = (self.of(x)[0] - self.value) / self._scale(first)
        return bool(abs(excess) > MET if not self.sign else self.sign * excess < -MET)

    def _scale(self, first: np.ndarray) -> float:
        return float(np.linalg.norm(self.of(first)[1])) or 1.0


def _cost(trials: Trials, minimise: Any) -> Callable[[np.ndarray], tuple[float, np.ndarray]]:
    """What is to be least, with its gradient by scaled numbers."""
    if isinstance(minimise, Kept):
        return _differentiated(trials, minimise)
    terms = [_pair(each) for each in minimise] if isinstance(minimise, (list, tuple)) else []
    if not terms:
        hint = "give one such as tt.last('boom.slide'), or a list of pairs of such and scales"
        raise TreetopError(f"what is minimised is not known ({hint})")
    functions = [_differentiated(trials, kept) for kept, _ in terms]
    scales = [_number_of(trials, kept, scale) for kept, scale in terms]
    if not min(scales) > 0.0:
        raise TreetopError("scales of what is minimised are not positive")

    def squares(x: np.ndarray) -> tuple[float, np.ndarray]:
        pairs = [of(x) for of in functions]
        quotients = [value / scale for (value, _), scale in zip(pairs, scales, strict=True)]
        parts = zip(quotients, pairs, scales, strict=True)
        gradient = sum(2.0 * q * slope / scale for q, (_, slope), scale in parts)
        return float(np.dot(quotients, quotients)), np.asarray(gradient)

    return squares


def _differentiated(trials: Trials, kept: Kept) -> Callable[..., tuple[float, np.ndarray]]:
    names = [each.name for each in trials.unknowns]

    def of(x: np.ndarray) -> tuple[float, np.ndarray]:
        value, gradient = number_and_gradient(kept, trials.run(x), names)
        return value, gradient * trials.scales

    return of


def _limit(trials: Trials, kept: Kept, wanted: Any) -> Limit:
    """A requirement: a bound if it begins with a sense, else the value itself."""
    of = _differentiated(trials, kept)
    try:
        bound = requirement_of(wanted)
    except Invalid:
        value = _number_of(trials, kept, wanted)
        return Limit(f"{kept.words} = {wanted}", of, value, 0.0)
    value = _number_of(trials, kept, bound.text)
    return Limit(f"{kept.words} {bound.data}", of, value, -1.0 if "<" in bound.sense else 1.0)


def _pair(value: Any) -> tuple[Kept, Any]:
    if isinstance(value, (list, tuple)) and len(value) == 2 and isinstance(value[0], Kept):
        return value[0], value[1]
    hint = "give pairs such as (tt.last('hinge.angle'), '1 deg')"
    raise TreetopError(f"{value!r} is not a quantity of a run and a number ({hint})")


def _number_of(trials: Trials, kept: Kept, value: Any) -> float:
    """A number in the unit of what is kept."""
    unit = unit_of(kept, trials.run(trials.start))
    try:
        return float(number(value, unit or "1"))
    except Invalid as error:
        raise ModelError([Problem(error.what, kept.words, error.hint)]) from None
