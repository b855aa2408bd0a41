"""What the store of a campaign holds, and its statistics: of one number at a time, so that a
million runs need a few megabytes."""

from __future__ import annotations

import json
import os
from collections import Counter
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from treetop.campaigns.one_run import GOOD, OUTCOMES
from treetop.campaigns.statistics.convergence import Convergence, convergence
from treetop.campaigns.statistics.percentile import Percentile, percentile
from treetop.campaigns.statistics.probability import Probability, probability
from treetop.campaigns.statistics.sobol_indices import SobolIndex, sobol_indices
from treetop.campaigns.store import HISTORY, Store, text
from treetop.errors import TreetopError
from treetop.model.campaign.plan import CampaignPlan
from treetop.model.campaign.requirement import Requirement, requirement_of
from treetop.model.quantity import Invalid
from treetop.model.specification import made_from, unknown
from treetop.results.views import CampaignViews

CONFIDENCE = 0.95
SLICE = 2_000_000  # values of histories that are held at a time


class Failure(NamedTuple):
    """A run that failed."""

    run: int
    outcome: str
    time: float
    message: str


class Envelope(NamedTuple):
    """The runs' values of a quantity at each time; `low` and `high` are percentiles."""

    times: np.ndarray
    least: np.ndarray
    low: np.ndarray
    median: np.ndarray
    high: np.ndarray
    most: np.ndarray


