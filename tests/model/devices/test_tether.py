"""What a tether is told, and what it refuses."""

import pytest

import treetop as tt

ELASTIC = {"a": "one", "b": "two", "length": "1 km", "stiffness": 20}


@pytest.mark.parametrize(
    ("given", "text"),
    [
        ({"length": 0}, "not above 0"),
        ({"length": -5}, "not above 0"),
        ({"stiffness": None}, "has no stiffness"),
        ({"tension": 3}, "'tension' goes with a line that runs under a tension law"),
        ({"length": None}, "'stiffness' goes with a line that has a natural length"),
        ({"length": None, "stiffness": None}, "neither a natural length nor a tension"),
        ({"rate": 0}, "a rate of zero moves nothing"),
        ({"speed": 2, "target": 2000}, "slows down before it"),
        ({"rate": -0.1, "target": 2000}, "not inward"),
        ({"rate": 0.1, "target": 200}, "not outward"),
        ({"rate": -0.1, "target": 0}, "not above 0"),
        ({"speed": -1}, "not above 0"),
    ],
)
def test_what_does_not_fit_is_refused(given, text):
    with pytest.raises(tt.ModelError, match=text):
        tt.Tether(**(ELASTIC | given))


def test_both_ends_at_one_frame_are_refused():
    m = tt.Model("one")
    m.add_joint("free", tt.Free(), m.ground, m.add_body("one", 1, [1, 1, 1]))
    m.add_device("line", tt.Tether("one", "one", length=1, stiffness=1))
    with pytest.raises(tt.ModelError, match="both ends are at the same frame"):
        m.build()
