"""Robots changed at random: each is read, or refused in words; soon, and with nothing else said or
read. On the command line, which a few of them see, that is exit code 2."""

import os
import time

import numpy as np
import pytest
from click.testing import CliRunner

import treetop as tt
from formats.urdf.robots import ROBOTS
from guarding import nothing_else_touched
from mutating_xml import mutants
from treetop.cli import main

COUNT = int(os.environ.get("TREETOP_MUTANTS", "300"))
ASIDE = ("warning: ", "treetop: compil")  # what is said beside errors
WAIT = 5.0  # s of the processor

pytestmark = [pytest.mark.compiled, pytest.mark.filterwarnings("ignore::UserWarning")]


@pytest.mark.parametrize("file", ROBOTS, ids=lambda file: file.stem)
def test_mutants_are_read_or_refused_in_words(file, tmp_path):
    rng = np.random.default_rng([20261118, ROBOTS.index(file)])
    target = tmp_path / "robot.urdf"
    assert not answer(file)  # what compiles kernels starts programs: now, before these are watched
    count = COUNT // len(ROBOTS)
    for k, content in zip(range(count), mutants(file.read_bytes(), rng), strict=False):
        target.write_bytes(content)
        began = time.process_time()
        with nothing_else_touched(tmp_path):
            told = answer(target) if k % 10 == 0 else refusal(target)
        assert time.process_time() - began < WAIT, content
        assert len(told) < 15, content


def refusal(file) -> list[str]:
    """The lines of the error, if there is one."""
    try:
        tt.load(file).validate()
    except tt.TreetopError as error:
        return str(error).splitlines()
    return []


def answer(file) -> list[str]:
    """What the command line says of what is wrong."""
    result = CliRunner().invoke(main, ["check", str(file)], catch_exceptions=False)
    lines = [x for x in result.stderr.splitlines() if not x.startswith(ASIDE)]
    assert result.exit_code == (2 if lines else 0), result.stderr
    return lines
