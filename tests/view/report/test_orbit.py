import numpy as np
import pytest

import treetop as tt
from flights import flown
from pages_read import Read
from treetop.view.flight.eclipses import eclipses
from treetop.view.report.orbit import orbit_section

EARTH = tt.Earth(sun=True, magnetic="IGRF-14", atmosphere=tt.ExponentialAtmosphere(4e-12, 4e5, 6e4))


@pytest.fixture(scope="module")
def made():
    return flown(EARTH, np.arange(0.0, 12000.0, 20.0), 6.778e6)


def test_elements_at_the_start_and_the_end(made):
    rows = {row["element"].text: row for row in Read(orbit_section(made)).tables["elements"]}
    assert rows["semi-major axis"]["start"].value == pytest.approx(6778)
    assert rows["inclination"]["end"].value == pytest.approx(51.6)
    period = 2 * np.pi * np.sqrt(6.778e6**3 / 3.986004418e14)
    assert rows["period"]["start"].value == pytest.approx(period)
    assert rows["height of periapsis"]["start"].value == pytest.approx(6778 * 0.999 - 6378.137)
    assert rows["semi-major axis"]["change"].text == "0"
    turns = 360 * 11980 / period
    change = rows["argument of latitude"]["change"].value
    assert (change - turns) % 360 == pytest.approx(0, abs=0.3)


def test_eclipses_and_facts(made):
    read = Read(orbit_section(made))
    found = eclipses(made)
    rows = read.tables["eclipses"]
    assert [row["umbra from s"].value for row in rows] == [each.umbra[0] for each in found]
    facts = read.facts["flight"]
    dark = sum(each.umbra[1] - each.umbra[0] for each in found)
    assert facts["time in umbra"].value == pytest.approx(100 * dark / 11980)
    assert facts["about"].text == "Earth"
    assert facts["epoch"].text == "2026-07-01T06:30:00 UTC"


def test_figures(made):
    html = orbit_section(made)
    assert html.count("<svg") == 2
    for label in ("beta angle [deg]", "air density [kg/m³]", "magnetic field [T]", "sunlight"):
        assert label in html


def test_no_orbit_without_a_planet(run):
    assert orbit_section(run) == ""
