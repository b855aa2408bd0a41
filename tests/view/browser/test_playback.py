"""The page of a craft whose motion is a formula, used as a person uses it."""

import io

import numpy as np
import pytest
from PIL import Image

from handmade_scenes import Craft

craft = Craft()


def picture(page) -> bytes:
    """The canvas as it is drawn, without names on it."""
    page.evaluate("() => new Promise(done => requestAnimationFrame(() => setTimeout(done, 20)))")
    return page.locator(".world > canvas").screenshot()


def test_bodies_are_where_the_motion_puts_them(opened):
    page = opened(craft.html())
    for camera, time in (("orbit", 0.0), ("follow", 7.3), ("body", 60.0)):
        page.evaluate("kind => treetop.setCamera(kind, 'panel')", camera)
        page.evaluate("t => treetop.setTime(t)", time)
        place = page.evaluate("treetop.positionOf('panel')")
        assert place == pytest.approx(craft.root(time) + craft.panel(time), abs=2e-6)
    # Between samples the way is straight.
    page.evaluate("treetop.setTime(7.34)")
    chord = 0.6 * craft.panel(7.3) + 0.4 * craft.panel(7.4)
    root = 0.6 * craft.root(7.3) + 0.4 * craft.root(7.4)
    assert page.evaluate("treetop.positionOf('panel')") == pytest.approx(root + chord, abs=2e-6)


@pytest.mark.parametrize("camera", ["follow", "body"])
@pytest.mark.parametrize("size", [(1366, 500), (700, 900)])
def test_the_craft_fills_the_better_part_of_the_picture(opened, camera, size):
    page = opened(craft.html(), *size)
    for thing in ("labels", "force", "orbit", "planet", "grid"):
        page.evaluate("thing => treetop.show(thing, false)", thing)
    page.evaluate("kind => { treetop.setCamera(kind, 'bus'); treetop.fit(true); }", camera)
    page.locator(".camera-bar").evaluate("e => e.remove()")
    page.locator(".compass").evaluate("e => e.remove()")
    drawn = np.asarray(Image.open(io.BytesIO(picture(page))).convert("RGB")).astype(int)[2:-2, 2:-2]
    other = (abs(drawn - drawn[0, 0]).max(axis=2) > 12).nonzero()
    filled = [np.ptp(along) / whole for along, whole in zip(other, drawn.shape, strict=False)]
    assert 0.5 < max(filled) < 0.85
    middle = [(along.min() + along.max()) / 2 / whole for along, whole in zip(
        other, drawn.shape, strict=False)]  # fmt: skip
    assert middle == pytest.approx([0.5, 0.5], abs=0.06)


def test_nothing_trembles_in_orbit(opened):
    page = opened(craft.html())
    page.evaluate("treetop.setCamera('follow', 'bus'); treetop.setTime(44.4)")
    assert page.evaluate("treetop.offsetOf('panel')") == pytest.approx(craft.panel(44.4), abs=2e-9)
    # The bus alone is the same picture hundreds of kilometres further on, to the last bit.
    page.get_by_role("tab", name="Bodies").click()
    for name in ("panel", "boom"):
        page.get_by_role("checkbox", name=name, exact=True).uncheck()
    page.get_by_role("tab", name="Show").click()
    for name in ("Labels", "Forces", "Orbit path", "Planet"):
        page.get_by_role("checkbox", name=name).uncheck()
    before = picture(page)
    page.evaluate("treetop.setTime(3.21)")
    assert picture(page) == before
    page.evaluate("treetop.setCamera('orbit')")
    assert picture(page) != before


def test_a_body_stands_still_before_the_camera_fixed_to_it(opened):
    page = opened(craft.html())
    page.get_by_role("button", name="Body-fixed").click()
    page.get_by_role("combobox", name="Body that the camera goes with").select_option("panel")
    assert page.evaluate("treetop.camera") == {"kind": "body", "body": "panel"}
    page.get_by_role("tab", name="Bodies").click()
    page.get_by_role("button", name="Hide all").click()
    page.get_by_role("checkbox", name="panel", exact=True).check()
    page.get_by_role("tab", name="Show").click()
    for name in ("Labels", "Forces", "Orbit path", "Planet"):
        page.get_by_role("checkbox", name=name).uncheck()
    page.locator(".compass").evaluate("e => e.hidden = true")  # inertial axes turn
    before = picture(page)
    page.evaluate("treetop.setTime(5)")
    assert picture(page) == before
    page.keyboard.press("2")  # goes with it but does not turn
    assert picture(page) != before


def test_play_pause_loop_and_speed(opened):
    page = opened(craft.html())
    page.get_by_role("button", name="Play").click()
    page.wait_for_function("() => treetop.time > 0.3")
    page.keyboard.press("k")
    time = page.evaluate("treetop.time")
    page.wait_for_timeout(100)
    assert page.evaluate("[treetop.playing, treetop.time]") == [False, time]
    page.get_by_role("combobox", name="Speed").select_option("50 ×")
    page.keyboard.press("End")
    page.locator(".world > canvas").focus()
    page.evaluate("treetop.setTime(59)")
    page.keyboard.press(" ")
    page.wait_for_function("() => treetop.time < 59")  # it began again
    page.keyboard.press("l")
    page.wait_for_function("() => !treetop.playing && treetop.time > 59.9999")


