"""Modules and functions of the package are short, and take few arguments."""

import ast
import pathlib
from collections.abc import Iterator

import pytest

import treetop

ROOT = pathlib.Path(treetop.__file__).parent
MODULE, FUNCTION, ARGUMENTS = 400, 60, 10  # lines, lines without the docstring, number

pytestmark = pytest.mark.compiled  # no kernels


def functions() -> Iterator[tuple[str, ast.FunctionDef]]:
    for path in sorted(ROOT.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef):
                yield f"{path.relative_to(ROOT)}: {node.name}", node


def lines(function: ast.FunctionDef) -> int:
    """Lines from the first statement on."""
    first = function.body[1:2] if ast.get_docstring(function) else function.body[:1]
    return (function.end_lineno or 0) - first[0].lineno + 1 if first else 0


def arguments(function: ast.FunctionDef) -> int:
    """The number of arguments, without the object itself."""
    given = function.args
    names = [each.arg for each in (*given.posonlyargs, *given.args, *given.kwonlyargs)]
    return len(names) - (names[:1] in (["self"], ["cls"]))


def test_modules_are_short():
    sources = {p.relative_to(ROOT): p.read_text("utf-8") for p in ROOT.rglob("*.py")}
    lengths = {path: len(text.splitlines()) for path, text in sources.items()}
    assert {path: length for path, length in lengths.items() if length > MODULE} == {}


def test_functions_are_short():
    assert {name: lines(each) for name, each in functions() if lines(each) > FUNCTION} == {}


def test_signatures_are_short():
    many = {name: arguments(each) for name, each in functions() if arguments(each) > ARGUMENTS}
    assert many == {}
