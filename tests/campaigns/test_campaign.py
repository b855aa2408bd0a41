"""A campaign computes what each of its runs would by itself, however the work is split."""

import warnings

import numpy as np
import pytest
from scipy import stats

import treetop as tt
from oscillators import DURATION, campaign, contents, frequencies, oscillator

RUNS = 24


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    return campaign(tmp_path_factory.mktemp("whole") / "c").run(RUNS, workers=2, chunk=4)


def test_runs_are_those_of_the_closed_form(whole):
    omega = frequencies(whole)
    assert np.allclose(whole.values("time"), np.pi / (2 * omega), rtol=1e-9)
    assert np.allclose(whole.values("end"), np.cos(omega * DURATION), atol=1e-8)
    assert np.allclose(whole.values("at_middle"), -omega, rtol=1e-8)
    assert np.allclose(whole.values("fastest"), -omega, rtol=1e-8)
    times = whole.times("slide")
    assert times.tolist() == [0, 0.5, 1, 1.5, 2]
    for k in (0, RUNS - 1):
        assert np.allclose(whole.history("slide", k), np.cos(omega[k] * times), atol=1e-8)
    assert whole.counts == {"finished": RUNS}


def test_parameters_are_what_was_asked_for(whole):
    assert np.ptp(whole.parameter("forces.spring.stiffness")) > 0.4
    assert np.all(np.abs(whole.parameter("forces.spring.stiffness") - 4) <= 0.4)
    assert whole.units == {
        "time": "s",
        "end": "m",
        "fastest": "m/s",
        "at_middle": "m/s",
        "slide": "m",
    }


@pytest.mark.parametrize("workers", [1, 4])
def test_any_number_of_processes_gives_the_same_bits(whole, tmp_path, workers):
    other = campaign(tmp_path / "c").run(RUNS, workers=workers, chunk=5)
    assert contents(other) == contents(whole)


def test_runs_are_added_to_those_that_are_there(whole, tmp_path):
    found = campaign(tmp_path / "c")
    first = found.run(7, workers=2, chunk=4)
    assert first.runs == 7
    assert contents(found.run(RUNS, workers=2)) == contents(whole)


def test_a_run_is_repeated_to_the_same_bits(whole):
    found = campaign(whole.store.folder)
    k = whole.worst("time")[0]
    assert whole.values("time")[k] == whole.values("time").max()
    run = found.rerun(k)
    assert float(run["rail.slide"][-1]) == whole.values("end")[k]
    assert run.model.bodies["block"].mass == whole.parameter("bodies.block.mass")[k]
    assert run.model.campaign is None


def test_statistics_of_a_campaign(whole):
    times = np.sort(whole.values("time"))
    met = whole.requirement("time")
    assert met.value == np.mean(times < 0.8)
    assert met == whole.probability("time < 0.8 s") == whole.probability("time below 800 ms")
    assert whole.percentile("time", 50).value == np.median(times)
    assert whole.rank_correlations("time")["forces.spring.stiffness"] < -0.9
    envelope = whole.envelope("slide")
    histories = np.array([whole.history("slide", k) for k in range(RUNS)])
    assert np.array_equal(envelope.most, histories.max(axis=0))
    assert np.allclose(envelope.low, np.percentile(histories, 5, axis=0))


def test_failed_runs_are_rows(tmp_path):
    model = oscillator()
    model.add_force("soft", tt.JointSpring("rail", stiffness=0.0))
    found = tt.Campaign(model, tmp_path / "c", invalid="record")
    found.cases({"bodies.block.mass": [1, -1, 2], "start.rail.slide": [1, 1, -1]})
    found.keep(time=tt.event_time("middle"), end=tt.last("rail.slide"))
    found.require(time="< 0.8 s")
    results = found.run(workers=1)
    assert results.counts == {"finished": 2, "invalid": 1}
    (failure,) = results.failures()
    assert failure.run == 1 and failure.outcome == "invalid"
    assert "bodies.block.mass: -1 kg is less than 0" in failure.message
    assert results.parameter("bodies.block.mass").tolist() == [1, -1, 2]
    # Run 2 begins below the middle and never falls through it: it has no time either.
    assert np.isnan(results.values("time")).tolist() == [False, True, True]
    met = results.requirement("time")
    assert (met.value, met.missing) == (1.0, 2)
    assert met.lower == pytest.approx(stats.beta.ppf(0.025, 1, 3)) and met.upper == 1.0


def test_a_run_that_cannot_go_on_says_when(tmp_path):
    model = oscillator()
    model.run = tt.RunSettings(duration=2, method=tt.Rk4(step=0.1))
    found = tt.Campaign(model, tmp_path / "c")
    found.cases({"forces.spring.stiffness": [4, 1e12]})
    results = found.run(workers=1)
    (failure,) = results.failures()
    assert failure.run == 1 and failure.outcome == "failed" and 0 < failure.time < 2
    assert failure.message.startswith("at ")


def test_factors_and_groups(tmp_path):
    model = oscillator()
    model.add_body("other", mass=3)
    model.add_joint("rail two", tt.Prismatic([1, 0, 0]), model.ground, "other")
    found = tt.Campaign(model, tmp_path / "c")
    found.vary(["bodies.block.mass", "bodies.other.mass"], factor=[0.5, 2.0], name="heaviness")
    found._planned(runs=8)
    for k in range(8):
        bodies = found.model_of(k).bodies
        assert bodies["other"].mass == 3 * bodies["block"].mass
        assert bodies["block"].mass in (0.5, 2.0)


def test_nothing_need_be_kept(tmp_path):
    found = tt.Campaign(oscillator(), tmp_path / "c")
    found.vary("run.seed", stats.randint(0, 2**32))
    assert found.run(3, workers=1).counts == {"finished": 3}
    assert found.results().parameter("run.seed").max() > 1000


def test_sobol_says_when_it_is_not_balanced(tmp_path):
    found = campaign(tmp_path / "c", sampling="sobol")
    with pytest.warns(UserWarning, match="3 points of Sobol's sequence are not balanced: 2 or 4"):
        found.run(3, workers=1)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        found.run(4, workers=1)


def test_a_run_is_that_of_the_model_with_its_numbers(whole, tmp_path):
    """Built and simulated by itself, to the last bit."""
    found = campaign(whole.store.folder)
    for k in (0, RUNS // 2, RUNS - 1):
        run = tt.simulate(found.model_of(k))
        assert float(run["rail.slide"][-1]) == whole.values("end")[k]
        assert float(run["rail.slide_rate"].min()) == whole.values("fastest")[k]
        assert run.events[0].time == whole.values("time")[k]
        at_times = run["rail.slide"].sel(time=whole.times("slide"), method="nearest")
        assert at_times.values.tolist() == whole.history("slide", k).tolist()
