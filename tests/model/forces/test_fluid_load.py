"""What a fluid load is told, and what it refuses."""

import pytest

import treetop as tt


@pytest.mark.parametrize(
    ("given", "text"),
    [
        ({"diameter": 0}, "not above 0"),
        ({"density": -1}, "less than 0"),
        ({"heights": [0, 1]}, "2 heights but 0 shares"),
        ({"heights": [0, 0], "shares": [1, 2]}, "let heights increase"),
        ({"current": 3}, "three numbers are needed"),
    ],
)
def test_what_does_not_fit_is_refused(given, text):
    with pytest.raises(tt.ModelError, match=text):
        tt.FluidLoad(**({"along": "cable", "diameter": 0.1} | given))


def test_it_lies_along_a_beam():
    m = tt.Model("buoy")
    m.add_joint("free", tt.Free(), m.ground, m.add_body("buoy", 1, [1, 1, 1]))
    m.add_force("water", tt.FluidLoad("buoy", diameter=0.1))
    with pytest.raises(tt.ModelError, match="'buoy' is neither a beam nor a cable"):
        m.build()
