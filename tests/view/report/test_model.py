"""The model on the page."""

from types import SimpleNamespace

import treetop as tt
from pages_read import Read
from treetop.view.report.model import model_section


def test_joints_and_forces(run, model):
    read = Read(model_section(run))
    joints = {row["joint"].text: row for row in read.tables["joints"]}
    assert joints.keys() == model.joints.keys()
    assert joints["boom"]["kind"].text == "prismatic"
    assert joints["boom"]["inboard"].text == "bus.port"
    assert joints["boom"]["coordinates"].text == "slide [m]"
    (spring,) = read.tables["forces"]
    assert spring["numbers, SI"].text == "a bus.port; b tug.tail; length 1 m; stiffness 6 N/m"
    assert "svg" in read.tags


def test_stages_tell_when_they_were(staged):
    model = staged.model
    model.add_event("unlatch", tt.quantity("boom.slide").rises(1))
    model.add_event("parts", tt.quantity("boom.slide").rises(2))
    model.add_stage("held", lock="boom", until="unlatch")
    model.add_stage("sliding", unlock="boom", until="parts")
    model.add_stage("lost", release="boom")
    read = Read(model_section(staged))
    when = {row["stage"].text: row["in this run s"].text for row in read.tables["stages"]}
    assert when == {"held": "0 to 0.5", "sliding": "0.5 to 1.5", "lost": "not reached"}
    does = {row["event"].text: row["what it does"].text for row in read.tables["events"]}
    assert does == {"unlatch": "ends 'held'", "parts": "ends 'sliding'"}


def test_loops_are_marked(four_bar):
    html = model_section_of(four_bar)
    joints = {row["joint"].text: row for row in Read(html).tables["joints"]}
    closing = {name: row[""].text for name, row in joints.items()}
    assert closing == {"crank": "", "coupler": "", "rocker": "", "close": "beside the tree"}
    assert 'class="badge loop"' in html


def model_section_of(model):
    """The section of a run without samples, of which nothing but the model is known."""
    data = SimpleNamespace(coords={})
    return model_section(SimpleNamespace(symbolic=False, model=model, time=(), data=data))
