"""How "auto" judges its method by mean steps where controllers are sampled."""

import numpy as np
import pytest

import treetop as tt
from pausing import died, resumed
from treetop.core.integrators.outcome import Outcome
from treetop.simulation.hybrid import HybridSimulation
from treetop.simulation.method_review import FIRST_LOOK, eigenvalues, next_look
from treetop.simulation.simulate import checked_settings

STIFFNESS, DAMPING = 800.0, 1000.0


def cart(every):
    """A cart of 1 kg that is sent to and fro by a sampled controller, and a trailer of 0.5 kg on a
    strong damper: their relative motion decays at 3000/s."""
    m = tt.Model("cart with a trailer")
    body, trailer = m.add_body("cart", mass=1), m.add_body("trailer", mass=0.5)
    m.add_joint("rail", tt.Prismatic([1, 0, 0]), m.ground, body)
    m.add_joint("tow", tt.Prismatic([1, 0, 0]), body, trailer)
    m.add_force("bar", tt.JointSpring("tow", stiffness=STIFFNESS, damping=DAMPING))
    m.add_device("drive", tt.Motor("rail", gear="1 rad/m"))
    swing = tt.Pid(
        input="rail.slide",
        rate="rail.slide_rate",
        target=1.0,
        every=every,
        proportional=20.0,
        derivative=2.0,
        to="drive",
    )
    m.add_controller("swing", swing)
    return m.build()


def simulated(every, method, rtol, duration=2.0):
    system = cart(every)
    settings = {"at": [duration], "rtol": rtol, "atol": 1e-3 * rtol}
    return tt.simulate(system, system.state(), duration, method=method, **settings)


def first_segment(every, **settings):
    system = cart(every)
    hybrid = HybridSimulation(system.state(), checked_settings(settings), np.array([2.0]))
    return hybrid, hybrid.segments[0]


def test_eigenvalues_are_those_of_the_springs_and_dampers():
    hybrid, segment = first_segment("10 ms", duration=2, method="auto")
    found = np.sort_complex(eigenvalues(segment, hybrid.settings))
    inverse = 1.0 / 1.0 + 1.0 / 0.5  # of the reduced mass
    expected = np.roots([1.0, inverse * DAMPING, inverse * STIFFNESS])
    assert found[0] == pytest.approx(expected.min(), rel=1e-6)
    assert any(abs(found - expected.max()) < 1e-4)


def test_looks_are_further_and_further_apart():
    _, segment = first_segment("10 ms", duration=2, method="auto")
    for steps, changes, due in [(0, 0, 1), (1, 0, 1), (FIRST_LOOK, 0, 2), (700, 0, 4), (700, 3, 8)]:
        segment.loop.counts[0] = steps
        assert next_look(segment, changes) == due * FIRST_LOOK


@pytest.mark.compiled
@pytest.mark.parametrize("chunk", [7, 150, 10**6])
def test_a_look_ends_no_later_than_it_is_due(chunk):
    hybrid, segment = first_segment("10 ms", duration=2, method="auto", rtol=1e-9)
    for k in (1, 2, 4):
        while segment.loop.counts[0] < k * FIRST_LOOK:
            assert hybrid.advance(chunk) is Outcome.PAUSED
            assert segment.loop.counts[0] <= k * FIRST_LOOK
    assert len(hybrid.segments) == 1  # accuracy, not stability, holds its steps


def test_only_auto_looks_and_only_where_something_is_sampled():
    assert first_segment("10 ms", duration=2, method="auto")[1].reviewed
    assert not first_segment("10 ms", duration=2, method="dop853")[1].reviewed
    m = tt.Model("block")
    m.add_joint("rail", tt.Prismatic([1, 0, 0]), m.ground, m.add_body("block", mass=1))
    start = m.build().state()
    settings = checked_settings({"duration": 1, "method": "auto"})
    assert not HybridSimulation(start, settings, np.ones(1)).segments[0].reviewed


