"""treetop compare: one readable table, and an exit code that looks at all pairs."""

import json
import shlex
from importlib import import_module
from pathlib import Path

import pytest

from cases import cases
from treetop.system.formulations import FORMULATIONS
from wrong_formulations import RESTLESS, UNFIT, heavier


@pytest.fixture
def third(monkeypatch):
    """Add a formulation to those there are."""

    def add(name, formulation):
        table = dict(FORMULATIONS) | {name: formulation}
        for module in ("treetop.analysis.compare", "treetop.system.built"):
            monkeypatch.setattr(import_module(module), "FORMULATIONS", table)

    return add


def test_agreement(treetop, pendulum):
    told = treetop("compare", pendulum).stdout
    for word in ("recursive", "kane", "degrees of freedom", "constraint equations", "of rank",
                 "time per evaluation [us]", "energy", "reaction torque", "attitude [rad]",
                 "difference", "allowed", "The formulations agree: "):  # fmt: skip
        assert word in told
    assert "!" not in told
    assert max(map(len, told.splitlines())) <= 100


def test_disagreement(treetop, pendulum, third):
    third("wrong", heavier(1e-6))
    arguments = ("--formulations", "recursive,wrong", "--figure", "f.svg")
    told = treetop("compare", pendulum, *arguments, code=1).stdout
    assert "figure in f.svg" in told and Path("f.svg").exists()
    assert "DISAGREE: recursive and wrong in angular acceleration" in told
    assert "do NOT agree" in told


def test_one_that_takes_too_long(treetop, pendulum, third):
    third("restless", RESTLESS)
    names = ("--formulations", "recursive,restless,kane")
    told = treetop("compare", pendulum, *names, "--duration", "0.1", "--limit", "2 s", code=1)
    assert "FAILED: restless: at" in told.stdout
    assert "treetop: restless, 2 of 3" in told.stderr


def test_only_those_named(treetop, pendulum, third):
    third("wrong", heavier(1e-6))
    told = treetop("compare", pendulum, "--formulations", "kane, recursive").stdout
    assert "wrong" not in told
    assert "1 of 1 pairs" in told


def test_one_that_cannot_solve_it_is_no_error(treetop, pendulum, third):
    third("unfit", UNFIT)
    told = treetop("compare", pendulum, "--formulations", "recursive,unfit,kane").stdout
    assert "Cannot solve it: unfit: forces: it has no springs (add one)" in told


def test_of_a_result(treetop, pendulum):
    treetop("run", pendulum, "--duration", "0.2", "--rtol", "1e-8", "--out", "result.nc")
    names = ("--formulations", "recursive,kane", "--json")
    settings = json.loads(treetop("compare", "result.nc", *names).stdout)["settings"]
    assert (settings["duration"], settings["method"]["rtol"]) == (0.2, 1e-8)


def test_in_json(treetop, pendulum, third):
    third("wrong", heavier(1e-6))
    names = ("--formulations", "recursive,kane,wrong")
    output = treetop("compare", pendulum, "--json", "--duration", "500 ms", *names, code=1).stdout
    answer = json.loads(output)
    assert answer["agrees"] is False
    assert answer["reference"] == "recursive"
    assert answer["settings"]["duration"] == 0.5
    assert answer["finer"]["method"]["rtol"] == pytest.approx(1e-11)
    assert answer["solutions"]["kane"]["counts"]["degrees_of_freedom"] == 1
    assert answer["solutions"]["kane"]["audit"]["energy"]["relative"] < 1e-8
    assert {tuple(d["between"]) for d in answer["motions"]} == {
        ("recursive", "kane"), ("recursive", "wrong"), ("kane", "wrong"),
    }  # fmt: skip
    failed = [d for d in answer["evaluations"] if not d["passed"]]
    assert all("wrong" in d["between"] for d in failed)
    assert all(d["value"] > d["allowed"] == 1e-9 for d in failed)


@cases(
    "arguments message",
    """
    absent.yaml                                 | absent.yaml
    pendulum.yaml --formulations cane,recursive | did you mean 'kane'
    pendulum.yaml --formulations kane           | two or more
    pendulum.yaml --formulations ""             | two or more
    pendulum.yaml --duration "3 kg"             | kg
    pendulum.yaml --duration 0                  | duration
    pendulum.yaml --rtol 1                      | rtol
    pendulum.yaml --limit 0                     | limit: a wall time of 0.0 s
    pendulum.yaml --limit "3 kg"                | kg
    """,
)
def test_bad_input(treetop, pendulum, arguments, message):
    result = treetop("compare", *shlex.split(arguments), code=2)
    assert message in result.stderr
    assert "a run, and" not in result.stderr  # refused before anything is run
    assert "Traceback" not in result.output


def test_no_duration(treetop, pendulum):
    text = Path(pendulum).read_text()
    Path(pendulum).write_text(text[: text.index("run:")])
    assert "--duration" in treetop("compare", pendulum, code=2).stderr


def test_a_force_known_by_name_only(treetop, dragged):
    assert "'drag' is known by name only" in treetop("compare", dragged, code=2).stderr


def test_a_figure_that_cannot_be_written_is_told_before_anything_is_run(treetop, pendulum):
    told = treetop("compare", pendulum, "--figure", "nowhere/f.png", code=2)
    assert "there is no folder" in told.stderr
    assert "recursive" not in told.stderr