class CampaignResults(CampaignViews):
    """Runs of a campaign, and their statistics.

    Parameters
    ----------
    store : path
        That a campaign has written, or is writing.

    Attributes
    ----------
    name : str
        Of the model.
    plan : CampaignPlan
    parameters, numbers, histories : list of str
        Names of what varies and of what is kept.
    units : dict
        Of what is kept, SI.

    Examples
    --------
    >>> r = tt.CampaignResults("deploy.campaign")               # doctest: +SKIP
    >>> r.percentile("load", 99.73).upper                       # doctest: +SKIP
    >>> r.probability("load > 900 N").upper                     # doctest: +SKIP
    """

    def __init__(self, store: str | os.PathLike[str]) -> None:
        self.store = Store(store)
        about = self.store.about
        self.name: str = about["name"]
        self.parameters: list[str] = about["parameters"]
        self.numbers: list[str] = about["numbers"]
        self.histories: list[str] = list(about["histories"])
        self.units: dict[str, str] = about["units"]
        self.plan = made_from(CampaignPlan, json.loads(about.get("plan", "{}")), "campaign")
        self.outcomes = self.store.outcomes()

    @property
    def runs(self) -> int:
        """How many runs there are to be."""
        return len(self.outcomes)

    @property
    def done(self) -> int:
        """How many have been computed, failed ones among them."""
        return int((self.outcomes > 0).sum())

    @property
    def failed(self) -> int:
        """How many have failed."""
        return int((~np.isin(self.outcomes, (0, *GOOD))).sum())

    @cached_property
    def counts(self) -> dict[str, int]:
        """How many runs came to what."""
        found = Counter(self.outcomes.tolist())
        return {OUTCOMES[k] or "not computed": found[k] for k in sorted(found)}

    def failures(self, count: int | None = None) -> list[Failure]:
        """Runs that failed, in order; the first few of them."""
        (rows,) = np.nonzero(~np.isin(self.outcomes, (0, *GOOD)))
        return [self._failure(int(k)) for k in rows[:count]]

    def _failure(self, k: int) -> Failure:
        message = text(self.store.read("message", slice(k, k + 1))[0])
        time = float(self.store.read("time", slice(k, k + 1))[0])
        return Failure(k, OUTCOMES[self.outcomes[k]], time, message)

    def warnings(self) -> dict[str, int]:
        """What runs were warned of, and how many of them."""
        found: Counter[str] = Counter()
        for rows in self.store.pieces():
            letters = self.store.read("message", rows)
            warned = letters[:, 0].astype(bool) & np.isin(self.outcomes[rows], GOOD)
            found.update(text(each) for each in letters[warned])
        return dict(found)

    def parameter(self, name: str) -> np.ndarray:
        """Values of a parameter, SI, as they were in the models that were built; NaN where a run
        has not been computed."""
        return self._column("parameters", name, self.parameters)

    def values(self, name: str) -> np.ndarray:
        """Values of a number that is kept, SI; NaN where a run has none: it failed, its event did
        not happen, or it has not been computed."""
        return self._column("numbers", name, self.numbers)

    def _column(self, array: str, name: str, known: list[str]) -> np.ndarray:
        if name not in known:
            problem = unknown(array[:-1], name, known, "")
            raise TreetopError(f"{self.store.folder}: {problem}")
        column = known.index(name)
        found = [self.store.read(array, rows, column) for rows in self.store.pieces()]
        return np.concatenate(found)

    def _counted(self, name: str) -> np.ndarray:
        """Values of all runs that have been computed."""
        return self.values(name)[self.outcomes > 0]

    def mean(self, name: str) -> float:
        """The mean of a number, of the runs that have one."""
        found = self._counted(name)
        return float(np.nanmean(found)) if np.isfinite(found).any() else np.nan

    def percentile(self, name: str, per_cent: float, confidence: float = CONFIDENCE) -> Percentile:
        """A percentile of a number, with bounds by order statistics that hold for any distribution.

        Parameters
        ----------
        name : str
        per_cent : float
            Such as 99.73.
        confidence : float
            With which the percentile lies between both bounds; beyond one of them it lies with half
            of what is left.
        """
        _require_part(per_cent / 100, "percentile")
        _require_part(confidence, "confidence")
        self._require_independent("percentiles with bounds")
        return percentile(self._counted(name), per_cent, confidence)

    def probability(self, bound: str, confidence: float = CONFIDENCE) -> Probability:
        """The probability that a number is within a bound, such as ``"load > 900 N"``, with the
        bounds of Clopper and Pearson."""
        name, requirement = self._bound(bound)
        return self.meeting(name, requirement, confidence)

    def requirement(self, name: str, confidence: float = CONFIDENCE) -> Probability:
        """The probability that a number meets what is required of it."""
        if name not in self.plan.require:
            problem = unknown("requirement", name, self.plan.require, "")
            raise TreetopError(f"{self.store.folder}: {problem}")
        return self.meeting(name, self.plan.require[name], confidence)

    def meeting(
        self, name: str, requirement: Requirement, confidence: float = CONFIDENCE
    ) -> Probability:
        """The probability that a number meets a requirement."""
        _require_part(confidence, "confidence")
        self._require_independent("probabilities with bounds")
        found = self._counted(name)
        missing = int(np.isnan(found).sum())
        hits = int(np.count_nonzero(requirement.met(found)))
        return probability(hits, len(found) - missing, missing, confidence)

    def _bound(self, text: str) -> tuple[str, Requirement]:
        for name in sorted(self.numbers, key=len, reverse=True):
            if isinstance(text, str) and text.startswith(name):
                try:
                    found = requirement_of(text[len(name) :])
                    found.require_unit(self.units[name])
                except Invalid as error:
                    raise TreetopError(f"{text!r}: {error.what} ({error.hint})") from None
                return name, found
        raise TreetopError(str(unknown("number", text, self.numbers, "")))

    @property
    def formulation(self) -> str:
        """The formulation of the equations of motion."""
        return str(json.loads(self.store.about["identity"])["formulation"])

    def worst(self, name: str, count: int = 1) -> list[int]:
        """Runs whose number is farthest to the side that is required not to be; greatest first
        where nothing is required. Failed ones are in `failures`."""
        found = self.values(name)
        required = self.plan.require.get(name)
        upward = required is None or required.sense[0] == "<"
        order = np.argsort(-found if upward else found, kind="stable")
        return [int(k) for k in order[: min(count, int(np.isfinite(found).sum()))]]

    def convergence(self, name: str, per_cent: float = 50.0) -> Convergence:
        """Mean, standard error and a percentile of the first runs, then of more."""
        return convergence(self._counted(name), per_cent)

    def rank_correlations(self, name: str) -> dict[str, float]:
        """Spearman's correlation of a number with each parameter; NaN for one that is constant."""
        from scipy.stats import rankdata

        found = self.values(name)
        there = np.isfinite(found)
        result = {}
        for parameter in self.parameters:
            given = self.parameter(parameter)[there]
            ranks = rankdata(given), rankdata(found[there])
            spread = [np.ptp(each) > 0 if len(each) else False for each in ranks]
            result[parameter] = float(np.corrcoef(*ranks)[0, 1]) if all(spread) else np.nan
        return result

    def sobol_indices(self, name: str) -> dict[str, SobolIndex]:
        """Which part of the variance of a number is due to each parameter; for runs that were
        sampled by "saltelli". Blocks with a run that has no value are left out."""
        if self.plan.sampling != "saltelli":
            hint = "sample by 'saltelli'"
            raise TreetopError(f"Sobol indices need points of their own ({hint})")
        found, size = self.values(name), len(self.plan.vary) + 2
        blocks = found[: len(found) // size * size].reshape(-1, size)
        whole = blocks[np.isfinite(blocks).all(axis=1)]
        if len(whole) < 2:
            raise TreetopError(f"{len(whole)} blocks of {size} runs are whole (compute more runs)")
        return dict(zip(self.plan.vary, sobol_indices(whole), strict=True))

    def times(self, name: str) -> np.ndarray:
        """Times of a history, s."""
        if name not in self.histories:
            raise TreetopError(str(unknown("history", name, self.histories, "")))
        return np.array(self.store.about["histories"][name])

    def history(self, name: str, run: int) -> np.ndarray:
        """A quantity over time in one run; NaN where it has no sample."""
        self.times(name)
        return self.store.read(f"{HISTORY}/{name}", slice(run, run + 1))[0]

    def envelope(self, name: str, per_cent: float = 90.0) -> Envelope:
        """What all runs are within over time, and what most are: `per_cent` of those that have a
        value there."""
        _require_part(per_cent / 100, "part")
        times, rows = self.times(name), []
        width = max(1, SLICE // max(1, self.runs))
        levels = [0, 50 - per_cent / 2, 50, 50 + per_cent / 2, 100]
        for first in range(0, len(times), width):
            columns = slice(first, first + width)
            parts = [
                self.store.read(f"{HISTORY}/{name}", piece, columns)
                for piece in self.store.pieces()
            ]
            rows.append(_percentiles(np.concatenate(parts), levels))
        return Envelope(times, *np.concatenate(rows, axis=1))

    def _require_independent(self, what: str) -> None:
        """Refuse what holds of independent runs alone."""
        if self.plan.sampling in ("factorial", "saltelli") and self.plan.vary:
            hint = "take 'random', 'latin-hypercube' or 'sobol'"
            raise TreetopError(f"runs by '{self.plan.sampling}' have no {what} ({hint})")

    def __repr__(self) -> str:
        return f"<Campaign of '{self.name}': {self.done} of {self.runs} runs, {self.failed} failed>"


def _percentiles(values: np.ndarray, levels: list[float]) -> np.ndarray:
    """Percentiles of each column, of values that are there."""
    found = np.full((len(levels), values.shape[1]), np.nan)
    there = np.isfinite(values).any(axis=0)
    if there.any():
        found[:, there] = np.nanpercentile(values[:, there], levels, axis=0)
    return found


def _require_part(value: Any, what: str) -> None:
    if not 0 < value < 1:
        raise TreetopError(f"a {what} of {value:g} is not within 0 and 1")
