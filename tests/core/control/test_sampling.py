import numpy as np
import pytest

from treetop.core.control.sampling import any_due, is_due, next_instant


def rates(*pairs):
    return np.array(pairs, dtype=float)


@pytest.mark.parametrize("period", [0.1, 0.3, 1 / 3, 1e-3, 7e5])
@pytest.mark.parametrize("first", [0.0, 0.017, 1e6])
def test_samples_follow_one_another_as_products(period, first):
    table, t = rates((period, first)), -1.0
    for k in range(2000):
        t = next_instant(table, t)
        assert t == first + k * period
        assert is_due(table, 0, t)
        assert not is_due(table, 0, np.nextafter(t, np.inf))
        assert not is_due(table, 0, np.nextafter(t, -np.inf))


def test_without_rates_never():
    assert next_instant(np.zeros((0, 2)), 3.0) == np.inf
    assert not any_due(np.zeros((0, 2)), 3.0)


def test_of_several_rates_the_soonest():
    table = rates((0.5, 0.0), (0.3, 0.1))
    t, found = 0.0, []
    while t < 1.2:
        t = next_instant(table, t)
        found.append(t)
    both = {0.5 * k for k in range(1, 4)} | {0.1 + k * 0.3 for k in range(5)}
    assert found == sorted(each for each in both if each <= found[-1])
    assert any_due(table, 0.5) and not any_due(table, 0.6)
