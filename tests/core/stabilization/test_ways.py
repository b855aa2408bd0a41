"""The methods of constraint stabilization: one motion by all, errors as each of them promises."""

import functools

import numpy as np
import pytest

import treetop as tt
from interpreted import interpreted_for
from kept_mechanisms import MECHANISMS, started
from random_loops import random_mechanism
from treetop.core.interface import EXTRA
from treetop.core.stabilization import STABILIZATIONS
from treetop.model.run.methods import METHODS
from treetop.system.formulations import FORMULATIONS

OTHERS = [word for word in STABILIZATIONS if word != "project"]
EXACT = ["partition", "nullspace"]
ROUNDING = 1e-13


def errors(run: tt.Run) -> np.ndarray:
    """By how much positions and velocities miss the constraints at each sample."""
    system = run.system.model.build()
    chart, c = system.equations.chart, rows_of(system)
    nq, nu = len(system.coordinate_labels), len(system.speed_labels)
    J, W, (error, rate) = np.zeros((c, nu)), np.zeros((0, nu)), np.zeros((2, c))
    found = []
    for sample in range(len(run.time)):
        q, u = run.data.coordinates.values[sample, :nq], run.data.speeds.values[sample, :nu]
        z = np.concatenate([q, u, np.zeros(EXTRA)])
        chart.rows(run.time[sample], z, system.problem, J, W, error, rate)
        own = float(run.data.constraint_error[sample])
        found.append([max(own, np.abs(error).max()), np.abs(rate).max()])
    return np.array(found)


def rows_of(system: tt.System) -> int:
    return system.equations.chart.constraints(system.tables)


def apart(a: tt.Run, b: tt.Run) -> float:
    """How far two motions are from each other, in units of the speeds and coordinates."""
    return max(np.abs(a.data[name] - b.data[name]).max() for name in ("coordinates", "speeds"))


@functools.cache
def expected(mechanism: str, duration: float) -> tt.Run:
    every = min(duration / 2, 0.1)
    return tt.simulate(*started(mechanism), duration, every=every, rtol=1e-10)


def by_method(method: str) -> tuple[str, float, dict, float]:
    given = {"method": method, "rtol": 1e-7, "atol": 1e-10, "step": 2e-4}
    undamped = {"rho_inf": 1.0} if method == "newmark" else {}  # else it is of order 1
    return "recursive", 0.3, given | undamped, 1e-4


@pytest.mark.parametrize("word", OTHERS)
@pytest.mark.parametrize("mechanism", interpreted_for(MECHANISMS, ["four-bar", "ball-jointed"]))
@pytest.mark.parametrize(
    ("formulation", "duration", "given", "near"),
    [
        pytest.param("recursive", 0.01, {"rtol": 1e-9}, 1e-8, id="shortly"),
        *(
            pytest.param(name, 0.5, {"rtol": 1e-10}, 1e-7, id=name, marks=pytest.mark.compiled)
            for name in FORMULATIONS
        ),
        *(pytest.param(*by_method(name), id=name, marks=pytest.mark.compiled) for name in METHODS),
    ],
)
def test_one_motion(mechanism, formulation, duration, given, near, word):
    """By every formulation, and by every method."""
    exact = expected(mechanism, duration)
    start = started(mechanism, formulation)
    run = tt.simulate(*start, duration, at=exact.time, constraints=word, **given)
    size = np.abs(exact.data.speeds).max()
    assert apart(run, exact) < near * size
    assert errors(run).max() < (ROUNDING if word in EXACT else near) * size


@pytest.mark.compiled
@pytest.mark.parametrize("word", EXACT)
def test_errors_stay_at_rounding_for_long(word):
    run = tt.simulate(*started("four-bar"), 60, every=0.5, rtol=1e-8, constraints=word)
    assert run.data.constraint_error.max() < 1e-13 * 60
    assert run["a.angle"][-1] > 100 * np.pi  # it has turned many times


@pytest.mark.compiled
def test_errors_that_are_driven_back_stay_bounded_and_follow_the_tolerance():
    first, later = [], []
    for rtol in (1e-5, 1e-7, 1e-9):
        given = {"rtol": rtol, "atol": 1e-3 * rtol, "constraints": "baumgarte"}
        found = errors(tt.simulate(*started("four-bar"), 20, every=0.01, **given))[:, 0]
        first.append(found[: found.size // 2].max())
        later.append(found[found.size // 2 :].max())
    assert later[0] < 3 * first[0] and later[2] < 3 * first[2]
    assert later[1] < 0.1 * later[0] and later[2] < 0.1 * later[1]
    assert later[2] > 1e-14  # nothing is projected


@pytest.mark.compiled
@pytest.mark.parametrize("word", OTHERS)
@pytest.mark.parametrize("mechanism", ["ball-jointed", "rolling disc"])
def test_order_of_convergence(mechanism, word):
    system, start = started(mechanism)
    exact = tt.simulate(system, start, 0.2, rtol=1e-12, atol=1e-14, every=0.2)
    off = []
    for step in (4e-3, 2e-3, 1e-3):
        given = {"method": "rk4", "step": step, "every": 0.2, "constraints": word}
        off.append(apart(tt.simulate(system, start, 0.2, **given), exact))
    orders = np.log2(np.array(off[:-1]) / off[1:])
    assert orders[-1] == pytest.approx(4.0, abs=0.4)


@pytest.mark.compiled
@pytest.mark.parametrize("word", OTHERS)
@pytest.mark.parametrize("seed", range(12))
def test_random_mechanisms(seed, word):
    """Every third has all closing joints twice."""
    model, motion = random_mechanism(seed, 6, 1 + seed % 2, 2 if seed % 3 == 0 else 1)
    system = model.build()
    start = system.settled(system.state(**motion))
    given = {"duration": 0.1, "every": 0.05, "rtol": 1e-10}
    exact = tt.simulate(system, start, **given)
    run = tt.simulate(system, start, constraints=word, **given)
    size = 1 + np.abs(exact.data.speeds).max()
    assert apart(run, exact) < 1e-6 * size
    if word in EXACT:
        assert errors(run).max() < 1e-12 * size


@pytest.mark.parametrize("word", STABILIZATIONS)
def test_where_samples_are_taken_changes_nothing(word):
    system, start = started("four-bar")
    ends = [
        tt.simulate(system, start, 0.05, every=every, rtol=1e-6, constraints=word)
        for every in (0.05, 0.007)
    ]
    assert ends[0].statistics["steps"] == ends[1].statistics["steps"]
    assert (ends[0].data.coordinates[-1] == ends[1].data.coordinates[-1]).all()


@pytest.mark.parametrize("word", STABILIZATIONS)
def test_a_tree_has_nothing_to_keep(word):
    m = tt.Model("pendulum")
    m.add_body("rod", mass=1, inertia=[0.1, 0.1, 0.1], centre=[0, 0, -1])
    m.add_joint("hinge", tt.Revolute([0, 1, 0]), m.ground, "rod")
    m.add_force("weight", tt.UniformGravity())
    system = m.build()
    start = system.state(hinge={"angle": 1.0})
    run = tt.simulate(system, start, 1.0, every=0.5, constraints=word)
    assert apart(run, tt.simulate(system, start, 1.0, every=0.5)) == 0
