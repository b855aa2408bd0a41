"""A campaign: many runs of a model, with numbers that vary."""

from __future__ import annotations

import json
import os
import warnings
from collections.abc import Callable, Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

import numpy as np

from treetop.campaigns.draws import Draws, balance_note, default_runs, require_runs
from treetop.campaigns.engine import Engine, engine_of
from treetop.campaigns.identity import identity
from treetop.campaigns.one_run import GOOD, Runner
from treetop.campaigns.results import CampaignResults
from treetop.campaigns.store import Store, create
from treetop.checks.campaign import campaign_problems
from treetop.errors import ModelError, Problem, RunError, TreetopError
from treetop.formats.yaml.load import load
from treetop.model import Model
from treetop.model.campaign.kept import Kept
from treetop.model.campaign.plan import CampaignPlan, Variation
from treetop.model.paths import with_numbers
from treetop.model.quantity import Invalid
from treetop.model.specification import made_from, path
from treetop.progress import progress_of_runs
from treetop.results import Run
from treetop.results.observed import history_times, series, unit_of
from treetop.simulation.sample_times import sample_times

CHUNK_TIME = 1.0  # s of computing that a chunk of runs should take at least
LARGEST_CHUNK = 4096
MOST_CHUNKS = 1024  # that a store should have: each is some files
SHARE = 4  # chunks that each process should have at least, if there are enough runs
LOOKED_AT = 65536  # runs whose numbers are looked at together


