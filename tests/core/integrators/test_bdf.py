"""BDF: its orders, its error control, constraints within its steps."""

import numpy as np
import pytest

import treetop as tt
from cubic_oscillator import error_in_equal_steps, exact, oscillator
from spatial_loop import assembled, missed_without_projection
from treetop.core.integrators.bdf import HIGHEST
from treetop.system.formulations import FORMULATIONS

DURATION = 3.2


def error(order, step, times):
    """The error of the cubic oscillator by one order in steps of one length, from its exact
    past."""

    def begin(loop):
        past = np.array([exact(-m * step) for m in range(order + 1)])
        for j in range(order + 1):
            loop.memory.D[j, :2] = past[0]
            past = past[:-1] - past[1:]
        # Fewer steps since the order changed than it could change after.
        loop.memory.orders[:], loop.memory.steps[0] = (order, -(10**6), order, 0), step

    return error_in_equal_steps("bdf", step, times, begin)


@pytest.mark.compiled
@pytest.mark.parametrize("order", range(1, HIGHEST + 1))
@pytest.mark.parametrize(
    "times",
    [np.linspace(0.04, DURATION, 80), np.linspace(0.01, DURATION, 300)],
    ids=["ends of steps", "dense"],
)
def test_halving_the_step_divides_the_error_by_two_to_the_order(order, times):
    step = 0.002 if order < 3 else 0.02
    coarse, fine = (error(order, h, times) for h in (step, step / 2))
    assert np.log2(coarse / fine) == pytest.approx(order, abs=0.2)


@pytest.mark.compiled
def test_error_follows_the_tolerance():
    """Errors of many steps add up: some hundred tolerances are usual for the method."""
    start, found = oscillator().state(rail={"slide": 1}), []
    for rtol in (1e-4, 1e-6, 1e-8, 1e-10):
        run = tt.simulate(oscillator(), start, DURATION, method="bdf", rtol=rtol, atol=rtol)
        found.append(np.abs(run["rail.slide"] - exact(run.time)[0]).max())
        assert found[-1] < 300 * rtol
    assert found[-1] < 1e-4 * found[0]


def test_a_force_that_jumps_begins_a_new_past():
    """The effort on a block jumps at 1 s: no step sees both sides."""
    model = tt.Model("pushed block")
    block = model.add_body("block", mass=2)
    model.add_joint("rail", tt.Prismatic([1, 0, 0]), model.ground, block)
    model.add_force("push", tt.JointEffort("rail", tt.Table([0, 1], [2, -4], "hold")))
    system = model.build()
    run = tt.simulate(
        system, system.state(), 2.0, at=[1.0, 2.0], method="bdf", rtol=1e-6, atol=1e-9
    )
    assert run["rail.slide_rate"].values == pytest.approx([1.0, -1.0], abs=1e-4)
    assert run["rail.slide"].values == pytest.approx([0.5, 0.5], abs=1e-4)


@pytest.mark.compiled
@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_steps_meet_constraints_by_themselves(formulation):
    """What remains is of second order in what a step would miss, and nothing accumulates."""
    system, start = assembled(formulation)
    for rtol in (1e-4, 1e-6):
        control = [rtol, 1e-3 * rtol, np.inf]
        place, slip = missed_without_projection(system, start, 0.3, "bdf", control)
        assert place < 1e-3 * rtol
        assert slip < 1e-2 * rtol


@pytest.mark.compiled
@pytest.mark.parametrize("formulation", ["recursive", "newton-euler"])
def test_a_step_that_was_not_solved_is_not_taken_for_one_that_leaps(formulation):
    """A thruster begins to push a craft in orbit: its first steps are far too long to be solved."""

    def push(t, motion, p):
        on = p[0] if p[1] <= t < p[2] else 0.0
        return tt.Wrench(tt.Vec3(on, 0.0, 0.0), tt.Vec3(0.0, 0.0, 0.0))

    model = tt.Model("burn")
    craft = model.add_body("craft", mass=2, inertia=[0.3, 0.3, 0.3])
    model.add_joint("orbit", tt.Free(), model.ground, craft)
    model.add_force("earth", tt.CentralGravity(mu=3.986e14))
    model.add_force("push", tt.UserForce(push, craft, parameters=[3.0, 4540.0, 4548.0]))
    system = model.build(formulation)
    start = system.state(orbit={"position": [7e6, 0, 0], "velocity": [0, 7546.0, 0]})
    run, other = (
        tt.simulate(system, start, duration=4600, every=4600, method=method)
        for method in ("bdf", "dop853")
    )
    assert float(run["work"][-1]) == pytest.approx(float(other["work"][-1]), rel=1e-5)
