"""The page of a craft whose motion is a formula, used as a person uses it."""

import pytest

from handmade_scenes import Craft

pytestmark = [pytest.mark.compiled, pytest.mark.xdist_group("browser")]
craft = Craft()


def test_bodies_are_where_the_motion_puts_them(opened):
    page = opened(craft.html())
    for time in (0.0, 7.31, 60.0):
        page.evaluate("t => treetop.setTime(t)", time)
        place = page.evaluate("treetop.positionOf('panel')")
        # Samples are 0.1 s apart and the page goes straight from one to the next.
        assert place == pytest.approx(craft.root(time) + craft.panel(time), abs=0.02)


def test_play_goes_on_and_pause_stops(opened):
    page = opened(craft.html())
    page.get_by_role("button", name="Play").click()
    page.wait_for_function("() => treetop.time > 0.5")
    page.keyboard.press("k")
    time = page.evaluate("treetop.time")
    page.wait_for_timeout(150)
    assert page.evaluate("[treetop.playing, treetop.time]") == [False, time]
