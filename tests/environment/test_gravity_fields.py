"""Fields of gravity: what is known of the planets, and names and degrees that there are not."""

from dataclasses import replace

import numpy as np
import pytest

from treetop.core.environment.harmonics import perturbation
from treetop.core.spatial import Vec3
from treetop.environment.gravity_fields import field, names
from treetop.errors import ModelError


def amplitudes(C, S):
    """Root of the power of each degree."""
    return np.sqrt((C**2 + S**2).sum(axis=1))


def test_names_are_those_of_the_files():
    assert {"EGM2008", "GEM-T1", "GGM05C", "GMM-3", "GRGM900C"} <= set(names())


@pytest.mark.parametrize(
    "name, degree, mu, radius, J2, within",
    [
        ("EGM2008", 70, 3.986004415e14, 6378136.3, 1.0826e-3, 1e-4),
        ("GGM05C", 8, 3.986004415e14, 6378136.3, 1.0826e-3, 1e-4),
        ("GEM-T1", 8, 3.98600436e14, 6378137.0, 1.0826e-3, 1e-4),
        ("GMM-3", 70, 4.2828372854e13, 3396000.0, 1.9566e-3, 1e-4),
        ("GRGM900C", 50, 4.9027999671e12, 1738000.0, 2.0323e-4, 1e-3),
    ],
)
def test_constants_are_those_of_the_planet(name, degree, mu, radius, J2, within):
    whole = field(name)
    assert (whole.degree, whole.radius) == (degree, radius)
    assert whole.mu == pytest.approx(mu, rel=1e-10)
    assert -np.sqrt(5) * whole.C[2, 0] == pytest.approx(J2, rel=within)
    assert not whole.C[:2].any() and not whole.S[:2].any()  # the origin is the mass centre
    assert not whole.S[:, 0].any() and not np.triu(whole.C, 1).any()
    assert np.count_nonzero(whole.C) >= (degree + 1) * (degree + 2) // 2 - 5


@pytest.mark.parametrize("name, kaula", [("EGM2008", 1e-5), ("GMM-3", 13e-5), ("GRGM900C", 2.5e-4)])
def test_power_falls_by_the_rule_of_kaula(name, kaula):
    whole = field(name)
    n = np.arange(10, whole.degree + 1)
    ratio = amplitudes(whole.C, whole.S)[10:] / (kaula / n**2 * np.sqrt(2 * n + 1))
    assert ratio.min() > 0.4 and ratio.max() < 2.5


def test_fields_of_the_earth_agree():
    fields = [field(name, 8) for name in ("EGM2008", "GGM05C", "GEM-T1")]
    power = amplitudes(fields[0].C, fields[0].S)[2:]
    for other, within in ((fields[1], 3e-4), (fields[2], 4e-2)):
        apart = amplitudes(fields[0].C - other.C, fields[0].S - other.S)[2:]
        assert (apart / power).max() < within


def test_figure_of_mars_has_tharsis_on_the_equator():
    mars = field("GMM-3", 2)
    east = 0.5 * np.degrees(np.arctan2(mars.S[2, 2], mars.C[2, 2])) % 180
    assert east == pytest.approx(74.98, abs=0.05)  # and 254.98 E, where Tharsis is
    assert abs(mars.C[2, 1]) < 1e-9 and abs(mars.S[2, 1]) < 1e-9  # z is the spin axis


def test_field_of_the_moon_agrees_with_another_solution():
    """Some of GRGM660PRIM (as in NASA JEOD 5), made from the first half of the same mission."""
    C = field("GRGM900C").C
    ninth = (
        *(-3.5309168027709e-06, 1.8669553929177e-06, 1.9278233348017e-06, -1.992405980865e-06),
        *(-1.8844446646799e-06, -1.5625329078794e-06, -2.127247623504e-06, -3.9147654404178e-06),
        *(-1.3120131964316e-06, -9.3845174513187e-07),
    )
    sixteenth = (
        *(5.5685004502897e-07, 1.1558693750997e-07, 1.4552379103223e-06, -1.9427070667677e-07),
        *(6.8594805088933e-07, 7.6342114335352e-07, 7.2981060373027e-07, -2.8069760904468e-07),
        *(2.3726052571209e-08, -7.8067623335401e-07, 2.27225213533e-07, -3.3147196679294e-07),
        *(-1.2941656571547e-06, -1.7990477524438e-07, -6.7986452834109e-07, -3.6478788846771e-07),
        -9.0536343077727e-07,
    )
    assert np.abs(C[9, :10] - ninth).max() < 4e-10
    assert np.abs(C[16, :17] - sixteenth).max() < 4e-11


def test_axes_of_the_moon_are_its_principal_axes():
    moon = field("GRGM900C", 2)
    assert abs(moon.S[2, 2]) < 1e-9 and abs(moon.C[2, 1]) < 1e-9 and abs(moon.S[2, 1]) < 2e-9
    oblong = moon.C[2, 2] * np.sqrt(5 / 12)  # C₂₂, not normalised
    assert oblong == pytest.approx(2.2382e-5, rel=1e-3)  # Williams and others (2014)


def anomaly(tables, radius, latitude, longitude, degree):
    """What gravity is more at a place of the sphere, in mGal."""
    north, east = np.radians([latitude, longitude])
    up = np.array([np.cos(north) * np.cos(east), np.cos(north) * np.sin(east), np.sin(north)])
    return -1e5 * up @ np.array(perturbation(tables, Vec3(*(radius * up)), degree))


def without_oblateness(whole):
    C = whole.C.copy()
    C[2, 0] = 0.0  # the figure of rotation
    return replace(whole, C=C)


def test_a_field_cannot_be_changed_for_other_models():
    with pytest.raises(ValueError, match="read-only"):
        field("GRGM900C").C[2, 0] = 0.0
    with pytest.raises(ValueError, match="read-only"):
        field("GRGM900C", 4).S[2, 1] = 0.0


@pytest.mark.compiled
def test_anomalies_are_where_maria_and_mountains_are():
    moon, mars = (without_oblateness(field(name)) for name in ("GRGM900C", "GMM-3"))
    there = moon.tables()
    for place in ((33, 343), (27, 19), (17, 59), (-15, 35), (-19.5, 265), (-24, 321), (27, 148)):
        assert 150 < anomaly(there, moon.radius, *place, 50) < 450  # Imbrium ... Moscoviense
    assert anomaly(there, moon.radius, 58, 214, 50) < -300  # Birkhoff
    assert anomaly(mars.tables(), mars.radius, 18.6, 226.2, 70) > 2500  # Olympus Mons


def test_names_need_no_capitals():
    assert field("egm2008", 4).name == "EGM2008"


def test_a_name_that_there_is_not():
    with pytest.raises(ModelError, match=r"no gravity field 'EGM2020' \(there are EGM2008, GEM-T1"):
        field("EGM2020", 4)


@pytest.mark.parametrize("degree, hint", [(71, "at most 70"), (-1, "0 or more")])
def test_a_degree_that_there_is_not(degree, hint):
    with pytest.raises(ModelError, match=rf"EGM2008 has no degree {degree} .*{hint}"):
        field("EGM2008", degree)
