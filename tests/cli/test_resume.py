"""treetop run --resume: the result that a run would have had, had it not been interrupted."""

import pytest

import treetop as tt
from full_disk import small_files
from killing import killed, whole
from pausing import died
from staged_flight import same
from treetop.simulation.hybrid import HybridSimulation


@pytest.fixture
def interrupted(treetop, pendulum, monkeypatch) -> str:
    """A run of the pendulum that has left a checkpoint."""
    model, advance = tt.load(pendulum), HybridSimulation.advance
    system = model.build("kane")
    with monkeypatch.context() as patch:
        patch.setattr(HybridSimulation, "advance", lambda self, steps: advance(self, 2))
        died(system, system.start(), "pendulum.nc.part", **model.run.arguments | {"duration": 0.2})
    return pendulum


def test_a_run_that_is_killed_and_resumed_is_the_same_to_the_bit(tmp_path):
    options = ["--duration", "2.6", "--every", "0.01", "--step", "4e-4"]
    uninterrupted = whole(tmp_path, options)
    run, kills = killed(tmp_path, 3, 0.4, options)
    assert kills
    assert same(run, uninterrupted)
    assert len(run.events) == 20


def test_takes_what_is_not_said_from_the_checkpoint(treetop, interrupted):
    told = treetop("run", interrupted, "--resume").stdout
    assert "finished at 0.2 s" in told
    treetop("run", interrupted, "--formulation", "kane", "--duration", "0.2", "--out", "whole.nc")
    assert same(tt.load_run("pendulum.nc"), tt.load_run("whole.nc"))
    with pytest.raises(tt.TreetopError, match="there is no checkpoint"):
        tt.resume("pendulum.nc.part")


def test_refuses_other_options(treetop, interrupted):
    told = treetop("run", interrupted, "--resume", "--rtol", "1e-3", code=2).stderr
    assert "settings.method.rtol was 1e-10, and is 0.001" in told
    assert tt.Checkpoint("pendulum.nc.part").exists


def test_a_checkpoint_is_not_lost_by_running_without_it(treetop, interrupted):
    told = treetop("run", interrupted, code=2).stderr
    assert "pendulum.nc.part: holds a run that has not come to its end" in told
    assert tt.Checkpoint("pendulum.nc.part").exists


def test_without_a_checkpoint_from_the_beginning(treetop, pendulum):
    told = treetop("run", pendulum, "--resume", "--duration", "0.1")
    assert "no checkpoint there, so from the beginning" in told.stderr
    assert "finished at 0.1 s" in told.stdout


@pytest.mark.posix
def test_a_result_that_cannot_be_written_leaves_the_run_in_its_checkpoint(treetop, interrupted):
    with small_files(20_000):
        told = treetop("run", interrupted, "--resume", code=2).stderr
    assert "pendulum.nc: cannot be written: File too large" in told
    assert "go on with --resume" in told
    assert "finished at 0.2 s" in treetop("run", interrupted, "--resume").stdout
