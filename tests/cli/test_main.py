"""The command line as a whole."""

import os
import subprocess
import sys

import pytest
from sympy.physics.mechanics import dynamicsymbols

import treetop as tt
from treetop.symbolic import LagrangianSystem

HEAVY = ("sympy", "numba", "scipy", "xarray", "pint", "rich", "matplotlib", "pydantic", "numpy")


COMMANDS = "run view plot report check compare equations examples validate"


@pytest.mark.parametrize("command", ["", *COMMANDS.split()])
def test_help(treetop, command):
    assert "Usage" in treetop(*command.split(), "--help").stdout


def test_version(treetop):
    assert "version" in treetop("--version").stdout


@pytest.mark.parametrize("command", ["run", "check", "compare", "equations"])
def test_a_result_without_a_model_is_refused_by_the_name_of_its_file(treetop, command):
    x = dynamicsymbols("x")
    system = LagrangianSystem([x], x.diff() ** 2 / 2, x**2 / 2).build()
    tt.simulate(system, system.state(x=1.0), 0.1).save("own.nc")
    assert treetop(command, "own.nc", code=2).stderr.startswith("own.nc: has no model")


@pytest.mark.parametrize("module", ["treetop", "treetop.cli"])
def test_imports_nothing_heavy(module):
    code = f"import sys, {module}; print(*[m for m in {HEAVY} if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""


@pytest.mark.posix
@pytest.mark.parametrize("command", ["--help", "examples", "check pendulum.yaml"])
def test_an_answer_that_nobody_wants(pendulum, tmp_path, command):
    shell = f'exec "{sys.executable}" -c "from treetop.cli import main; main()" {command} >&-'
    done = subprocess.run(["sh", "-c", shell], stderr=subprocess.PIPE, text=True, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.posix
@pytest.mark.parametrize("command", ["--help", "examples", "check pendulum.yaml"])
def test_an_answer_that_cannot_be_written_is_told(pendulum, tmp_path, command):
    code = "from treetop.cli import main; main()"
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [sys.executable, "-c", code, *command.split()],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
            cwd=tmp_path,
        )
    assert done.returncode == 2
    assert done.stderr == "the answer cannot be written: No space left on device\n"


@pytest.mark.posix
def test_files_that_are_none_are_told_in_one_line(treetop, pendulum, tmp_path):
    (tmp_path / "loop.yaml").symlink_to("loop.yaml")
    (tmp_path / "loop.nc").symlink_to("loop.nc")
    os.mkfifo(tmp_path / "pipe.yaml")
    for arguments in (
        *(("check", name) for name in ("loop.yaml", "pipe.yaml", "/dev/zero", f"{'x' * 300}.yaml")),
        *((command, "loop.nc") for command in ("plot", "view", "report", "compare")),
        *(("run", pendulum, "--out", name) for name in ("loop.nc", f"{'x' * 300}.nc")),
    ):
        assert treetop(*arguments, code=2).stderr.count("\n") == 1


def test_a_terminal_that_has_few_letters(pendulum, tmp_path):
    """As on Windows: lines of the diagram are none of its letters."""
    code = "from treetop.cli import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", code, "check", pendulum, "--diagram"],
        env=os.environ | {"PYTHONIOENCODING": "cp1252"},
        capture_output=True,
        cwd=tmp_path,
    )
    assert (done.returncode, done.stderr) == (0, b"") and b"?? " in done.stdout
