"""Baumgarte's stabilisation: what it adds to accelerations, in every formulation."""

import numpy as np
import pytest

import treetop as tt
from interpreted import interpreted_for
from kept_mechanisms import four_bar, started
from random_constraints import KINDS, NONHOLONOMIC, constrained_tree
from treetop.core.stabilization import baumgarte
from treetop.system.formulations import FORMULATIONS

GAINS = ALPHA, BETA, SIGMA = 3.0, 5.0, 7.0


def rates(system: tt.System, y: np.ndarray, kept) -> np.ndarray:
    rate = np.zeros_like(y)
    system.fresh_problem()
    kept.derivative(0.0, y.copy(), rate, kept.problem)
    return rate


@pytest.mark.parametrize(
    "formulation", interpreted_for(FORMULATIONS, ["recursive", "kane-absolute"])
)
@pytest.mark.parametrize("kind", KINDS)
def test_errors_are_driven_back_as_the_law_says(kind, formulation):
    """J times the change of accelerations is -2 α g' - β² g, or -σ v - β² g of rolling."""
    model, motion = constrained_tree(3, (kind,))
    system = model.build(formulation)
    chart, y = system.equations.chart, system.state(**motion).vector
    rng, speeds = np.random.default_rng(4), chart.speeds(system.tables)
    nu, c = speeds.stop - speeds.start, chart.constraints(system.tables)
    if c == 0:
        pytest.skip("the formulation needs no row for it")
    chart.displaced(y, system.problem, rng.normal(size=nu, scale=0.02))
    y[speeds] += rng.normal(size=nu)
    J, W, (error, rate) = np.zeros((c, nu)), np.zeros((0, nu)), np.zeros((2, c))
    chart.rows(0.0, y, system.problem, J, W, error, rate)
    kept = baumgarte.stabilized(system.equations, system.tables, system.problem, y.size, GAINS)
    without = kept._replace(derivative=system.derivative, problem=system.problem)
    change = (rates(system, y, kept) - rates(system, y, without))[speeds]
    damping = np.full(c, 2 * ALPHA)
    if kind in NONHOLONOMIC:
        tree = system.tables.constraints.joint_at[-1] if system.equations.absolute else 0
        damping[tree:] = SIGMA
    expected = -damping * rate - BETA**2 * error
    assert J @ change == pytest.approx(expected, abs=1e-10 * np.abs(expected).max())
    assert np.abs(error).max() > 1e-3 or kind == "user-slip"  # which has none of position
    assert np.abs(rate).max() > 1e-2


def test_gains_belong_to_the_run_alone():
    system, start = started("four-bar")
    before = system.evaluate(start).speed_rates
    tt.simulate(system, start, 0.01, every=0.01, constraints="baumgarte", gains=[50, 50, 100])
    assert (system.evaluate(start).speed_rates == before).all()


def test_errors_decay_as_fast_as_the_gains_say():
    """A start at rest that is off by little, which a run would refuse: critical damping."""
    system = four_bar()[0].build()
    start = system.settled(system.state(a={"angle": 1}, b={"angle": -0.5}, c={"angle": 1.8}))
    kept = baumgarte.stabilized(
        system.equations, system.tables, system.problem, start.vector.size, (8.0, 8.0, 16.0)
    )
    y = start.vector.copy()
    y[1] += 1e-4
    g = [system.evaluate(tt.State(system, 0.0, y)).constraint_error]
    h, rate = 1e-3, np.zeros_like(y)
    kept.project(0.0, y.copy(), rate, kept.problem)
    for _ in range(250):  # the midpoint rule
        kept.derivative(0.0, y, rate, kept.problem)
        kept.derivative(0.0, y + 0.5 * h * rate, rate, kept.problem)
        y += h * rate
    g.append(system.evaluate(tt.State(system, 0.0, y)).constraint_error)
    at = 8.0 * 0.25
    assert g[1] / g[0] == pytest.approx((1 + at) * np.exp(-at), rel=0.02)


@pytest.mark.compiled  # whole runs; each way is interpreted in test_ways.py
@pytest.mark.parametrize("way", ["baumgarte", "partition", "nullspace"])
def test_driven_coordinates_are_where_they_are_to_be(way):
    """Not integrated to be there: the tolerance is loose."""
    run = tt.simulate(*started("driven"), 0.2, every=0.05, rtol=1e-3, atol=1e-6, constraints=way)
    assert np.abs(run["a.angle"] - (1 + 2 * run.time + 0.3 * np.sin(4 * run.time))).max() < 1e-14
