"""Numbers that runs are given: points of the unit cube, correlated, then by each distribution."""

from __future__ import annotations

from typing import Any

import numpy as np

from treetop.campaigns.sampling import Sampling, sampling_of
from treetop.campaigns.sampling.sobol import LONGEST
from treetop.errors import TreetopError
from treetop.model.campaign.plan import CampaignPlan, Distribution

# Runs are drawn by blocks that begin at multiples of this, whatever is asked for: bits of a run do
# not depend on which others are drawn with it.
BLOCK = 128
_EDGE = 2.0**-53  # points are kept off 0 and 1, where some distributions are infinite


class Draws:
    """Numbers of every run, by parameter.

    Parameters
    ----------
    plan : CampaignPlan
    runs : int
        How many there will be; it matters to Latin hypercubes alone.
    """

    def __init__(self, plan: CampaignPlan, runs: int) -> None:
        self.plan = plan
        self.names = (*plan.vary, *plan.cases)
        spread = [variation.distribution for variation in plan.vary.values()]
        self.inverses = [_inverse(each) for each in spread]
        self.cases = np.array(list(plan.cases.values())).T
        self.factor = _correlation_factor(plan)
        levels = [len(each.levels) or None for each in spread]
        self.sampling: Sampling | None = None
        if spread:
            self.sampling = sampling_of(plan.sampling, plan.seed, len(spread), runs, levels)

    def values(self, first: int, last: int) -> np.ndarray:
        """Numbers of the runs from `first` to before `last`, SI: one row each."""
        begin = first - first % BLOCK
        blocks = [self._block(start) for start in range(begin, last, BLOCK)]
        return np.concatenate(blocks)[first - begin : last - begin]

    def _block(self, first: int) -> np.ndarray:
        found = np.zeros((BLOCK, len(self.names)))
        if self.sampling is not None:
            points = np.clip(self.sampling.points(first, first + BLOCK), _EDGE, 1 - _EDGE)
            points = points if self.factor is None else _correlated(points, self.factor)
            for j, inverse in enumerate(self.inverses):
                found[:, j] = inverse(points[:, j])
        if len(self.cases):
            rows = np.minimum(np.arange(first, first + BLOCK), len(self.cases) - 1)
            found[:, len(self.inverses) :] = self.cases[rows]
        return found


def _inverse(distribution: Distribution) -> Any:
    """The quantile function of a distribution."""
    if not distribution.name:
        levels = np.array(distribution.levels)
        return lambda u: levels[np.minimum((u * len(levels)).astype(int), len(levels) - 1)]
    from scipy import stats

    return getattr(stats, distribution.name)(**dict(distribution.parameters)).ppf


def _correlation_factor(plan: CampaignPlan) -> np.ndarray | None:
    """The lower factor of the correlations of normal scores, if there are any."""
    if not plan.correlate:
        return None
    names = list(plan.vary)
    matrix = np.eye(len(names))
    for a, b, coefficient in plan.correlate:
        i, j = names.index(a), names.index(b)
        matrix[i, j] = matrix[j, i] = coefficient
    try:
        return np.linalg.cholesky(matrix)
    except np.linalg.LinAlgError:
        what = "campaign.correlate: no numbers are correlated like this"
        raise TreetopError(f"{what} (the matrix of correlations is not positive)") from None


def _correlated(points: np.ndarray, factor: np.ndarray) -> np.ndarray:
    """Points whose normal scores are correlated: a Gaussian copula."""
    from scipy.special import ndtr, ndtri

    return np.clip(ndtr(ndtri(points) @ factor.T), _EDGE, 1 - _EDGE)


def require_runs(plan: CampaignPlan, runs: int) -> None:
    """Refuse numbers of runs that the sampling does not have."""
    if plan.cases and runs > len(next(iter(plan.cases.values()))):
        count = len(next(iter(plan.cases.values())))
        raise TreetopError(f"{runs} runs of {count} cases (give at most {count} runs)")
    if plan.correlate and plan.sampling in ("factorial", "saltelli"):
        hint = "take another sampling, or leave out correlations"
        raise TreetopError(f"'{plan.sampling}' has parameters that are independent ({hint})")
    if not plan.vary:
        return
    block = len(plan.vary) + 2
    if plan.sampling == "saltelli" and runs % block:
        below, above = runs - runs % block, runs - runs % block + block
        choice = f"{below} or {above}" if below else f"{above}"
        raise TreetopError(f"'saltelli' has blocks of {block} runs (give {choice})")
    if plan.sampling in ("sobol", "saltelli") and runs > LONGEST:
        raise TreetopError(f"Sobol's sequence has {LONGEST} points (give fewer runs)")
    if plan.sampling == "factorial":
        size = Draws(plan, runs).sampling.size  # type: ignore[union-attr]
        if runs > size:
            raise TreetopError(f"the factorial has {size} runs, not {runs} (give at most {size})")


def default_runs(plan: CampaignPlan) -> int:
    """How many runs there are if nobody says so."""
    if plan.runs is not None:
        return int(plan.runs)
    if plan.cases:
        return len(next(iter(plan.cases.values())))
    if plan.vary and plan.sampling == "factorial":
        return int(Draws(plan, 1).sampling.size)  # type: ignore[union-attr]
    raise TreetopError("how many runs? give --runs, or 'campaign: {runs: ...}' in the model")


def balance_note(plan: CampaignPlan, runs: int) -> str:
    """What is to be said of the number of points of Sobol's sequence, or nothing."""
    points = runs // (len(plan.vary) + 2) if plan.sampling == "saltelli" else runs
    if plan.sampling not in ("sobol", "saltelli") or not plan.vary or points & (points - 1) == 0:
        return ""
    below = 1 << (points.bit_length() - 1)
    unit = len(plan.vary) + 2 if plan.sampling == "saltelli" else 1
    choice = f"{below * unit} or {2 * below * unit} runs"
    return f"{points} points of Sobol's sequence are not balanced: {choice} are"
