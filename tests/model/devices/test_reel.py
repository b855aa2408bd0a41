"""What a reel is told, and what it refuses."""

import pytest

import treetop as tt

LINE = {"mouth": "ground", "mass_per_length": 0.1, "total_length": 10, "elements": 4}
REEL = LINE | {"radius": 0.2}


@pytest.mark.parametrize(
    ("given", "text"),
    [
        ({}, "neither the length is given nor the one at the start"),
        ({"length": 5, "torque": 3}, "'torque' goes with a reel that turns by itself"),
        ({"length": 5, "friction": 3}, "'friction' goes with a reel that turns by itself"),
        ({"length": 5, "brake": 3}, "'brake' goes with a line that runs out by itself"),
        ({"start_length": 5, "radius": 0}, "radius"),
        ({"start_length": 5, "inertia": -1}, "inertia"),
        ({"start_length": 5, "friction": -1}, "friction"),
    ],
)
def test_what_does_not_fit_is_refused(given, text):
    with pytest.raises(tt.ModelError, match=text):
        tt.Reel(**(REEL | given))


def test_a_radius_is_needed():
    with pytest.raises(tt.ModelError, match="radius"):
        tt.Reel(**LINE, length=5)


def test_commands_are_those_of_a_reel_that_turns_by_itself():
    reel = tt.Reel(**REEL, start_length=5, torque=-2, friction=3, brake=1)
    starts = {name: port.start for name, port in reel.inputs.items()}
    assert starts == {"brake": 1.0, "torque": -2.0, "friction": 3.0}
    assert tt.Reel(**REEL, length=5).inputs == {}
