"""Names that would like to be code, and data that is no run."""

import pytest

from handmade_scenes import Craft, page_of

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
    page.get_by_role("tab", name="Plots").click()
    titles = [f"{HOSTILE[1]}.angle", f"{HOSTILE[1]}.position"]
    assert page.locator(".plot h3").all_text_contents() == titles
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
