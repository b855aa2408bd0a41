"""Pictures of playbacks, for the gallery, where the machine has a Chromium to take them with."""

import shutil
from importlib.util import find_spec
from pathlib import Path

VIEW = {"width": 1040, "height": 480}
FLAGS = ["--no-sandbox", "--disable-gpu", "--enable-unsafe-swiftshader"]
PART = 0.4  # of the time that is played
ASIDE = ".camera-bar, .compass"
# What there is at that time fills the picture.
SHOW = """part => {
  const { times, bodies } = treetop.scene, drawn = treetop.frames;
  treetop.setTime(times[0] + part * (times.at(-1) - times[0]));
  treetop.show("shadows", true);
  if (bodies.some(({ flexible }) => flexible?.stress)) treetop.show("stress", true);
  treetop.fit(true);
  return drawn;
}"""


def take(pages: dict[Path, Path]) -> None:
    """A picture of each page, unless there is one that is not older."""
    missing = {page: to for page, to in pages.items() if not is_newer(to, page)}
    chromium = shutil.which("chromium") or shutil.which("google-chrome")
    if not missing or not chromium or not find_spec("playwright"):
        return
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=chromium, args=FLAGS)
        sheet = browser.new_page(viewport=VIEW, color_scheme="light")
        for page, to in missing.items():
            sheet.goto(page.as_uri())
            sheet.wait_for_function("() => window.treetop !== undefined")
            drawn = sheet.evaluate(SHOW, PART)
            sheet.wait_for_function("drawn => treetop.frames > drawn", arg=drawn)
            sheet.evaluate(f"document.querySelectorAll('{ASIDE}').forEach(e => e.remove())")
            to.parent.mkdir(parents=True, exist_ok=True)
            sheet.locator(".world").screenshot(path=to)
        browser.close()


def is_newer(path: Path, than: Path) -> bool:
    return path.exists() and path.stat().st_mtime >= than.stat().st_mtime
