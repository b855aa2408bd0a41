"""The whole page."""

import json
import re

import numpy as np
import pytest

import treetop as tt
from pages_read import Read
from treetop.view.report import page, report

HOSTILE = '</title><script>alert("x")</script> & é 本'


@pytest.fixture
def hostile(staged):
    """A result in which somebody has put markup wherever a text may be."""
    staged.data.attrs["title"] = HOSTILE
    events = json.loads(staged.data.attrs["events"])
    events[0] |= {"event": HOSTILE, "note": HOSTILE, "impulses": {HOSTILE: {"force": [1, 2, 2]}}}
    staged.data.attrs |= {"events": json.dumps(events), "created": "2026-01-02T03:04:05+00:00"}
    labels = [HOSTILE if each == "boom.slide" else each for each in staged.data.coordinate.values]
    staged.data = staged.data.assign_coords(coordinate=labels)
    staged.__dict__.pop("events", None)
    staged.__dict__.pop("_places", None)
    return staged


def test_hostile_names_are_text(hostile):
    html = page(hostile, name=f"{HOSTILE}.nc")
    read = Read(html)
    assert read.tags.count("script") <= 2  # the playback as text, and the page's own
    assert HOSTILE in read.words
    (row, *_) = read.tables["log-table"]
    assert row["event"].text == HOSTILE
    assert row["impulses"].text == f"{HOSTILE}: force 3 N·s"
    assert HOSTILE in {row["coordinate"].text for row in read.tables["bounds"]}


def test_a_page_at_a_glance_that_needs_nothing_from_elsewhere(run, tmp_path):
    html = run.report(tmp_path / "line.html")
    assert (tmp_path / "line.html").read_text(encoding="utf-8") == html
    glance = Read(html).facts["glance"]
    assert glance["outcome"].text == "finished at 2 s"
    assert glance["bodies"].value == 2
    worst = max(run.audit().drifts, key=lambda drift: drift.relative)
    assert glance[f"worst drift, {worst.name}"].value == worst.relative
    assert 'role="alert"' not in html
    outside = re.sub(r'<script type="application/json".*?</script>', "", html, flags=re.DOTALL)
    links = re.findall(r'(?:src|href|action)\s*=\s*"([^"]*)"', outside)
    assert all(link.startswith(("#", "data:")) for link in links)
    assert "@import" not in outside
    names = re.findall(r'\sid="([^"]+)"', outside)
    assert len(names) == len(set(names))


def test_written_whole_or_not_at_all(run, tmp_path):
    for bad in ("line.txt", "nowhere/line.html"):
        with pytest.raises(tt.TreetopError):
            report(run, tmp_path / bad)
    assert not list(tmp_path.iterdir())


def test_a_run_of_equations_says_what_it_lacks(run):
    data = run.data[["coordinates", "speeds", "constraint_error"]].copy()
    data.attrs |= run.data.attrs | {"formulation": "symbolic", "model": "", "outcome": "not_finite"}
    html = page(tt.Run(data))
    assert "there is no model to show" in html
    assert "build them again in Python" in html
    assert 'role="alert"' in html


def test_one_sample_and_none(run):
    for count in (1, 0):
        run.data = run.data.isel(time=slice(count))
        read = Read(page(run))
        assert read.facts["statistics"]["samples"].value == count
    assert np.size(run.time) == 0
