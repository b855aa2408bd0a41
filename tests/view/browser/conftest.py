"""One Chromium for all tests of the page, and what goes wrong in it."""

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from handmade_scenes import PAGE

playwright = pytest.importorskip("playwright.sync_api")
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
# Pictures are made by the processor, as on a machine without a graphics card.
FLAGS = ["--no-sandbox", "--disable-gpu", "--enable-unsafe-swiftshader"]
READY = "window.treetop !== undefined"  # of the playback


@pytest.fixture(scope="session")
def chromium() -> Iterator["playwright.Browser"]:
    for missing, there in (("Chromium", CHROMIUM), ("the page (make page)", PAGE.exists())):
        if not there:
            left_out = pytest.fail if os.environ.get("CI") else pytest.skip
            left_out(f"{missing} is not installed")
    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def opened(
    chromium: "playwright.Browser", tmp_path: Path
) -> Iterator[Callable[..., "playwright.Page"]]:
    """A function that opens a page from disk, in the place of another if that is given; nothing may
    be complained of or asked for."""
    contexts, wrong = [], []

    def opened(
        html: str,
        width: int = 1366,
        height: int = 768,
        waits: str = READY,
        instead: "playwright.Page | None" = None,
        **settings,
    ) -> "playwright.Page":
        if instead:
            Path(instead.url.removeprefix("file://")).write_text(html, encoding="utf-8")
            instead.reload()
            instead.wait_for_function(f"() => {waits}")
            return instead
        context = chromium.new_context(viewport={"width": width, "height": height}, **settings)
        contexts.append(context)
        page = context.new_page()
        file = tmp_path / f"page-{len(contexts)}.html"
        file.write_text(html, encoding="utf-8")
        page.on("console", lambda m: m.type == "error" and wrong.append(m.text))
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("request", lambda r: r.url != file.as_uri() and wrong.append(f"asks for {r.url}"))
        page.on("dialog", lambda dialog: (wrong.append(dialog.message), dialog.dismiss()))
        page.goto(file.as_uri())
        page.wait_for_function(f"() => {waits}")
        return page

    yield opened
    for context in contexts:
        context.close()
    assert wrong == []
