"""Every test can fail: it asserts, or calls a helper of the tests that does."""

import ast
import re

import pytest

from folders import TESTS

ASSERTING = re.compile(r"assert_\w+|raises|warns|fail|require_\w+|wait_for|filterwarnings")
"""Names of what fails by itself: of NumPy, pytest and Playwright, and checks of the package."""
FUNCTIONS = [
    (path, node)
    for path in sorted(TESTS.rglob("*.py"))
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
    if isinstance(node, ast.FunctionDef)
]


def called(function: ast.FunctionDef) -> set[str]:
    """Names of what it calls, without what they belong to."""
    calls = (node.func for node in ast.walk(function) if isinstance(node, ast.Call))
    return {getattr(call, "attr", None) or getattr(call, "id", "") for call in calls}


def asserts(function: ast.FunctionDef, helpers: set[str]) -> bool:
    plain = any(isinstance(node, ast.Assert) for node in ast.walk(function))
    names = called(function)
    return plain or bool(names & helpers) or any(map(ASSERTING.fullmatch, names))


@pytest.mark.compiled  # no kernels
def test_every_test_asserts():
    helpers: set[str] = set()
    while found := {
        each.name for _, each in FUNCTIONS if each.name not in helpers and asserts(each, helpers)
    }:
        helpers |= found
    idle = [
        f"{path.relative_to(TESTS)}: {each.name}"
        for path, each in FUNCTIONS
        if each.name.startswith("test_") and not asserts(each, helpers - {each.name})
    ]
    assert FUNCTIONS and idle == []
