"""Devices on the page: what turns, fires and empties does so as its numbers say."""

import numpy as np
import pytest

from handmade_scenes import Craft, look
from treetop.view.playback.packing import Channel

craft = Craft()
T = craft.times
SPEED, MASS = 40.0, 500.0  # rad/s; kg at the start
HOSTILE = "<img src=x onerror=alert(1)>"


def quantity(name, unit, values):
    return {"name": name, "unit": unit, "columns": ["value"], "values": Channel(values, 1e-9)}


def device(kind, name, number, **more):
    place = {"body": 0, "at": [0, 0, 0], "attitude": [1, 0, 0, 0]}
    return {"kind": kind, "name": name, "quantity": number} | place | more


def html(wheel="wheel", **other):
    """A wheel at constant speed, a thruster that fires from 10 to 20 s, tanks, sensors."""
    firing = np.where((T >= 10) & (T < 20), 5.0, 0.0)
    left = MASS * (1 - T / 60)
    quantities = [
        quantity("wheel.speed", "rad/s", SPEED + 0 * T),
        quantity("jet.thrust", "N", firing),
        quantity("tank.mass", "kg", left),
        quantity("sun.visible", "1", (T > 30) * 1.0),
    ]
    tank = {"density": 1000.0, "radius": 0.3}
    bell = look("cylinder", "#888888", radius=0.05, top=0.1, length=0.1)
    sizes = {"radius": 0.1, "length": 2.0, "full": 10.0}
    sight = {"kind": "sight", "name": "sun", "body": 0, "at": [0, 0, 0.5], "half": 0.3}
    aim = {"kind": "target", "name": "slew", "body": 0, "at": [0, 0, 0]}
    upright = {"attitude": [1, 0, 0, 0]}
    scene = {
        "quantities": quantities,
        "devices": [
            device("wheel", wheel, 0, looks=[look("cylinder", radius=0.2, length=0.1)]),
            device("thruster", "jet", 1, looks=[bell], **sizes),
            device("tank", "round", 2, length=0.0, dome=0.3, **tank),
            device("tank", "flat", 2, length=2.0, dome=0.0, **tank),
            device("tank", "domed", 2, length=2.0, dome=0.15, **tank),
            device("ball", "ball", 2, **tank),
            device("slosh", "swing", 2, most=MASS, offsets=[0.1, 0.2, 0.5], radii=[0, 0.1, 0.2]),
        ],
        "pointing": [sight | upright | {"quantity": 3}, aim | upright | {"target": [0, 1, 0, 0]}],
        "telemetry": [
            {"section": "devices", "name": wheel, "kind": "wheel", "quantities": [0]},
            {"section": "sensors", "name": "sun", "kind": "sun-sensor", "quantities": [3]},
        ],
    }
    return craft.html(**scene | other)


def drawn(page, name, time):
    page.evaluate("t => treetop.setTime(t)", time)
    return page.evaluate("name => treetop.drawnOf(name)", name)


def test_a_wheel_turns_as_fast_as_the_eye_can_follow_and_the_page_says_so(opened):
    page = opened(html())
    assert drawn(page, "wheel", 0.0) == 0
    slowed = SPEED * 7.35 / drawn(page, "wheel", 7.35)
    assert slowed == pytest.approx(10)  # 6.4 turns a second are too many
    note = page.get_by_role("note")
    assert note.inner_text() == "Wheels shown 10 × slower"
    page.get_by_role("combobox", name="Speed").select_option("0.1 ×")
    note.wait_for(state="hidden")
    assert drawn(page, "wheel", 7.35) == pytest.approx(SPEED * 7.35)


def test_a_plume_is_there_while_the_thruster_fires(opened):
    page = opened(html())
    assert [drawn(page, "jet", t) for t in (5.0, 9.95, 10.0, 19.95, 20.0)] == [0, 0, 1, 1, 0]


