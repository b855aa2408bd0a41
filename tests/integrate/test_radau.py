"""Radau: its orders, and what it is for: stiff systems, in steps that the motion asks for."""

import numpy as np
import pytest
from sympy.physics.mechanics import dynamicsymbols

import stiff
import treetop as tt
from cubic_oscillator import exact, oscillator
from treetop.integrate.march import Plan, loop_from
from treetop.integrate.radau_tableau import MU, NU, T_INVERSE, A, C, P, T
from treetop.simulation import METHODS, _require_memory
from treetop.symbolic import LagrangianSystem
from treetop.system import FORMULATIONS

DURATION = 3.2


def errors(step, times):
    """Of the cubic oscillator in steps of one length, its stages solved to rounding."""
    system, integrator = oscillator(), METHODS["radau"]
    start = system.state(rail={"slide": 1})
    loop = loop_from(0.0, start.vector, integrator.own)
    system.derivative(0.0, loop.y, loop.rate, system.problem, system.laws)
    loop.counts[2], loop.clock[1], loop.own.newton[0] = 1, step, 1e-20
    samples = np.zeros((len(times), loop.y.size))
    plan = Plan(np.array([0.5, 1e6, step]), np.array([loop.y.size]), times[-1:], times, samples)
    problem = system.derivative, system.settle, system.problem, system.laws
    integrator.advance(*problem, plan, loop, 10**6)
    assert loop.counts[0] == round(times[-1] / step)
    return np.abs(samples[:, :2].T - exact(times)).max()


@pytest.mark.parametrize("step", [0.1, 0.05])
@pytest.mark.parametrize(
    ("times", "order"), [([DURATION], 5), (np.linspace(0.01, DURATION, 300), 4)], ids=["end", "in"]
)
@pytest.mark.compiled
def test_halving_the_step_divides_the_error_by_two_to_the_order(step, times, order):
    coarse, fine = (errors(h, np.array(times)) for h in (step, step / 2))
    assert np.log2(coarse / fine) == pytest.approx(order, abs=0.3)


@pytest.mark.compiled
def test_error_follows_the_tolerance():
    for rtol in (1e-4, 1e-6, 1e-8, 1e-10):
        start = oscillator().state(rail={"slide": 1})
        run = tt.simulate(oscillator(), start, DURATION, method="radau", rtol=rtol, atol=rtol)
        assert np.abs(run["rail.slide"] - exact(run.time)[0]).max() < 10 * rtol


def test_what_decays_at_once_costs_few_steps_and_leaves_the_rest_exact():
    """The block creeps back within seconds; alone, it would come to rest in microseconds."""
    system = stiff.block()
    start, close = system.state(rail={"slide": 1}), {"rtol": 1e-6, "atol": 1e-9}
    run = tt.simulate(system, start, 5.0, at=[0.1, 1.0, 5.0], method="radau", **close)
    assert run["rail.slide"].values == pytest.approx(stiff.creeping(run.time), abs=1e-6)
    assert run.statistics["steps"] < 150
    # One matrix serves throughout, one or two rounds of Newton's method each step.
    assert run.statistics["evaluations"] < 8 * run.statistics["steps"]


@pytest.mark.compiled
def test_steps_are_far_fewer_than_those_of_an_explicit_method():
    system = stiff.block()
    start, close = system.state(rail={"slide": 1}), {"rtol": 1e-6, "atol": 1e-9, "at": [1.0]}
    ours = tt.simulate(system, start, 1.0, method="radau", **close)
    explicit = tt.simulate(system, start, 1.0, **close)
    assert explicit["rail.slide"][-1] == pytest.approx(stiff.creeping(1.0), rel=1e-9)
    assert explicit.statistics["steps"] > 200 * ours.statistics["steps"]


@pytest.mark.compiled
@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_every_formulation_can_be_stiff(formulation):
    system, slides = stiff.train(formulation), np.array([1.0, 0.01, -0.02])
    start = system.state(**{f"link{i}": {"slide": s} for i, s in enumerate(slides)})
    close = {"rtol": 1e-8, "atol": 1e-11}
    run = tt.simulate(system, start, 10.0, at=[0.001, 1.0, 10.0], method="radau", **close)
    expected = [stiff.train_at(t, slides) for t in run.time]
    assert run.data.coordinates.values == pytest.approx(np.array(expected), abs=1e-8)
    assert run.statistics["steps"] < 1200  # dop853: 8500
    assert run.audit()["energy"].relative < 1e-6


@pytest.mark.compiled
def test_van_der_pol_as_published():
    system, close = stiff.van_der_pol(), {"rtol": 1e-10, "atol": 1e-10}
    run = tt.simulate(system, system.state(x=2), 2.0, at=[2.0], method="radau", **close)
    end = np.append(run.data.coordinates[0], run.data.speeds[0])
    assert end == pytest.approx(stiff.VAN_DER_POL, rel=1e-9)


@pytest.mark.compiled
def test_the_two_body_spacecraft_moves_as_by_dop853():
    model = tt.load("examples/two-body-spacecraft.yaml")
    system = model.build()
    ours, other = (
        tt.simulate(system, system.start(), 120.0, rtol=1e-11, atol=1e-13, method=method)
        for method in ("radau", "dop853")
    )
    apart = np.abs(ours["boom.slide"].values - other["boom.slide"].values).max()
    assert apart < 1e-10
    assert np.abs(ours.data.attitude - other.data.attitude).max() < 1e-9


@pytest.mark.compiled
def test_constraints_are_kept_after_each_step():
    """The pendulum in Cartesian coordinates, on a rod of 1 m: as by dop853, its rod as long."""
    x, y = dynamicsymbols("x y")
    energy, height = (x.diff() ** 2 + y.diff() ** 2) / 2, 9.81 * y
    given = LagrangianSystem([x, y], energy, height, constraints={"rod": x**2 + y**2 - 1}).build()
    ours, other = (
        tt.simulate(given, given.state(x=1.0), 3.0, rtol=1e-10, atol=1e-12, method=method)
        for method in ("radau", "dop853")
    )
    assert np.abs(ours.data.coordinates - other.data.coordinates).max() < 1e-8
    assert ours.data.constraint_error.max() < 1e-14


def test_a_state_too_long_for_its_matrices_is_refused():
    with pytest.raises(tt.TreetopError, match=r"run\.method.*use dop853 or rk4"):
        _require_memory("radau", 20_000)
    _require_memory("dop853", 10**8)


# --- coefficients -------------------------------------------------------------------------


def test_stages_integrate_polynomials():
    for k in range(1, 4):
        assert pytest.approx(C**k / k, abs=1e-15) == A @ C ** (k - 1)
    for k in range(4, 6):  # superconvergence: the last stage to order 5
        assert pytest.approx(1.0 / k, abs=1e-15) == A[2] @ C ** (k - 1)


def test_the_transformation_parts_the_stages():
    block = np.array([[MU, 0, 0], [0, NU.real, -NU.imag], [0, NU.imag, NU.real]])
    assert pytest.approx(np.linalg.inv(A), abs=1e-13) == T @ block @ T_INVERSE
    assert pytest.approx(3 + 3 ** (2 / 3) - 3 ** (1 / 3), rel=1e-14) == MU  # (8.16)


def test_the_polynomial_passes_through_the_stages(rng):
    Z = rng.normal(size=3)
    coefficients = P @ Z
    for c, z in zip(C, Z, strict=True):
        assert c * coefficients[0] + c**2 * coefficients[1] + c**3 * coefficients[
            2
        ] == pytest.approx(z)
