"""The site: its order, its reference and its figures leave nothing out. `make docs` builds it."""

import importlib
import re
import sys
from pathlib import Path

import pytest

import treetop as tt
from folders import DOCS

FIGURES = [path.relative_to(DOCS) for path in sorted(DOCS.rglob("figures/*.svg"))]
MODULES = ("analysis", "errors", "flexible", "looks", "sections", "spatial", "surfaces", "symbolic")
MAKERS = {
    "examples": lambda figure: DOCS / "examples" / f"{stem_of_example(figure)}.py",
    "studies": lambda figure: DOCS / "studies" / f"make_{study_of(figure)}.py",
    "tutorial": lambda figure: DOCS / "tutorial" / "make_figures.py",
    "figures": lambda figure: DOCS / "figures" / f"make_{figure.stem}.py",
}


@pytest.fixture
def site(monkeypatch):
    """A module of docs/site by its name; those that need no Sphinx."""
    monkeypatch.syspath_prepend(str(DOCS / "site"))
    yield importlib.import_module
    for name in ("contents", "index_terms", "reference", "staging"):
        sys.modules.pop(name, None)


def stem_of_example(figure: Path) -> str:
    pages = [path.stem for path in (DOCS / "examples").glob("*.py")]
    return max((name for name in pages if figure.stem.startswith(name)), key=len)


def study_of(figure: Path) -> str:
    pages = [path.stem for path in (DOCS / "studies").glob("*.md")]
    return next(name for name in pages if figure.stem.startswith(name)).replace("-", "_")


@pytest.mark.parametrize(
    ("module", "public"),
    [
        ("treetop", set(tt.__all__) - {"__version__", *MODULES}),
        ("treetop.analysis", set(tt.analysis.__all__)),
        ("treetop.symbolic", set(tt.symbolic.__all__)),
        ("treetop.flexible", set(importlib.import_module("treetop.structures").__all__)),
        ("treetop.looks", {kind.__name__ for kind in tt.looks.LOOKS.values()}),
    ],
)
def test_reference_has_every_public_name_once(site, module, public):
    groups = site("reference").GROUPS.values()
    named = [name for group in groups if group.module == module for name in group.names]
    assert len(named) == len(set(named))
    assert {name for name in named if "." not in name} == public


def test_every_example_is_in_the_gallery():
    text = (DOCS / "examples" / "index.md").read_text(encoding="utf-8")
    shown = {Path(target).stem for target in re.findall(r"^- \[[^]]*\]\(([^)]*)\)", text, re.M)}
    models = {path.stem for path in (DOCS.parent / "examples").iterdir() if path.is_file()}
    assert shown == models | {path.stem for path in (DOCS / "examples").glob("*.py")}


@pytest.mark.parametrize("figure", FIGURES, ids=str)
def test_figure_is_made_by_a_script_and_shown(figure):
    assert MAKERS[figure.parts[0]](figure).exists()
    folder = DOCS / figure.parts[0] if len(figure.parts) > 2 else DOCS
    pages = [page.read_text(encoding="utf-8") for page in folder.glob("*.md")]
    assert any(f"figures/{figure.name})" in page for page in pages)


def test_links_out_of_the_documentation_lead_to_what_the_site_has(site, tmp_path, monkeypatch):
    staging = site("staging")
    monkeypatch.setattr(staging, "PAGES", tmp_path)
    page = DOCS / "examples" / "docking.md"
    name = Path("examples/docking.md")
    assert staging.link("../../README.md", page, name) == "../readme.md"
    assert staging.link("../stages.md", page, name) == "../stages.md"
    assert staging.link("../../examples/pendulum.yaml", page, name) == "pendulum.md"
    model = staging.link("../../examples/docking.yaml", page, name)
    assert model == "../files/examples/docking.yaml"
    assert (tmp_path / "files" / "examples" / "docking.yaml").exists()
    assert staging.link("elsewhere.md", page, name) == "elsewhere.md"


def test_terms_lead_to_one_page_each(site):
    terms = site("index_terms").TERMS
    assert all((DOCS / f"{page}.md").is_file() for page in terms)
    every = [term.lower() for page in terms for term in terms[page].split(", ")]
    assert len(every) == len(set(every)) > 100


def test_terms_are_main_entries_below_the_title(site):
    text = (DOCS / "guide" / "joints.md").read_text(encoding="utf-8")
    indexed = site("index_terms").indexed("guide/joints", text)
    title, entries, *_ = re.split(r"\n+", indexed)
    assert title.startswith("# ") and entries.startswith("```{index} ! ")
    assert ", ! backlash, ! friction" in entries
    assert site("index_terms").indexed("guide/none", text) == text
