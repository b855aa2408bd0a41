"""The documentation is true: Python blocks run, YAML blocks load, links lead somewhere."""

import re
from pathlib import Path

import matplotlib
import pytest

import treetop as tt
from treetop.view.playback.page import TEMPLATE

matplotlib.use("Agg")

ROOT = Path(__file__).parents[2]
PAGES = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md"))]


def blocks(page: Path, language: str) -> list[str]:
    """The blocks in a language, each on the lines it has in the page."""
    text = page.read_text(encoding="utf-8")
    found = re.finditer(rf"^```{language}\n(.*?)^```$", text, flags=re.MULTILINE | re.DOTALL)
    return ["\n" * text.count("\n", 0, block.start(1)) + block[1] for block in found]


def with_blocks(language: str) -> list:
    return [
        pytest.param(page, id=str(page.relative_to(ROOT)))
        for page in PAGES
        if blocks(page, language)
    ]


def test_blocks_are_found():
    assert blocks(ROOT / "README.md", "python") and blocks(ROOT / "README.md", "yaml")


@pytest.mark.compiled
@pytest.mark.parametrize("page", with_blocks("python"))
def test_python_runs(page, tmp_path, monkeypatch):
    """The blocks of a page are run one after another, as a reader would."""
    monkeypatch.chdir(tmp_path)
    if not TEMPLATE.exists() and any("run.view(" in block for block in blocks(page, "python")):
        pytest.skip("the playback page is not made (make page)")
    names: dict = {"__name__": "__main__"}
    for block in blocks(page, "python"):
        exec(compile(block, str(page), "exec"), names)


@pytest.mark.parametrize("page", with_blocks("yaml"))
def test_yaml_loads(page, tmp_path):
    for block in blocks(page, "yaml"):
        path = tmp_path / "model.yaml"
        path.write_text(block, encoding="utf-8")
        tt.load(path).validate()


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page):
    for target in re.findall(r"\]\(([^)#:]+)[^):]*\)", page.read_text(encoding="utf-8")):
        assert (page.parent / target).exists(), target
