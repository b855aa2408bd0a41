"""A spacecraft about the Earth on the page: what is drawn is where the formulas have it."""

import io
import re

import numpy as np
import pytest
from PIL import Image

import treetop as tt
from flights import flown
from handmade_orbit import Orbiter
from treetop.environment.geodesy import place_from_geodetic
from treetop.results.distance import turned
from treetop.view.flight.eclipses import eclipses
from treetop.view.playback import page as page_of

craft = Orbiter()


def at(page, time, expression):
    page.evaluate("t => treetop.setTime(t)", time)
    return page.evaluate(expression)


def settle(page):
    page.evaluate("() => new Promise(done => requestAnimationFrame(() => setTimeout(done, 20)))")


def picture(page):
    settle(page)
    return page.locator(".world > canvas").screenshot()


def unit(vector):
    return np.asarray(vector) / np.linalg.norm(vector)


def test_vectors_and_sky_point_where_they_do(opened):
    page = opened(craft.html())
    for time in (0.0, 1388.4, 5553.6):
        now = np.array([time])
        wanted = {
            "nadir": -craft.root(now)[0],
            "velocity": craft.velocity(now)[0],
            "Sun": craft.sun - craft.root(now)[0],
            "magnetic field": craft.field(now)[0],
        }
        for name, vector in wanted.items():
            aim = at(page, time, f"treetop.aimOf('{name}')")
            assert turned(np.array(aim), [0, 1, 0]) == pytest.approx(unit(vector), abs=1e-4)
        page.evaluate("treetop.setCamera('follow')")
        moon = at(page, time, "treetop.directionOf('Moon')")
        assert moon == pytest.approx(unit(craft.moon - craft.root(now)[0]), abs=1e-6)


def test_the_planet_turns_below(opened):
    page = opened(craft.html())
    for time in (0.0, 2776.8, 9000.0):
        longitude, latitude = np.radians(craft.track(np.array([0.0, time]))[1])
        level = np.cos(latitude)
        below = [level * np.cos(longitude), level * np.sin(longitude), np.sin(latitude)]
        assert at(page, time, "treetop.below") == pytest.approx(below, abs=1e-4)


def test_ahead_and_up_stay_in_place_for_the_camera_that_turns_with_the_orbit(opened):
    page = opened(craft.html())
    page.get_by_role("button", name="LVLH").click()
    assert page.evaluate("treetop.camera.kind") == "lvlh"
    page.get_by_role("tab", name="Bodies").click()
    page.get_by_role("button", name="Hide all").click()
    page.get_by_role("tab", name="Show").click()
    for name in (
        "Labels",
        "Sun direction",
        "Magnetic field",
        "Orbit path",
        "Planet",
        "Planet shadow",
    ):
        page.get_by_role("checkbox", name=name, exact=True).uncheck()
    page.get_by_role("checkbox", name="Sun and Moon").uncheck()
    page.locator(".compass").evaluate("e => e.hidden = true")  # inertial axes turn
    page.evaluate("treetop.setTime(0)")
    before = picture(page)  # arrows along nadir and velocity
    page.evaluate("treetop.setTime(2776.8)")
    after = picture(page)
    apart = np.abs(pixels(before).astype(int) - pixels(after)).max(axis=2) > 60
    assert apart.mean() < 1e-4  # but for single pixels of edges
    page.keyboard.press("2")
    assert np.mean(np.abs(pixels(picture(page)).astype(int) - pixels(before)) > 60) > 1e-4


def pixels(png):
    return np.asarray(Image.open(io.BytesIO(png)).convert("RGB"))


