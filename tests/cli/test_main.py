"""The command line as a whole."""

import subprocess
import sys

import pytest

HEAVY = ("sympy", "numba", "scipy", "xarray", "pint", "rich", "matplotlib", "pydantic", "numpy")


@pytest.mark.parametrize(
    "command",
    [(), ("run",), ("check",), ("compare",), ("equations",), ("examples",), ("validate",)],
)
def test_help(treetop, command):
    assert "Usage" in treetop(*command, "--help").stdout


def test_version(treetop):
    assert "version" in treetop("--version").stdout


@pytest.mark.parametrize("module", ["treetop", "treetop.cli"])
def test_imports_nothing_heavy(module):
    code = f"import sys, {module}; print(*[m for m in {HEAVY} if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""
