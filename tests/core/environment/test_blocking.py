"""Surfaces hidden by those of other bodies."""

import math

import numpy as np
import pytest

from surface_tables import Origin, applied, dark, frames_at, surfaces_of, turn, work_of
from treetop.core.environment.blocking import (
    BOTH_SIDES,
    Blockers,
    by_ball,
    by_rectangle,
    overlap,
    step,
)
from treetop.core.environment.shading import NO_SHADING
from treetop.core.environment.surfaces import PLATE
from treetop.core.spatial import Vec3

X, Y, Z = Vec3(1.0, 0.0, 0.0), Vec3(0.0, 1.0, 0.0), Vec3(0.0, 0.0, 1.0)


def test_the_step_is_smooth_and_odd_about_a_half():
    assert step(-1.0) == step(-3.0) == 0.0
    assert step(1.0) == step(2.0) == 1.0
    assert step(0.0) == 0.5
    assert step(0.3) + step(-0.3) == pytest.approx(1.0)
    for x in (1 - 1e-3, -1 + 1e-3):  # it leaves its ends by the fifth power
        assert min(step(x), 1 - step(x)) < 30 * 1e-15


def test_a_wide_gap_is_filled_and_a_narrow_one_in_proportion():
    assert overlap(0.3, 2.0, 0.5) == pytest.approx(1.0)
    assert overlap(5.0, 2.0, 0.5) == 0.0
    narrow = [overlap(x, 1e-3, 0.5) for x in np.linspace(-0.6, 0.6, 2001)]
    assert np.sum(narrow) * 0.6e-3 == pytest.approx(2e-3, rel=1e-3)


def test_a_rectangle_hides_what_is_behind_it():
    a, b = X * 2.0, Y * 1.0
    assert by_rectangle(Z * 3.0, a, b, 0.1, Z, True) == 1.0
    assert by_rectangle(-Z * 3.0, a, b, 0.1, Z, True) == 0.0
    assert by_rectangle(Z * 3.0 + X * 2.0, a, b, 0.1, Z, True) == pytest.approx(0.5)
    assert by_rectangle(Z * 3.0 + X * 3.0, a, b, 0.1, Z, True) == 0.0
    assert by_rectangle(-Z * 3.0, a, b, 0.1, -Z, True) == 1.0
    assert by_rectangle(-Z * 3.0, a, b, 0.1, -Z, False) == 0.0
    assert by_rectangle(Z * 3.0, a, b, 0.1, X, True) == 0.0
    slanted = Vec3(0.6, 0.0, 0.8)
    assert by_rectangle(slanted * 5.0, a, b, 0.1, slanted, True) == 1.0
    edge = slanted * 5.0 + X * 2.0
    assert by_rectangle(edge, a, b, 0.1, slanted, True) == pytest.approx(0.5)


def test_the_shadow_of_a_turned_rectangle_has_its_area(rng):
    """The sum over small discs on a plane across the light is the projected area."""
    R = turn([1, 2, 3], 0.9)
    a, b = Vec3(*R[:, 0] * 0.8), Vec3(*R[:, 1] * 0.5)
    h, total = 0.05, 0.0
    for x in np.arange(-2, 2, h):
        for y in np.arange(-2, 2, h):
            total += by_rectangle(Vec3(x, y, 5.0), a, b, 0.1, Z, True) * h * h
    assert total == pytest.approx(4 * 0.8 * 0.5 * abs(R[2, 2]), rel=0.02)


def test_a_ball_hides_a_disc():
    assert by_ball(Z * 5.0, 1.0, 0.1, Z) == 1.0
    assert by_ball(Z * 5.0 + X, 1.0, 0.1, Z) == 0.5
    assert by_ball(Z * 5.0 + X * 2.0, 1.0, 0.1, Z) == 0.0
    assert by_ball(-Z * 5.0, 1.0, 0.1, Z) == 0.0
    assert by_ball(Z * 5.0, 0.1, 1.0, Z) < 0.01


@pytest.mark.parametrize(("tilt", "lit"), [(0.0, 0.0), (0.6, 1.0)])
def test_a_plate_of_another_body_takes_the_light_away(tilt, lit):
    """The light comes from above a large plate over a small one, or past it."""
    frames = frames_at([1, 2], [[0, 0, 0], [0, 0, 0]], [np.eye(3), np.eye(3)])
    work = work_of([np.eye(3), turn([0, 0, 1], 0.3)], [[0, 0, 0], [0, 0, 4]], [[0] * 6] * 2)
    black = {"light": (1.0, 0, 0)}
    small = black | {"rows": [(PLATE, (0, 0, 0), (0, 0, 1), 0.25, 0)]}
    large = black | {"rows": [(PLATE, (0, 0, 0), (0, 0, 1), 4.0, 0)]}
    blockers = Blockers(
        *(np.array([0, 1]), np.array([0, 1, 2]), np.array([BOTH_SIDES] * 2), np.zeros((2, 3))),
        *(np.array([[0.25, 0, 0], [1.0, 0, 0]]), np.array([[0, 0.25, 0], [0, 1.0, 0]])),
        *(np.zeros((2, 3)), np.array([0.4, 1.5])),
    )
    table, shade = surfaces_of(frames, [small, large], NO_SHADING._replace(blockers=blockers))
    s = Vec3(math.sin(tilt), 0.0, math.cos(tilt))
    origin = Origin(Vec3(0.0, 0.0, 0.0), Vec3(0.0, 0.0, 0.0))
    applied(table, shade, frames, work, origin, dark(sun=s, light_pressure=1.0))
    assert work.F[1, 5] == pytest.approx(-0.25 * lit * math.cos(tilt) ** 2, abs=1e-12)
    assert work.F[2, 5] == pytest.approx(-4.0 * math.cos(tilt) ** 2)
