"""Starts of one system given to another: what counts is the one that is run."""

import warnings

import numpy as np
import pytest

import treetop as tt
from treetop.errors import ModelError, TreetopError
from treetop.simulation.supervisor import chatter


def pendulum(length, formulation="recursive", friction=False):
    m = tt.Model(f"pendulum of {length} m")
    bob = m.add_body("bob", 1.0, [0.01, 0.01, 0.01])
    m.add_joint("hinge", tt.Revolute([0, 1, 0]), m.ground, bob.frame("top", at=[0, 0, length]))
    m.add_force("weight", tt.UniformGravity())
    if friction:
        m.add_force("rub", tt.LuGre("hinge", coulomb=0.1, stiffness=100, damping=1))
    return m.build(formulation)


def end(system, start):
    return tt.simulate(system, start, duration=1.0, every=1.0)


@pytest.mark.parametrize(
    "formulation", ["recursive", pytest.param("newton-euler", marks=pytest.mark.compiled)]
)
def test_a_start_of_a_variant_is_one_of_the_system_that_is_run(formulation):
    short, long = (pendulum(x, formulation) for x in (0.5, 1.0))
    given = short.state(hinge={"angle": 1.0, "rate": 0.3})
    own = long.state(hinge={"angle": 1.0, "rate": 0.3})
    run, right = end(long, given), end(long, own)
    assert float(run["hinge.angle"][-1]) == pytest.approx(float(right["hinge.angle"][-1]), abs=1e-9)
    assert run.system.model == long.model
    assert long.evaluate(given).speed_rates == pytest.approx(long.evaluate(own).speed_rates)
    assert long.mass_matrix(given) == pytest.approx(long.mass_matrix(own))
    assert long.bias(given) == pytest.approx(long.bias(own))
    assert long.state_of(given)["hinge.angle"] == pytest.approx(1.0)


def test_what_a_variant_does_not_know_begins_as_at_a_start():
    plain, rough = pendulum(1.0), pendulum(1.0, friction=True)
    state = rough.state_of(plain.state(hinge={"angle": 0.4}))
    assert state.vector.size == rough.state().vector.size and state["hinge.angle"] == 0.4
    assert plain.state_of(rough.state(hinge={"angle": 0.4}))["hinge.angle"] == 0.4


def craft(tied):
    m = tt.Model("craft")
    body = m.add_body("bus", 2.0, [1, 1, 1])
    m.add_joint("flight", tt.Free(), m.ground, body)
    if tied:
        m.add_force("tie", tt.SpringDamper("ground", body, length=0, stiffness=1.0))
    return m.build()


@pytest.mark.parametrize("tied", [True, False])
def test_from_the_ground_whatever_the_origin_is(tied):
    one, other = craft(tied), craft(not tied)
    values = {"position": [7.0, 1.0, 2.0], "velocity": [0.1, 0.2, 0.3]}
    state = other.state_of(one.state(flight=values))
    for name, numbers in values.items():
        assert state[f"flight.{name}"] == pytest.approx(numbers, abs=1e-12)


def test_other_coordinates_are_refused():
    with pytest.raises(TreetopError, match="belongs to another system"):
        end(pendulum(1.0), craft(False).state())


def test_a_start_that_a_loop_of_the_variant_does_not_meet_is_refused(four_bar):
    system = four_bar.build()
    start = system.assembled(system.state(crank={"angle": 0.5}), hold=["crank"])
    other = four_bar.copy()
    other.bodies["crank"].frames["tip"] = (
        tt.Model("x").add_body("crank", 1).frame("tip", [1.2, 0, 0])
    )
    with pytest.raises(ModelError):
        tt.simulate(other.build(), start, duration=0.1)


# --- audits -------------------------------------------------------------------------------------


def test_a_run_whose_audit_fails_warns():
    system = pendulum(1.0)
    start = system.state(hinge={"angle": 2.0})
    with pytest.warns(tt.AuditWarning, match=r"audit of this run fails: energy by .* J"):
        tt.simulate(system, start, duration=2.0, every=1.0, method="rk4", step=0.2)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        tt.simulate(system, start, duration=1.0, every=1.0)


# --- functions that events call -----------------------------------------------------------------


def shifted(state):
    state.time += 1.0
    return state


def longer(state):
    state.vector = np.append(state.vector, 0.0)
    return state


def reshaped(state):
    state.vector.shape = (1, -1)
    return state


CALLS = {
    "time": (lambda state: tt.State(state.system, 1.5, state.vector), "returned a state at 1.5 s"),
    "time in place": (shifted, "failed by AttributeError"),
    "length": (longer, "failed by TreetopError: the vector of a state does not fit"),
    "shape": (reshaped, "returned a state of shape"),
    "error": (lambda state: 1 / 0, "failed by ZeroDivisionError: division by zero"),
    "system": (lambda state: craft(False).state(), r"returned a state at 0 s"),
    "number": (lambda state: 3, "returned 3"),
    "in place": (lambda state: state.vector.__setitem__(0, 2.0), "and returned nothing"),
    "not finite": (lambda state: state.vector.__setitem__(0, np.nan) or state, "does not fit"),
}


@pytest.mark.parametrize("call", CALLS)
def test_a_function_that_returns_what_cannot_be_gone_on_from(call):
    function, said = CALLS[call]
    m = pendulum(1.0).model.copy()
    m.add_event("now", tt.time.rises(0.5), call=function)
    system = m.build()
    with pytest.raises(tt.RunError, match=rf"'now' calls .*{said}"):
        end(system, system.state())


# --- changes without end ------------------------------------------------------------------------


@pytest.mark.compiled
def test_stages_that_follow_each_other_without_end_are_named(monkeypatch):
    """A thermostat with next to no distance between on and off."""
    monkeypatch.setattr(chatter, "CHANGES_WATCHED", 100)
    m = tt.Model("relay")
    m.add_joint("rail", tt.Prismatic([1, 0, 0]), m.ground, m.add_body("block", 1, [1, 1, 1]))
    m.add_force("motor", tt.JointEffort("rail", 2.0))
    m.add_force("drag", tt.JointEffort("rail", -1.0))
    m.add_event("fast", tt.speed("rail.slide_rate").rises(1.0))
    m.add_event("slow", tt.speed("rail.slide_rate").falls(1.0 - 1e-6))
    m.add_stage("pushed", until={"fast": "left alone"})
    m.add_stage("left alone", off=["motor"], until={"slow": "pushed again"})
    m.add_stage("pushed again", on=["motor"], until={"fast": "left alone"})
    system = m.build()
    with pytest.raises(tt.RunError, match=r"'(slow|fast)', '(slow|fast)' follow each other every"):
        tt.simulate(system, system.state(), duration=10.0, every=1.0)
