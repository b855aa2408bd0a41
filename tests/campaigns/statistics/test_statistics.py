"""Statistics against closed forms and simulated samples."""

import numpy as np
import pytest
from scipy import stats

from treetop.campaigns.sampling import Saltelli
from treetop.campaigns.statistics.convergence import convergence
from treetop.campaigns.statistics.percentile import percentile
from treetop.campaigns.statistics.probability import probability
from treetop.campaigns.statistics.sobol_indices import sobol_indices


@pytest.mark.parametrize(("hits", "runs"), [(0, 10), (10, 10), (3, 50), (99, 100), (500, 1000)])
@pytest.mark.parametrize("confidence", [0.9, 0.9973])
def test_probabilities_are_those_of_clopper_and_pearson(hits, runs, confidence):
    found = probability(hits, runs, 0, confidence)
    exact = stats.binomtest(hits, runs).proportion_ci(confidence, method="exact")
    assert found.value == hits / runs
    assert (found.lower, found.upper) == pytest.approx((exact.low, exact.high), rel=1e-12)


def test_missing_runs_are_the_worst_to_either_side():
    found = probability(20, 45, 5, 0.95)
    low = stats.binomtest(20, 50).proportion_ci(0.95, method="exact").low
    high = stats.binomtest(25, 50).proportion_ci(0.95, method="exact").high
    assert (found.lower, found.upper) == pytest.approx((low, high), rel=1e-12)
    assert (found.value, found.missing) == (20 / 45, 5)


@pytest.mark.parametrize(("runs", "per_cent"), [(20, 50), (200, 95), (100, 10)])
def test_percentiles_are_within_their_bounds_as_often_as_is_said(rng, runs, per_cent):
    """Of many samples of an exponential distribution, at least 95 % have bounds around its
    percentile; not far more, since bounds are order statistics next to each other."""
    exact = stats.expon.ppf(per_cent / 100)
    samples = rng.exponential(size=(1000, runs))
    found = [percentile(sample, per_cent, 0.95) for sample in samples]
    within = np.mean([each.lower <= exact <= each.upper for each in found])
    assert 0.945 < within < 0.985


def test_wilks_needs_59_runs():
    """The greatest of 59 values is above the 95th percentile with 95 %, that of 58 is not."""
    for runs, finite in ((59, True), (58, False)):
        found = percentile(np.arange(float(runs)), 95, 0.9)
        assert np.isfinite(found.upper) == finite


def test_missing_values_widen_the_bounds_of_a_percentile(rng):
    values = rng.normal(size=400)
    values[:10] = np.nan
    found = percentile(values, 50, 0.95)
    worst, best = (percentile(np.nan_to_num(values, nan=v), 50, 0.95) for v in (1e9, -1e9))
    assert found.missing == 10
    assert found.value == np.nanmedian(values)
    assert found.upper == worst.upper and found.lower == best.lower
    assert percentile(np.full(3, np.nan), 50, 0.95).upper == np.inf


def test_sobol_indices_of_ishigami():
    """sin x1 + 7 sin² x2 + 0.1 x3⁴ sin x1, each uniform within ±π: T. Ishigami, T. Homma (1990)."""
    a, b, blocks = 7.0, 0.1, 16384
    x = np.pi * (2 * Saltelli(1, 3).points(0, 5 * blocks) - 1)
    y = np.sin(x[:, 0]) + a * np.sin(x[:, 1]) ** 2 + b * x[:, 2] ** 4 * np.sin(x[:, 0])
    V1 = 0.5 * (1 + b * np.pi**4 / 5) ** 2
    V2, V13 = a**2 / 8, b**2 * np.pi**8 * (1 / 18 - 1 / 50)
    V = V1 + V2 + V13
    first, total = [V1 / V, V2 / V, 0], [(V1 + V13) / V, V2 / V, V13 / V]
    found = sobol_indices(y.reshape(blocks, 5))
    assert [each.first for each in found] == pytest.approx(first, abs=0.01)
    assert [each.total for each in found] == pytest.approx(total, abs=0.01)
    for each, S, T in zip(found, first, total, strict=True):
        assert abs(each.first - S) < 4 * each.first_error < 0.1
        assert abs(each.total - T) < 4 * each.total_error < 0.1


def test_statistics_settle_down(rng):
    values = rng.normal(3, 2, size=4000)
    found = convergence(values, 50)
    assert found.runs[0] == 8 and found.runs[-1] == 4000
    assert found.mean[-1] == pytest.approx(values.mean())
    assert found.standard_error[-1] == pytest.approx(2 / np.sqrt(4000), rel=0.05)
    assert np.abs(found.mean[-1] - 3) < 4 * found.standard_error[-1]