def test_fuel_stands_as_high_as_it_fills_its_tank(opened):
    page = opened(html())
    for time in (10.0, 45.0, 58.0):
        volume = MASS * (1 - time / 60) / 1000
        assert drawn(page, "flat", time) == pytest.approx(volume / (np.pi * 0.09), abs=0.003)
        # By quadrature of the round tank's sections, and of those of the domed one.
        s = np.linspace(0, 2.3, 200_001)
        into = np.maximum(0, np.maximum(0.15 - s, s - 2.15)) / 0.15
        below = np.cumsum(np.pi * 0.09 * (1 - into**2)) * (s[1] - s[0])
        depth = np.interp(volume, below, s)
        assert drawn(page, "domed", time) == pytest.approx(depth, abs=0.003)
        ball = (3 * volume / (4 * np.pi)) ** (1 / 3)
        assert drawn(page, "ball", time) == pytest.approx(ball, rel=1e-6)
    swings = [drawn(page, "swing", time) for time in (0.0, 15.0, 30.0, 60.0)]
    assert swings == pytest.approx([0.5, 0.35, 0.2, 0.1], abs=1e-6)
    half = 2 / 3 * np.pi * 0.3**3 * 1000  # kg, of the round tank
    assert drawn(page, "round", 60 * (1 - half / MASS)) == pytest.approx(0.3, abs=1e-3)
    assert drawn(page, "round", 0.0) == pytest.approx(0.6)  # more than it holds


def picture(page):
    page.evaluate("() => new Promise(done => requestAnimationFrame(() => setTimeout(done, 20)))")
    return page.locator(".world > canvas").screenshot()


def test_devices_and_directions_are_hidden_and_shown(opened):
    page = opened(html(bodies=[box_with_devices()]))
    for key in "ef":  # no names, and all in the picture
        page.keyboard.press(key)
    page.evaluate("treetop.setTime(12)")
    seen = [picture(page)]
    for key in "vqu":
        page.keyboard.press(key)
        seen.append(picture(page))
    assert len(set(seen)) == 4
    for key in "vqu":
        page.keyboard.press(key)
    assert picture(page) == seen[0]
    page.get_by_role("tab", name="Show").click()
    for name in ("Devices", "See into bodies", "Pointing"):
        assert page.get_by_role("checkbox", name=name).is_checked()


def box_with_devices():
    """A box that stands still."""
    still = np.zeros((len(T), 3))
    upright = np.tile([1.0, 0, 0, 0], (len(T), 1))
    motion = {"positions": Channel(still, 1e-9), "attitudes": Channel(upright, 1e-9)}
    shape = {"frames": [], "looks": [look("box", size=[1, 1, 1])], "carries": True}
    return {"name": "bus", "parent": -1, "mass": 1.0} | shape | motion


def test_values_are_told_and_plotted(opened):
    page = opened(html())
    page.get_by_role("tab", name="Devices").click()
    page.evaluate("treetop.setTime(15)")
    speed = page.get_by_role("button", name="speed")
    assert speed.locator("output").inner_text() == "40"
    visible = page.get_by_role("button", name="visible").locator("output")
    assert visible.inner_text() == "0"
    page.evaluate("treetop.setTime(35)")
    values = "[...document.querySelectorAll('.readings output')].map(each => each.textContent)"
    page.wait_for_function(f"() => {values}[1] === '1'")
    page.get_by_role("button", name="visible").click()
    assert "sun.visible" in page.evaluate("treetop.plotted")
    assert page.get_by_role("tab", name="Plots").get_attribute("aria-selected") == "true"


def test_names_of_devices_are_text(opened):
    page = opened(html(wheel=HOSTILE))
    page.get_by_role("tab", name="Devices").click()
    assert page.locator("summary .name").first.text_content() == HOSTILE
    assert HOSTILE in page.locator(".labels span").all_text_contents()
    assert page.locator("img").count() == 0


def test_a_run_without_devices_has_no_list_of_them(opened):
    page = opened(craft.html())
    assert page.get_by_role("tab").all_inner_texts() == ["Plots", "Bodies", "Show"]
    page.get_by_role("tab", name="Show").click()
    assert page.get_by_role("checkbox", name="Devices").count() == 0
