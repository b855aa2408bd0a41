import numpy as np
import pytest

import treetop as tt


def craft(controlled=False):
    model = tt.Model("craft")
    hub = model.add_body("hub", 1, [2.05, 2.05, 2.05])
    model.add_joint("axle", tt.Revolute([0, 0, 1]), model.ground, hub)
    model.add_device("wheel", tt.Wheel(hub, [0, 0, 1], inertia=0.05))
    if controlled:
        law = tt.Controller(push, every=0.5, inputs=["axle.angle", "axle.rate"], to="wheel")
        model.add_controller("law", law)
    return model.build()


def push(t, z, x, p, u):
    u[0] = 4.0 * z[0] + 3.0 * z[1]


def test_a_program_gives_the_commands_of_a_controller():
    """Sampled feedback by hand, as by a controller."""
    system, by_hand = craft(True), craft()
    run = tt.simulate(system, system.state(axle={"angle": 0.3}), 10.0, every=0.5)
    stepper = tt.step(by_hand, by_hand.state(axle={"angle": 0.3}))
    for k in range(20):
        state = stepper.state
        stepper.inputs["wheel.torque"] = 4.0 * state["axle.angle"] + 3.0 * state["axle.rate"]
        state = stepper.advance("500 ms")
        assert state["axle.angle"] == pytest.approx(run["axle.angle"].values[k + 1], abs=1e-13)
    assert stepper.time == 10.0
    assert stepper["wheel.speed"] == pytest.approx(run["wheel.speed"].values[-1], abs=1e-11)


def test_stages_and_events_go_on_between_steps():
    model = tt.Model("drop")
    ball = model.add_body("ball", 1)
    model.add_joint("rail", tt.Prismatic([0, 0, 1]), model.ground, ball)
    model.add_force("weight", tt.UniformGravity())
    model.add_event("low", tt.coordinate("rail.slide").falls(-1))
    model.add_event("lower", tt.coordinate("rail.slide").falls(-2), do="stop")
    system = model.build()
    stepper = tt.step(system, system.state())
    while not stepper.ended:
        stepper.advance(0.1)
    assert [event.event for event in stepper.events] == ["low", "lower"]
    assert stepper.time == pytest.approx(np.sqrt(4 / 9.81), abs=1e-9)


def test_what_cannot_be_set_is_refused():
    stepper = tt.step(craft(True), craft(True).state())
    with pytest.raises(tt.TreetopError, match=r"the controller 'law' writes 'wheel.torque'"):
        stepper.inputs["wheel.torque"] = 1
    free = tt.step(craft(), craft().state(), horizon=1)
    with pytest.raises(tt.ModelError, match=r"unknown command 'wheel.tork'"):
        free.inputs["wheel.tork"] = 1
    with pytest.raises(tt.ModelError, match="the unit 'N' does not fit"):
        free.inputs["wheel.torque"] = "1 N"
    with pytest.raises(tt.TreetopError, match="beyond 1 s, the horizon"):
        free.advance(2)
    with pytest.raises(tt.TreetopError, match="does not go on"):
        free.advance(0)


def test_a_run_goes_on_from_its_end(tmp_path):
    system = craft(True)
    whole = tt.simulate(system, system.state(axle={"angle": 0.3}), 8.0, every=1.0)
    half = tt.simulate(system, system.state(axle={"angle": 0.3}), 4.0, every=1.0)
    assert half.end.time == 4.0
    rest = half.then(4.0)
    assert rest["axle.angle"].values[-1] == pytest.approx(whole["axle.angle"].values[-1], abs=1e-13)
    half.save(tmp_path / "half.nc")
    read = tt.load_run(tmp_path / "half.nc", functions={"push": push})
    assert (read.end.vector == half.end.vector).all()
