"""Two-line elements: the package's state, turned by the theory of frames."""

import sys

import numpy as np
import pytest

from treetop.environment.epoch import EarthOrientation, Epoch
from treetop.environment.frames import gcrf_from_teme
from treetop.environment.two_line_elements import tle_epoch, tle_state
from treetop.errors import ModelError

FIRST = "1 25544U 98067A   08264.51782528 -.00002182  00000-0 -11606-4 0  2927"
SECOND = "2 25544  51.6416 247.4627 0006703 130.5360 325.0288 15.72125391563537"


def test_state_is_that_of_the_package():
    api = pytest.importorskip("sgp4.api")
    epoch = Epoch("2008-09-20T12:25:40.104192 UTC")
    satellite = api.Satrec.twoline2rv(FIRST, SECOND)
    _, x, v = satellite.sgp4(*epoch.jd("UTC"))
    M = gcrf_from_teme(epoch)
    ours = tle_state(FIRST, SECOND, epoch)
    assert ours[0] == pytest.approx(M @ np.array(x) * 1e3, rel=1e-14)
    assert ours[1] == pytest.approx(M @ np.array(v) * 1e3, rel=1e-14)
    assert np.linalg.norm(ours[0]) == pytest.approx(6.72e6, rel=0.01)


def test_state_is_that_of_astropy():
    iers = pytest.importorskip("astropy.utils.iers")
    api = pytest.importorskip("sgp4.api")
    from astropy import units
    from astropy.coordinates import GCRS, TEME, CartesianRepresentation
    from astropy.time import Time

    time = Time("2008-09-20T13:00:00", scale="utc")
    with iers.conf.set_temp("auto_download", False), iers.conf.set_temp("auto_max_age", None):
        table = iers.IERS_Auto.open()
        xp, yp = (float(each.to_value("rad")) for each in table.pm_xy(time))
        epoch = Epoch(time, EarthOrientation(float(table.ut1_utc(time).to_value("s")), xp, yp))
        _, x, _ = api.Satrec.twoline2rv(FIRST, SECOND).sgp4(time.jd1, time.jd2)
        place = TEME(CartesianRepresentation(x, unit=units.km), obstime=time)
        theirs = place.transform_to(GCRS(obstime=time)).cartesian.xyz.to_value("m")
    ours, _ = tle_state(FIRST, SECOND, epoch)
    assert np.abs(ours - theirs).max() < 0.1  # 1 µs of time in the way of 7.7 km/s, and less


def test_epoch_of_the_lines():
    pytest.importorskip("sgp4")
    assert abs(tle_epoch(FIRST, SECOND) - Epoch("2008-09-20T12:25:40.104192 UTC")) < 1e-5


@pytest.mark.parametrize(
    ("first", "second", "words"),
    [
        (FIRST[:-1] + "3", SECOND, "check sum of line 1 is 3, not 7"),
        (FIRST, SECOND[:-5], "is not line 2"),
        (SECOND, FIRST, "is not line 1"),
    ],
)
def test_wrong_lines_are_refused(first, second, words):
    pytest.importorskip("sgp4")
    with pytest.raises(ModelError, match=words):
        tle_state(first, second, Epoch("2008-09-20"))


def test_a_missing_package_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "sgp4.api", None)
    with pytest.raises(ModelError, match=r"pip install treetop\[tle\]"):
        tle_state(FIRST, SECOND, Epoch("2008-09-20"))


def test_far_from_their_epoch_there_may_be_no_state():
    pytest.importorskip("sgp4")
    low = "2 25544  51.6416 247.4627 0006703 130.5360 325.0288 16.72125391563538"
    with pytest.raises(ModelError, match="SGP4 has no state at 2030"):
        tle_state(FIRST, low, Epoch("2030-09-20"))
