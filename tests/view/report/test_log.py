"""The log of events."""

import json

from pages_read import Read
from treetop.view.report.log import impulses, log_section


def test_every_event_with_what_it_took(staged):
    rows = Read(log_section(staged)).tables["log-table"]
    assert [row["time s"].value for row in rows[:-1]] == [0.5, 1.5, 1.75]
    assert rows[0]["effect"].text == "rose, stage 'sliding' begins"
    assert rows[1]["energy lost J"].value == rows[-1]["energy lost J"].value == 0.25


def test_impulses_by_size_without_rounding():
    found = {
        "port": {"force": [3.0, 0, 4], "torque": [0, 0, 0]},
        "rail": {"force": [1e-14, 0, 0], "torque": [0, 0, 2.0]},
        "gear": {"force": [0, 0, 0], "effort": 0.5},
    }
    expected = "port: force 5 N·s; rail: torque 2 N·m·s; gear: effort 0.5"
    assert impulses(found) == expected
    assert impulses({}) == ""


def test_very_many_events(run):
    one = {"time": 1.0, "event": "bounce", "direction": 1, "stage": ""}
    run.data.attrs["events"] = json.dumps([one] * 1000)
    html = log_section(run)
    assert len(Read(html).tables["log-table"]) == 201
    assert "800 events" in html


def test_nothing_happened(run):
    assert "none occurred" in log_section(run)
