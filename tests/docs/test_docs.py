"""The documentation is true: Python blocks and commands run, YAML loads, links lead somewhere."""

import re
import shlex
import shutil
from pathlib import Path

import matplotlib
import pytest
from click.testing import CliRunner

import treetop as tt
from folders import EXAMPLES, ROOT
from run_store import RunStore
from treetop.checks.checks import problems
from treetop.cli import main
from treetop.view.playback.page import TEMPLATE

matplotlib.use("Agg")

PAGES = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md"))]
STAND_IN = """
treetop: 1
name: stand-in
bodies:
  rod: {mass: 1 kg, inertia: [0.1, 0.1, 0], centre: [0, 0, -1]}
joints:
  boom: {kind: revolute, axis: [0, 1, 0], outboard: rod}
forces:
  weight: {kind: uniform-gravity, acceleration: [0, 0, -1e-3]}
start:
  boom: {angle: 30 deg}
run: {duration: 10 s, every: 1 s}
"""
"""What model files are in commands that are no examples."""


def blocks(page: Path, languages: str) -> list[tuple[str, str]]:
    """Language and text of the blocks in some languages, each on the lines it has in the page."""
    text = page.read_text(encoding="utf-8")
    pattern = rf"^```({languages})\n(.*?)^```$"
    found = re.finditer(pattern, text, flags=re.MULTILINE | re.DOTALL)
    return [(block[1], "\n" * text.count("\n", 0, block.start(2)) + block[2]) for block in found]


def with_blocks(languages: str) -> list:
    return [
        pytest.param(page, id=str(page.relative_to(ROOT)))
        for page in PAGES
        if blocks(page, languages)
    ]


def test_blocks_are_found():
    for language in ("python", "yaml", "sh"):
        assert blocks(ROOT / "README.md", language)


@pytest.mark.parametrize("page", with_blocks("python|sh"))
def test_blocks_run(page, tmp_path, monkeypatch, run_store):
    """The blocks of a page are run one after another, as a reader would."""
    monkeypatch.chdir(tmp_path)
    if not TEMPLATE.exists() and re.search(r"run\.view\(|treetop view", page.read_text("utf-8")):
        pytest.skip("the playback page is not made (make page)")
    for example in [*EXAMPLES.glob("*.yaml"), *EXAMPLES.glob("*.csv")]:
        if example.name in page.read_text(encoding="utf-8"):
            shutil.copy(example, tmp_path)
    names: dict = {"__name__": "__main__"}
    for language, block in blocks(page, "python|yaml|sh"):
        if language == "python":
            exec(compile(block, str(page), "exec"), names)
        elif language == "sh":
            for line in block.replace("\\\n", " ").splitlines():
                run_command(line, run_store)
        elif name := re.match(r"\s*# (\S+\.yaml)\n", block):
            Path(name[1]).write_text(block, encoding="utf-8")


def run_command(line: str, run_store: RunStore) -> None:
    """Run a command of Treetop's in this folder; others, such as make, are left alone.

    So are two that take minutes: `treetop validate`, whose cases tests/validation has, and
    `treetop warm-up`, which would compile all kernels.
    """
    words = shlex.split(line, comments=True)
    if words[:1] != ["treetop"] or words[1] in ("validate", "warm-up"):
        return
    for word in words:
        path = Path(word)
        if path.suffix == ".yaml" and words[1] != "examples" and not path.exists():
            path.write_text(STAND_IN, encoding="utf-8")
        if path.suffix == ".nc" and "--out" not in words and not path.exists():
            example, stand_in = EXAMPLES / f"{path.stem}.yaml", Path("stand-in.yaml")
            stand_in.write_text(STAND_IN, encoding="utf-8")
            run_store.run(example if example.exists() else stand_in).save(path)
    if words[1:2] == ["examples"] and len(words) > 2:
        words.append("--force")
    done = CliRunner().invoke(main, words[1:])
    assert done.exit_code == 0, f"{line}\n{done.output}\n{done.exception!r}"


@pytest.mark.parametrize("page", with_blocks("sh"))
def test_make_knows_its_targets(page):
    known = re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), flags=re.MULTILINE)
    for _, block in blocks(page, "sh"):
        assert set(re.findall(r"^make ([a-z-]+)", block, flags=re.MULTILINE)) <= set(known)


@pytest.mark.parametrize("page", with_blocks("yaml"))
def test_yaml_loads(page, tmp_path):
    for _, block in blocks(page, "yaml"):
        path = tmp_path / "model.yaml"
        path.write_text(block, encoding="utf-8")
        assert not problems(tt.load(path))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page):
    for target in re.findall(r"\]\(([^)#:]+)[^):]*\)", page.read_text(encoding="utf-8")):
        assert (page.parent / target).exists(), target


GUIDE = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
HOMES = tuple(ROOT / each for each in ("src", "", "src/treetop", "src/treetop/core", "docs/site"))


def found(path: str) -> Path | None:
    """The file or folder that a path in the guide for contributors means."""
    return next((home / path for home in HOMES if (home / path).exists()), None)


def test_paths_in_the_guide_for_contributors_exist():
    paths = re.findall(r"`([a-z_.]+(?:/[a-z_.]+)*(?:/|\.(?:py|md|toml)))`", GUIDE)
    missing = [path for path in paths if not path.startswith("build/") and not found(path)]
    assert len(paths) > 30 and not missing


def test_recipes_say_where_parts_are_added():
    """Each begins with numbered places; folders of new files exist, with files like them."""
    recipes = re.split(r"^## To add ", GUIDE, flags=re.MULTILINE)[1:]
    assert len(recipes) > 8
    for recipe in recipes:
        folders = re.findall(r"`([a-z_/]+)/<[a-z]+>\.py`", recipe)
        places = re.findall(r"`([a-z_/]+\.py)`", recipe)
        assert folders or places, recipe
        for folder in folders:
            assert list((found(folder) or Path("none")).glob("*.py")), folder


def test_names_in_recipes_are_defined_there():
    """As in: name it in `INTEGRATORS` of `simulation/integrators.py`."""
    named = re.findall(r"`(_?[A-Z][A-Za-z_]+)` of\s+`([a-z_/]+\.py)`", GUIDE)
    assert len(named) >= 5
    for name, path in named:
        file = found(path)
        assert file and re.search(rf"\b{name}\b", file.read_text(encoding="utf-8")), (name, path)