@pytest.mark.compiled
@pytest.mark.parametrize(("every", "rtol"), [("10 ms", 1e-4), ("100 ms", 1e-4), ("100 ms", 1e-6)])
def test_stiffness_is_found_between_samples(every, rtol):
    explicit, auto = simulated(every, "dop853", rtol), simulated(every, "auto", rtol)
    assert auto.statistics["changes_of_method"] == 1
    assert auto.statistics["evaluations"] < 0.8 * explicit.statistics["evaluations"]
    assert auto["cart.position"].values == pytest.approx(explicit["cart.position"].values, abs=rtol)


@pytest.mark.compiled
@pytest.mark.parametrize("every", ["10 ms", "100 ms"])
@pytest.mark.parametrize("rtol", [1e-4, 1e-6, 1e-8, 1e-10])
def test_auto_does_not_go_to_and_fro_between_samples(every, rtol):
    explicit, auto = (simulated(every, m, rtol).statistics for m in ("dop853", "auto"))
    assert auto["changes_of_method"] <= 2
    assert auto["evaluations"] < 1.1 * explicit["evaluations"]


def changes_in_a_resumed_run(file, system, **settings):
    """How often a run changes its method, and is interrupted when it must resume to the bit."""
    whole = tt.simulate(system, system.state(), **settings)
    died(system, system.state(), file, **settings)
    again, deaths = resumed(file, 2)
    assert np.array_equal(whole.data.coordinates, again.data.coordinates)
    assert np.array_equal(whole.data.speeds, again.data.speeds)
    counts = [{**run.statistics, "wall_time": 0} for run in (whole, again)]
    assert counts[0] == counts[1]
    return whole.statistics["changes_of_method"], deaths


@pytest.mark.compiled
def test_a_reviewed_run_resumes_to_the_bit(tmp_path):
    settings = {"duration": 4.0, "every": 0.5, "method": "auto", "rtol": 1e-9, "atol": 1e-12}
    changes, deaths = changes_in_a_resumed_run(tmp_path / "run", cart("100 ms"), **settings)
    assert changes == 2 and deaths > 10


def rigid(every):
    """A block that is pushed to and fro, without anything fast."""
    m = tt.Model("block")
    m.add_joint("rail", tt.Prismatic([1, 0, 0]), m.ground, m.add_body("block", mass=1))
    m.add_device("drive", tt.Motor("rail", gear="1 rad/m"))
    gains = {"proportional": 1.0, "derivative": 0.5, "target": 1.0}
    swing = tt.Pid(input="rail.slide", rate="rail.slide_rate", every=every, to="drive", **gains)
    m.add_controller("swing", swing)
    return m.build()


@pytest.mark.compiled
def test_a_lower_order_goes_on_where_samples_hold_the_steps_short():
    system = rigid("20 ms")
    found = {
        m: tt.simulate(system, system.state(), 60, every=1, method=m)
        for m in ("dop853", "dopri5", "auto")
    }
    assert found["auto"].statistics["changes_of_method"] == 1
    per_sample = {m: run.statistics["evaluations"] / 3000 for m, run in found.items()}
    assert per_sample["dop853"] == pytest.approx(14, abs=0.1)
    assert per_sample["dopri5"] == pytest.approx(8, abs=0.1)
    assert per_sample["auto"] < 9.8
    for run in found.values():
        expected = found["dop853"]["rail.slide"].values
        assert run["rail.slide"].values == pytest.approx(expected, abs=1e-10)


@pytest.mark.compiled
def test_the_order_is_high_where_samples_are_rare():
    system = rigid("20 s")
    run = tt.simulate(system, system.state(), 600, at=[600], method="auto", max_step=0.2)
    assert run.statistics["changes_of_method"] == 0


@pytest.mark.compiled
def test_a_run_of_lower_order_resumes_to_the_bit(tmp_path):
    settings = {"duration": 40.0, "every": 0.5, "method": "auto"}
    changes, deaths = changes_in_a_resumed_run(tmp_path / "run", rigid("20 ms"), **settings)
    assert changes == 1 and deaths > 5
