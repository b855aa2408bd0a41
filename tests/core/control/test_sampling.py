"""Sample times."""

import numpy as np
import pytest

from treetop.core.control.sampling import instant, is_due, next_instant, number_of
from treetop.simulation.sampled_blocks import _rate


def rates(*given):
    return np.array([_rate(*each) for each in given])


def test_decimal_samples_are_nearest_to_the_exact_times():
    table = rates((0.1, 0.0), (0.3, 0.0), (0.02, 0.007))
    for k in range(1000):
        assert instant(table, 0, 3.0 * k) == instant(table, 1, float(k))
        assert instant(table, 0, float(k)) == float(f"{k / 10:.1f}")
        assert instant(table, 2, float(k)) == float(f"{0.007 + 0.02 * k:.3f}")


def test_others_are_products():
    period = np.sqrt(2.0)
    table = rates((period, 0.0))
    assert [instant(table, 0, float(k)) for k in range(100)] == [k * period for k in range(100)]


@pytest.mark.parametrize("rate", [(0.1, 0.0), (0.3, 0.05), (np.pi / 10, 0.0)])
def test_every_instant_is_due_and_follows_the_one_before(rate):
    table = rates(rate)
    for k in range(2000):
        t = instant(table, 0, float(k))
        assert is_due(table, 0, t)
        assert number_of(table, 0, t) == k
        assert next_instant(table, t) == instant(table, 0, k + 1.0)
        assert not is_due(table, 0, np.nextafter(t, np.inf))
