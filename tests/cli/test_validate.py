"""treetop validate: every row gives value, reference, difference and tolerance."""

import json
import math

import pytest

from treetop import validation
from treetop.errors import RunError
from treetop.validation import Check


class Given:
    """A case whose checks are given."""

    name, title, source = "given", "A case made up", "nowhere"

    def __init__(self, *checks: Check, error: Exception | None = None) -> None:
        self.checks, self.error = checks, error

    def run(self) -> list[Check]:
        if self.error:
            raise self.error
        return list(self.checks)


@pytest.fixture
def case(monkeypatch):
    def make(*checks: Check, error: Exception | None = None) -> None:
        monkeypatch.setattr(validation, "CASES", {"given": Given(*checks, error=error)})

    return make


def test_good(treetop, case):
    case(Check("period", 2.0, 2.0 + 1e-12, 1e-9, "s"))
    told = treetop("validate").stdout
    for word in ("given: A case made up", "period [s]", "-1.00e-12", "1.00e-09", "1 of 1"):
        assert word in told
    assert "FAILED" not in told


def test_bad(treetop, case):
    case(Check("period", 2.0, 2.1, 1e-9, "s"), Check("angle", 1.0, 1.0, 1e-9))
    assert treetop("validate", "given", code=1).stdout.count("FAILED") == 1


def test_in_json(treetop, case):
    case(Check("period", math.nan, 2.0, 1e-9, "s"))
    (answer,) = json.loads(treetop("validate", "--json", code=1).stdout)
    assert not answer["passed"]
    assert answer["checks"][0]["value"] is None
    assert answer["checks"][0]["tolerance"] == 1e-9


def test_a_failed_run_is_a_failed_case(treetop, case):
    case(error=RunError("the step size collapsed"))
    assert "the step size collapsed" in treetop("validate", code=1).stdout


def test_unknown(treetop, case):
    case()
    assert "given" in treetop("validate", "nothing", code=2).stderr


def test_a_figure_of_every_check(treetop, case, tmp_path):
    case(Check("period", 2.0, 2.0 + 1e-12, 1e-9, "s"), Check("mass", 1.0, 2.0, 1e-9))
    assert "figure in f.svg" in treetop("validate", "--figure", "f.svg", code=1).stdout
    drawn = (tmp_path / "f.svg").read_text()
    assert drawn.count("<svg") == 1
    assert json.loads(treetop("validate", "--figure", "g.png", "--json", code=1).stdout)
    assert (tmp_path / "g.png").exists()
    told = treetop("validate", "--figure", "f.gif", code=2)
    assert "figures are written as .png, .pdf or .svg" in told.stderr
