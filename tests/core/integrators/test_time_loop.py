"""The time loop: samples, pauses and breaks leave the motion alone."""

from types import SimpleNamespace

import numpy as np
import pytest

import treetop as tt
from cubic_oscillator import exact as exact_slide
from cubic_oscillator import oscillator
from sprung_trees import moving, sprung_tree
from treetop.core.compiler import entry
from treetop.core.integrators.constrained_newton import ConstrainedNewton
from treetop.core.integrators.loop import Plan
from treetop.core.integrators.outcome import Outcome
from treetop.core.interface import DERIVATIVE, LOST, PROJECT, UNCHANGED
from treetop.simulation.integrators import INTEGRATORS
from treetop.simulation.segment import loop_for

SETTINGS = {
    name: {"method": name} | ({"step": 0.01} if method.fixed else {"rtol": 1e-8})
    for name, method in INTEGRATORS.items()
}


@pytest.fixture(scope="module")
def tree():
    return moving(sprung_tree(seed=8, bodies=6), seed=1)


def further_control(method, step):
    """The step and the weights of a method, as far as it needs them."""
    integrator = INTEGRATORS[method]
    weights = integrator.weights(0.8, 2) if integrator.weights else ()
    return [step if integrator.fixed else np.inf, *weights]


def numbers(known):
    """All arrays that a loop remembers, but for where functions of its method are."""
    for part in known:
        if isinstance(part, ConstrainedNewton):
            yield from part._replace(geometry=part.size)
        elif isinstance(part, tuple):
            yield from numbers(part)
        else:
            yield part


def marched(tree, method, pause, duration=1.0, samples=30):
    """Run the loop itself, stopping after every so many steps; its loop and samples."""
    system, start = tree
    times = np.linspace(0.0, duration, samples)
    plan = Plan(
        control=np.array([1e-8, 1e-10, *further_control(method, 0.01)]),
        controlled=np.array([start.vector.size - 2]),
        breaks=np.array([duration]),
        times=times,
        samples=np.zeros((samples, start.vector.size)),
    )
    (loop, _kept), outcome = loop_for(system, start, INTEGRATORS[method]), Outcome.PAUSED
    while outcome == Outcome.PAUSED:
        problem = (system.derivative, system.project, system.problem)
        outcome = INTEGRATORS[method].advance(*problem, plan, loop, pause)
    assert outcome == Outcome.FINISHED
    return loop, plan.samples


@pytest.mark.compiled
@pytest.mark.parametrize("method", INTEGRATORS)
@pytest.mark.parametrize("pause", [1, 3, 7])
def test_pausing_after_any_number_of_steps_changes_no_bit(tree, method, pause):
    (paused, samples), (at_once, others) = (
        marched(tree, method, pause),
        marched(tree, method, 10**6),
    )
    assert np.array_equal(samples, others)
    for ours, theirs in zip(numbers(paused), numbers(at_once), strict=True):
        assert np.array_equal(ours, theirs, equal_nan=True)


@pytest.mark.compiled
@pytest.mark.parametrize("method", INTEGRATORS)
@pytest.mark.parametrize(
    "samples", [{"every": 0.5}, {"every": 0.013}, {"at": [0.1, 0.99]}], ids=str
)
def test_samples_anywhere_change_no_bit_of_the_end(tree, method, samples):
    every = tt.simulate(*tree, 1.0, at=[1.0], **SETTINGS[method]).data
    at = {"at": [*samples["at"], 1.0]} if "at" in samples else samples
    other = tt.simulate(*tree, 1.0, **at, **SETTINGS[method]).data
    for name in ("coordinates", "speeds", "work", "acceleration"):
        assert np.array_equal(every[name][-1], other[name][-1])


@pytest.mark.compiled
def test_samples_lie_on_the_motion_wherever_they_are_taken(tree):
    coarse = tt.simulate(*tree, 1.0, every=0.25, rtol=1e-12).data
    fine = tt.simulate(*tree, 1.0, every=0.01, rtol=1e-12).data
    assert np.array_equal(coarse.coordinates[1], fine.coordinates[25])


# --- clocks far from zero -----------------------------------------------------------------

UNIX = 1.7e9


def test_a_clock_far_from_zero_loses_no_time():
    """A double resolves 2e-7 s there; the motion follows the clock, not the steps asked for."""
    ours = tt.simulate(oscillator(), oscillator().state(UNIX, rail={"slide": 1}), 8.0, every=0.5)
    slides = exact_slide(ours.data.time.values - UNIX)[0]
    assert ours["rail.slide"].values == pytest.approx(slides, abs=1e-8)


def test_rest_far_from_zero_is_no_collapse():
    system = driven("hold")
    assert tt.simulate(system, system.state(time=UNIX), 10.0).outcome == "finished"


