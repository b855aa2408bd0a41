"""Plots beside the motion: found by name, in step with it, and with the values of the run."""

import re

import numpy as np
import pytest

from handmade_scenes import Craft
from treetop.view.playback import page as page_of

craft = Craft()


def values(plot) -> list[float]:
    """What its legend says."""
    return [float(text.replace("−", "-")) for text in plot.locator("output").all_inner_texts()]


@pytest.fixture
def page(opened):
    page = opened(craft.html())
    for name in page.evaluate("treetop.plotted"):
        page.evaluate("name => treetop.unplot(name)", name)
    return page


def test_angles_in_degrees(opened, example_run):
    run = example_run("pendulum")
    page = opened(page_of(run))
    page.evaluate("treetop.setTime(3)")
    plot = page.get_by_role("region", name="hinge.angle")
    page.get_by_role("checkbox", name="Degrees").check()
    assert plot.locator(".unit").inner_text() == "deg"
    angle = float(run["hinge.angle"].sel(time=3.0))
    assert values(plot) == pytest.approx([np.degrees(angle)], abs=1e-3)
    page.get_by_role("checkbox", name="Degrees").uncheck()
    assert values(plot) == pytest.approx([angle], abs=1e-5)


def test_a_quantity_is_found_by_parts_of_its_name(page):
    page.keyboard.press("/")
    page.keyboard.type("pos pan")
    found = page.get_by_role("listbox", name=re.compile("Plot one of 3")).get_by_role("option")
    assert found.all_inner_texts() == ["panel.position\nm"]
    page.keyboard.press("Enter")
    assert page.evaluate("treetop.plotted") == ["panel.position"]
    page.get_by_role("combobox", name=re.compile("Plot one of 3")).fill("tot")
    page.get_by_role("option", name="energy.total").click()
    assert page.evaluate("treetop.plotted") == ["panel.position", "energy.total"]
    page.get_by_role("button", name="Remove panel.position").click()
    assert page.evaluate("treetop.plotted") == ["energy.total"]


def test_values_and_cursor_go_with_the_time(page):
    page.evaluate("treetop.plot('panel.position'); treetop.setTime(12.3)")
    plot = page.get_by_role("region", name="panel.position")
    assert values(plot) == pytest.approx(list(craft.panel(12.3)), abs=1e-5)
    assert page.evaluate("treetop.valueAt('panel.position')") == pytest.approx(
        list(craft.panel(12.3)), abs=1e-8
    )
    plot.locator(".chart .now").wait_for()
    over = plot.locator(".u-over").bounding_box()
    now = plot.locator(".chart .now").bounding_box()
    assert now["x"] - over["x"] == pytest.approx(12.3 / 60 * over["width"], abs=1.5)


def test_hover_tells_values_there_and_a_click_goes_there(page):
    page.evaluate("treetop.plot('panel.angle')")
    plot = page.get_by_role("region", name="panel.angle")
    over = plot.locator(".u-over").bounding_box()
    page.mouse.move(over["x"] + 0.25 * over["width"], over["y"] + 40)
    time = float(re.search(r"at ([\d.]+) s", plot.locator(".when").inner_text())[1])
    assert time == pytest.approx(15.0, abs=0.3)
    assert values(plot) == pytest.approx([craft.rate * time], abs=1e-4)
    page.mouse.down()
    page.mouse.up()
    assert page.evaluate("treetop.time") == pytest.approx(15.0, abs=0.3)


def test_zoom_is_shared_and_undone(page):
    page.evaluate("treetop.plot('panel.angle'); treetop.plot('panel.position')")
    plot = page.get_by_role("region", name="panel.angle")
    over = plot.locator(".u-over").bounding_box()
    y = over["y"] + 40
    page.mouse.move(over["x"] + 0.5 * over["width"], y)
    page.mouse.down()
    page.mouse.move(over["x"] + 0.75 * over["width"], y, steps=3)
    page.mouse.up()
    # Both now begin at 30 s, where their cursors are.
    page.evaluate("treetop.setTime(37.5)")
    for name in ("panel.angle", "panel.position"):
        region = page.get_by_role("region", name=name)
        box = region.locator(".u-over").bounding_box()
        now = region.locator(".chart .now").bounding_box()
        assert now["x"] - box["x"] == pytest.approx(0.5 * box["width"], abs=4)
    page.get_by_role("button", name="All times").click()
    box = plot.locator(".u-over").bounding_box()
    now = plot.locator(".chart .now").bounding_box()
    assert now["x"] - box["x"] == pytest.approx(37.5 / 60 * box["width"], abs=2)
