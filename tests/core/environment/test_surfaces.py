"""The loop over surfaces: forces on bodies, about the right points, by what each row exerts."""

import math

import numpy as np
import pytest

from surface_tables import Origin, applied, dark, frames_at, surfaces_of, turn, work_of
from treetop.core.environment import light_pressure, schaaf_chambre
from treetop.core.environment.free_molecular import Gas, most_probable_speed
from treetop.core.environment.sentman import leaving_speed
from treetop.core.environment.surfaces import (
    CYLINDER,
    FACET,
    PLATE,
    SCHAAF_CHAMBRE,
    SENTMAN,
    SIMPLE_DRAG,
    SPHERE,
)
from treetop.core.spatial import Vec3

R_NB, R_BF = turn([1, 2, -1], 0.7), turn([0, 1, 3], -1.1)
AT = np.array([0.4, -0.3, 1.2])
SPIN, VELOCITY = np.array([0.02, -0.05, 0.03]), np.array([1.0, -2.0, 0.5])
ORIGIN = Origin(Vec3(7e6, 0.0, 0.0), Vec3(0.0, 7500.0, 0.0))
SUN = np.array([0.48, -0.6, 0.64])


def craft():
    frames = frames_at([1], [AT], [R_BF])
    return frames, work_of([R_NB], [[3.0, 1.0, 2.0]], [[*SPIN, *VELOCITY]])


def exerted(surface, ambient):
    """Force and torque on the body at its origin, and the account."""
    frames, work = craft()
    table, shade = surfaces_of(frames, [surface])
    account = applied(table, shade, frames, work, ORIGIN, ambient)
    return work.F[1, 3:], work.F[1, :3], account


def flow_at(place, air):
    """Velocity of the air seen from a place in the frame, in its axes."""
    R = R_NB @ R_BF
    point = R_NB @ AT + R @ place
    v = np.array(ORIGIN.v) + VELOCITY + np.cross(SPIN, point)
    return R.T @ (np.array(air) - v), R, point


@pytest.mark.parametrize("law", [SIMPLE_DRAG, SENTMAN, SCHAAF_CHAMBRE])
def test_air_presses_on_each_row_where_it_is(law):
    n, place, area, M = Vec3(0.0, 0.6, 0.8), np.array([0.5, 1.5, -0.2]), 3.0, 0.018
    air = (400.0, 20.0, -30.0)
    given = {SIMPLE_DRAG: (2.2, 0, 0), SENTMAN: (0.9, 0, 330), SCHAAF_CHAMBRE: (0.8, 0.7, 330)}[law]
    row = (PLATE, place, n, area, 0)
    around = dark(density=3e-12, temperature=950.0, molar_mass=M, air=Vec3(*air))
    force, torque, account = exerted({"rows": [row], "law": law, "air": given}, around)
    V, R, point = flow_at(place, air)
    c, wall = most_probable_speed(950.0, M), most_probable_speed(330.0, M)
    if law == SIMPLE_DRAG:
        expected = 0.5 * 3e-12 * 2.2 * area * abs(V @ np.array(n)) * V
    else:
        own = Gas(3e-12, c, *given[:2], wall)
        if law == SENTMAN:
            frame_flow, _, _ = flow_at(np.zeros(3), air)
            own = Gas(3e-12, c, 1.0, 1.0, leaving_speed(0.9, wall, Vec3(*frame_flow)))
        sides = (schaaf_chambre.facet(own, Vec3(*V), Vec3(*side)) for side in (n, -n))
        expected = area * np.sum([tuple(side) for side in sides], axis=0)
    expected = R @ expected
    assert force == pytest.approx(expected, rel=1e-12)
    assert torque == pytest.approx(np.cross(point, expected), rel=1e-12)
    v = VELOCITY + np.cross(SPIN, point)
    assert account.power == pytest.approx(expected @ v, rel=1e-10)
    assert account.force == pytest.approx(tuple(expected), rel=1e-12)


def test_light_presses_on_all_kinds_of_rows():
    light, p = light_pressure.Reflection(0.9, 0.2, 0.3), 4.54e-6
    n, axis = Vec3(0.0, 0.6, 0.8), Vec3(1.0, 0.0, 0.0)
    places = np.array([[0.5, 1.5, -0.2], [0, -1, 0], [0.1, 0, 2]])
    rows = [
        (FACET, places[0], n, 3.0, 0),
        (SPHERE, places[1], (0, 0, 0), 2.0, 0),
        (CYLINDER, places[2], axis, 0.3 * 4, 0.3),
    ]
    around = dark(sun=Vec3(*SUN), light_pressure=p)
    force, torque, _ = exerted({"rows": rows, "light": tuple(light)}, around)
    R = R_NB @ R_BF
    s = Vec3(*(R.T @ SUN))
    side, turning = light_pressure.cylinder(light, s, axis)
    forces = p * np.array(
        [
            3.0 * np.array(light_pressure.facet(light, s, n)),
            2.0 * np.array(light_pressure.sphere(light, s)),
            1.2 * np.array(side),
        ]
    )
    about_frame = np.cross(places, forces).sum(axis=0) + p * 0.3 * 1.2 * np.array(turning)
    total = R @ forces.sum(axis=0)
    assert force == pytest.approx(total, rel=1e-13)
    assert torque == pytest.approx(R @ about_frame + np.cross(R_NB @ AT, total), rel=1e-12)


def test_a_capped_cylinder_that_absorbs_feels_no_torque_about_its_middle():
    """It is lit as its outline is, which is symmetric."""
    r, l = 0.5, 3.0
    cap = math.pi * r * r
    rows = [
        (CYLINDER, (0, 0, 0), (0, 0, 1), r * l, r),
        (FACET, (0, 0, l / 2), (0, 0, 1), cap, 0),
        (FACET, (0, 0, -l / 2), (0, 0, -1), cap, 0),
    ]
    surface = {"rows": rows, "light": (1.0, 0, 0), "law": SIMPLE_DRAG, "air": (2.0, 0, 0)}
    frames = frames_at([1], [[0, 0, 0]], [np.eye(3)])
    work = work_of([R_NB], [[0, 0, 0]], [[0] * 6])
    table, shade = surfaces_of(frames, [surface])
    around = dark(sun=Vec3(*SUN), light_pressure=1.0, density=1e-9)
    applied(table, shade, frames, work, ORIGIN, around)
    shown = 2 * r * l * math.sqrt(1 - (R_NB[:, 2] @ SUN) ** 2) + cap * abs(R_NB[:, 2] @ SUN)
    drag = work.F[1, 3:] + shown * SUN
    v = np.array(ORIGIN.v)
    across = math.sqrt(v @ v - (R_NB[:, 2] @ v) ** 2)
    area = 2 * r * l * across + cap * abs(R_NB[:, 2] @ v)
    assert drag == pytest.approx(-1e-9 * area * v, rel=1e-12, abs=1e-12)
    assert work.F[1, :3] == pytest.approx(np.zeros(3), abs=1e-14)


def test_where_there_is_neither_air_nor_light_nothing_is_exerted():
    rows = [(PLATE, (0, 0, 0), (0, 0, 1), 1.0, 0)]
    surface = {"rows": rows, "law": SENTMAN, "air": (1.0, 0, 300), "light": (1.0, 0, 0)}
    force, torque, account = exerted(surface, dark())
    assert not force.any()
    assert not torque.any()
    assert account.power == 0.0
