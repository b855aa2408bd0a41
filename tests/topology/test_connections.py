"""Order of sensors and controllers."""

import pytest

import treetop as tt
from controlled import WHEELS, hub, with_gyro, with_wheels
from treetop.errors import ModelError
from treetop.topology.connections import execution_order, memory_labels, written_by


def test_sensors_come_first_then_controllers_as_they_are_connected():
    model = with_wheels(hub())
    model.add_controller("share", tt.Allocation("slew", every=0.5, to=WHEELS))
    slew = tt.QuaternionFeedback("tracker", "gyro", every=0.5, stiffness=1, damping=1)
    model.add_controller("slew", slew)
    model.add_sensor("tracker", tt.StarTracker("bus", every=0.5))
    assert list(execution_order(with_gyro(model))) == ["tracker", "gyro", "slew", "share"]


def test_sensors_do_not_wait_for_commands():
    model = with_wheels(hub())
    model.add_controller("hold", tt.Pid("current.value", 0.5, proportional=1, to="wheel_x"))
    model.add_sensor("current", tt.Sensor("wheel_x.torque", every=0.5))
    assert list(execution_order(model)) == ["current", "hold"]


def test_loops_are_refused_by_name():
    model = with_wheels(hub())
    model.add_controller("a", tt.Pid("wheel_y.torque", 0.5, proportional=1, to="wheel_x"))
    model.add_controller("b", tt.Pid("wheel_x.torque", 0.5, proportional=1, to="wheel_y"))
    with pytest.raises(ModelError, match=r"blocks wait for each other: '[ab]' -> '[ab]'"):
        model.build()
    model.controllers["b"] = tt.Pid(
        "wheel_x.torque", 0.5, proportional=1, to="wheel_y", delay="0.1 s"
    )
    model.build()


@pytest.mark.parametrize("source", ["wheel_x", "wheel_y"])
def test_continuous_laws_do_not_wait_for_themselves_or_each_other(source):
    """What is held from the sample before can be read; at every instant there is none."""
    model = with_wheels(hub())
    law = tt.Pid(f"{source}.torque", "continuous", proportional=1, to="wheel_x")
    model.add_controller("a", law)
    if source == "wheel_y":
        back = tt.Pid("wheel_x.torque", "continuous", proportional=1, to="wheel_y")
        model.add_controller("b", back)
    with pytest.raises(ModelError, match=r"wait for each other.*let one of them be sampled"):
        model.build()
    if source == "wheel_x":
        model.controllers["a"] = tt.Pid("wheel_x.torque", 0.5, proportional=1, to="wheel_x")
        model.build()


def test_what_is_written_and_remembered():
    model = with_wheels(hub())
    slew = tt.MrpFeedback("bus", "bus", 0.5, stiffness=1, damping=1, to=WHEELS, delay=0.7)
    model.add_controller("slew", slew)
    written = list(written_by("slew", slew, model))
    assert written[:3] == [f"{name}.torque" for name in WHEELS]
    assert written[3:] == ["slew.torque.x", "slew.torque.y", "slew.torque.z"]
    memory, pending = memory_labels("slew", slew)
    assert (len(memory), len(pending)) == (0, 12)
