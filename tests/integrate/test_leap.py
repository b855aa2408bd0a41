"""Steps over singular positions: which lengths are tried, and that a row of four-bars gets over."""

import math

import numpy as np
import pytest
from numpy.testing import assert_allclose

import treetop as tt
from treetop.integrate.leap import LEAPS, RELAXED, ROOM, SHORTER, STUCK, allowed, note_step
from treetop.integrate.leap import tried_next as next_of
from treetop.validation.n_four_bar import pushed, row, tip

USUAL = 2.0


def after_a_step(noise: float) -> np.ndarray:
    known = np.zeros(ROOM)
    assert note_step(known, USUAL, 0.5, noise) == 0
    return known


def all_tried(known, first, errors):
    """What is tried after a failure, each attempt failing with the next of the errors."""
    h, leap = next_of(known, USUAL, math.inf, 0.0, first, 0, True)
    tried = []
    for error in errors:
        tried.append((h, leap))
        h, leap = next_of(known, h, error, 0.0, 0.7 * h, leap, True)
    return tried, (h, leap)


def test_a_step_that_failed_is_shortened_as_the_method_says():
    assert next_of(after_a_step(noise=0.0), USUAL, 5.0, 0.0, 1.5, 0, True) == (1.5, 0)


def test_far_below_the_usual_length_several_about_it_are_tried_first():
    short = 0.5 * STUCK * USUAL
    tried, last = all_tried(after_a_step(noise=0.0), short, [math.inf] * LEAPS)
    assert_allclose([h for h, _ in tried], USUAL * SHORTER ** np.arange(LEAPS))
    assert last == (short, LEAPS + 2)


def test_near_a_singular_position_the_best_of_them_is_taken_beyond_the_tolerance():
    errors = [50.0] * LEAPS
    errors[3] = 7.0
    tried, (h, leap) = all_tried(after_a_step(noise=1.0), 1.5, errors)
    assert h == tried[3][0]
    assert (allowed(leap), allowed(1)) == (RELAXED, 1.0)
    known = after_a_step(noise=1.0)
    assert note_step(known, h, 7.0, 0.0) == 1


@pytest.mark.parametrize("noise", [0.0, 1.0])
def test_nothing_is_taken_that_is_far_off_or_not_the_fault_of_rounding(noise):
    error = 2.0 if noise == 0.0 else 2.0 * RELAXED
    _, (h, leap) = all_tried(after_a_step(noise), 0.01, [error] * LEAPS)
    assert (h, allowed(leap)) == (0.01, 1.0)


def test_a_method_that_does_not_leap_never_tries_longer_steps():
    assert next_of(after_a_step(noise=1.0), USUAL, 5.0, 0.0, 1e-9, 0, False) == (1e-9, 0)


@pytest.mark.compiled
@pytest.mark.parametrize("links", [1, 3, 12])
@pytest.mark.parametrize("rtol", [1e-7, 2.3e-9, 1e-10])
def test_a_row_of_four_bars_turns_through_its_flat_position(links, rtol):
    system = row(links).build()
    start = pushed(system, links)
    run = tt.simulate(system, start, 10, every=0.5, rtol=rtol, atol=1e-2 * rtol)
    angle = float(run["pivot0.angle"][-1])
    assert_allclose((-np.sin(angle), np.cos(angle)), tip(links, 10.0), atol=1e3 * rtol)
    assert run.audit()["energy"].relative < 10 * rtol
    assert run.data.constraint_error.max() < 1e-12
