"""Names that would like to be code, data that is no run, and very much of it."""

import time

import pytest

from handmade_scenes import Craft, crowd, page_of

pytestmark = [pytest.mark.compiled, pytest.mark.xdist_group("browser")]

HOSTILE = (
    "<img src=x onerror=alert(1)>",
    "</script><script>alert(2)</script>",
    "Кран 机械臂 \u202eяркий 🛰 " + 300 * "very long ",
)


def test_hostile_names_are_text(opened):
    words = HOSTILE[0] + HOSTILE[1]
    html = Craft().html(
        HOSTILE,
        title=words,
        subtitle=words,
        notes=[words],
        stages=[{"name": words, "from": 0, "to": 60}],
        events=[{"name": words, "time": 5, "what": words}],
    )
    page = opened(html)
    assert page.get_by_role("heading", level=1).text_content() == words
    page.get_by_role("tab", name="Bodies").click()
    assert page.locator(".body-list .name").all_text_contents() == list(HOSTILE)
    assert page.locator(".labels span").all_text_contents() == list(HOSTILE)
    page.evaluate("name => treetop.plot(name)", f"{HOSTILE[1]}.angle")
    page.get_by_role("tab", name="Plots").click()
    assert page.locator(".plot h3").text_content() == f"{HOSTILE[1]}.angle"
    # Nothing of it became an element, and nothing grew beyond the page.
    assert page.locator("img, script:not([id])").count() == 1  # the page's own script
    assert page.evaluate("document.scrollingElement.scrollWidth") == 1366


@pytest.mark.parametrize("text", ["", "bm8gcnVu" * 9, "%" * 40])
def test_data_that_is_no_run_is_told(chromium, tmp_path, text):
    page = chromium.new_page()
    file = tmp_path / "page.html"
    file.write_text(page_of(text), encoding="utf-8")
    page.goto(file.as_uri())
    page.get_by_role("alert").wait_for()
    assert page.get_by_role("alert").inner_text().startswith("This page cannot be shown: ")
    page.close()


def test_two_hundred_bodies(opened, record_property):
    html = crowd(200, 2000)
    begin = time.perf_counter()
    page = opened(html)
    record_property("seconds to open", time.perf_counter() - begin)
    page.evaluate("treetop.setTime(30)")
    assert page.evaluate("treetop.positionOf('link 199')")[0] == pytest.approx(199)
    page.get_by_role("tab", name="Bodies").click()
    page.get_by_role("searchbox", name="Find a body").fill("199")
    assert page.locator(".body-list li:visible").count() == 1
