"""What a deployer is told, and what it refuses."""

import numpy as np
import pytest

import treetop as tt

LINE = {"mouth": "ground", "mass_per_length": 0.1, "total_length": 10, "elements": 4}


@pytest.mark.parametrize(
    ("given", "text"),
    [
        ({}, "neither the length is given nor the one at the start"),
        ({"length": 5, "brake": 3}, "'brake' goes with a line that runs out by itself"),
        ({"length": 5, "start_length": 3}, "'start_length' goes with a line that runs out"),
        ({"start_length": 11}, "11 m are more than the whole line"),
        ({"length": 5, "tip": "ground", "tip_mass": 3}, "a body at its tip, or a point with mass"),
        ({"length": 5, "damping": 3}, "has no bending that could be damped"),
        ({"length": 5, "stiffness": 3, "angles": [0.1, 0]}, "leaves its guide along the direction"),
        ({"length": 5, "second": [1, 1, 0]}, "not square to the direction"),
        ({"length": 5, "elements": 0}, "0 is not a number of elements"),
        ({"length": 5, "elements": 2.5}, "2.5 is not a number of elements"),
        ({"length": 5, "total_length": -1}, "-1"),
        ({"length": "5 +"}, "is not an expression in t"),
    ],
)
def test_what_does_not_fit_is_refused(given, text):
    with pytest.raises(tt.ModelError, match=text):
        tt.Deployer(**(LINE | given))


@pytest.mark.parametrize("direction", [[1, 0, 0], [0, -1, 0], [1, 2, 3]])
def test_hinges_turn_about_axes_square_to_the_line(direction):
    first, second, d = np.array(tt.Deployer(**LINE, length=5, direction=direction).triad)
    np.testing.assert_allclose(np.cross(first, second), d, atol=1e-15)


def test_a_second_axis_may_be_given():
    triad = tt.Deployer(**LINE, length=5, second=[0, 0, 1]).triad
    np.testing.assert_allclose(triad, [[0, 1, 0], [0, 0, 1], [1, 0, 0]], atol=1e-15)