# --- breaks: tables that jump -------------------------------------------------------------

KNOTS, EFFORTS = (0.3, 1.1, 1.7), (2.0, -3.0, 1.0)


def driven(interpolation):
    model = tt.Model("driven block")
    block = model.add_body("block", mass=2)
    model.add_joint("rail", tt.Prismatic([1, 0, 0]), model.ground, block)
    model.add_force("drive", tt.JointEffort("rail", tt.Table(KNOTS, EFFORTS, interpolation)))
    return model.build()


def exact(interpolation, at):
    """Slide and rate from rest at 0, integrating the force of each piece by hand."""
    times = np.array([0.0, *KNOTS, 1e9])
    values = np.array([EFFORTS[0], *EFFORTS, EFFORTS[-1]]) / 2.0
    x, v = 0.0, 0.0
    for t0, t1, a0, a1 in zip(times, times[1:], values, values[1:], strict=False):
        h = min(at, t1) - t0
        slope = 0.0 if interpolation == "hold" else (a1 - a0) / (t1 - t0)
        x, v = x + v * h + a0 * h**2 / 2 + slope * h**3 / 6, v + a0 * h + slope * h**2 / 2
        if at <= t1:
            return x, v


@pytest.mark.parametrize("interpolation", ["hold", "linear"])
@pytest.mark.parametrize(
    "method",
    [
        {"rtol": 1e-3, "atol": 1e-3},
        {"method": "rk4", "step": 0.7},
        {"method": "radau", "rtol": 1e-3, "atol": 1e-3},
    ],
    ids=str,
)
def test_a_force_that_jumps_gives_the_exact_motion_piece_by_piece(interpolation, method):
    """Polynomials of low degree: steps that end on the knots make no error at any tolerance."""
    system = driven(interpolation)
    data = tt.simulate(system, system.state(), 2.5, every=0.05, **method).data
    expected = np.array([exact(interpolation, t) for t in data.time.values])
    assert data.coordinates[:, 0].values == pytest.approx(expected[:, 0], abs=1e-12)
    assert data.speeds[:, 0].values == pytest.approx(expected[:, 1], abs=1e-12)


def test_steps_land_on_the_knots():
    system = driven("hold")
    run = tt.simulate(system, system.state(), 2.5, at=[*KNOTS, 2.5], method="rk4", step=10.0)
    assert run.statistics["steps"] == 4
    assert run.data.acceleration[:, 0, 0].values.tolist() == [1.0, -1.5, 0.5, 0.5]


@pytest.mark.parametrize("starts", [0.3, 1.1, 1.7, 3.0])
def test_a_run_may_start_on_a_knot_or_behind_all(starts):
    system = driven("hold")
    data = tt.simulate(system, system.state(time=starts), 1.0).data
    (x0, v0), (x1, v1) = exact("hold", starts), exact("hold", starts + 1.0)
    assert float(data.speeds[-1, 0]) == pytest.approx(v1 - v0, abs=1e-12)
    assert float(data.coordinates[-1, 0]) == pytest.approx(x1 - x0 - v0, abs=1e-12)


# --- steps undone -------------------------------------------------------------------------

LONGEST = 0.03


@entry(*DERIVATIVE)
def cubic_rate(t, y, rate, problem):
    rate[0], rate[1], rate[2] = y[1], -2.0 * y[0] ** 3, 0.0
    return 0


@entry(*PROJECT)
def at_most_so_long(t, y, rate, problem):
    """Call constraints lost after a longer step; the last component is the time of the last one."""
    if t - y[2] > LONGEST:
        return LOST
    y[2] = t
    return UNCHANGED


@pytest.mark.parametrize(
    ("method", "within"),
    [("dop853", 1e-6), ("radau", 1e-5), ("bdf", 1e-2), ("generalized-alpha", 1e-3)],
)
def test_a_step_undone_leaves_nothing_behind(method, within):
    """Steps are undone when they are long; those that are left follow the motion."""
    start = SimpleNamespace(time=0.0, vector=np.array([1.0, 0.0, 0.0]))
    loop, _kept = loop_for(SimpleNamespace(geometry=(None, None)), start, INTEGRATORS[method])
    plan = Plan(
        control=np.array([1e-5, 1e-5, *further_control(method, 0.04)]),
        controlled=np.array([2]),
        breaks=np.array([3.0]),
        times=np.array([3.0]),
        samples=np.zeros((1, 3)),
    )
    problem = cubic_rate.function, at_most_so_long.function, 0
    assert INTEGRATORS[method].advance(*problem, plan, loop, 10**6) == Outcome.FINISHED
    assert loop.counts[1] > 5
    assert np.abs(plan.samples[0, :2] - exact_slide(3.0)).max() < within
