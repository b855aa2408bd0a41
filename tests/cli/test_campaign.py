"""treetop campaign"""

import json

import pytest

import treetop as tt

MODEL = """\
treetop: 1
name: oscillator
bodies:
  block: {mass: 1 kg}
joints:
  rail: {kind: prismatic, axis: [1, 0, 0], outboard: block}
forces:
  spring: {kind: joint-spring, joint: rail, stiffness: 4 N/m}
start:
  rail: {slide: 1 m}
run: {duration: 1 s, every: 0.1 s}
campaign:
  runs: 6
  vary: {forces.spring.stiffness: 4 N/m ± 10 %}
  keep: {end: {last: rail.slide}, slide: {history: rail.slide}}
  require: {end: < 0 m}
"""


@pytest.fixture
def model(tmp_path):
    (tmp_path / "osc.yaml").write_text(MODEL, encoding="utf-8")
    return "osc.yaml"


def test_runs_are_computed_added_and_repeated(treetop, model):
    first = treetop("campaign", model, "--workers", "1")
    assert "oscillator: 6 of 6 runs (6 finished)" in first.stdout
    assert "end < 0 m: met by 100.0000%" in first.stdout
    again = treetop("campaign", model, code=2)
    assert "osc.campaign: is there already (go on with --resume" in again.stderr
    more = treetop("campaign", model, "--runs", "8", "--resume", "--workers", "1", "--json")
    answer = json.loads(more.stdout)
    assert answer["done"] == 8 and answer["requirements"]["end"]["value"] == 1.0
    treetop("campaign", model, "--rerun", "7")
    run = tt.load_run("osc-7.nc")
    assert float(run["rail.slide"][-1]) == tt.CampaignResults("osc.campaign").values("end")[7]


def test_the_report_has_what_matters(treetop, model, tmp_path):
    treetop("campaign", model, "--workers", "1")
    assert "report in osc-report.html" in treetop("campaign", "report", "osc.campaign").stdout
    page = (tmp_path / "osc-report.html").read_text("utf-8")
    for part in ("required", "numbers", "sensitivities", "envelopes", "parameters", "again"):
        assert f'<section id="{part}">' in page
    assert "uniform(loc 3.6, scale 0.8)" in page and page.count("<svg") == 4
    treetop("campaign", "report", "osc.campaign", "--model", model, "--worst", "1", "--on", "block")
    page = (tmp_path / "osc-report.html").read_text("utf-8")
    assert '<section id="motion">' in page and "As planned, and translucent over it: run " in page


def test_failed_runs_are_an_exit_code_of_their_own(treetop, model, tmp_path):
    cases = "  cases: {bodies.block.mass: [1, -1]}\n  invalid: record\n"
    text = MODEL.replace("runs: 6", "runs: 2") + cases
    (tmp_path / "osc.yaml").write_text(text, encoding="utf-8")
    result = treetop("campaign", model, "--workers", "1", code=1)
    assert "2 of 2 runs (1 finished, 1 invalid)" in result.stdout
    assert "run 1 invalid: bodies.block.mass: -1 kg is less than 0" in result.stdout
    treetop("campaign", "report", "osc.campaign")
    page = (tmp_path / "osc-report.html").read_text("utf-8")
    assert "1 runs failed: they count as the worst" in page


def test_bad_input(treetop, model, tmp_path):
    wrong = treetop("campaign", model, "--runs", "2", "--sampling", "sobl", code=2)
    assert "campaign.sampling: 'sobl' does not fit here" in wrong.stderr
    text = MODEL.replace("spring.stiffness", "spring.stifness")
    (tmp_path / "wrong.yaml").write_text(text, encoding="utf-8")
    found = treetop("campaign", "wrong.yaml", code=2)
    assert "wrong.yaml:14: campaign.vary.forces.spring.stifness: unknown path" in found.stderr
    assert "did you mean 'forces.spring.stiffness'" in found.stderr
    (tmp_path / "bare.yaml").write_text(MODEL.partition("campaign:")[0], encoding="utf-8")
    assert "says nothing of a campaign" in treetop("campaign", "bare.yaml", code=2).stderr
    assert "is not the store" in treetop("campaign", "report", "nothing", code=2).stderr
    assert "no run 9 of 6" in treetop("campaign", model, "--rerun", "9", code=2).stderr
