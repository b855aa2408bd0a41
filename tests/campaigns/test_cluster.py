"""Campaigns on a cluster whose workers die at random moments: the bits are those of one machine."""

import multiprocessing
import os
import random
import signal
import socket
import threading
import time
from functools import partial

import pytest

import treetop as tt
from killed_campaigns import kill_while_running, kill_writers
from oscillators import campaign, contents, oscillator
from treetop.campaigns import campaign as campaign_module
from treetop.campaigns import cluster
from treetop.campaigns.one_run import Runner

distributed = pytest.importorskip("distributed")
cloudpickle = pytest.importorskip("cloudpickle")
pytestmark = [pytest.mark.posix, pytest.mark.compiled]

RUNS = 60
KILLS = int(os.environ.get("TREETOP_KILLS", "2"))


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    return campaign(tmp_path_factory.mktemp("whole") / "c").run(RUNS, workers=2, chunk=4)


@pytest.fixture(scope="module")
def local():
    """Two processes, each of which is started anew when it dies."""
    options = {"n_workers": 2, "threads_per_worker": 1, "dashboard_address": None}
    with distributed.LocalCluster(**options, silence_logs=50) as made:
        yield made


def processes(local) -> list[int]:
    """Processes of the workers that have joined."""
    there, nannies = set(local.scheduler.workers), list(local.workers.values())
    return [nanny.pid for nanny in nannies if nanny.pid and nanny.worker_address in there]


@pytest.mark.parametrize("given", ["client", "cluster", "address"])
def test_bits_are_those_of_one_machine(whole, local, tmp_path, given):
    with distributed.Client(local) as client:
        chosen = {"client": client, "cluster": local, "address": local.scheduler_address}[given]
        results = campaign(tmp_path / "c").run(RUNS, cluster=chosen, chunk=7)
        assert client.status == "running"
    assert contents(results) == contents(whole)


def test_workers_are_killed(whole, local, tmp_path):
    def kill_one(moments) -> bool:
        there = processes(local)
        if len(there) < 2:  # faster than workers begin, none ever would be there
            return False
        os.kill(moments.choice(there), signal.SIGKILL)
        return True

    def run(k):
        return campaign(tmp_path / str(k)).run(RUNS, cluster=local, chunk=4)

    assert all(each == contents(whole) for each in kill_while_running(kill_one, KILLS, 3, run))


def _run(folder, address):
    campaign(folder).run(RUNS, cluster=address, chunk=4)


def test_the_process_that_writes_is_killed(whole, local, tmp_path):
    context, random_number = multiprocessing.get_context("spawn"), random.Random(4)

    def begin(folder):
        return context.Process(target=_run, args=(folder, local.scheduler_address))

    def run(folder):
        return campaign(folder).run(RUNS, cluster=local, chunk=4)

    moments = partial(random_number.uniform, 2.0, 8.0)
    found = kill_writers(begin, KILLS, moments, run, tmp_path)
    assert all(each == contents(whole) for each in found)


def test_a_run_that_kills_its_worker_is_a_row(local, tmp_path, monkeypatch):
    class Deadly(Runner):
        def with_values(self, values):
            if values[0] == 2.0:
                os.kill(os.getpid(), signal.SIGKILL)
            return super().with_values(values)

    found = tt.Campaign(oscillator(), tmp_path / "c")
    found.cases({"bodies.block.mass": [1, 1.5, 2, 2.5, 3]})
    monkeypatch.setattr(campaign_module, "Runner", Deadly)
    monkeypatch.setattr(local.scheduler, "allowed_failures", 0)
    results = found.run(5, cluster=local, chunk=2)
    assert results.counts == {"finished": 4, "died": 1}
    (failure,) = results.failures()
    assert failure.run == 2 and "the process that computed it died" in failure.message


# --- clusters that are not there ----------------------------------------------------------------


@pytest.fixture
def impatient(monkeypatch):
    monkeypatch.setattr(cluster, "TIMEOUT", 2.0)


def refused(text, folder, given):
    began = time.monotonic()
    with pytest.raises(tt.TreetopError) as caught:
        campaign(folder).run(RUNS, cluster=given, chunk=4)
    assert text in str(caught.value), str(caught.value)
    assert "\n" not in str(caught.value)
    assert time.monotonic() - began < 60.0


def test_a_cluster_that_does_not_answer(impatient, tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as silent:  # it is called, and says nothing
        address = f"tcp://127.0.0.1:{silent.getsockname()[1]}"
        refused(f"the cluster at {address} does not answer within 2 s", tmp_path / "c", address)
    refused(f"the cluster at {address} does not answer within 2 s", tmp_path / "c", address)
    refused("'no such thing' is not a cluster", tmp_path / "c", "no such thing")
    refused("5 is not a cluster", tmp_path / "c", 5)
    assert not (tmp_path / "c").exists()


def test_a_cluster_without_workers(impatient, tmp_path):
    with distributed.LocalCluster(n_workers=0, dashboard_address=None, silence_logs=50) as empty:
        refused("does not answer within 2 s: it has no worker", tmp_path / "c", empty)
    assert not (tmp_path / "c").exists()


@pytest.mark.parametrize("part", ["workers", "scheduler"])
def test_a_cluster_that_is_lost(whole, impatient, tmp_path, part):
    options = {"n_workers": 1, "threads_per_worker": 1, "dashboard_address": None}
    with distributed.LocalCluster(**options, silence_logs=50) as lost:

        def end() -> None:
            while not (tmp_path / "c" / "outcome" / "c").exists():  # until something is written
                time.sleep(0.01)
            lost.scale(0) if part == "workers" else lost.close()

        ender = threading.Thread(target=end)
        ender.start()
        refused("is lost: ", tmp_path / "c", lost.scheduler_address)
        ender.join()
    found = campaign(tmp_path / "c")
    assert 0 < found.results().done < RUNS
    assert contents(found.run(RUNS, workers=1)) == contents(whole)


def test_workers_belong_to_the_cluster(tmp_path):
    with pytest.raises(tt.TreetopError, match="has workers of its own"):
        campaign(tmp_path / "c").run(RUNS, workers=2, cluster="tcp://127.0.0.1:1")


def test_a_worker_with_other_sources_is_refused(tmp_path):
    payload = cluster._packed(campaign(tmp_path / "c")._runner(4, {}))
    runner, versions, _ = cloudpickle.loads(payload)
    other = cloudpickle.dumps((runner, versions, "other"))
    with pytest.raises(tt.TreetopError, match="another Treetop of the same version: its sources"):
        cluster._unpacked(other)
    assert cluster._unpacked(payload).runs == 4
