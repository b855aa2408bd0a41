"""Wheels that saturate are told in the log."""

import numpy as np
import pytest

import treetop as tt


def saturating(**events):
    """A wheel that gains 10 rad/s each second, up to 100 rad/s, and is turned back at 12 s."""
    model = tt.Model("saturating")
    model.add_body("hub", 10.0, [1e6] * 3)
    model.add_joint("flight", tt.Free(), model.ground, "hub")
    wheel = tt.Wheel("hub", [0, 0, 1], inertia=0.01, torque=0.1, speed=100.0)
    model.add_device("wheel", wheel)
    back = {"wheel.torque": -0.1}
    model.add_event("back", tt.quantity("time").rises(12.0), set=back)
    for name, event in events.items():
        model.add_event(name, event)
    return model.build()


@pytest.mark.compiled
def test_a_wheel_saturates_and_leaves_saturation():
    system = saturating()
    start = system.state(wheel={"torque": 0.1})
    run = tt.simulate(system, start, 35.0, every=7.0, rtol=1e-10)
    told = [(each.event, each.note) for each in run.events if "speed" in each.event]
    assert told == [
        ("wheel greatest speed", "saturates"),
        ("wheel greatest speed", "leaves saturation"),
        ("wheel greatest speed backward", "saturates"),
    ]
    first, left, back = (each.time for each in run.events if "speed" in each.event)
    assert first == pytest.approx(9.99, abs=1e-6)
    speed = 100.0 - 0.1 * 2.718281828**-20.1  # what the band has left of the gap after 2.01 s
    assert left == pytest.approx(12.0 + (speed - 99.9) / 10.0, abs=1e-4)
    assert back == pytest.approx(left + 19.98, abs=1e-4)
    assert set(run.time) == {0.0, 7.0, 12.0, 14.0, 21.0, 28.0, 35.0} | {run.time[2]}
    assert len(run.time) == 8  # the change at 12 s is seen from both sides


@pytest.mark.compiled
def test_a_torque_that_is_asked_for_at_every_instant_comes_to_its_limit():
    """The angle swings as a cosine while the law asks for less than a motor has."""
    model = tt.Model("held")
    model.add_body("hub", 10.0, [1.01] * 3)
    model.add_joint("hinge", tt.Revolute([0, 0, 1]), model.ground, "hub")
    model.add_device("wheel", tt.Wheel("hub", [0, 0, 1], inertia=0.01, torque=0.8))
    law = tt.Pid("hinge.angle", "continuous", proportional=-1.0, to="wheel")
    model.add_controller("swing", law)
    system = model.build()
    run = tt.simulate(system, system.state(hinge={"rate": 1.0}), 6.0, every=1.0, rtol=1e-11)
    told = [(each.event, each.note) for each in run.events]
    assert told == [
        ("wheel greatest torque", "saturates"),
        ("wheel greatest torque", "leaves saturation"),
        ("wheel greatest torque backward", "saturates"),
        ("wheel greatest torque backward", "leaves saturation"),
    ]
    # φ = sin t up to 0.8, then φ'' = -0.8 until it is back there, with the rate 0.6 at both ends.
    first, last = np.arcsin(0.8), np.arcsin(0.8) + 2 * 0.6 / 0.8
    assert run.events[0].time == pytest.approx(first, abs=1e-8)
    assert run.events[1].time == pytest.approx(last, abs=1e-6)
    assert run.events[2].time == pytest.approx(last + 2 * first, abs=1e-6)


def test_events_of_the_users_have_other_names():
    system = saturating(**{"wheel greatest speed": tt.quantity("time").rises(1.0)})
    with pytest.raises(tt.ModelError, match="a device or a path reports events of the name"):
        tt.simulate(system, system.state(), 1.0)
