"""Numbers that runs are given."""

import numpy as np
import pytest
from scipy import stats

from treetop.campaigns.draws import Draws
from treetop.model.campaign.plan import CampaignPlan


def draws(runs=1024, **plan):
    return Draws(CampaignPlan(**plan), runs)


@pytest.mark.parametrize("sampling", ["random", "latin-hypercube", "sobol"])
def test_numbers_are_distributed_as_they_should_be(sampling):
    given = {"a": "25 N/m ± 4 %", "b": stats.norm(3, 2), "c": [1, 2, 5], "d": stats.expon(0, 2)}
    values = draws(vary=given, sampling=sampling).values(0, 1024)
    assert stats.kstest(values[:, 0], stats.uniform(24, 2).cdf).pvalue > 1e-3
    assert stats.kstest(values[:, 1], stats.norm(3, 2).cdf).pvalue > 1e-3
    assert stats.kstest(values[:, 3], stats.expon(0, 2).cdf).pvalue > 1e-3
    assert set(values[:, 2]) == {1, 2, 5}
    assert abs(np.mean(values[:, 2] == 5) - 1 / 3) < 0.05


def test_sigmas_of_a_tolerance():
    values = draws(vary={"a": "10 ± 3 (3 sigma)"}).values(0, 1024)[:, 0]
    assert stats.kstest(values, stats.norm(10, 1).cdf).pvalue > 1e-3


@pytest.mark.parametrize("sampling", ["random", "sobol", "latin-hypercube", "saltelli"])
def test_bits_of_a_run_do_not_depend_on_others(sampling):
    given = {"vary": {"a": stats.norm(0, 1), "b": stats.gamma(2.5)}, "sampling": sampling}
    given |= {"correlate": [("a", "b", 0.5)]} if sampling != "saltelli" else {}
    whole = draws(**given).values(0, 700)
    assert np.array_equal(draws(**given).values(333, 334)[0], whole[333])
    assert np.array_equal(draws(**given).values(100, 500), whole[100:500])


def test_correlations_are_those_of_normal_scores():
    given = {"a": stats.norm(5, 2), "b": stats.norm(0, 1), "c": "1 ± 5 %"}
    values = draws(vary=given, correlate=[("a", "b", -0.7)]).values(0, 8000)
    found = np.corrcoef(values.T)
    assert found[0, 1] == pytest.approx(-0.7, abs=0.02)
    assert abs(found[0, 2]) < 0.04 and abs(found[1, 2]) < 0.04
    assert stats.kstest(values[:, 0], stats.norm(5, 2).cdf).pvalue > 1e-3


def test_cases_are_given_in_order():
    values = draws(vary={"a": [7.0]}, cases={"b": [1, 2, 3]}).values(0, 3)
    assert values.tolist() == [[7, 1], [7, 2], [7, 3]]
