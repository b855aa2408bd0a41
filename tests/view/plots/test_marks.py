"""Names of stages and events find room above the panels."""

from treetop.view.plots.marks import LANES, event_labels, stage_labels
from treetop.view.timeline import Span

LIMITS = (0.0, 100.0)


def test_stages_stand_over_their_middles():
    spans = [Span("held", 0, 40), Span("free", 40, 100)]
    assert [label[:3] for label in stage_labels(spans, 1.0, LIMITS)] == [
        ("held", 20, 0),
        ("free", 70, 0),
    ]


def test_names_that_would_touch_go_to_other_lanes():
    spans = [Span(name, k, k + 1) for k, name in enumerate(["one", "two", "three", "four"])]
    labels = stage_labels(spans, 1.0, LIMITS)
    assert [label.lane for label in labels] == [0, 1, 2]  # and there is no room for the fourth
    assert len({label.lane for label in labels}) == LANES


def test_names_do_not_stand_over_the_ends():
    assert stage_labels([Span("abcdefghi", 0, 1)], 1.0, LIMITS)[0].time == 5.0
    assert stage_labels([Span("abcdefghi", 99, 100)], 1.0, LIMITS)[0].time == 95.0


def test_the_mark_of_an_event_is_at_its_time():
    early, late = event_labels([("late", 99.0), ("early", 10.0)], 1.0, LIMITS)
    assert early == ("▾ early", 9.5, 0, "left")
    assert late == ("late ▾", 99.5, 0, "right")
