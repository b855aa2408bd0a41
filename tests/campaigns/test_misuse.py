"""What cannot be is refused, in words, and nothing is lost."""

import multiprocessing
import os
import signal
from types import SimpleNamespace

import numpy as np
import pytest
from scipy import stats

import treetop as tt
from cases import cases
from oscillators import campaign, contents, oscillator
from treetop.campaigns import pool


def refused(text, call, *given, **named):
    with pytest.raises(tt.TreetopError) as caught:
        call(*given, **named)
    assert text in str(caught.value), str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.fixture
def empty(tmp_path):
    return tt.Campaign(oscillator(), tmp_path / "c")


@cases(
    "paths value text",
    """
    bodies.block.mas  | 1 ± 5 %    | did you mean 'bodies.block.mass'
    bodies.blok.mass  | 1 ± 5 %    | did you mean 'bodies.block'
    forces.spring     | 1 ± 5 %    | forces.spring is not a number
    start.rail.slid   | 1 ± 5 %    | did you mean 'start.rail.slide'
    bodies.block.mass | 1 m ± 5 %  | the unit 'm' does not fit
    bodies.block.mass | 1 kg ± 5   | the tolerance '5' has no unit
    bodies.block.mass | 1 kg       | has no tolerance
    bodies.block.mass | 0 kg ± 5 % | leaves no room to vary
    bodies[           | 1 ± 5 %    | is not a path
    """,
)
def test_what_cannot_vary(empty, paths, value, text):
    refused(text, empty.vary, paths, value)
    assert not empty.plan.vary


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (stats.norm(1, -1), "no distribution 'norm' with"),
        (3, "does not say how a number is distributed"),
        ([], "no levels are given"),
    ],
)
def test_what_is_no_distribution(empty, value, text):
    refused(text, empty.vary, "bodies.block.mass", value)
    assert not empty.plan.vary


def test_other_parts_of_a_plan(empty):
    empty.vary("bodies.block.mass", "1 kg ± 5 %")
    refused("varied twice", empty.vary, "bodies.block.mass", factor="1 ± 5 %", name="again")
    refused("is zero, and stays so", empty.vary, "start.rail.slide_rate", factor="1 ± 5 %")
    refused("unknown event 'midle'", empty.keep, t=tt.event_time("midle"))
    refused("unknown number that is kept 'load'", empty.require, load="< 3 N")
    refused("unknown parameter 'x'", empty.correlate, "bodies.block.mass", "x", 0.5)
    refused("not within -1 and 1", empty.correlate, "bodies.block.mass", "x", 1.5)
    refused("not of one length", empty.cases, {"run.seed": [1, 2], "start.rail.slide": [1]})
    refused("no quantity 'rail.slid'", _kept, empty, "rail.slid")


def _kept(found, name):
    found.keep(x=tt.last(name))
    found.run(2, workers=1)


def test_numbers_that_no_model_can_have(empty):
    empty.vary("bodies.block.mass", stats.norm(0.1, 1))
    values = empty._runner(50).draws.values(0, 50)[:, 0]
    k = int(np.argmin(values))
    refused(f"bodies.block.mass: run {k}: {values[k]:g} kg is less than 0", empty.run, 50)
    assert not empty.store.exists()


def test_numbers_of_runs(tmp_path, empty):
    refused("how many runs?", empty.run)
    refused("1 process or more", empty.run, 3, workers=0)
    empty.vary("bodies.block.mass", "1 kg ± 5 %")
    saltelli = campaign(tmp_path / "s", sampling="saltelli")
    refused("blocks of 4 runs (give 8 or 12)", saltelli.run, 10)
    factorial = campaign(tmp_path / "f", sampling="factorial")
    refused("needs levels of every parameter", factorial.run, 10)
    levels = tt.Campaign(oscillator(), tmp_path / "l", sampling="factorial")
    levels.vary("bodies.block.mass", [1, 2, 3])
    refused("the factorial has 3 runs, not 4", levels.run, 4)
    cases = tt.Campaign(oscillator(), tmp_path / "t")
    cases.cases({"bodies.block.mass": [1, 2]})
    refused("3 runs of 2 cases", cases.run, 3)


