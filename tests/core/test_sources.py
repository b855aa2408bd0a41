"""What kernels can see of the sources."""

import ast
from pathlib import Path

import pytest

import treetop.core
from treetop.core import sources
from treetop.core.sources import (
    KEEPING,
    PACKAGE,
    edited,
    imported,
    modules,
    seen_from,
    sources_key,
)

CORE = Path(treetop.core.__file__).parent


def path_of(module):
    place = CORE.joinpath(*module.split(".")[2:])
    return place / "__init__.py" if place.is_dir() else place.with_suffix(".py")


def parsed_imports(module):
    """Modules that the import statements of one name, as Python reads them."""
    named = set()
    for node in ast.walk(ast.parse(path_of(module).read_text())):
        if isinstance(node, ast.Import):
            named |= {each.name for each in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "a relative import"
            named |= {node.module, *(f"{node.module}.{each.name}" for each in node.names)}
    return named & set(modules())


def test_modules_are_the_files_of_the_core():
    assert len(modules()) == len(list(CORE.rglob("*.py")))


@pytest.mark.parametrize("module", modules())
def test_every_import_is_found(module):
    assert parsed_imports(module) - KEEPING <= imported(module)


def test_packages_around_a_module_are_seen():
    assert {PACKAGE, f"{PACKAGE}.joints"} <= seen_from(frozenset({f"{PACKAGE}.joints.screw"}))


def test_what_is_imported_by_what_is_imported_is_seen():
    seen = seen_from(frozenset({f"{PACKAGE}.formulations.recursive"}))
    assert {f"{PACKAGE}.spatial.algebra", f"{PACKAGE}.joints.screw"} <= seen
    assert f"{PACKAGE}.integrators.bdf" not in seen


def test_where_code_is_kept_says_nothing_of_what_it_is():
    assert set(modules()) >= KEEPING
    assert not seen_from(frozenset(modules()) - KEEPING) & KEEPING


def test_modules_outside_the_core_have_the_key_of_what_all_see():
    assert sources_key({"elsewhere"}) == sources_key(())
    assert sources_key({f"{PACKAGE}.joints"}) != sources_key(()) != sources_key()


def test_an_edit_while_a_process_runs_is_seen(monkeypatch):
    assert not edited()
    monkeypatch.setattr(sources, "_contents", dict)
    assert edited()
