"""Processes of a campaign are killed at random moments: nothing is lost, and the bits are those of
a campaign that ran in peace."""

import multiprocessing
import os
import random
import signal
import time
from functools import partial

import pytest

import treetop as tt
from killed_campaigns import kill_while_running, kill_writers
from oscillators import campaign, contents, oscillator
from treetop.campaigns.one_run import Runner

pytestmark = pytest.mark.posix

RUNS = 60
KILLS = int(os.environ.get("TREETOP_KILLS", "4"))


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    return campaign(tmp_path_factory.mktemp("whole") / "c").run(RUNS, workers=2, chunk=4)


def _run(folder):
    campaign(folder).run(RUNS, workers=2, chunk=4)


def test_the_process_that_writes_is_killed(whole, tmp_path):
    context, random_number = multiprocessing.get_context("fork"), random.Random(1)

    def begin(folder):
        return context.Process(target=_run, args=(folder,))

    def run(folder):
        return campaign(folder).run(RUNS, workers=2, chunk=4)

    moments = partial(random_number.uniform, 0.05, 1.5)
    found = kill_writers(begin, KILLS, moments, run, tmp_path)
    assert all(each == contents(whole) for each in found)


def test_processes_that_compute_are_killed(whole, tmp_path):
    def kill_one(moments) -> bool:
        workers = [each for each in multiprocessing.active_children() if each.is_alive()]
        if workers:
            moments.choice(workers).kill()
        return bool(workers)

    def run(k):
        return campaign(tmp_path / str(k)).run(RUNS, workers=2, chunk=4)

    assert all(each == contents(whole) for each in kill_while_running(kill_one, KILLS, 2, run))


def test_processes_end_with_the_one_that_started_them(tmp_path):
    context = multiprocessing.get_context("fork")
    process = context.Process(target=_run, args=(tmp_path / "c",))
    process.start()
    while not (tmp_path / "c" / "outcome" / "c").exists():  # until it has begun to write
        time.sleep(0.01)
        assert process.is_alive() or (tmp_path / "c").exists()
    children = _children(process.pid)
    os.kill(process.pid, signal.SIGKILL)
    process.join()
    # The store can be gone on with at once, and nobody is left.
    assert campaign(tmp_path / "c").run(RUNS, workers=1).done == RUNS
    deadline = time.monotonic() + 60
    while any(map(_alive, children)):
        assert time.monotonic() < deadline
        time.sleep(0.05)


def _children(pid):
    path = f"/proc/{pid}/task/{pid}/children"
    if not os.path.exists(path):
        pytest.skip("this system does not say which processes belong to which")
    with open(path) as file:
        return [int(each) for each in file.read().split()]


def _alive(pid):
    try:
        with open(f"/proc/{pid}/stat") as file:
            return file.read().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_a_run_that_kills_its_process_is_a_row(tmp_path, monkeypatch):
    with_values = Runner.with_values

    def die(self, values):
        if values[0] == 2.0:
            os.kill(os.getpid(), signal.SIGKILL)
        return with_values(self, values)

    found = tt.Campaign(oscillator(), tmp_path / "c")
    found.cases({"bodies.block.mass": [1, 1.5, 2, 2.5, 3]})
    monkeypatch.setattr(Runner, "with_values", die)
    results = found.run(5, workers=2, chunk=2)
    assert results.counts == {"finished": 4, "died": 1}
    (failure,) = results.failures()
    assert failure.run == 2 and "the process that computed it died" in failure.message
