"""Numbers of a model from measurements, by least squares."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from treetop.errors import ModelError, RunError, TreetopError
from treetop.fitting.found import Found
from treetop.fitting.measurements import Measurement, factor_to, measurements_of
from treetop.fitting.trials import Trials, require_influence
from treetop.fitting.unknowns import unknowns_of
from treetop.model import Model
from treetop.model.specification import required
from treetop.results import Run

CONFIDENCE = 0.95
IDLE = 1e-8  # part of what was measured, that a number has to change when it changes by its size
ALIKE = 1e-7  # least singular value of changes of unit length that can be distinguished


@dataclass(frozen=True)
class Fit(Found):
    """Numbers that measurements determine; their cost is half the sum of the squares of the weighed
    residuals.

    Attributes
    ----------
    low, high : ndarray
        Intervals of 95 % confidence, by Student's distribution, of the numbers; they mean nothing
        for those that a bound holds.
    covariance : ndarray
        Of the numbers, SI.
    """

    low: np.ndarray
    high: np.ndarray
    covariance: np.ndarray

    @property
    def standard_deviations(self) -> np.ndarray:
        """Standard deviations of the numbers, SI."""
        return np.sqrt(np.diag(self.covariance))

    def _aside(self, k: int) -> str:
        return f"{self.low[k]:.6g} to {self.high[k]:.6g}"


def fit(
    model: Model,
    data: Any,
    parameters: Mapping[str, Any] | Iterable[str],
    start: Mapping[str, Any] | None = None,
    sigma: Mapping[str, float] | None = None,
    runs: int = 100,
    **options: Any,
) -> Fit:
    """Find the numbers of a model with which its run comes nearest to measurements.

    Least squares by SciPy, with the gradients of `Run.sensitivity`. Samples are taken at the times
    of the data from the dense output of the method: nothing is interpolated.

    Parameters
    ----------
    model : Model
    data : mapping, table or path
        Quantities, as in ``run[quantity]``, each with a pair of times and values or a `DataArray`
        over `time`; or a table or CSV file with a column `time`. Names may carry units:
        ``"hinge.angle [deg]"``; else a `DataArray`'s own unit holds, or SI.
    parameters : mapping or list of paths
        Numbers to find, as campaigns name them; with lower and upper bounds, which may have units:
        ``{"forces.hinge.damping": ("0 N*m*s/rad", "2 N*m*s/rad")}``, None where there is none.
    start : mapping, optional
        Where the search begins; the numbers of the model unless given.
    sigma : mapping, optional
        Standard deviations of all quantities' data, SI. Unless given, quantities count by their
        rms, and the residuals say how large the noise is.
    runs : int
        At most so many are tried.
    **options
        As in `treetop.simulate`: `duration`, method, tolerances.

    Raises
    ------
    TreetopError
        Where the data do not determine a number; which one is said.

    Examples
    --------
    >>> found = tt.fit(model, "decay.csv", {"forces.hinge.damping": (0, 2)})    # doctest: +SKIP
    >>> print(found)                                                            # doctest: +SKIP
    """
    from scipy.optimize import least_squares

    required(Model, model, "what is fitted", "give a Model")
    measured = measurements_of(data)
    unknowns = unknowns_of(model, parameters, start or {})
    times = np.unique(np.concatenate([each.times for each in measured]))
    trials = Trials(model, unknowns, _span(model, times, dict(options)) | {"at": times})
    residuals = _Residuals(trials, measured, sigma)
    magnitude = np.linalg.norm(np.concatenate(residuals.targets))
    sizes = np.linalg.norm(residuals.jacobian(trials.start), axis=0)
    require_influence(unknowns, sizes, IDLE * float(magnitude), "what was measured")
    found = least_squares(
        residuals.values,
        trials.start,
        residuals.jacobian,
        trials.bounds,
        max_nfev=runs,
        xtol=1e-10,
        ftol=1e-12,
        gtol=1e-12,
    )
    residuals.require_distinct(found.jac)
    variance = 1.0 if sigma else 2.0 * found.cost / max(found.fun.size - found.x.size, 1)
    inner = np.linalg.inv(found.jac.T @ found.jac) * variance
    covariance = inner * np.outer(trials.scales, trials.scales)
    half = _quantile(found.fun.size - found.x.size, sigma) * np.sqrt(np.diag(covariance))
    fitted, run = trials.fitted(found.x)
    values = found.x * trials.scales
    held = [each.name for each, k in zip(unknowns, found.active_mask, strict=True) if k]
    return Fit(
        [each.name for each in unknowns],
        [each.unit for each in unknowns],
        values,
        held,
        float(found.cost),
        found.status > 0,
        str(found.message),
        trials.history,
        fitted,
        run,
        values - half,
        values + half,
        covariance,
    )


class _Residuals:
    """How far a run is from the data, in terms of their deviations, and its derivatives."""

    def __init__(
        self, trials: Trials, measured: list[Measurement], sigma: Mapping[str, float] | None
    ) -> None:
        self.trials, self.measured = trials, measured
        first = trials.run(trials.start)
        self.targets, self.weights = [], []
        for each in measured:
            history = first[each.quantity]
            wanted = str(history.attrs.get("units", ""))
            data = each.values * factor_to(each.unit, wanted, each.quantity)
            if data.shape[1:] != history.shape[1:]:
                what = f"the data of '{each.quantity}' have {data.shape[1:]} numbers at each time"
                raise TreetopError(f"{what} (the quantity has {history.shape[1:]})")
            deviation = _deviation(each.quantity, data, sigma)
            self.weights.append(1.0 / deviation)
            self.targets.append(data.ravel() / deviation)

    def values(self, x: np.ndarray) -> np.ndarray:
        """Infinite where there is no such model or run, whence the search turns back."""
        try:
            run = self.trials.run(x)
        except (ModelError, RunError):
            if not self.trials.history:
                raise
            self.trials.note(x, np.inf)
            return np.full(sum(target.size for target in self.targets), np.inf)
        found = np.concatenate(
            [
                weight * self._sampled(run, each, run[each.quantity]) - target
                for each, weight, target in self._parts()
            ]
        )
        self.trials.note(x, float(found @ found) / 2.0)
        return found

    def jacobian(self, x: np.ndarray) -> np.ndarray:
        run = self.trials.run(x)
        columns = [
            np.concatenate(
                [
                    weight * self._sampled(run, each, run.sensitivity(each.quantity, to=name))
                    for each, weight, _ in self._parts()
                ]
            )
            for name in (unknown.name for unknown in self.trials.unknowns)
        ]
        return np.stack(columns, axis=1) * self.trials.scales

    def require_distinct(self, jacobian: np.ndarray) -> None:
        """Refuse numbers whose changes the data cannot tell apart."""
        lengths = np.linalg.norm(jacobian, axis=0)
        _, sizes, rows = np.linalg.svd(jacobian / np.where(lengths > 0, lengths, 1.0))
        if jacobian.shape[0] >= jacobian.shape[1] and sizes[-1] > ALIKE:
            return
        weak = np.abs(rows[-1]) > 0.1
        pairs = zip(self.trials.unknowns, weak, strict=True)
        names = " and ".join(f"'{each.name}'" for each, part in pairs if part)
        raise TreetopError(f"the data do not determine {names} (leave one out, or measure more)")

    def _parts(self) -> Any:
        return zip(self.measured, self.weights, self.targets, strict=True)

    def _sampled(self, run: Run, measured: Measurement, history: Any) -> np.ndarray:
        """A history at the times of data; after what happens there."""
        reached = float(run.time[-1])
        if measured.times[-1] > reached:
            what = f"the run ended at {reached:.9g} s, before the data of '{measured.quantity}'"
            raise RunError(f"{what} at {measured.times[-1]:.9g} s", run)
        rows = np.searchsorted(np.asarray(run.time), measured.times, side="right") - 1
        return np.asarray(history.values[rows]).ravel()


def _span(model: Model, times: np.ndarray, options: dict[str, Any]) -> dict[str, Any]:
    """Options of runs, which last to the last of the data unless a duration is given."""
    from treetop.model.quantity import number

    begin = model.build().start().time
    end = begin + float(number(options["duration"], "s")) if "duration" in options else np.inf
    outside = times[(times < begin) | (times > end)]
    if outside.size:
        what = f"there are data at {outside[0]:.9g} s"
        raise TreetopError(f"{what}, outside the run from {begin:g} to {end:g} s (leave them out)")
    return {"duration": float(times[-1] - begin)} | options


def _deviation(name: str, data: np.ndarray, sigma: Mapping[str, float] | None) -> float:
    if sigma is None:
        return float(np.sqrt(np.mean(data**2))) or 1.0
    if name not in sigma or not float(sigma[name]) > 0.0:
        raise TreetopError(f"sigma has no positive number for '{name}'")
    return float(sigma[name])


def _quantile(freedom: int, sigma: Mapping[str, float] | None) -> float:
    """Quantile of Student's distribution, or the normal one where the deviations are known."""
    from scipy import stats

    q = 0.5 + CONFIDENCE / 2.0
    return float(stats.norm.ppf(q) if sigma else stats.t.ppf(q, max(freedom, 1)))
