"""Entries of the event log."""

from treetop.results.events import EventRecord, record_from


def test_older_results_name_the_direction_otherwise():
    entry = {"time": 1.0, "event": "touch", "way": -1, "stage": "", "note": "rests"}
    assert record_from(entry) == EventRecord(1.0, "touch", -1, "", note="rests")
    assert record_from(record_from(entry)._asdict()) == record_from(entry)
