"""From names to numbers that are read."""

import pytest

import treetop as tt
from controlled import hub, with_gyro, with_wheels
from treetop.model.block import Reading, attitude_read, rate_read
from treetop.model.quantity import Invalid
from treetop.topology.readings import held_outputs, sources


def read(reading, model=None):
    model = model or with_gyro(with_wheels(hub()))
    return sources(model, reading, held_outputs(model))


@pytest.mark.parametrize(
    ("label", "expected"),
    [
        ("gyro.rate", ["gyro.rate.x", "gyro.rate.y", "gyro.rate.z"]),
        ("gyro.rate.y", ["gyro.rate.y"]),
        ("bus.attitude", [f"bus.attitude.{c}" for c in "wxyz"]),
        ("bus.imu.specific_force", [f"bus.imu.specific_force.{c}" for c in "xyz"]),
        ("angular_momentum", [f"angular_momentum.{c}" for c in "xyz"]),
        ("flight.reaction_force", [f"flight.reaction_force.{c}" for c in "xyz"]),
        ("flight.position.x", ["flight.position.x"]),
        ("wheel_x.speed", ["wheel_x.speed"]),
        ("time", ["time"]),
    ],
)
def test_names_of_vectors_stand_for_their_components(label, expected):
    assert [source.label for source in read(Reading(label, "inputs", 0))] == expected


def test_a_sensor_body_or_frame_stands_for_what_is_asked_of_it():
    assert read(rate_read("gyro"))[0].label == "gyro.rate.x"
    assert read(rate_read("bus"))[0].label == "bus.angular_velocity.x"
    assert read(attitude_read("bus.imu"))[0].label == "bus.imu.attitude.w"


def test_frames_are_read_directly_unless_a_joint_has_the_name():
    assert read(Reading("bus.angular_velocity.x", "inputs"))[0].frame == "bus"
    model = tt.Model("m")
    model.add_joint("bus", tt.Free(), model.ground, model.add_body("bus", 1.0, [1, 1, 1]))
    assert read(Reading("bus.angular_velocity.x", "inputs"), model)[0].frame == ""
    assert read(Reading("bus.angular_velocity", "at", 3), model)[0].frame == "bus"


@pytest.mark.parametrize(
    ("reading", "what"),
    [
        (attitude_read("gyro"), "'gyro' is a gyro, which has 'rate', but no 'attitude'"),
        (attitude_read("gyro.rate"), "'gyro.rate' is 3 numbers, but a vector of 4 is needed"),
        (rate_read("bus.velocity"), "'bus.velocity' is in m/s, but rad/s is needed"),
        (
            attitude_read("flight.angle"),
            "'flight.angle' is one number, but a vector of 4 is needed",
        ),
        (Reading("gyro.rate", "input"), "'gyro.rate' is 3 numbers, but one number is needed"),
    ],
)
def test_what_cannot_be_meant(reading, what):
    with pytest.raises(Invalid) as caught:
        read(reading)
    assert caught.value.what == what
    assert caught.value.hint