def test_the_slider_moves_time_and_bodies(opened):
    page = opened(craft.html())
    box = page.get_by_role("slider", name="Time").bounding_box()
    y, thumb = box["y"] + box["height"] / 2, 16
    page.mouse.move(box["x"] + thumb / 2, y)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] / 2, y, steps=4)
    page.mouse.up()
    time = page.evaluate("treetop.time")
    assert time == pytest.approx(30.0, abs=60 / (box["width"] - thumb))
    shown = page.get_by_role("textbox", name="Time in seconds").input_value()
    assert float(shown) == pytest.approx(time, abs=0.006)
    # Bent paths lie beside their chords by at most a (h/2)²/2.
    aside = max(0.4 * craft.rate**2, craft.radius * (2 * np.pi / craft.period) ** 2) * 0.05**2 / 2
    there = craft.root(time) + craft.panel(time)
    assert page.evaluate("treetop.positionOf('panel')") == pytest.approx(there, abs=1.1 * aside)


def test_stages_and_events_are_gone_to(opened):
    page = opened(craft.html())
    page.get_by_role("button", name="Stage deployed").click()
    assert page.evaluate("treetop.time") == 25
    assert page.locator(".stages .now").inner_text() == "deployed"
    page.keyboard.press("p")
    assert page.evaluate("treetop.time") == 0
    assert page.locator(".stages .now").inner_text() == "cruise"
    page.get_by_role("button", name="release: panel is released").click()
    assert page.evaluate("treetop.time") == 25


def test_bodies_are_hidden_and_shown(opened):
    page = opened(craft.html())
    page.keyboard.press("e")
    page.get_by_role("tab", name="Bodies").click()
    before = picture(page)
    page.get_by_role("checkbox", name="panel", exact=True).uncheck()
    assert picture(page) != before
    page.get_by_role("checkbox", name="panel", exact=True).check()
    assert picture(page) == before


def test_shadows_are_asked_for_where_the_processor_draws(opened):
    page = opened(craft.html())
    page.evaluate("treetop.setTime(7.3)")
    before = picture(page)
    page.evaluate("treetop.show('shadows', true)")
    shaded = picture(page)
    assert shaded != before
    page.evaluate("treetop.show('shadows', true)")  # shown already
    assert picture(page) == shaded
    page.evaluate("treetop.show('shadows', false)")
    assert picture(page) == before


def test_a_body_bends_as_its_coordinates_say_and_more_if_asked(opened):
    page = opened(craft.html())
    page.evaluate("treetop.setTime(10.5)")

    def tip() -> float:
        return page.evaluate("treetop.shapeOf('boom').at(-1)")

    assert tip() == pytest.approx(craft.tip(10.5), rel=1e-5)
    page.get_by_role("tab", name="Show").click()
    slider = page.get_by_role("slider", name="Deformation")
    slider.fill("1")  # a power of ten
    assert tip() == pytest.approx(10 * craft.tip(10.5), rel=1e-5)
    page.get_by_role("combobox", name="boom").select_option("second bending · 2.5 Hz")
    away = "() => { const s = treetop.shapeOf('boom'); return Math.abs(s[13]) > 0.001 && s; }"
    swung = np.array(page.wait_for_function(away).json_value()).reshape(-1, 3)
    sines = np.sin(np.pi * np.linspace(0, 1, 9))
    assert swung[:, 1] == pytest.approx(swung[4, 1] * sines, abs=1e-6)  # that mode and no other
    assert swung[:, 2] == pytest.approx(0, abs=1e-9)


def test_the_theme_follows_the_system_and_the_button_and_keys_are_told(opened):
    page = opened(craft.html(), color_scheme="dark")
    ground = "getComputedStyle(document.body).backgroundColor"
    dark = page.evaluate(ground)
    assert page.evaluate("treetop.theme") == "dark"
    page.get_by_role("button", name="Light theme").click()
    assert page.evaluate("treetop.theme") == "light"
    assert page.evaluate(ground) != dark
    page.keyboard.press("?")
    assert page.get_by_role("dialog").is_visible()
    page.keyboard.press("Escape")
    assert not page.get_by_role("dialog").is_visible()


def test_a_phone_has_room_for_all_of_it(opened):
    page = opened(craft.html(), 390, 844, has_touch=True, is_mobile=True)
    wide = page.evaluate("document.scrollingElement.scrollWidth")
    assert wide == 390
    for name in ("Play", "Orbit", "Loop", "Keys and pointer (?)"):
        box = page.get_by_role("button", name=name, exact=True).bounding_box()
        assert box["x"] >= 0 and box["x"] + box["width"] <= 390
        assert box["y"] >= 0 and box["y"] + box["height"] <= 844
    page.get_by_role("button", name="Play").tap()
    page.wait_for_function("() => treetop.time > 0")
