"""Tables of rotation against ERFA, a reference case and CSPICE."""

import math

import erfa
import numpy as np
import pytest

from treetop.core.environment.rotation import rotation_at, spin_of
from treetop.environment.epoch import DAY, J2000, EarthOrientation, Epoch
from treetop.environment.rotation import (
    EARTH_RATE,
    axes_of_pole,
    earth_rotation,
    mars_rotation,
    moon_rotation,
    uniform_rotation,
)
from treetop.environment.rotation_elements import MARS, MOON, pole_and_meridian
from treetop.errors import ModelError

ARCSEC = math.radians(1.0 / 3600.0)
ORIENTATION = EarthOrientation(dut1=0.1, xp=0.1 * ARCSEC, yp=0.35 * ARCSEC)
EPOCH = Epoch("2025-03-20T12:00:00 UTC", ORIENTATION)
NESC = Epoch("2007-11-20T00:00:00 UTC", EarthOrientation(dut1=-0.469, tai_utc=32.0))


def largest_difference(rotation, matrices, times):
    found = np.array([rotation_at(rotation, t) for t in times])
    return np.abs(found - matrices).max()


def test_reference_case_of_iau_2006_2000a_to_all_digits():
    R = np.array(rotation_at(earth_rotation(EPOCH, 10 * DAY), 0.0))
    first = [0.9993571234140604, -0.0357679627880677, -0.0024480031793224]
    last = [0.0024510472689247, 0.0000412582667173, 0.9999969953280065]
    assert R[0] == pytest.approx(first, abs=5e-15)
    assert R[2] == pytest.approx(last, abs=5e-15)


def test_earth_agrees_with_erfa_over_the_span(rng):
    t = rng.uniform(0.0, 400 * DAY, size=100)
    matrices = erfa.c2t06a(*EPOCH.jd("TT", t), *EPOCH.jd("UT1", t), ORIENTATION.xp, ORIENTATION.yp)
    # ERFA's own angle of rotation is rounded to 5e-14; the pole is not
    assert largest_difference(earth_rotation(EPOCH), matrices, t) < 7e-14
    poles = np.array([rotation_at(earth_rotation(EPOCH), each) for each in t])
    polar = erfa.pom00(ORIENTATION.xp, ORIENTATION.yp, 0.0).T
    assert np.abs((polar @ poles)[:, 2] - (polar @ matrices)[:, 2]).max() < 1e-15


def test_interpolation_between_nodes_is_below_1e_14(rng):
    t = rng.uniform(0.0, 30 * DAY, size=100)
    matrices = [np.array(rotation_at(earth_rotation(EPOCH.after(0.3 * DAY)), each)) for each in t]
    shifted = earth_rotation(EPOCH)  # other nodes
    found = np.array([rotation_at(shifted, each + 0.3 * DAY) for each in t])
    assert np.abs(found - np.array(matrices)).max() < 2e-14  # of two tables, each 1e-14


def test_older_theory_agrees_with_erfa(rng):
    t = rng.uniform(0.0, 400 * DAY, size=100)
    matrices = erfa.rz(erfa.gst94(*NESC.jd("UT1", t)), erfa.pnm80(*NESC.jd("TT", t)))
    table = earth_rotation(NESC, theory="IAU 1976/1980")
    assert largest_difference(table, matrices, t) < 5e-14


def test_earth_turns_at_its_rate():
    spin = np.array(spin_of(earth_rotation(EPOCH), 5000.0))
    assert np.linalg.norm(spin) == pytest.approx(EARTH_RATE, rel=1e-7)  # and precession
    assert pytest.approx(7.292115146706388e-5, rel=1e-12) == EARTH_RATE


@pytest.mark.parametrize(("table", "elements"), [(moon_rotation, MOON), (mars_rotation, MARS)])
def test_moon_and_mars_follow_their_elements(table, elements, rng):
    t = rng.uniform(0.0, 400 * DAY, size=100)
    matrices = axes_of_pole(*pole_and_meridian(elements, EPOCH.jd("TDB", t)))
    assert largest_difference(table(EPOCH), matrices, t) < 2e-14


def test_moon_agrees_with_cspice():
    """``sxform('IAU_MOON', 'J2000', 14610 days)`` with pck00011.tpc."""
    tdb = np.array([J2000]), np.array([14610.0])
    M = axes_of_pole(*pole_and_meridian(MOON, tdb))[0]
    cspice = [
        [5.720547105837333e-1, 8.198082524397307e-1, -2.5842548842481546e-2],
        [-7.61073769862349e-1, 5.187960000245592e-1, -3.8938082539594815e-1],
        [-3.0581060303147345e-1, 2.424152214491336e-1, 9.207142528946177e-1],
    ]
    assert pytest.approx(np.array(cspice), abs=1e-13) == M.T


def test_pole_of_mars_at_j2000():
    """317.68086 and 52.88643 degrees, by the elements of 2015 (Kuchynka et al. 2014)."""
    ascension, declination, _ = pole_and_meridian(MARS, (np.array([J2000]), np.array([0.0])))
    assert np.degrees(ascension) == pytest.approx(317.68086, abs=1e-5)
    assert np.degrees(declination) == pytest.approx(52.88643, abs=1e-5)


@pytest.mark.parametrize("pole", [(0, 0, 1), (0, 0, -2), (1, 2, -3), (1, 0, 0)])
def test_uniform_rotation_for_all_times(pole):
    unit = np.array(pole) / np.linalg.norm(pole)
    rotation = uniform_rotation(pole, 1e-4, 0.3)
    for t in (0.0, 1.0, 1e6):
        R = np.array(rotation_at(rotation, t))
        assert R[2] == pytest.approx(unit, abs=1e-15)
        first = np.array(rotation_at(rotation, 0.0))
        assert R[0] @ first[0] == pytest.approx(math.cos(1e-4 * t), abs=1e-14)
        assert np.array(spin_of(rotation, t)) == pytest.approx(1e-4 * unit, abs=1e-19)


def test_uniform_rotation_about_z_counts_from_x():
    R = np.array(rotation_at(uniform_rotation((0, 0, 1), 1e-4, 0.3), 0.0))
    assert R[0] == pytest.approx([math.cos(0.3), math.sin(0.3), 0.0], abs=1e-16)


def test_a_table_is_made_once():
    assert earth_rotation(EPOCH, 10 * DAY) is earth_rotation(Epoch(EPOCH), 10 * DAY)


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: earth_rotation(EPOCH, DAY, "IAU 1900"), "IAU 2006/2000A"),
        (lambda: uniform_rotation((0, 0, 0)), "not the direction of a pole"),
    ],
)
def test_what_cannot_be_is_refused(make, words):
    with pytest.raises(ModelError, match=words):
        make()
