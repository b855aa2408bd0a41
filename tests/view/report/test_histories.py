"""Histories, their bounds, and loads in joints."""

import pytest

from pages_read import Read
from treetop.view.report.histories import histories_section


def test_bounds_and_loads(run):
    run.data["reaction_force"][5, 1] = [3.0, 0.0, 4.0]
    read = Read(histories_section(run))
    rows = {row["coordinate"].text: row for row in read.tables["bounds"]}
    slide = run["boom.slide"]
    assert rows["boom.slide"]["greatest"].value == float(slide.max())
    assert rows["boom.slide"]["unit"].text == "m"
    assert rows["spring stretch"]["start"].value == pytest.approx(0.25)
    (load,) = read.tables["loads"]  # the free joint holds nothing
    assert (load["joint"].text, load["force N"].value) == ("boom", 5.0)
    assert load["force at s"].value == run.time[5]
    assert read.tags.count("svg") == 1


def test_without_samples(run):
    run.data = run.data.isel(time=slice(0))
    assert "no samples" in histories_section(run)
