"""Stiff systems, by every adaptive method made for them: in steps that the motion asks for."""

from typing import NamedTuple

import numpy as np
import pytest
from sympy.physics.mechanics import dynamicsymbols

import stiff
import treetop as tt
from treetop.symbolic import LagrangianSystem
from treetop.system.formulations import FORMULATIONS


class Promise(NamedTuple):
    """How near a method comes to what is known, and in how many steps."""

    creeping: float
    creeping_steps: int
    evaluations: int  # per step, one or two rounds of Newton's method with one matrix throughout
    fewer: int  # times fewer steps than those of dop853
    train: float
    train_steps: int  # dop853: 8500
    van_der_pol: float
    boom: float
    attitude: float
    pendulum: float


# Errors of many steps add up: some hundred tolerances are usual for BDF.
PROMISES = {
    "radau": Promise(1e-6, 150, 8, 200, 1e-8, 1200, 1e-9, 1e-10, 1e-9, 1e-8),
    "bdf": Promise(1e-5, 250, 3, 50, 1e-6, 2000, 1e-7, 1e-8, 1e-7, 1e-6),
}
by_every_method = pytest.mark.parametrize(
    ("method", "promise"), PROMISES.items(), ids=list(PROMISES)
)


@by_every_method
def test_what_decays_at_once_costs_few_steps_and_leaves_the_rest_exact(method, promise):
    """The block creeps back within seconds; alone, it would come to rest in microseconds."""
    system = stiff.block()
    start, close = system.state(rail={"slide": 1}), {"rtol": 1e-6, "atol": 1e-9}
    run = tt.simulate(system, start, 5.0, at=[0.1, 1.0, 5.0], method=method, **close)
    expected = stiff.creeping(run.time)
    assert run["rail.slide"].values == pytest.approx(expected, abs=promise.creeping)
    assert run.statistics["steps"] < promise.creeping_steps
    assert run.statistics["evaluations"] < promise.evaluations * run.statistics["steps"]


@pytest.fixture(scope="module")
def explicit() -> tt.Run:
    return creeping_for_a_second("dop853")


def creeping_for_a_second(method: str) -> tt.Run:
    system = stiff.block()
    close = {"rtol": 1e-6, "atol": 1e-9, "at": [1.0]}
    return tt.simulate(system, system.state(rail={"slide": 1}), 1.0, method=method, **close)


@pytest.mark.compiled
@by_every_method
def test_steps_are_far_fewer_than_those_of_an_explicit_method(method, promise, explicit):
    ours = creeping_for_a_second(method)
    assert explicit["rail.slide"][-1] == pytest.approx(stiff.creeping(1.0), rel=1e-9)
    assert explicit.statistics["steps"] > promise.fewer * ours.statistics["steps"]


@pytest.mark.compiled
@pytest.mark.parametrize("formulation", FORMULATIONS)
@by_every_method
def test_every_formulation_can_be_stiff(method, promise, formulation):
    system, slides = stiff.train(formulation), np.array([1.0, 0.01, -0.02])
    start = system.state(**{f"link{i}": {"slide": s} for i, s in enumerate(slides)})
    close = {"rtol": 1e-8, "atol": 1e-11}
    run = tt.simulate(system, start, 10.0, at=[0.001, 1.0, 10.0], method=method, **close)
    expected = [stiff.train_at(t, slides) for t in run.time]
    assert run.data.coordinates.values == pytest.approx(np.array(expected), abs=promise.train)
    assert run.statistics["steps"] < promise.train_steps
    assert run.audit()["energy"].relative < 1e-6


@pytest.mark.compiled
@by_every_method
def test_van_der_pol_as_published(method, promise):
    system, close = stiff.van_der_pol(), {"rtol": 1e-10, "atol": 1e-10}
    run = tt.simulate(system, system.state(x=2), 2.0, at=[2.0], method=method, **close)
    end = np.append(run.data.coordinates[0], run.data.speeds[0])
    assert end == pytest.approx(stiff.VAN_DER_POL, rel=promise.van_der_pol)


@pytest.mark.compiled
@by_every_method
def test_the_two_body_spacecraft_moves_as_by_dop853(method, promise):
    """The origin moves along with it: states jump, and whatever is remembered begins anew."""
    system = tt.load("examples/two-body-spacecraft.yaml").build()
    ours, other = (
        tt.simulate(system, system.start(), 120.0, rtol=1e-11, atol=1e-13, method=name)
        for name in (method, "dop853")
    )
    apart = np.abs(ours["boom.slide"].values - other["boom.slide"].values).max()
    assert apart < promise.boom
    assert np.abs(ours.data.attitude - other.data.attitude).max() < promise.attitude


@pytest.mark.compiled
@by_every_method
def test_constraints_are_kept_after_each_step(method, promise):
    """The pendulum in Cartesian coordinates, on a rod of 1 m: as by dop853, its rod as long."""
    x, y = dynamicsymbols("x y")
    energy, height = (x.diff() ** 2 + y.diff() ** 2) / 2, 9.81 * y
    given = LagrangianSystem([x, y], energy, height, constraints={"rod": x**2 + y**2 - 1}).build()
    ours, other = (
        tt.simulate(given, given.state(x=1.0), 3.0, rtol=1e-10, atol=1e-12, method=name)
        for name in (method, "dop853")
    )
    assert np.abs(ours.data.coordinates - other.data.coordinates).max() < promise.pendulum
    assert ours.data.constraint_error.max() < 1e-14
