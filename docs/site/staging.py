"""Gathers the pages of the site: docs/ as it is, beside it what other folders hold, links mended.

Pages link each other as files of the repository. A link that leaves docs/ is led to the copy that
the site has of its target: a page, or else a file to download.
"""

import os
import re
import shutil
from pathlib import Path

import contents
import index_terms

DOCS = Path(__file__).parents[1]
ROOT = DOCS.parent
PAGES = ROOT / "build" / "docs-pages"
ROOT_PAGES = {name: name.lower() for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")}
LINK = re.compile(r"(?<=\]\()([^)#:\s]+)(?=[)#])")
FENCE = re.compile(r"^```.*?^```$", flags=re.MULTILINE | re.DOTALL)


def stage() -> None:
    """Write all pages but those of the gallery to the folder that Sphinx reads."""
    for path in sorted(DOCS.rglob("*")):
        name = path.relative_to(DOCS)
        if name.parts[0] == "site" or path.is_dir() or "__pycache__" in name.parts:
            continue
        if path.suffix != ".md":
            copy(path, PAGES / name)
        elif name.parts[0] != "examples":
            write(PAGES / name, page(path, name))
    for name, staged in ROOT_PAGES.items():
        write(PAGES / staged, page(ROOT / name, Path(staged)))


def page(path: Path, name: Path) -> str:
    """The text of a page that gets this name in the site."""
    text = path.read_text(encoding="utf-8")
    fences = [match.span() for match in FENCE.finditer(text)]

    def led(match: re.Match) -> str:
        if any(start < match.start() < end for start, end in fences):
            return match[1]
        return link(match[1], path, name)

    text = index_terms.indexed(name.with_suffix("").as_posix(), LINK.sub(led, text))
    return text + contents.toctrees(name.with_suffix("").as_posix(), text)


def link(target: str, path: Path, name: Path) -> str:
    """Where a link of a page leads in the site."""
    found = (path.parent / target).resolve()
    if not found.is_file() or not found.is_relative_to(ROOT):
        return target
    inside = found.relative_to(ROOT)
    if inside.as_posix() in ROOT_PAGES:
        new = Path(ROOT_PAGES[inside.as_posix()])
    elif inside.parts[0] == "docs":
        new = inside.relative_to("docs")
    elif inside.parts[0] == "examples" and not (DOCS / inside).with_suffix(".md").exists():
        new = inside.with_suffix(".md")  # of the gallery
    else:
        new = Path("files") / inside
        copy(found, PAGES / new)
    return Path(os.path.relpath(new, name.parent)).as_posix()


def write(path: Path, text: str) -> None:
    """Write a file, unless it says so already: Sphinx reads anew what is newer."""
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def copy(path: Path, to: Path) -> None:
    to.parent.mkdir(parents=True, exist_ok=True)
    shutil.copy2(path, to)
