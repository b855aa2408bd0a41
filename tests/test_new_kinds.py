"""How many files name a kind of force, device or joint: what CONTRIBUTING promises to those who add
one."""

import ast
import pathlib

import pytest

import treetop

SOURCES = pathlib.Path(treetop.__file__).parent
CASES = ("validation",)  # that a kind takes part in

FORCE = ["model/forces/elastic_cord.py", "model/forces/kinds.py", "core/forces/elastic_cord.py"]
JOINT = ["model/joints.py", "core/tables/kinds.py", "core/joints/__init__.py"]


def words_of(path):
    """Names, and texts of one word, that the code of a file has."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        for field in ("id", "attr", "name", "module", "value"):
            text = getattr(node, field, None)
            if isinstance(text, str):
                yield from text.split(".") if field == "module" else (text,)


def naming(words, *but):
    """Files of the package that are called by one of the words, or have it in their code."""
    return {
        path.relative_to(SOURCES).as_posix()
        for path in SOURCES.rglob("*.py")
        if path.relative_to(SOURCES).parts[0] not in but
        and (path.stem in words or not words.isdisjoint(words_of(path)))
    }


@pytest.mark.parametrize(
    ("words", "files"),
    [
        ({"ElasticCord", "ElasticCords", "elastic_cord"}, [*FORCE, "assembly/optional_forces.py"]),
        ({"Screw", "screw", "SCREW"}, [*JOINT, "core/joints/screw.py", "symbolic/trees/joints.py"]),
    ],
)
def test_a_kind_is_named_where_the_guide_for_contributors_says(words, files):
    assert naming(words, *CASES) == set(files)