class Campaign:
    """Many runs of one model, with numbers that vary from run to run.

    Parameters
    ----------
    model : Model or path
        What it says of a campaign holds unless something else is said here.
    store : path
        The folder that runs are written to; one that is there is gone on with.
    seed : int, optional
        Run k depends on this and on k alone.
    sampling : str, optional
        "random", "latin-hypercube", "sobol", "factorial" or "saltelli".
    invalid : str, optional
        What is done with values that no model can have: "refuse" the campaign before it runs, or
        "record" the run as failed.
    formulation : str
    functions : mapping, optional
        The user functions in a model file, by name.

    Examples
    --------
    >>> c = tt.Campaign("deploy.yaml", "deploy.campaign", seed=7)     # doctest: +SKIP
    >>> c.vary("bodies.tug.mass", scipy.stats.norm(1200, 20))         # doctest: +SKIP
    >>> c.vary("forces.spring.stiffness", "25 N/m ± 5 %")             # doctest: +SKIP
    >>> c.keep(load=tt.most(tt.reaction("boom").force))               # doctest: +SKIP
    >>> c.require(load="< 900 N")                                     # doctest: +SKIP
    >>> r = c.run(1000)                                               # doctest: +SKIP
    >>> c.rerun(r.worst("load")[0]).report("worst.html")              # doctest: +SKIP
    """

    def __init__(
        self,
        model: Model | str | os.PathLike[str],
        store: str | os.PathLike[str],
        *,
        seed: int | None = None,
        sampling: str | None = None,
        invalid: str | None = None,
        formulation: str = "recursive",
        functions: Mapping[str, Callable] | None = None,
    ) -> None:
        found = model if isinstance(model, Model) else load(model, functions)
        self.model = found.copy()
        self.store, self.formulation = Path(store), formulation
        given = {"seed": seed, "sampling": sampling, "invalid": invalid}
        said = {name: value for name, value in given.items() if value is not None}
        self._planned(**said)

    @property
    def plan(self) -> CampaignPlan:
        """What is varied, kept and required."""
        return self.model.campaign or CampaignPlan()

    def _planned(self, **changes: Any) -> None:
        """Change the plan; what cannot be is refused, and the plan stays as it was."""
        before = {item: getattr(self.plan, item) for item in self.plan.__dataclass_fields__}  # type: ignore[attr-defined]
        twin = self.model.copy()
        twin.campaign = made_from(CampaignPlan, before | changes, "campaign")
        problems = list(campaign_problems(twin))
        if problems:
            raise ModelError(problems)
        self.model = twin

    def vary(self, paths: Any, value: Any = None, *, factor: Any = None, name: str = "") -> None:
        """Let a number vary, or several alike.

        Parameters
        ----------
        paths : str or list of str
            Such as ``"bodies.tug.mass"``, ``"forces.spring.stiffness"``, ``"start.boom.slide"``,
            ``"bodies.tug.centre.x"``, ``"run.seed"``.
        value : distribution
            How it is distributed, SI: one of ``scipy.stats``, a text such as ``"25 N/m ± 5 %"``
            (equally likely within) or ``"25 N/m ± 5 % (3 sigma)"`` (normal), or levels
            ``[1, 2, 3]``.
        factor : distribution
            In place of `value`: of a number that multiplies all numbers at or below the paths.
        name : str
            Of the parameter; its path unless said.
        """
        if (value is None) == (factor is None):
            raise TreetopError("vary: give a value or a factor")
        chosen = paths if isinstance(paths, str) else next(iter(paths), "")
        where = path("campaign", "vary", name or chosen)
        given = {"paths": paths, "distribution": factor if value is None else value}
        made = made_from(Variation, given | {"factor": value is None}, where)
        self._planned(vary={**self.plan.vary, (name or chosen): made})

    def correlate(self, a: str, b: str, coefficient: float) -> None:
        """Let two parameters be correlated: the coefficient is that of their normal scores."""
        self._planned(correlate=(*self.plan.correlate, (a, b, coefficient)))

    def cases(self, table: Mapping[str, Any]) -> None:
        """Let run k have the values with number k of a table: lists of numbers, SI, by path."""
        self._planned(cases=dict(table))

    def keep(self, **kept: Kept) -> None:
        """Keep something of each run, by name: ``c.keep(load=tt.most(tt.reaction("boom").force))``.

        See `last`, `most`, `least`, `at_event`, `event_time` and `history`.
        """
        self._planned(keep={**self.plan.keep, **kept})

    def require(self, **bounds: str) -> None:
        """Require that a number that is kept is within a bound: ``c.require(load="< 900 N")``."""
        self._planned(require={**self.plan.require, **bounds})

    def run(
        self,
        runs: int | None = None,
        *,
        workers: int | None = None,
        chunk: int | None = None,
        progress: bool | None = None,
        cluster: Any = None,
        lanes: bool = True,
    ) -> CampaignResults:
        """Compute the runs that the store does not have yet.

        Parameters
        ----------
        runs : int, optional
            How many there are to be in all; more than last time are added to those.
        workers : int, optional
            Processes; one for each core unless said.
        chunk : int, optional
            Runs that are computed and written together, in a new store; else what takes a second.
        progress : bool, optional
            Show how far it is; left out, on a terminal only.
        cluster : Client, cluster or str, optional
            Of dask.distributed, or the address of its scheduler: runs are computed by its workers.
        lanes : bool
            Make runs side by side where the model allows; the bits are the same without.

        Returns
        -------
        CampaignResults
            Ctrl-C returns those that are there so far.
        """
        count = default_runs(self.plan) if runs is None else runs
        self._planned(runs=count)
        count = int(self.plan.runs)
        if chunk is not None and chunk < 1:
            raise TreetopError("a campaign needs chunks of 1 run or more")
        require_runs(self.plan, count)
        note = balance_note(self.plan, count)
        if note:
            warnings.warn(note, stacklevel=2)
        if self.plan.invalid == "refuse":
            self._require_valid(count)
        with closing(engine_of(workers, cluster)) as engine:
            opened, runner = self._opened(count, chunk, engine.workers, lanes)
            with opened as store:
                store.grow(count)
                _save_requirements(store, self.plan)
                self._compute(store, runner, engine, progress)
        return self.results()

    def results(self) -> CampaignResults:
        """What the store holds."""
        return CampaignResults(self.store)

    def rerun(self, k: int) -> Run:
        """Run number k again, to the same bits, with its full result."""
        return self._runner(self._there()).simulated(self.model_of(k))

    def worst(self, count: int = 3, of: str = "") -> dict[str, Run]:
        """The model as it is, and its worst runs again with their full results, by names.

        Parameters
        ----------
        count : int
            How many, of each number.
        of : str
            The number; without it, all of which something is required.
        """
        results = self.results()
        names = [of] if of else list(results.plan.require) or list(results.numbers)[:1]
        found = {"as planned": self._nominal()}
        for name in names:
            for k in results.worst(name, count):
                found.setdefault(f"run {k}", self.rerun(k))
        return found

    def model_of(self, k: int) -> Model:
        """The model of run number k."""
        count = self._there()
        if not 0 <= k < count:
            raise TreetopError(f"there is no run {k} of {count} (runs are counted from 0)")
        return self._runner(count).model_of(k)

    def _there(self) -> int:
        """How many runs there are: in the store, which must be that of this campaign; without one,
        as many as are planned."""
        if not _is_store(self.store):
            return default_runs(self.plan)
        store = Store(self.store)
        store.require_same(self._identity(store.runs))
        return store.runs

    # --- before runs ------------------------------------------------------------------------

    def _runner(
        self, count: int, times: Mapping[str, np.ndarray] | None = None, lanes: bool = True
    ) -> Runner:
        return Runner(self._bare(), self.plan, count, self.formulation, times or {}, lanes)

    def _bare(self) -> Model:
        """The model without a campaign."""
        return with_numbers(self.model, {})

    def _require_valid(self, count: int) -> None:
        """Refuse numbers that no model can have, where each parameter is least and greatest."""
        runner = self._runner(count)
        for k in _extremes(runner.draws, count):
            try:
                runner.model_of(k)
            except ModelError as error:
                problem = error.problems[0]
                hint = "vary it within what can be, or invalid='record' takes such runs as failed"
                what = f"run {k}: {problem.what}"
                raise ModelError([Problem(what, problem.where, hint)]) from None

    def _opened(
        self, count: int, chunk: int | None, workers: int, lanes: bool
    ) -> tuple[Store, Runner]:
        """The store of this campaign, new or gone on with, and what computes its runs."""
        identity = self._identity(count)
        if _is_store(self.store):
            store = Store(self.store)
            store.require_same(identity)
            return store, self._runner(count, store.times, lanes)
        nominal = self._nominal()
        times, units = {}, {}
        samples = sample_times(nominal.start, nominal.settings)
        for name, kept in self.plan.keep.items():
            where = path("campaign", "keep", name)
            try:
                units[name] = unit_of(kept, nominal)
                if kept.signal is not None:
                    series(kept.signal, nominal)
                if not kept.number:
                    times[name] = history_times(kept, samples)
            except TreetopError as error:
                raise ModelError([Problem(str(error), where)]) from None
        _require_units(self.plan, units)
        numbers = [name for name, kept in self.plan.keep.items() if kept.number]
        about = {
            "identity": json.dumps(identity),
            "name": self.model.name,
            "parameters": [*self.plan.vary, *self.plan.cases],
            "numbers": numbers,
            "histories": {name: found.tolist() for name, found in times.items()},
            "units": units,
        }
        runner = self._runner(count, times, lanes)
        size = chunk or _chunk(runner.time_of_run(), count, workers)
        return create(self.store, count, size, about, times), runner

    def _nominal(self) -> Run:
        """A run of the model as it is."""
        bare = self._bare()
        if bare.run.duration is None:
            hint = "add 'run: {duration: ...}' to the model"
            raise ModelError([Problem("the duration is missing", "run.duration", hint)])
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                return self._runner(1).simulated(bare)
        except RunError as error:
            raise RunError(f"the model does not run as it is: {error}", error.run) from None

    def _identity(self, count: int) -> dict[str, Any]:
        """What runs depend on."""
        return identity(self._bare(), self.plan, self.formulation, count)

    # --- runs -------------------------------------------------------------------------------

    def _compute(self, store: Store, runner: Runner, engine: Engine, progress: bool | None) -> None:
        count = runner.runs
        outcomes = store.outcomes()[:count]
        chunks = _missing(outcomes, store.chunk)
        left = int((outcomes == 0).sum())
        if not left:
            return
        runner.prepare()
        done = count - left
        failed = int((~np.isin(outcomes, (0, *GOOD))).sum())
        with progress_of_runs(count, done, progress) as show:
            try:
                for first, rows in engine.computed(runner, chunks, store.lock.release):
                    store.write(first, rows)
                    done += len(rows)
                    failed += sum(row.outcome not in GOOD for row in rows)
                    show(done, failed)
            except KeyboardInterrupt:
                pass