def test_day_and_night(opened):
    """One view with the Sun behind the viewer, and behind the planet."""
    bright = []
    for sign in (1, -1):
        day = Orbiter()
        day.sun = sign * 1.496e11 * unit(craft.root(np.array([0.0]))[0])
        page = opened(day.html(), color_scheme="dark")
        page.evaluate("treetop.setCamera('orbit'); treetop.setTime(0)")
        page.keyboard.press("e")
        seen = pixels(picture(page))
        height, width, _ = seen.shape
        bright.append(seen[height // 3 : -height // 3, width // 2 - 150 : width // 2 + 150].mean())
    assert bright[0] > 2 * bright[1]


def test_land_and_sea_have_their_colours(opened):
    """From above the north pole of a planet that turns, Greenland and the ocean change places."""
    page = opened(craft.html(), color_scheme="light")
    page.evaluate("treetop.setCamera('orbit'); treetop.setTime(0)")
    seen = pixels(picture(page)).astype(int)
    green = (seen[..., 1] > seen[..., 2] + 10) & (seen[..., 1] > 120)
    blue = (seen[..., 2] > seen[..., 0] + 40) & (seen[..., 2] > 120)
    assert green.mean() > 0.02 and blue.mean() > 0.05
    bare = opened(craft.html("Moon"), color_scheme="light")
    bare.evaluate("treetop.setCamera('orbit'); treetop.setTime(0)")
    seen = pixels(picture(bare)).astype(int)
    assert np.mean((seen[..., 2] > seen[..., 0] + 40) & (seen[..., 2] > 120)) < 0.01


def test_eclipses_on_the_time_line_are_gone_to(opened):
    page = opened(craft.html())
    dark = craft.scene()["eclipses"]
    assert page.locator(".sunlight .umbra").count() == 2
    assert page.locator(".sunlight .penumbra").count() == 2
    first = next(each for each in dark if each["umbra"])
    page.get_by_role("button", name=re.compile("^Umbra")).first.click()
    assert page.evaluate("treetop.time") == pytest.approx(first["from"])
    assert at(page, first["from"] + 600, "treetop.scene.sunlight.at(treetop.time / 13.884)") == 0
    assert page.locator(".tick").all_inner_texts() == ["1", "2"]
    page.keyboard.press("n")
    assert page.evaluate("treetop.time") == pytest.approx(first["to"])


def test_what_is_beyond_the_picture_is_named_at_its_edge(opened):
    page = opened(craft.html())
    page.evaluate("treetop.setCamera('follow'); treetop.setTime(300)")
    settle(page)
    world = page.locator(".world").bounding_box()
    names = page.locator(".far")
    assert names.all_inner_texts() == ["Sun", "Moon"]
    for k in range(2):
        box = names.nth(k).bounding_box()
        assert world["x"] <= box["x"] and box["x"] + box["width"] <= world["x"] + world["width"]
        assert world["y"] <= box["y"] and box["y"] + box["height"] <= world["y"] + world["height"]


def test_everything_around_is_hidden_and_shown(opened):
    page = opened(craft.html())
    page.evaluate("treetop.setCamera('orbit'); treetop.setTime(1000)")
    page.get_by_role("tab", name="Show").click()
    names = ("Ground track", "Planet shadow", "Orbit path", "Planet")
    seen = [picture(page)]
    for name in names:
        page.get_by_role("checkbox", name=name, exact=True).uncheck()
        seen.append(picture(page))
    assert len(set(seen)) == len(names) + 1
    for name in names:
        page.get_by_role("checkbox", name=name, exact=True).check()
    assert picture(page) == seen[0]


def test_without_a_flight_there_is_no_such_camera(opened):
    page = opened(craft.html(planet="Earth", velocities=None, sky=[], eclipses=[], nodes=[]))
    page.keyboard.press("4")
    assert page.evaluate("treetop.camera.kind") != "lvlh"
    assert page.get_by_role("button", name="LVLH").count() == 0


def test_a_run_in_the_environment_of_the_earth(opened):
    run = flown(tt.Earth(sun=True), np.arange(0.0, 12000.0, 20.0), 6.778e6)
    page = opened(page_of(run))
    track = run.ground_track("bus")
    for k in (0, 211, 599):
        latitude, longitude, height = (
            float(track[name][k]) for name in ("latitude", "longitude", "height")
        )
        below = unit(place_from_geodetic(latitude, longitude, height))
        assert at(page, float(run.time[k]), "treetop.below") == pytest.approx(below, abs=1e-6)
        sun = np.array(page.evaluate("treetop.aimOf('Sun')"))
        told = run["environment.sun_direction"].values[k]
        assert turned(sun, [0, 1, 0]) == pytest.approx(told, abs=1e-5)
    page.get_by_role("tab", name="Orbit").click()
    reading = page.get_by_role("button", name="semi major axis")
    assert reading.locator("output").inner_text() == "6778"
    reading.click()
    assert "orbit.semi_major_axis" in page.evaluate("treetop.plotted")
    contacts = eclipses(run)
    page.get_by_role("button", name=re.compile("^Umbra")).nth(1).click()
    assert page.evaluate("treetop.time") == pytest.approx(contacts[1].umbra[0], abs=1e-9)
