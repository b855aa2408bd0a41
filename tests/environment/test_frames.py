"""Frames against astropy and sgp4's own published case; attitudes there and back."""

import numpy as np
import pytest

from treetop.environment.epoch import DAY, EarthOrientation, Epoch
from treetop.environment.frames import (
    angles_of,
    gcrf_from_teme,
    itrf_from_gcrf,
    local_axes,
    local_rate,
    matrix_from_angles,
    matrix_of,
    quaternion_of,
    rotation_matrices,
)
from treetop.environment.rotation import earth_rotation
from treetop.errors import ModelError

X, V = np.array([7e6, 1e6, -2e6]), np.array([1e3, 7e3, 2e3])


def orientation_of(time):
    """Earth orientation as astropy has it at a time."""
    from astropy.utils import iers

    table = iers.IERS_Auto.open()
    xp, yp = table.pm_xy(time)
    dut1 = float(table.ut1_utc(time).to_value("s"))
    return EarthOrientation(dut1, float(xp.to_value("rad")), float(yp.to_value("rad")))


@pytest.fixture
def offline():
    """Astropy with the tables that it ships."""
    iers = pytest.importorskip("astropy.utils.iers")
    with iers.conf.set_temp("auto_download", False), iers.conf.set_temp("auto_max_age", None):
        yield


@pytest.mark.compiled
@pytest.mark.usefixtures("offline")
def test_teme_to_itrf_is_that_of_astropy():
    from astropy import units
    from astropy.coordinates import ITRS, TEME, CartesianRepresentation
    from astropy.time import Time

    time = Time("2024-05-06T07:08:09", scale="utc")
    epoch = Epoch(time, orientation_of(time))
    place = TEME(CartesianRepresentation(X, unit=units.m), obstime=time)
    theirs = place.transform_to(ITRS(obstime=time)).cartesian.xyz.to_value("m")
    ours = itrf_from_gcrf(epoch) @ gcrf_from_teme(epoch) @ X
    assert np.abs(ours - theirs).max() < 1e-3  # s' of 1e-10 rad is theirs alone


@pytest.mark.usefixtures("offline")
def test_itrf_is_that_of_astropy():
    from astropy.coordinates.builtin_frames.intermediate_rotation_transforms import (
        cirs_to_itrs_mat,
        gcrs_to_cirs_mat,
    )
    from astropy.time import Time

    time = Time("2024-05-06T07:08:09", scale="utc")
    ours = itrf_from_gcrf(Epoch(time, orientation_of(time)))
    theirs = cirs_to_itrs_mat(time) @ gcrs_to_cirs_mat(time)
    assert ours == pytest.approx(theirs, abs=1e-12)  # they round UT1 - UTC


def test_teme_of_a_published_case():
    """Vallado, Fundamentals of Astrodynamics and Applications, example 3-15."""
    arcsec = np.pi / 180 / 3600
    given = EarthOrientation(-0.4399619, -0.140682 * arcsec, 0.333309 * arcsec, 32.0)
    epoch = Epoch("2004-04-06T07:51:28.386009 UTC", given)
    teme = np.array([5094.18016210, 6127.64465950, 6380.34453270])
    gcrf = np.array([5102.5089579, 6123.0114007, 6378.1369282])
    assert np.abs(gcrf_from_teme(epoch) @ teme - gcrf).max() < 2e-4  # km; 1976/1980 differ so far


def test_table_and_theory_are_one():
    epoch = Epoch("2025-03-20T12:00:00 UTC", EarthOrientation(0.1, 1e-7, 2e-7))
    t = np.array([0.0, 1234.5, 30.2 * DAY])
    ours = rotation_matrices(earth_rotation(epoch, 40 * DAY), t)
    assert ours == pytest.approx(itrf_from_gcrf(epoch, t), abs=7e-14)


def test_lvlh_is_forward_against_the_normal_and_down():
    A = local_axes([7e6, 0, 0], [100.0, 7e3, 0])
    assert pytest.approx([0, 0, -1]) == A @ [1, 0, 0]  # up
    assert pytest.approx([0, -1, 0]) == A @ [0, 0, 1]
    assert pytest.approx([1, 0, 0]) == A @ [0, 1, 0]
    B = local_axes([7e6, 0, 0], [100.0, 7e3, 0], "rtn")
    assert pytest.approx(np.eye(3)) == B


@pytest.mark.parametrize("frame", ["lvlh", "rtn"])
def test_local_axes_turn_at_their_rate(frame):
    """On a Kepler orbit the acceleration is along the position."""
    h = 0.1
    there = [
        local_axes(X + k * h * V - X * 5e-7 * (k * h) ** 2, V - X * 1e-6 * k * h, frame)
        for k in (-1, 0, 1)
    ]
    S = there[1].T @ (there[2] - there[0]) / (2 * h)
    rate = -np.array([S[2, 1], S[0, 2], S[1, 0]])
    assert local_rate(X, V) == pytest.approx(rate, rel=1e-6, abs=1e-12)


@pytest.mark.parametrize("order", ["zyx", "xyz", "zxz", "xzy", "YXY"])
def test_angles_there_and_back(order, rng):
    low, high = (0.1, 3.0) if order[0] == order[2] else (-1.5, 1.5)
    angles = np.stack(
        [rng.uniform(-3, 3, 50), rng.uniform(low, high, 50), rng.uniform(-3, 3, 50)], 1
    )
    assert angles_of(matrix_from_angles(angles, order), order) == pytest.approx(angles, abs=1e-13)


def test_zyx_is_yaw_pitch_roll():
    about_z = np.array([[np.cos(0.3), -np.sin(0.3), 0], [np.sin(0.3), np.cos(0.3), 0], [0, 0, 1]])
    about_y = np.array([[np.cos(0.2), 0, np.sin(0.2)], [0, 1, 0], [-np.sin(0.2), 0, np.cos(0.2)]])
    assert matrix_from_angles([0.3, 0.2, 0.0]) == pytest.approx(about_z @ about_y, abs=1e-15)


def test_quaternions_there_and_back(rng):
    q = rng.normal(size=(50, 4))
    q /= np.linalg.norm(q, axis=1)[:, None] * np.where(q[:, :1] < 0, -1, 1)
    assert quaternion_of(matrix_of(q)) == pytest.approx(q, abs=1e-14)
    assert matrix_of([np.sqrt(0.5), 0, 0, np.sqrt(0.5)]) @ [1, 0, 0] == pytest.approx([0, 1, 0])


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: angles_of(np.eye(3), "zzx"), "no order of three turns"),
        (lambda: local_axes(X, V, "ned"), "unknown local frame 'ned' .*lvlh, rtn"),
        (lambda: local_axes(X, 2 * X), "no local axes"),
    ],
)
def test_what_cannot_be_is_refused(call, words):
    with pytest.raises(ModelError, match=words):
        call()
