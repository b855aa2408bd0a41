import math

import numpy as np
import pytest
from numpy.testing import assert_allclose

import treetop as tt
from treetop.spatial import Vec3
from treetop.system.formulations import FORMULATIONS

LAG = 2.0


def lagging(t, motion, x, c, p, rates, out):
    """A jet along x of its frame that lags behind its command."""
    rates[0] = (c[0] - x[0]) / p[0]
    out[0] = p[1] * x[0]
    return tt.Wrench(motion.attitude @ Vec3(1.0, 0.0, 0.0) * out[0], Vec3(0.0, 0.0, 0.0))


def brake(t, motion, x, c, p, rates, out):
    return tt.Wrench(Vec3(0.0, 0.0, 0.0), motion.angular_velocity * -c[0])


def beyond(t, motion, x, c, p, rates, out):
    rates[3] = 1.0
    return tt.Wrench(Vec3(0.0, 0.0, 0.0), Vec3(0.0, 0.0, 0.0))


JET = {"memory": {"level": 0.25}, "commands": {"level_asked": 0.0}, "output_units": {"thrust": "N"}}


def craft(*devices, formulation="recursive"):
    model = tt.Model("craft")
    hub = model.add_body("hub", 50, [20, 25, 30])
    arm = model.add_body("arm", 10, [5, 4, 6], [1, 0, 0])
    hub.frame("nozzle", at=[0, 1, 0], attitude=[math.sqrt(0.5), 0, 0, math.sqrt(0.5)])
    model.add_joint("flight", tt.Free(), model.ground, hub)
    model.add_joint("hinge", tt.Revolute([0, 1, 0]), hub.frame("edge", at=[1, 0, 0]), arm)
    for name, device in devices:
        model.add_device(name, device)
    return model.build(formulation)


def jet(**more):
    given = JET | {"parameters": [LAG, 8.0]} | more
    return "jet", tt.Actuator(lagging, "hub.nozzle", **given)


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_an_actuator_acts_as_a_force_does(formulation):
    system = craft(jet(), formulation=formulation)
    now = system.evaluate(system.state(hinge={"angle": 0.4}))
    model = tt.Model("pushed")
    hub = model.add_body("hub", 50, [20, 25, 30])
    arm = model.add_body("arm", 10, [5, 4, 6], [1, 0, 0])
    model.add_joint("flight", tt.Free(), model.ground, hub)
    model.add_joint("hinge", tt.Revolute([0, 1, 0]), hub.frame("edge", at=[1, 0, 0]), arm)
    model.add_force("push", tt.FrameForce(hub.frame("nozzle", at=[0, 1, 0]), force=[0, 2, 0]))
    other = model.build()
    expected = other.evaluate(other.state(hinge={"angle": 0.4}))
    for name in ("acceleration", "angular_acceleration"):
        own, theirs = getattr(now.body["arm"], name), getattr(expected.body["arm"], name)
        assert_allclose(own, theirs, rtol=1e-10, atol=1e-14)
    assert now["jet.thrust"] == 2.0
    assert_allclose(now["jet.applied_force"], [0, 2, 0], atol=1e-15)


def test_its_states_follow_its_commands():
    system = craft(jet())
    state = system.state(jet={"level_asked": 1.0})
    run = tt.simulate(system, state, 1.0, every=0.5, rtol=1e-10, atol=1e-12)
    level = 1.0 - 0.75 * np.exp(-run.data.time.values / LAG)
    assert_allclose(run["jet.level"].values, level, rtol=1e-9)
    assert_allclose(run["jet.thrust"].values, 8.0 * level, rtol=1e-9)
    assert run.audit()["energy"].relative < 1e-9


def test_between_two_bodies_it_keeps_the_momenta():
    device = tt.Actuator(brake, "arm", "hub", commands={"grip": "3 N*m*s"})
    system = craft(("brake", device))
    state = system.state(flight={"angular_velocity": [0.3, -0.2, 0.5]}, hinge={"rate": 1.0})
    run = tt.simulate(system, state, 0.5, every=0.25, rtol=1e-10, atol=1e-12)
    audit = run.audit()
    assert audit["angular momentum"].relative < 1e-12
    assert audit["energy"].relative < 1e-9
    assert run["brake.grip"].values[-1] == 3.0


def test_two_of_them_have_each_their_own():
    system = craft(jet(), ("brake", tt.Actuator(brake, "arm", "hub", commands={"grip": 2})))
    now = system.evaluate(system.state(hinge={"rate": 1.0}))
    assert now["jet.thrust"] == 2.0
    assert_allclose(now["brake.applied_torque"], [0, -2, 0], atol=1e-14)


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"output_units": {"level": "N"}}, "two of its numbers"),
        ({"output_units": {"thrust": "kN"}}, "not an SI unit"),
        ({"output_units": {"thrust": "newtons of"}}, "not an SI unit"),
        ({"memory": [1.0]}, "not a mapping"),
        ({"commands": {"asked": "much"}}, "not a number"),
    ],
)
def test_what_an_actuator_cannot_be(given, says):
    with pytest.raises(tt.ModelError, match=says):
        jet(**given)


def test_a_function_that_writes_beyond_its_states_is_refused():
    with pytest.raises(tt.ModelError, match="beyond an array"):
        craft(("wrong", tt.Actuator(beyond, "hub")))


def test_a_function_known_by_name_only_is_refused():
    with pytest.raises(tt.ModelError, match="known by name only"):
        craft(("named", tt.Actuator("thrust", "hub")))


def test_what_it_tells_may_have_no_unit():
    assert jet(output_units={"part": "1"})[1].outputs == {"part": "1"}
