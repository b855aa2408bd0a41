"""Where a function of time switches is found by looking at it."""

import math

import numpy as np
import pytest

from treetop.simulation.switching_times import switching_times


def slew(t):
    return 0.5 * (1.0 + math.sin(math.pi * (min(max(t, 500.0), 510.0) - 505.0) / 10.0))


def found(law, begin=0.0, end=100.0, written=()):
    def look(times):
        return np.array([float(law(t)) for t in times])[:, None]

    return switching_times(look, begin, end, written)


@pytest.mark.parametrize("width", [10.0, 1.0, 0.1, 0.02])
@pytest.mark.parametrize("begin", [0.0, 1.7e9])
def test_a_pulse_begins_and_ends_at_breaks_to_the_last_digit(width, begin):
    on, off = begin + 37.3, begin + 37.3 + width
    times = found(lambda t: 1.0 if on <= t < off else 0.0, begin, begin + 100.0)
    assert {on, off} <= set(times)
    assert times.size == 2


def test_a_smooth_manoeuvre_begins_and_ends_at_breaks():
    times = found(slew, 0.0, 1000.0)
    assert times[0] == pytest.approx(500.0, abs=1e-3)
    assert times[-1] == pytest.approx(510.0, abs=1e-3)


def test_a_jump_and_a_short_pulse_beside_something_that_always_changes():
    times = found(lambda t: math.sin(t) + (t >= 37.3))
    assert 37.3 in times
    times = found(lambda t: math.sin(t) + 1e-3 * math.exp(-(((t - 37.3) / 0.05) ** 2)))
    assert np.abs(times - 37.3).min() < 0.02


@pytest.mark.parametrize(
    "law", [math.sin, lambda t: 5.0, lambda t: math.sin(t) ** 2 + math.cos(t) ** 2, lambda t: 2 * t]
)
def test_nothing_is_found_where_nothing_switches(law):
    assert found(law).size == 0


def test_what_is_not_a_number_is_no_reason_to_fail():
    assert found(lambda t: math.nan if t < 50.0 else 1.0).size == 1


@pytest.mark.parametrize("width", [1e-2, 1e-4, 1e-6])
def test_a_pulse_between_times_that_are_written_is_found_however_short(width):
    on, off = 37.3, 37.3 + width
    for law in (lambda t: on <= t < off, lambda t: math.sin(t) + (on < t <= off)):
        times = found(law, written=[on, off, 12.5])
        assert np.abs(times - on).min() < 1e-12
        assert np.abs(times - off).min() < 1e-12
        assert times.size == 2


def test_written_times_at_which_nothing_happens_are_none():
    assert found(math.sin, written=np.linspace(1.0, 99.0, 50)).size == 0
