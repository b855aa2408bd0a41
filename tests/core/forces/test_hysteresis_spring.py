"""Springs with one curve on the way out and another on the way back."""

import math

import numpy as np
import pytest

import treetop as tt
from sliders import effort, slider
from treetop.core.forces.hysteresis_spring import part_rate

KNOTS, OUT, BACK = [0.0, 1.0, 3.0], [6.0, 4.0, 0.0], [8.0, 7.0, 1.0]


@pytest.mark.parametrize(("start", "curve"), [("out", OUT), ("back", BACK)])
@pytest.mark.parametrize("slide", [-1.0, 0.0, 0.3, 1.0, 2.2, 3.0, 9.0])
def test_effort_is_that_of_the_curve_it_starts_on(start, curve, slide):
    system = slider(tt.HysteresisSpring("rail", KNOTS, OUT, BACK, 0.1, start))
    assert effort(system, slide) == pytest.approx(np.interp(slide, KNOTS, curve), rel=1e-14)


@pytest.mark.parametrize(("speed", "expected"), [(0.5, 0.5 * 0.3 / 0.2), (-2.0, -2.0 * 0.7 / 0.2)])
def test_the_curve_in_the_direction_of_motion_gains(speed, expected):
    assert part_rate(0.7, speed, 0.2) == pytest.approx(expected, rel=1e-14)


@pytest.mark.compiled
def test_the_work_of_a_swing_there_and_some_way_back():
    """Out from -A against a constant effort to B = A - 2 f / k; then by a distance d back, while
    the effort f (1 - 2 exp(-d / l)) turns round."""
    A, f, l, k = 1.0, 3.0, 0.1, 100.0
    loop = tt.HysteresisSpring("rail", [0], [-f], [f], l)
    system = slider(loop, tt.JointSpring("rail", stiffness=k))
    start = system.state(rail={"slide": -A})
    run = tt.simulate(system, start, duration=0.7, every=0.35, rtol=1e-11, atol=1e-13)
    B = A - 2 * f / k
    d = B - float(run["rail.slide"][-1])
    assert d > 1 and run["rail.slide_rate"][-1] < 0
    expected = -f * (A + B) - f * (d - 2 * l * (1 - math.exp(-d / l)))
    assert run.data.work.values[-1] == pytest.approx(expected, rel=1e-9)
    assert run.audit()["energy"].relative < 1e-10
