"""Epochs: scales against astropy, texts there and back, messages for dates that are none."""

import datetime as dt

import numpy as np
import pytest

from treetop.environment.epoch import DAY, SCALES, EarthOrientation, Epoch
from treetop.errors import ModelError

TEXTS = [
    "2026-07-01T06:30:00 UTC",
    "2026-07-01T06:30:00.123456789 TAI",
    "1999-12-31T23:59:59.5 TDB",
    "2016-12-31T23:59:60.25 UTC",
    "2030-02-28T00:00:00 UT1",
    "1900-01-01T12:00:00 TT",
]


@pytest.mark.parametrize("text", TEXTS)
def test_a_text_comes_back_as_it_was(text):
    epoch = Epoch(text)
    assert str(epoch) == text
    assert Epoch(str(epoch)) == epoch
    assert hash(Epoch(text)) == hash(epoch)


@pytest.mark.compiled
@pytest.mark.parametrize("scale", ["utc", "tai", "tt", "tdb"])
def test_scales_are_those_of_astropy(scale):
    time = pytest.importorskip("astropy.time")
    theirs = time.Time("2024-05-06T07:08:09.123456789", scale=scale)
    ours = Epoch(theirs)
    assert ours.scale == scale.upper()
    for other in ("tai", "tt", "tdb", "utc"):
        there = getattr(theirs, other)
        (a, b), scale_name = ours.jd(other), other
        assert ((a - there.jd1) + (b - there.jd2)) * DAY == pytest.approx(0, abs=1e-9), scale_name


def test_ut1_of_astropy_with_the_same_difference():
    time = pytest.importorskip("astropy.time")
    theirs = time.Time("2024-05-06T07:08:09", scale="utc")
    theirs.delta_ut1_utc = -0.0123
    ours = Epoch(theirs, EarthOrientation(dut1=-0.0123))
    a, b = ours.jd("UT1")
    assert ((a - theirs.ut1.jd1) + (b - theirs.ut1.jd2)) * DAY == pytest.approx(0, abs=1e-9)
    assert Epoch(theirs.ut1, EarthOrientation(dut1=-0.0123)) - ours == pytest.approx(0, abs=1e-9)


def test_other_scales_of_astropy_become_tt():
    time = pytest.importorskip("astropy.time")
    theirs = time.Time("2024-05-06T07:08:09", scale="tcb")
    ours = Epoch(theirs)
    assert ours.scale == "TT"
    assert ((ours.jd()[0] - theirs.tt.jd1) + (ours.jd()[1] - theirs.tt.jd2)) * DAY == pytest.approx(
        0, abs=1e-9
    )


def test_datetimes_are_utc_unless_they_say_otherwise():
    assert Epoch(dt.datetime(2026, 7, 1, 6, 30)) == Epoch("2026-07-01T06:30:00 UTC")
    east = dt.timezone(dt.timedelta(hours=2))
    assert Epoch(dt.datetime(2026, 7, 1, 8, 30, tzinfo=east)) == Epoch("2026-07-01T06:30")
    assert Epoch(dt.date(2026, 7, 1)) == Epoch("2026-07-01T00:00:00Z")


def test_a_second_is_a_second_over_a_leap_second():
    before, after = Epoch("2016-12-31T23:59:59 UTC"), Epoch("2017-01-01T00:00:00 UTC")
    assert after - before == pytest.approx(2.0, abs=1e-10)
    assert str(before.after(1.5)) == "2016-12-31T23:59:60.5 UTC"
    assert before < after and after >= before and before != after


@pytest.mark.parametrize("scale", SCALES)
def test_later_times_keep_their_digits(scale):
    epoch = Epoch("2026-07-01T06:30:00 UTC")
    t = np.array([0.0, 1.0, 400 * DAY])
    first, second = epoch.jd(scale, t)
    elapsed = ((first - first[0]) + (second - second[0])) * DAY
    assert elapsed == pytest.approx(t, abs=3e-3 if scale == "TDB" else 1e-10)
    assert np.all(np.abs(second) < 1.01)
    assert [type(part) for part in epoch.jd(scale)] == [float, float]


def test_tai_utc_as_nasa_set_it():
    epoch = Epoch("2007-11-20T00:00:00 UTC", EarthOrientation(dut1=-0.469, tai_utc=32.0))
    assert epoch.text("TAI") == "2007-11-20T00:00:32 TAI"
    assert epoch.text("UT1") == "2007-11-19T23:59:59.531 UT1"
    assert epoch.text("UTC") == str(epoch)
    assert epoch.ut1_minus_tt() == pytest.approx(-32.469 - 32.184)
    assert epoch != Epoch("2007-11-20T00:00:00 UTC")


def test_decimal_years_count_days():
    assert Epoch("2025-01-01T00:00:00 TT").decimal_year == 2025.0
    assert Epoch("2024-07-02T00:00:00 TT").decimal_year == pytest.approx(2024.5, abs=1e-12)


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ("tomorrow", "is not a date and time .*2026-07-01T06:30:00 UTC"),
        ("2026-13-01", "there is no time 2026-13-01"),
        ("2026-02-30T00:00:00 TT", "there is no time 2026-02-30"),
        ("2026-01-01T25:00:00", "there is no time"),
        ("2015-03-01T23:59:60 UTC", "there is no time"),
        ("2026-07-01T06:30:00 GPS", "unknown scale of time 'GPS' .*TDB, UT1"),
        ("1960-07-01T06:30:00 UTC", "before UTC .*TAI, TT or TDB"),
        (2026, "2026 is not a date"),
        (None, "None is not a date"),
    ],
)
def test_dates_that_are_none_say_what_would_be_one(value, words):
    with pytest.raises(ModelError, match=words):
        Epoch(value)


@pytest.mark.parametrize("value", [float("nan"), "0.1 s", True])
def test_orientation_is_of_numbers(value):
    with pytest.raises(ModelError, match=r"epoch\.dut1"):
        EarthOrientation(dut1=value)