def _missing(outcomes: np.ndarray, chunk: int) -> list[tuple[int, int]]:
    """Runs that have no outcome yet, from the first to before the last of each chunk."""
    found = []
    for first in range(0, len(outcomes), chunk):
        (rows,) = np.nonzero(outcomes[first : first + chunk] == 0)
        if len(rows):
            found.append((first + int(rows[0]), first + int(rows[-1]) + 1))
    return found


def _chunk(spent: float, count: int, workers: int) -> int:
    """Runs that are computed and written together: a power of two that takes a second or more."""
    enough = int(np.ceil(CHUNK_TIME / max(spent, 1e-6)))
    enough = max(enough, count // MOST_CHUNKS)
    few = max(1, count // (SHARE * workers))
    return min(1 << (min(enough, LARGEST_CHUNK) - 1).bit_length(), 1 << (few.bit_length() - 1))


def _is_store(folder: Path) -> bool:
    return (folder / "zarr.json").is_file()


def _extremes(draws: Draws, count: int) -> list[int]:
    """Runs in which some parameter is least or greatest of all runs."""
    low, high = np.full(len(draws.names), np.inf), np.full(len(draws.names), -np.inf)
    found: dict[tuple[str, str], int] = {}
    for first in range(0, count, LOOKED_AT):
        values = draws.values(first, min(first + LOOKED_AT, count))
        for j, name in enumerate(draws.names):
            least, most = int(values[:, j].argmin()), int(values[:, j].argmax())
            if values[least, j] < low[j]:
                low[j], found[name, "least"] = values[least, j], first + least
            if values[most, j] > high[j]:
                high[j], found[name, "most"] = values[most, j], first + most
    return sorted(set(found.values()))


def _require_units(plan: CampaignPlan, units: Mapping[str, str]) -> None:
    """Refuse requirements in units that are not those of what is kept."""
    for name, requirement in plan.require.items():
        try:
            requirement.require_unit(units[name])
        except Invalid as error:
            where = path("campaign", "require", name)
            raise ModelError([Problem(error.what, where, error.hint)]) from None


def _save_requirements(store: Store, plan: CampaignPlan) -> None:
    """Let the store say what is required and what was planned, as its reports do."""
    _require_units(plan, store.about["units"])
    store.group.attrs["plan"] = json.dumps(plan.data)
