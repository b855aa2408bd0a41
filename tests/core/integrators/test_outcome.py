"""How a run can end."""

import pytest

from treetop.core.integrators.outcome import Outcome


@pytest.mark.parametrize("outcome", Outcome)
def test_every_outcome_has_a_text(outcome):
    assert outcome.text


@pytest.mark.parametrize("outcome", [Outcome.STEP_COLLAPSED, Outcome.NOT_FINITE, Outcome.STOPPED])
def test_failures_say_what_may_help(outcome):
    assert outcome.failed
    assert "look for" in outcome.text


@pytest.mark.parametrize("outcome", [Outcome.PAUSED, Outcome.FINISHED, Outcome.INTERRUPTED])
def test_the_others_are_no_failures(outcome):
    assert not outcome.failed
