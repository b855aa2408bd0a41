import numpy as np
import pytest

from treetop.view.flight.crossings import negative, rising

T = np.arange(0.0, 20.0, 0.1)


def test_crossings_lie_between_samples():
    assert rising(T, np.sin(T - 0.33)) == pytest.approx(0.33 + 2 * np.pi * np.arange(4), abs=1e-6)


def test_times_below_zero_are_cut_at_the_ends():
    spans = negative(T, np.cos(T))
    edges = [(0.5, 1.5), (2.5, 3.5), (4.5, 5.5)]
    assert spans == [pytest.approx(np.pi * np.array(pair), abs=1e-6) for pair in edges]
    (first, *_), last = negative(T, np.sin(T - 1)), negative(T, -np.sin(T - 1))[-1]
    assert first == pytest.approx((0.0, 1.0), abs=1e-6)
    assert last[1] == T[-1]


def test_two_samples_at_one_time_and_few():
    twice = np.insert(T, 7, T[7])
    assert rising(twice, np.sin(twice - 0.33))[0] == pytest.approx(0.33, abs=1e-6)
    assert negative(T[:1], np.array([-1.0])) == [(0.0, 0.0)]
    assert negative(T[:2], np.array([-1.0, 1.0])) == [pytest.approx((0.0, 0.05))]
