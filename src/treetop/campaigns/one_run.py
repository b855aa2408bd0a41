"""One run of a campaign: a model with the numbers of the run, simulated, and the row kept of it."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from treetop.campaigns.draws import Draws
from treetop.errors import ModelError, RunError, TreetopError
from treetop.model import Model
from treetop.model.campaign.plan import CampaignPlan, Variation
from treetop.model.paths import Keys, keys_of, numbers_at, value_at, with_numbers
from treetop.results import Run
from treetop.results.observed import history_of, number_of
from treetop.simulation.simulate import simulate

OUTCOMES = ("", "finished", "event", "invalid", "failed", "died")
"""What may come of a run, by the number that the store has: not computed yet; to its end; to an
event that stops it; a model that cannot be; a run that could not go on; a process that died."""
GOOD = (1, 2)


@dataclass
class Row:
    """What is kept of one run.

    Attributes
    ----------
    outcome : int
        A place in `OUTCOMES`.
    message : str
        Why it failed, or what it was warned of.
    time : float, s
        How far it came.
    parameters, numbers : arrays
        SI; parameters are read back from the model that was built.
    histories : dict of arrays
    """

    outcome: int
    message: str
    time: float
    parameters: np.ndarray
    numbers: np.ndarray
    histories: dict[str, np.ndarray] = field(default_factory=dict)


class Parameter:
    """Numbers of a model that vary together, with where they are."""

    def __init__(self, model: Model, variation: Variation) -> None:
        self.factor = variation.factor
        found = [each for p in variation.paths for each in numbers_at(model, keys_of(model, p))]
        self.numbers: dict[Keys, float] = dict(found)
        known = (keys for keys, base in self.numbers.items() if base or not self.factor)
        self.read_at = next(known, None)

    def changes(self, value: float) -> dict[Keys, float]:
        """The numbers of a model when the parameter has a value."""
        if not self.factor:
            return dict.fromkeys(self.numbers, value)
        return {keys: base * value for keys, base in self.numbers.items()}

    def value(self, model: Model) -> float:
        """The value that a model has."""
        if self.read_at is None:
            return np.nan
        found = float(value_at(model, self.read_at))
        return found / self.numbers[self.read_at] if self.factor else found


class Runner:
    """Computes runs of a campaign.

    Parameters
    ----------
    model : Model
    plan : CampaignPlan
    runs : int
    formulation : str
    times : mapping
        Times of each history that is kept, s.
    """

    def __init__(
        self,
        model: Model,
        plan: CampaignPlan,
        runs: int,
        formulation: str,
        times: Mapping[str, np.ndarray],
    ) -> None:
        self.model, self.plan, self.formulation = model, plan, formulation
        self.draws = Draws(plan, runs)
        given = {name: Variation((name,), values) for name, values in plan.cases.items()}
        self.parameters = {
            name: Parameter(model, each) for name, each in {**plan.vary, **given}.items()
        }
        self.kept = {name: each for name, each in plan.keep.items() if each.number}
        self.histories = {name: each for name, each in plan.keep.items() if not each.number}
        self.times = times

    def model_of(self, k: int) -> Model:
        """The model of run k."""
        return self.with_values(self.draws.values(k, k + 1)[0])

    def with_values(self, values: np.ndarray) -> Model:
        """The model whose parameters have these values."""
        changes: dict[Keys, float] = {}
        for parameter, value in zip(self.parameters.values(), values, strict=True):
            changes |= parameter.changes(float(value))
        return with_numbers(self.model, changes)

    def simulated(self, model: Model, described: bool = True) -> Run:
        """A run of a model, built anew; one that will not be saved need not have the model's
        text."""
        system = model.build(self.formulation)
        if not described:
            system.leave_out_description()
        return simulate(system, system.start(), **model.run.arguments, progress=False)

    def rows(self, first: int, last: int) -> list[Row]:
        """The rows of the runs from `first` to before `last`."""
        return [self.row(values) for values in self.draws.values(first, last)]

    def row(self, values: np.ndarray) -> Row:
        """The row of a run with these values; whatever fails, fails in this row alone."""
        nothing = np.full(len(self.kept), np.nan)
        built: Model | None = None
        with warnings.catch_warnings(record=True) as warned:
            warnings.simplefilter("always")
            try:
                built = self.with_values(values)
                run = self.simulated(built, described=False)
                return self._kept(run, _first(warned))
            except ModelError as error:
                parameters = values if built is None else self._read(built)
                return Row(3, str(error), 0.0, parameters, nothing)
            except Exception as error:  # a run that raises anything is a row like others
                partial = error.run if isinstance(error, RunError) else None
                reached = (
                    float(partial.time[-1]) if partial is not None and len(partial.time) else 0.0
                )
                text = str(error) if isinstance(error, TreetopError) else repr(error)
                assert built is not None or not isinstance(error, RunError)
                parameters = values if built is None else self._read(built)
                return Row(4, text, reached, parameters, nothing)

    def _kept(self, run: Run, message: str) -> Row:
        numbers = np.array([number_of(each, run) for each in self.kept.values()])
        histories = {
            name: history_of(each, run, self.times[name]) for name, each in self.histories.items()
        }
        outcome = OUTCOMES.index(run.outcome)
        reached = float(run.time[-1])
        return Row(outcome, message, reached, self._read(run.system.model), numbers, histories)

    def _read(self, model: Model) -> np.ndarray:
        """Parameters as they are in a model."""
        return np.array([each.value(model) for each in self.parameters.values()])


def _first(warned: list[warnings.WarningMessage]) -> str:
    return str(warned[0].message) if warned else ""


def died(runner: Runner, k: int) -> Row:
    """The row of a run whose process died, as often as it was tried."""
    text = "the process that computed it died, as often as it was tried"
    values = runner.draws.values(k, k + 1)[0]
    return Row(OUTCOMES.index("died"), text, 0.0, values, np.full(len(runner.kept), np.nan))
