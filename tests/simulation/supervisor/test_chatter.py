"""Changes that follow each other without end, and those that come to one."""

import pytest

import treetop as tt
from treetop.simulation.supervisor.chatter import CHANGES_WATCHED, Pace

DURATION = 10.0  # s


def changes(first: float, ratio: float = 1.0) -> int:
    """How many changes are let be, up to twice as many as are watched, if the time between them
    changes by a ratio."""
    pace, time, apart = Pace(DURATION), 0.0, first
    for count in range(2 * CHANGES_WATCHED):
        try:
            pace.changed("on", time)
        except tt.RunError as error:
            assert "'on' follow each other every 1e-06 s" in str(error)
            return count + 1
        time, apart = time + apart, apart * ratio
    return 2 * CHANGES_WATCHED


def test_a_steady_pace_is_refused_once_it_has_been_watched():
    assert changes(first=1e-6) == CHANGES_WATCHED


@pytest.mark.parametrize(("first", "ratio"), [(1e-4, 1.0), (1e-6, 0.99)], ids=["slow", "quickens"])
def test_a_pace_that_comes_to_an_end_is_let_be(first, ratio):
    assert changes(first, ratio) == 2 * CHANGES_WATCHED
