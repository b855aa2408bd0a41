"""Runs of a campaign: a model with the numbers of each run, simulated, and the row kept of it.

Numbers are written into the tables of systems that are built once, where that is proven to be the
same, and adaptive runs of trees are made side by side.  Some of the rows are computed again from a
model that is built anew and runs alone: these must be the same to the bit.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from treetop.campaigns.draws import BLOCK, Draws
from treetop.campaigns.starts import WORTHWHILE, Begun, Starts
from treetop.core.compilation import prepare, run_clock
from treetop.errors import ModelError, RunError, TreetopError
from treetop.model import Model
from treetop.model.campaign.plan import CampaignPlan, Variation
from treetop.model.paths import Keys, keys_of, numbers_at, value_at, with_numbers
from treetop.model.run import RunSettings
from treetop.results import Run
from treetop.results.observed import history_of, number_of
from treetop.simulation.hybrid import HybridSimulation
from treetop.simulation.integrators import needed_kernels
from treetop.simulation.sample_times import sample_times
from treetop.simulation.side_by_side import Member, ended, ended_alone, prepare_lanes
from treetop.simulation.simulate import checked_settings, judge, recorded, simulate
from treetop.simulation.start_checks import require_runnable
from treetop.system.system import System

OUTCOMES = ("", "finished", "event", "invalid", "failed", "died")
"""What may come of a run, by the number that the store has: not computed yet; to its end; to an
event that stops it; a model that cannot be; a run that could not go on; a process that died."""
GOOD = (1, 2)
TIMED = 8  # runs, to tell how long one takes
LONG = 0.1  # s, of one run that tells it by itself


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

    @property
    def bits(self) -> tuple[Any, ...]:
        """All that is kept, to be compared with that of the same run elsewhere."""
        arrays = self.parameters, self.numbers, *self.histories.values()
        return self.outcome, self.message, self.time, *(each.tobytes() for each in arrays)


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

    def in_tables(self, value: float) -> list[float]:
        """What tables of a model may have of the value: a number, or one for each that it
        multiplies.  Settings of runs are in no table."""
        bases = {keys: base for keys, base in self.numbers.items() if keys[0] != "run"}
        if not self.factor:
            return [value] if bases else []
        return [base * value for base in dict.fromkeys(bases.values()) if base]

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
    lanes : bool
        Whether runs are made side by side where they can be.
    """

    def __init__(
        self,
        model: Model,
        plan: CampaignPlan,
        runs: int,
        formulation: str,
        times: Mapping[str, np.ndarray],
        lanes: bool = True,
    ) -> None:
        self.model, self.plan, self.formulation = model, plan, formulation
        self.draws, self.runs, self.lanes = Draws(plan, runs), runs, lanes
        given = {name: Variation((name,), values) for name, values in plan.cases.items()}
        self.parameters = {
            name: Parameter(model, each) for name, each in {**plan.vary, **given}.items()
        }
        self.kept = {name: each for name, each in plan.keep.items() if each.number}
        self.histories = {name: each for name, each in plan.keep.items() if not each.number}
        self.times = times
        self._settings: tuple[Any, RunSettings] | None = None
        self._starts: Starts | None = None

    def __getstate__(self) -> dict[str, Any]:
        return vars(self) | {"_starts": None}  # other processes make their own

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

    @property
    def starts(self) -> Starts:
        """What runs start from."""
        if self._starts is None:
            parameters = list(self.parameters.values())
            build, many = self._built, self.runs >= WORTHWHILE
            values = self.draws.values(0, min(self.runs, BLOCK)) if many else np.zeros((0, 0))
            self._starts = Starts(build, parameters, values)
        return self._starts

    def _built(self, values: np.ndarray) -> System:
        return self.with_values(values).build(self.formulation)

    def prepare(self) -> None:
        """Find and compile what all runs have in common, before there are processes that would each
        do it."""
        begun = Begun(self._nominal(1)[0])
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            hybrid = self._begin(begun)
        if self.lanes:
            prepare_lanes(hybrid)
        self.starts.give_back(begun)

    def time_of_run(self) -> float:
        """Wall time that a run takes, thereabouts, s."""
        self.prepare()
        for count in (1, TIMED):
            began = run_clock()
            self.rows_of(self._nominal(count))
            spent = run_clock() - began
            if spent > LONG:
                break
        return spent / count

    def _nominal(self, count: int) -> np.ndarray:
        """Values of the model as it is, in rows: none of them is a run that may end its process."""
        return np.tile(np.nan_to_num(self._read(self.model), nan=1.0), (count, 1))

    # --- rows -------------------------------------------------------------------------------

    def rows(self, first: int, last: int) -> list[Row]:
        """The rows of the runs from `first` to before `last`.

        Raises
        ------
        TreetopError
            If a run that is made again, by itself and from a model built anew, is another.
        """
        values = self.draws.values(first, last)
        rows = self.rows_of(values)
        for k in filter(_looked_at, range(first, last)):
            if rows[k - first].bits != self.row(values[k - first]).bits:
                what = f"run {k} is another one when its model is built anew and runs alone"
                hint = "this is an error of Treetop: report it, and keep the store to yourself"
                raise TreetopError(f"{what} ({hint})")
        return rows

    def rows_of(self, values: np.ndarray) -> list[Row]:
        """The rows of runs with these values; whatever fails, fails in its row alone."""
        found: dict[int, Row] = {}
        under_way: dict[int, Begun] = {}

        def members() -> Iterator[Member]:
            for k, each in enumerate(values):
                begun = Begun(each)
                with warnings.catch_warnings(record=True) as begun.warned:
                    warnings.simplefilter("always")
                    try:
                        hybrid = self._begin(begun)
                    except Exception as error:  # a run that raises anything is a row like others
                        found[k] = self._failed(error, begun)
                        self.starts.give_back(begun)
                        continue
                under_way[k] = begun
                yield Member(hybrid, k, alike=begun.alike)

        for member in (ended if self.lanes else ended_alone)(members()):
            begun = under_way.pop(member.index)
            found[member.index] = self._row_of(member, begun)
            self.starts.give_back(begun)
        return [found[k] for k in range(len(values))]

    def row(self, values: np.ndarray) -> Row:
        """The row of a run with these values, from a model built anew."""
        begun = Begun(values)
        with warnings.catch_warnings(record=True) as begun.warned:
            warnings.simplefilter("always")
            try:
                begun.model = self.with_values(values)
                run = self.simulated(begun.model, described=False)
                return self._kept(run, _first(begun.warned))
            except Exception as error:  # as above
                return self._failed(error, begun)

    def _begin(self, begun: Begun) -> HybridSimulation:
        begun.model = model = self.with_values(begun.values)
        start = self.starts.of(begun, self.formulation)
        settings = self._settings_of(model)
        start.system.require_start(start)
        require_runnable(start.system, start, settings)
        return HybridSimulation(start, settings, sample_times(start, settings))

    def _settings_of(self, model: Model) -> RunSettings:
        """The settings of a run, checked once if all runs have the same."""
        if self._settings is None or self._settings[0] is not model.run:
            arguments = {**model.run.arguments, "sensitivities": ()}  # none is kept
            self._settings = model.run, checked_settings(arguments)
            prepare(*needed_kernels(self._settings[1].method.kind, model))
        return self._settings[1]

    def _row_of(self, member: Member, begun: Begun) -> Row:
        """The row of a simulation that has ended."""
        begun.warned += member.warned
        try:
            if member.error:
                raise member.error
            with warnings.catch_warnings(record=True) as warned:
                warnings.simplefilter("always")
                run, cause = recorded(member.hybrid, member.outcome, member.wall_time)
                judge(run, member.hybrid, cause, member.outcome)
            return self._kept(run, _first([*begun.warned, *warned]))
        except Exception as error:  # as above
            return self._failed(error, begun)

    def _failed(self, error: Exception, begun: Begun) -> Row:
        """The row of a run that could not begin, or not go on."""
        partial = error.run if isinstance(error, RunError) else None
        reached = float(partial.time[-1]) if partial is not None and len(partial.time) else 0.0
        invalid = isinstance(error, ModelError)
        text = str(error) if isinstance(error, TreetopError) else repr(error)
        parameters = begun.values if begun.model is None else self._read(begun.model)
        nothing = np.full(len(self.kept), np.nan)
        return Row(3 if invalid else 4, text, 0.0 if invalid else reached, parameters, nothing)

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


def _looked_at(k: int) -> bool:
    """Whether a run is made again to be compared: the first, and of others about one in 500."""
    return k == 0 or (k * 2654435761) % 2**32 < 2**32 // 500


def _first(warned: list[warnings.WarningMessage]) -> str:
    return str(warned[0].message) if warned else ""


def died(runner: Runner, k: int) -> Row:
    """The row of a run whose process died, as often as it was tried."""
    text = "the process that computed it died, as often as it was tried"
    values = runner.draws.values(k, k + 1)[0]
    return Row(OUTCOMES.index("died"), text, 0.0, values, np.full(len(runner.kept), np.nan))
