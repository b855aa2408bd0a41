"""Guesses of implicit steps: what each of them says of a motion's end, and which one is next."""

from types import SimpleNamespace

import numpy as np
import pytest

from treetop.core.compiler import interpreted
from treetop.core.integrators.alpha_weights import Weights, generalized, newmark
from treetop.core.integrators.guesses import (
    AS_BEFORE,
    AT_REST,
    LENGTHS_AT_REST,
    STEADY,
    TURNING_ON,
    TURNS_ALONE,
    UNACCELERATED,
    WITH_LENGTHS,
    guess_next,
    guess_otherwise,
    guessed,
    order_of,
    ways_of,
)

H, A, RATE, U = 0.1, 3.0, 2.5, -0.7


@pytest.fixture(autouse=True)
def as_written():
    """Nothing here is large enough to be compiled."""
    with interpreted():
        yield


def displacement(w: Weights, a: float) -> float:
    return H * (U + H * ((0.5 - w.beta) * A + w.beta * a))


@pytest.mark.parametrize("w", [generalized(0.8, 2), newmark(0.9, 2)])
def test_ways_are_what_they_are_called(w):
    ways = ways_of(A, RATE, U, w, H)
    assert displacement(w, ways.steady) == pytest.approx(H * U, rel=1e-12)
    assert displacement(w, ways.rest) == pytest.approx(0.0, abs=1e-15)
    blended = (1.0 - w.old_a) * ways.unaccelerated + w.old_a * A
    assert blended - w.old_rate * RATE == pytest.approx(0.0, abs=1e-14)
    assert ways.before == A


def test_turns_and_lengths_go_on_in_their_own_ways():
    ways = ways_of(A, RATE, U, generalized(0.8, 2), H)
    assert guessed(LENGTHS_AT_REST, True, ways) == guessed(UNACCELERATED, False, ways)
    assert guessed(LENGTHS_AT_REST, False, ways) == guessed(AT_REST, True, ways)
    assert guessed(TURNING_ON, True, ways) == guessed(AS_BEFORE, False, ways)
    assert guessed(TURNING_ON, False, ways) == guessed(UNACCELERATED, True, ways)


def recursion(kind: int, turning: list[float]) -> SimpleNamespace:
    turning = np.array(turning)
    return SimpleNamespace(
        guess=np.array([kind]),
        order=order_of(turning),
        place=np.array([0]),
        far=np.zeros(2),
        turning=turning,
        wanted=np.zeros(turning.size),
    )


@pytest.mark.parametrize("turning, order", [([1, 1], TURNS_ALONE), ([1, 0], WITH_LENGTHS)])
def test_one_guess_follows_the_other(turning, order):
    each, tried = recursion(AS_BEFORE, turning), []
    for _ in range(4):
        guess_otherwise(each)
        tried.append(int(each.guess[0]))
    assert tried == [*order, order[0]]
    assert each.order[each.place[0]] == order[0]


def after(kind: int, turning: list[float], a: list[float]) -> int:
    """Which guess is next after a step from one of this kind, in which a has become this."""
    each, n = recursion(kind, turning), len(turning)
    memory = SimpleNamespace(
        recursion=each,
        constrained=SimpleNamespace(size=(0, n)),
        a=np.array([[A] * n, a]),
        rate=np.array([[RATE] * n, a]),
        start=np.full(n, U),
    )
    guess_next(memory, generalized(0.8, 2), H)
    return int(each.guess[0])


def test_what_served_is_next_unless_the_motion_is_smooth():
    ways = ways_of(A, RATE, U, generalized(0.8, 2), H)
    for kind in (STEADY, AS_BEFORE):
        assert after(kind, [1, 1], [ways.steady] * 2) == STEADY
        assert after(kind, [1, 1], [0.5 * (A + ways.steady)] * 2) == STEADY
        assert after(kind, [1, 1], [0.9 * A + 0.1 * ways.steady] * 2) == AS_BEFORE
    assert after(AS_BEFORE, [1, 0], [A, ways.unaccelerated]) == TURNING_ON


def test_constant_speeds_are_for_starts_alone_where_there_are_lengths():
    ways = ways_of(A, RATE, U, generalized(0.8, 2), H)
    assert after(STEADY, [1, 0], [ways.steady] * 2) == TURNING_ON