def test_correlations_that_cannot_be(empty):
    for name in ("bodies.block.mass", "forces.spring.stiffness", "start.rail.slide"):
        empty.vary(name, "1 ± 5 %")
    empty.correlate("bodies.block.mass", "forces.spring.stiffness", 0.9)
    empty.correlate("bodies.block.mass", "start.rail.slide", 0.9)
    empty.correlate("forces.spring.stiffness", "start.rail.slide", -0.9)
    refused("matrix of correlations is not positive", empty.run, 4)


def test_requirements_in_another_unit(empty):
    empty.keep(end=tt.last("rail.slide"))
    empty.vary("bodies.block.mass", "1 kg ± 5 %")
    empty.require(end="< 3 N")
    refused("campaign.require.end: the unit 'N' does not fit", empty.run, 2, workers=1)


def test_a_store_of_another_campaign(tmp_path):
    results = campaign(tmp_path / "c").run(2, workers=1)
    before = contents(results)
    other = campaign(tmp_path / "c", seed=8)
    refused("is of another campaign: what is varied, sampled or kept differs", other.run, 2)
    heavier = campaign(tmp_path / "c")
    heavier.model.run = tt.RunSettings(duration=3, every=0.1)
    refused("is of another campaign: the model differs", heavier.run, 2)
    hypercube = campaign(tmp_path / "h", sampling="latin-hypercube")
    hypercube.run(2, workers=1)
    refused("the number of runs of a Latin hypercube differs", hypercube.run, 3)
    assert contents(tt.CampaignResults(tmp_path / "c")) == before


def test_folders_that_are_no_stores(tmp_path):
    (tmp_path / "c").mkdir()
    refused("is there, and is not the store", campaign(tmp_path / "c").run, 2, workers=1)
    refused("is not the store of a campaign", tt.CampaignResults, tmp_path / "c")
    refused("there is no folder", campaign(tmp_path / "no" / "c").run, 2, workers=1)


def test_a_damaged_store_is_seen(tmp_path):
    results = campaign(tmp_path / "c").run(4, workers=1, chunk=4)
    chunk = tmp_path / "c" / "numbers" / "c" / "0" / "0"
    content = bytearray(chunk.read_bytes())
    content[len(content) // 2] ^= 1
    chunk.write_bytes(content)
    refused("numbers cannot be read", results.values, "time")


def _hold(folder, ready):
    from treetop.campaigns.store import Store

    with Store(folder):
        ready.set()
        signal.pause()


@pytest.mark.posix
def test_a_store_in_use(tmp_path):
    campaign(tmp_path / "c").run(2, workers=1)
    context = multiprocessing.get_context("fork")
    ready = context.Event()
    holder = context.Process(target=_hold, args=(tmp_path / "c", ready))
    holder.start()
    try:
        assert ready.wait(60)
        refused("another process is at work on this campaign", campaign(tmp_path / "c").run, 3)
    finally:
        os.kill(holder.pid, signal.SIGKILL)
        holder.join()
    assert campaign(tmp_path / "c").run(3, workers=1).done == 3


def test_statistics_that_do_not_hold(tmp_path):
    results = campaign(tmp_path / "c", sampling="saltelli").run(8, workers=1)
    refused("have no percentiles with bounds", results.percentile, "time", 50)
    refused("unknown number 'tim'", results.values, "tim")
    independent = campaign(tmp_path / "r").run(2, workers=1)
    refused("sample by 'saltelli'", independent.sobol_indices, "time")
    refused("is not within 0 and 1", independent.percentile, "time", 100)
    refused("the unit 'N' does not fit", independent.probability, "time < 3 N")
    refused("there is no run 2 of 2", campaign(tmp_path / "r").rerun, 2)


def test_what_other_processes_cannot_be_given(monkeypatch):
    """Where they are not copies of this one."""
    monkeypatch.setattr(pool, "sys", SimpleNamespace(platform="darwin"))
    refused("cannot be handed to other processes", pool._pool, lambda: 0, 1, None)
