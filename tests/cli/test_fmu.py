"""treetop fmu."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from folders import EXAMPLES
from treetop.cli import main


def said(*words: str | Path) -> tuple[int, str]:
    answer = CliRunner().invoke(main, ["fmu", *map(str, words)])
    return answer.exit_code, answer.output


@pytest.mark.compiled
def test_an_example_becomes_an_fmu(tmp_path: Path) -> None:
    out = tmp_path / "pendulum.fmu"
    code, text = said(EXAMPLES / "pendulum.yaml", out, "--fmi", "3", "--kind", "cosimulation")
    assert code == 0, text
    assert out.exists()
    assert "FMI 3.0, for co-simulation\n" in text


def test_what_cannot_be_exported_is_said_in_lines(tmp_path: Path) -> None:
    code, text = said(EXAMPLES / "stage-separation.yaml", tmp_path / "out.fmu")
    assert code == 2
    assert "an FMU has no" in text
    assert "Traceback" not in text
    code, text = said(EXAMPLES / "pendulum.yaml", tmp_path / "out.so")
    assert (code, len(text.splitlines())) == (2, 1)
