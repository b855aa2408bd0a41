"""Pages in which every example moves, and a picture of each: python docs/make_playbacks.py FOLDER.

Names may follow, of those that are wanted. Pictures need Chromium and playwright.
"""

from __future__ import annotations

import runpy
import shutil
import sys
from collections.abc import Callable, Iterator
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Any

import treetop as tt
from treetop.view.playback import write_page

ROOT = Path(__file__).parents[1]
PART = 0.4  # of the run, at which pictures are taken
FLAGS = ["--no-sandbox", "--disable-gpu", "--enable-unsafe-swiftshader"]


def script(name: str) -> dict[str, Any]:
    """All names of a page's script."""
    return runpy.run_path(str(ROOT / "docs" / "examples" / f"{name}.py"))


def of_file(path: Path) -> tt.Run:
    """The run that a model file describes."""
    model = tt.load(path)
    system = model.build()
    return tt.simulate(system, system.start(), **asdict(model.run))


def of_tree() -> tt.Run:
    tree = runpy.run_path(str(ROOT / "examples" / "eight-body-tree.py"))
    system = tree["model"]().build()
    return tt.simulate(system, system.start(), 10.0, every=0.05)


def of_drag() -> tt.Run:
    satellite = runpy.run_path(str(ROOT / "examples" / "atmospheric-drag.py"))["satellite"]
    system = satellite().build()
    return tt.simulate(system, system.start(), 6 * 3600.0, every=60.0)


def of_array() -> tt.Run:
    page = script("flexible-array")
    return page["slew"](page["modes"]())


def of_knife() -> tt.Run:
    page = script("rolling-and-other-constraints")
    return page["knife_run"](page["knife"](), 1.0)


IN_PYTHON: dict[str, Callable[[], tt.Run]] = {
    "eight-body-tree": of_tree,
    "atmospheric-drag": of_drag,
    "beam-spin-up": lambda: script("beam-spin-up")["spun_up"]("geometric"),
    "plate-spin-up": lambda: script("plate-spin-up")["spun_up"]("geometric"),
    "wire-booms": lambda: script("wire-booms")["spun_faster"](),
    "flexible-array": of_array,
    "flexible-four-bar": lambda: script("flexible-four-bar")["run_of"](),
    "flexible-manipulator": lambda: script("flexible-manipulator")["moved"](10.0),
    "impacts": lambda: script("impacts")["bounces"](0.8, 3.0),
    "rolling-and-other-constraints": of_knife,
}


def examples() -> dict[str, Callable[[], tt.Run]]:
    """How the run of each example is made, by name."""
    files = sorted((ROOT / "examples").glob("*.yaml"))
    return {path.stem: partial(of_file, path) for path in files} | IN_PYTHON


def pictures(pages: list[Path]) -> Iterator[Path]:
    """A picture beside each page, as it is opened, at a part of the run."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driver:
        chromium = shutil.which("chromium") or shutil.which("chromium-browser")
        browser = driver.chromium.launch(executable_path=chromium, args=FLAGS)
        for path in pages:
            page = browser.new_page(viewport={"width": 1366, "height": 768})
            page.goto(path.resolve().as_uri())
            page.wait_for_function("() => window.treetop !== undefined")
            page.evaluate("p => treetop.setTime(p * treetop.scene.times.at(-1))", PART)
            page.wait_for_timeout(200)
            out = path.with_suffix(".png")
            page.screenshot(path=out)
            page.close()
            yield out
        browser.close()


def main(folder: str, *names: str) -> None:
    out, made = Path(folder), []
    out.mkdir(parents=True, exist_ok=True)
    for name, run in examples().items():
        if not names or name in names:
            made.append(out / f"{name}.html")
            print(f"{name}: {write_page(run(), made[-1])}", flush=True)
    for picture in pictures(made):
        print(picture)


if __name__ == "__main__":
    main(*sys.argv[1:])
