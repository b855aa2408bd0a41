"""Geodetic coordinates: there and back, and against ERFA."""

import erfa
import numpy as np
import pytest

from treetop.environment.geodesy import (
    GRS80,
    MARS_ELLIPSOID,
    MOON_SPHERE,
    WGS84,
    Ellipsoid,
    geodetic_axes,
    geodetic_from_place,
    place_from_geodetic,
)


@pytest.fixture
def somewhere(rng):
    return rng.uniform(-1.57, 1.57, 500), rng.uniform(-3.14, 3.14, 500), rng.uniform(-1e4, 4e7, 500)


@pytest.mark.parametrize(
    "ellipsoid", [WGS84, GRS80, MARS_ELLIPSOID, MOON_SPHERE, Ellipsoid(6e7, 0.1)]
)
def test_there_and_back(ellipsoid, somewhere):
    latitude, longitude, height = somewhere
    height = height * ellipsoid.radius / WGS84.radius
    found = geodetic_from_place(place_from_geodetic(*somewhere[:2], height, ellipsoid), ellipsoid)
    assert found.latitude == pytest.approx(latitude, abs=1e-15)
    assert found.longitude == pytest.approx(longitude, abs=1e-15)
    assert found.height == pytest.approx(height, abs=1e-14 * ellipsoid.radius)


def test_places_are_those_of_erfa(somewhere):
    latitude, longitude, height = somewhere
    theirs = erfa.gd2gc(1, longitude, latitude, height)
    assert place_from_geodetic(latitude, longitude, height) == pytest.approx(theirs, abs=2e-8)
    found = geodetic_from_place(theirs)
    east, north, up = erfa.gc2gd(1, theirs)
    assert found.latitude == pytest.approx(north, abs=5e-11)  # theirs is good to that
    assert found.longitude == pytest.approx(east, abs=1e-15)
    assert found.height == pytest.approx(up, abs=1e-7)


def test_poles_and_equator():
    polar = WGS84.polar_radius
    found = geodetic_from_place([[0, 0, polar + 5.0], [0, 0, -polar], [0, -WGS84.radius, 0]])
    assert found.latitude == pytest.approx([np.pi / 2, -np.pi / 2, 0.0], abs=1e-16)
    assert found.height == pytest.approx([5.0, 0.0, 0.0], abs=1e-8)
    assert found.longitude[2] == pytest.approx(-np.pi / 2)


def test_up_is_where_height_grows(somewhere):
    latitude, longitude, height = somewhere
    axes = geodetic_axes(latitude, longitude)
    step = place_from_geodetic(latitude, longitude, height + 1e3)
    up = (step - place_from_geodetic(latitude, longitude, height)) / 1e3
    assert axes[:, 2] == pytest.approx(up, abs=1e-10)
    assert np.linalg.det(axes) == pytest.approx(1.0, abs=1e-14)
    assert axes[:, 0, 2] == pytest.approx(0.0)
