"""Every test can fail: it asserts, or calls a helper of the tests that does."""

import ast
import re
from collections.abc import Iterator

import pytest

from folders import TESTS

ASSERTING = re.compile(r"assert_\w+|raises|warns|fail|require_\w+|wait_for|filterwarnings")
"""Names of what fails by itself: of NumPy, pytest and Playwright, and checks of the package."""


def names_used(function: ast.FunctionDef) -> set[str]:
    """Names of what it calls, without what that belongs to; ``assert`` among them."""
    found = set()
    for node in ast.walk(function):
        if isinstance(node, ast.Assert):
            found.add("assert")
        elif isinstance(node, ast.Call):
            found.add(getattr(node.func, "attr", None) or getattr(node.func, "id", ""))
    return found


def functions() -> Iterator[tuple[str, str, set[str]]]:
    """File and name of all that tests define, and the names that each uses."""
    for path in sorted(TESTS.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef):
                yield str(path.relative_to(TESTS)), node.name, names_used(node)


@pytest.mark.compiled  # no kernels
def test_every_test_asserts():
    known = list(functions())
    asserting = {"assert"} | {n for *_, used in known for n in used if ASSERTING.fullmatch(n)}
    while more := {name for _, name, used in known if used & asserting} - asserting:
        asserting |= more
    idle = [(file, name) for file, name, _ in known if name not in asserting]
    assert len(known) > 1000
    assert [each for each in idle if each[1].startswith("test_")] == []
