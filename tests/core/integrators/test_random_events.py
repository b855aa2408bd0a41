"""Random motions in closed form: no event is missed, none invented, times as good as the run."""

import os

import pytest

import treetop as tt
from random_events import random_case

CASES = int(os.environ.get("TREETOP_EVENTS", "42"))  # 300 take seven times as long


@pytest.mark.compiled
@pytest.mark.parametrize("part", range(7))
def test_all_events_and_no_others(part):
    for seed in range(part, CASES, 7):
        case, exact = random_case(seed)
        system = case.model.build()
        run = tt.simulate(system, system.start(), case.duration, every=case.duration)
        found = [event.time for event in run.events]
        assert len(found) == len(exact), (seed, case.kind, len(found), len(exact))
        assert found == pytest.approx(exact, abs=1e-6 * case.duration), (seed, case.kind)
