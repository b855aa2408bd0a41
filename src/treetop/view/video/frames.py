"""Frames of a playback, taken one by one in the machine's Chromium.

Each frame is the picture of a given time of the run: how fast the machine is changes nothing in it.
"""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from treetop.errors import TreetopError

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "chrome", "msedge")
# Pictures are made by the processor, so that they do not depend on the graphics card.
FLAGS = ["--no-sandbox", "--disable-gpu", "--enable-unsafe-swiftshader"]
READY = "() => window.treetop !== undefined"
ASIDE = ".camera-bar, .compass"
# The page lets no style sheet in but its own; elements may be told one by one.
BARE = """aside => {
  const fill = { position: "fixed", inset: "0", width: "100vw", height: "100vh", zIndex: "999" };
  Object.assign(document.querySelector(".world").style, fill);
  for (const element of document.querySelectorAll(aside)) element.style.display = "none";
  treetop.show("shadows", true);
  const next = () => new Promise(requestAnimationFrame);
  return next().then(next); // the picture in its new size
}"""
SHOW = "time => { const drawn = treetop.frames; treetop.setTime(time); return drawn; }"


def browser_path() -> str:
    """The program that takes the pictures; raises in words if one is missing."""
    if not find_spec("playwright"):
        raise TreetopError("a video needs Playwright (pip install 'treetop[video]')")
    path = next((path for name in BROWSERS if (path := shutil.which(name))), None)
    if path is None:
        raise TreetopError(
            "a video needs a Chromium, and none of "
            f"{', '.join(BROWSERS)} is a command here (install one, as in `apt install chromium`)"
        )
    return path


@contextmanager
def opened(html: str, size: tuple[int, int]) -> Iterator[Any]:
    """The page in a window of `size` pixels, with nothing but the picture to be seen."""
    path = browser_path()
    from playwright.sync_api import sync_playwright

    with tempfile.TemporaryDirectory(prefix="treetop-") as folder, sync_playwright() as driver:
        file = Path(folder) / "page.html"
        file.write_text(html, encoding="utf-8")
        browser = driver.chromium.launch(executable_path=path, args=FLAGS)
        sheet = browser.new_page(
            viewport={"width": size[0], "height": size[1]},
            color_scheme="light",
            reduced_motion="reduce",
        )
        sheet.goto(file.as_uri())
        sheet.wait_for_function(READY)
        sheet.evaluate(BARE, ASIDE)
        yield sheet
        browser.close()


def frame(sheet: Any, time: float) -> bytes:
    """The picture at a time, PNG."""
    drawn = sheet.evaluate(SHOW, time)
    sheet.wait_for_function("drawn => treetop.frames > drawn", arg=drawn)
    return sheet.locator(".world").screenshot(type="png")
