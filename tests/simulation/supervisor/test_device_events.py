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


def swinging(device, name, command, **limits):
    """The angle swings as a sine while the law asks for less than a limit; so little that it does
    not matter how a coil turns in its field."""
    model = tt.Model("held")
    model.add_body("hub", 10.0, [1.0] * 3 if name != "wheel" else [1.01] * 3)
    model.add_joint("hinge", tt.Revolute([0, 0, 1]), model.ground, "hub")
    model.add_device(name, device)
    gain = -1.0 if name == "wheel" else 1.0
    law = tt.Pid("hinge.angle", "continuous", proportional=gain, to=f"{name}.{command}", **limits)
    model.add_controller("swing", law)
    system = model.build()
    return tt.simulate(
        system, system.state(hinge={"rate": 1e-4}), 6.0, every=1.0, rtol=1e-11, atol=1e-15
    )


@pytest.mark.compiled
@pytest.mark.parametrize(
    ("device", "name", "command", "limits", "first", "second"),
    [
        (tt.Wheel("hub", [0, 0, 1], inertia=0.01, torque=8e-5), "wheel", "torque", {},
         "wheel greatest torque", "wheel greatest torque backward"),
        (tt.Motor("hinge", torque_constant=1.0, current=8e-5), "motor", "current", {},
         "motor greatest current backward", "motor greatest current"),
        (tt.Magnetorquer("hub", [0, 1, 0], field=[-1, 0, 0], dipole=8e-5), "coil", "dipole", {},
         "coil greatest dipole backward", "coil greatest dipole"),
        (tt.Motor("hinge"), "motor", "torque", {"lower": -8e-5, "upper": 8e-5},
         "swing lower limit", "swing upper limit"),
    ],
)  # fmt: skip
def test_a_command_that_is_given_at_every_instant_comes_to_its_limit(
    device, name, command, limits, first, second
):
    run = swinging(device, name, command, **limits)
    told = [(each.event, each.note) for each in run.events]
    assert told == [
        (event, note) for event in (first, second) for note in ("saturates", "leaves saturation")
    ]
    # φ = 1e-4 sin t up to 8e-5, then φ'' = -8e-5 until it is back there, with the rate 6e-5.
    begin, end = np.arcsin(0.8), np.arcsin(0.8) + 2 * 0.6 / 0.8
    assert run.events[0].time == pytest.approx(begin, abs=1e-8)
    assert run.events[1].time == pytest.approx(end, abs=1e-6)
    assert run.events[2].time == pytest.approx(end + 2 * begin, abs=1e-6)


def test_events_of_the_users_have_other_names():
    system = saturating(**{"wheel greatest speed": tt.quantity("time").rises(1.0)})
    with pytest.raises(tt.ModelError, match="a device or a path reports events of the name"):
        tt.simulate(system, system.state(), 1.0)
