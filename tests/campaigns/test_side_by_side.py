"""Runs of a campaign are the same to the bit with lanes and without, written in place and built
anew, for any number of processes."""

import numpy as np
import pytest

import treetop as tt
from oscillators import campaign, contents, oscillator
from treetop.campaigns import one_run
from treetop.system.in_place import Seat

pytestmark = pytest.mark.compiled

RUNS = 64  # enough for numbers to be written in place


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    return campaign(tmp_path_factory.mktemp("whole") / "c").run(RUNS, workers=1, lanes=False)


@pytest.fixture
def runner(tmp_path):
    found = campaign(tmp_path / "c")
    times = {"slide": np.linspace(0, 2, 5)}
    return found._runner(RUNS, times)


@pytest.mark.parametrize("workers", [1, 2, 4])
def test_lanes_and_processes_change_no_bit(whole, tmp_path, workers):
    found = campaign(tmp_path / "c").run(RUNS, workers=workers, chunk=20)
    assert contents(found) == contents(whole)


def test_rows_are_those_of_models_built_anew(runner):
    values = runner.draws.values(0, 12)
    rows = runner.rows_of(values)
    assert runner.starts.reason == ""
    assert [row.bits for row in rows] == [runner.row(each).bits for each in values]


def test_failures_are_rows_in_lanes_too(runner):
    values = runner.draws.values(0, 10)
    values[3, 1], values[7, 0] = -1.0, 0.0  # a mass; a stiffness, at a sign that was not tried
    rows = runner.rows_of(values)
    assert [row.outcome for row in rows] == [1, 1, 1, 3, 1, 1, 1, 1, 1, 1]
    assert [row.bits for row in rows] == [runner.row(each).bits for each in values]
    assert "bodies.block.mass: -1 kg is less than 0" in rows[3].message
    assert np.isnan(rows[7].numbers[0])  # without a spring it never comes to the middle


def test_numbers_in_the_wrong_place_are_noticed(tmp_path, monkeypatch):
    take = Seat.take

    def wrong(self, model, mechanism, numbers):
        return take(self, model, mechanism, [each * (1.0 + 1e-12) for each in numbers])

    monkeypatch.setattr(Seat, "take", wrong)
    with pytest.raises(tt.TreetopError, match="run 0 is another one when its model is built anew"):
        campaign(tmp_path / "c").run(RUNS, workers=1)


def test_some_runs_are_made_again():
    looked_at = sum(map(one_run._looked_at, range(100_000)))
    assert one_run._looked_at(0) and 150 < looked_at < 250


def test_numbers_that_cannot_be_written_are_built_anew(tmp_path):
    model = oscillator()
    tip = model.add_body("tip", mass=1, inertia=[1, 1, 1])
    model.add_joint("arm", tt.Revolute([0, 1, 0]), "block", tip)
    found = tt.Campaign(model, tmp_path / "c")
    found.vary("joints.arm.axis.z", "0.3 ± 10 %")
    found.keep(end=tt.last("arm.angle"))
    runner = found._runner(RUNS, {})
    values = runner.draws.values(0, 5)
    rows = [row.bits for row in runner.rows_of(values)]
    assert "by more than a copy" in runner.starts.reason
    assert rows == [runner.row(each).bits for each in values]


def test_factors_seeds_and_settings_vary(tmp_path):
    found = tt.Campaign(oscillator(), tmp_path / "c")
    found.vary("forces.spring.stiffness", factor="1 ± 10 %")
    found.vary("run.duration", "2 s ± 5 %")
    found.vary("start.rail.slide", "1 m ± 10 %")
    found.keep(end=tt.last("rail.slide"))
    runner = found._runner(RUNS, {})
    values = runner.draws.values(0, 12)
    rows = runner.rows_of(values)
    assert runner.starts.reason == ""
    assert [row.bits for row in rows] == [runner.row(each).bits for each in values]
    omega = np.sqrt([4 * each for each in values[:, 0]])
    ends = [row.numbers[0] for row in rows]
    np.testing.assert_allclose(ends, values[:, 2] * np.cos(omega * values[:, 1]), atol=1e-7)
