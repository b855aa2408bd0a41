"""The stages and events of a run."""

import pytest

from treetop.view.timeline import event_words, stage_spans


def test_stages(staged):
    spans = [(s.name, pytest.approx(s.begin), pytest.approx(s.end)) for s in stage_spans(staged)]
    assert spans == [("held", 0.0, 0.5), ("sliding", 0.5, 1.5), ("free", 1.5, 2.0)]


def test_no_stages(run):
    assert stage_spans(run) == []


def test_events_in_words(staged):
    assert [event_words(event) for event in staged.events] == [
        "rose, stage 'sliding' begins",
        "fell, 0.25 J lost",
        "again",
    ]
