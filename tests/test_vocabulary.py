"""Names and docstrings of the package use the words of the field."""

import ast
import io
import pathlib
import tokenize
from collections.abc import Iterator

import pytest

import treetop

ROOT = pathlib.Path(treetop.__file__).parent
FILES = sorted(ROOT.rglob("*.py"))
DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
VAGUE = ("The same", "Of ", "Those ")  # first words of a docstring that do not name its subject

# Words of our own, and what the field says.
REPLACED = {
    "Sight": "EventMonitor",
    "sight": "monitor, or the motion of frames",
    "march": "time loop",
    "leap": "singular step",
    "leaps": "singular steps",
    "settle": "project, normalize or recentre",
    "Happening": "EventRecord",
    "happening": "record",
    "half_answer": "impulse response",
    "Cloud": "mass points",
    "cloud": "mass points",
    "scattered": "sparse assembly",
    "rooms": "workspaces",
    "Room": "Workspace",
    "Special": "OptionalForces",
    "special_tables": "optional tables",
    "pressing": "friction loads",
    "Pressing": "FrictionLoads",
    "told": "reported",
    "MOST": "what it bounds",
    "FURTHER": "what it bounds",
    "AGAIN": "what it bounds",
    "LOWEST": "what it bounds",
    "journey": "hybrid simulation",
    "watcher": "evaluator of event functions",
    "course": "supervisor, or the path",
    "leg": "segment",
    "telling": "event log",
    "answering": "impulse response",
    "keeping": "stabilization",
}

# Words that leave open what a variable or parameter is, and the parts that have none left. Methods
# and attributes of these names are public.
UNCLEAR = {"own": "what it is", "held": "locked, fixed, clamped, sampled or saved"}
CLEAR = (
    "checks",
    "cli",
    "environment",
    "files",
    "model",
    "simulation",
    "symbolic",
    "system",
    "view",
)


def docstrings(path: pathlib.Path) -> Iterator[tuple[int, str]]:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, DOCUMENTED) and (text := ast.get_docstring(node)):
            yield node.body[0].lineno, text


def names(path: pathlib.Path) -> Iterator[tuple[int, str]]:
    source = io.StringIO(path.read_text("utf-8"))
    for token in tokenize.generate_tokens(source.readline):
        if token.type == tokenize.NAME:
            yield token.start[0], token.string


def variables(path: pathlib.Path) -> Iterator[tuple[int, str]]:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Name):
            yield node.lineno, node.id
        elif isinstance(node, ast.arg):
            yield node.lineno, node.arg


@pytest.mark.compiled
def test_docstrings_name_their_subject():
    vague = [
        f"{path.relative_to(ROOT)}:{line}: {text.splitlines()[0]}"
        for path in FILES
        for line, text in docstrings(path)
        if text.startswith(VAGUE)
    ]
    assert not vague, "\n".join(vague)


def misnamed(paths, found_in, better: dict[str, str]) -> list[str]:
    """Where names stand for which there is a better one."""
    return [
        f"{path.relative_to(ROOT)}:{line}: {name}, say {better[name.strip('_')]}"
        for path in paths
        for line, name in found_in(path)
        if name.strip("_") in better
    ]


@pytest.mark.compiled
def test_identifiers_are_words_of_the_field():
    strange = misnamed(FILES, names, REPLACED)
    assert not strange, "\n".join(strange)


@pytest.mark.compiled
def test_variables_say_what_they_are():
    paths = [path for part in CLEAR for path in sorted((ROOT / part).rglob("*.py"))]
    unclear = misnamed(paths, variables, UNCLEAR)
    assert not unclear, "\n".join(unclear)
