"""Functions of time given by tables."""

import numpy as np
import pytest

import treetop as tt
from treetop.assembly.signals import SignalBook
from treetop.core.forces.time_functions import signal

TIMES, VALUES = (0.0, 1.0, 3.0, 3.5), (2.0, -1.0, 5.0, 0.0)


def value(interpolation, t, before=()):
    """The signal at t, standing in a book behind others."""
    book = SignalBook()
    for other in (*before, tt.Table(TIMES, VALUES, interpolation)):
        book.add(other)
    return signal(book.table(), len(before), t).x


@pytest.mark.parametrize("t", [-1.0, -0.1, 0.0, 0.3, 1.0, 2.9, 3.0, 3.2, 3.5, 9.0])
def test_straight_lines_between_and_ends_held_outside(t):
    assert value("linear", t) == pytest.approx(np.interp(t, TIMES, VALUES), abs=1e-15)


@pytest.mark.parametrize(
    ("t", "expected"),
    [(-1, 2), (0, 2), (0.999, 2), (1, -1), (2.999, -1), (3, 5), (3.5, 0), (9, 0)],
)
def test_each_value_holds_until_the_next(t, expected):
    assert value("hold", float(t)) == expected


def test_signals_do_not_mix():
    others = (7.0, tt.Table((0.0, 5.0), (1.0, 2.0)))
    assert value("linear", 2.0, others) == value("linear", 2.0)


def test_a_constant_is_the_same_at_all_times():
    book = SignalBook()
    book.add([1.0, 2.0, 3.0])
    for t in (-10.0, 0.0, 1e9):
        assert signal(book.table(), 0, t) == (1.0, 2.0, 3.0)
