"""Beams and cables as they are described."""

import numpy as np
import pytest

import treetop as tt
from treetop.model.curve import pose_along
from treetop.model.rotation import matrix

GIVEN = {"length": 1.0, "mass_per_length": 1.0, "EI": 1.0}


@pytest.mark.parametrize(
    ("change", "what"),
    [
        ({"length": -1}, "-1 m is not above 0"),
        ({"mass_per_length": 0}, "0 kg/m is not above 0"),
        ({"elements": 0}, "a beam of 0 elements is nothing"),
        ({"elements": 10**9}, "1000000000 elements do not fit in memory"),
        ({"elements": 2.5}, "2.5 is not a number of elements"),
        ({"EI": -1}, "-1 N*m^2 is less than 0"),
        ({"EI": [1, 2, 3]}, "2 numbers are needed, not 3"),
        ({"EI": None}, "it bends in no direction"),
        ({"GJ": 1}, "it twists, and has no inertia about its axis"),
        ({"GA": 1}, "it shears and does not stretch"),
        ({"GA": 1, "EA": 1}, "it shears in space and does not twist"),
        ({"GA": [1, None], "EA": 1}, "it shears along y where it bends about z"),
    ],
    ids=str,
)
def test_what_is_no_beam_is_refused(problems_of, change, what):
    (problem,) = problems_of(tt.Beam, **(GIVEN | change))
    assert problem.what.startswith(what)
    assert problem.hint


def test_links_of_a_lumped_cable_do_not_bend(problems_of):
    (problem,) = problems_of(tt.Cable, length=1, mass_per_length=1, EI=1, lumped=True)
    assert "no bending stiffness" in problem.what


def test_frames_are_anywhere_along_it(problems_of):
    boom = tt.Model("craft").add_beam("boom", tt.Beam(**GIVEN))
    assert boom.at("25 cm") is boom.at(0.25)
    assert boom.at(0.25).reference == "boom.s0_25"
    assert (boom.root.s, boom.tip.s) == (0.0, 1.0)
    (problem,) = problems_of(boom.at, "2 m")
    assert problem.what == "2 m is beyond the end of 'boom'"


def test_what_is_added_must_be_a_beam(problems_of):
    (problem,) = problems_of(tt.Model("craft").add_beam, "boom", 3)
    assert problem.where == "beams.boom.line"


def test_one_rotary_inertia_is_about_both_axes_of_the_section():
    rotary = tt.Beam(rotary_inertia="2 g*m", **GIVEN).rotary
    assert [each.at(np.zeros(1))[0] for each in rotary] == pytest.approx((4e-3, 2e-3, 2e-3))


def test_a_curve_turns_at_the_rate_of_its_curvature():
    """p' = R x and R' = R κ~, by differences; a straight line is its limit."""
    bent, step = (0.3, -0.5, 0.7), 1e-5
    for s in (1e-4, 0.4, 3.0):
        (q, _), low, high = (pose_along(bent, x) for x in (s, s - step, s + step))
        R = np.array(matrix(q))
        change = (np.array(high[1]) - np.array(low[1])) / (2 * step)
        assert change == pytest.approx(R[:, 0], abs=1e-9)
        turning = (np.array(matrix(high[0])) - np.array(matrix(low[0]))) / (2 * step)
        skew = R.T @ turning
        assert [skew[2, 1], skew[0, 2], skew[1, 0]] == pytest.approx(bent, abs=1e-9)


def test_inertia_of_a_straight_beam_is_that_of_a_rod():
    boom = tt.Model("craft").add_beam("boom", tt.Beam(length=2, mass_per_length=3, EI=1))
    assert boom.centre == pytest.approx((1.0, 0.0, 0.0))
    assert np.array(boom.inertia) == pytest.approx(np.diag([0.0, 2.0, 2.0]), abs=1e-4)
