"""treetop run: a result that can be trusted, or a message and the right exit code."""

import json
import os
import shlex
import sys
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pytest

import treetop as tt
from cases import cases


def test_tells_what_happened(treetop, pendulum):
    told = treetop("run", pendulum).stdout
    for word in ("pendulum: finished at 2 s", "hinge.angle [rad]", "energy", "evaluations", "steps",
                 "wall time", "result in pendulum.nc"):  # fmt: skip
        assert word in told
    assert tt.load_run("pendulum.nc").time[-1] == 2.0


def test_in_json(treetop, pendulum):
    answer = json.loads(treetop("run", pendulum, "--json").stdout)
    assert answer["outcome"] == "finished"
    assert answer["samples"] == 21
    assert answer["audit"]["energy"]["relative"] < 1e-8
    assert answer["motion"]["hinge.angle"]["start"] == pytest.approx(np.radians(30))


def test_options_come_before_the_file(treetop, pendulum):
    treetop("run", pendulum, "--duration", "1500 ms", "--every", "0.5", "--method", "rk4",
            "--step", "1 ms", "--out", "other.nc")  # fmt: skip
    run = tt.load_run("other.nc")
    assert list(run.time) == [0.0, 0.5, 1.0, 1.5]
    assert run.settings.method == tt.Rk4("1 ms", rtol=1e-10)
    assert os.listdir().count("pendulum.nc") == 0


@pytest.mark.parametrize(
    "options",
    [
        ("--method", "radau"),
        ("--method", "bdf"),
        ("--method", "generalized-alpha", "--step", "1 ms", "--rho-inf", "0.9"),
    ],
    ids=lambda options: options[1],
)
def test_by_another_method_and_again(treetop, pendulum, options):
    treetop("run", pendulum, "--duration", "0.2", "--every", "0.1", "--drift", "1e-3", *options)
    treetop("run", "pendulum.nc", "--out", "again.nc", "--drift", "1e-3")
    first, second = tt.load_run("pendulum.nc"), tt.load_run("again.nc")
    assert first.settings.method.kind == options[1]
    assert first.settings == second.settings
    assert first["hinge.angle"].equals(second["hinge.angle"])


def test_constraints_kept_in_another_way_and_again(treetop, pendulum):
    kept = ("--formulation", "newton-euler", "--constraints", "baumgarte", "--gains", "5", "6", "7")
    treetop("run", pendulum, "--duration", "0.2", "--every", "0.1", "--drift", "1e-3", *kept)
    treetop("run", "pendulum.nc", "--out", "again.nc", "--drift", "1e-3")
    first, second = tt.load_run("pendulum.nc"), tt.load_run("again.nc")
    assert first.settings.constraints == second.settings.constraints == tt.Baumgarte([5, 6, 7])
    assert first["hinge.angle"].equals(second["hinge.angle"])


def test_a_result_runs_again_to_the_bit(treetop, pendulum):
    treetop("run", pendulum)
    treetop("run", "pendulum.nc", "--out", "again.nc")
    first, second = tt.load_run("pendulum.nc"), tt.load_run("again.nc")
    assert first.data.drop_attrs().identical(second.data.drop_attrs())
    assert first.data.attrs["model"] == second.data.attrs["model"]


def test_by_another_formulation_from_a_model_and_from_a_result(treetop, pendulum):
    treetop("run", pendulum, "--formulation", "newton-euler", "--out", "one.nc")
    treetop("run", "one.nc", "--formulation", "recursive", "--out", "two.nc")
    one, two = tt.load_run("one.nc"), tt.load_run("two.nc")
    assert (one.system.formulation, two.system.formulation) == ("newton-euler", "recursive")
    assert np.abs(one["hinge.angle"] - two["hinge.angle"]).max() < 1e-7


def test_a_failed_audit_is_told_and_kept(treetop, pendulum):
    result = treetop("run", pendulum, "--drift", "1e-30", code=1)
    assert "the audit fails in energy" in result.stderr
    assert Path("pendulum.nc").exists()


def test_the_former_name_of_the_drift_works_with_a_warning(treetop, pendulum):
    result = treetop("run", pendulum, "--duration", "0.1", "--limit", "1e-30", code=1)
    assert result.stderr.startswith("warning: --limit is now called --drift\n")
    assert "more than 1e-30 relative" in result.stderr


@cases(
    "arguments message",
    """
    absent.yaml                        | absent.yaml
    pendulum.yaml --out nowhere/run.nc | nowhere
    pendulum.yaml --duration "3 kg"    | kg
    pendulum.yaml --duration -1        | -1
    pendulum.yaml --every 1e-12        | run.every
    pendulum.yaml --method euler       | euler
    pendulum.yaml --rtol 0             | rtol
    pendulum.yaml --rtol 1e-18         | rtol
    pendulum.yaml --out pendulum.yaml  | would replace
    absent.nc                          | absent.nc
    """,
)
def test_bad_input(treetop, pendulum, arguments, message):
    result = treetop("run", *shlex.split(arguments), code=2)
    assert message in result.stderr
    assert "Traceback" not in result.output
    assert os.listdir() == ["pendulum.yaml"]


def test_no_duration(treetop, pendulum):
    text = Path(pendulum).read_text()
    Path(pendulum).write_text(text[: text.index("run:")])
    told = treetop("run", pendulum, code=2).stderr
    assert told.startswith("pendulum.yaml") and "give --duration" in told
    treetop("run", pendulum, "--duration", "1")


BURST = """\
treetop: 1
name: a push without end
bodies: {block: {mass: 1e-140}}
joints: {rail: {kind: prismatic, axis: [1, 0, 0], outboard: block}}
forces:
  push:
    kind: joint-effort
    joint: rail
    effort: {times: [0, 1], values: [1e-140, 1e149], interpolation: hold}
run: {duration: 2, every: 0.1}
"""


def test_a_failed_run_keeps_what_was_computed(treetop):
    Path("burst.yaml").write_text(BURST)
    result = treetop("run", "burst.yaml", code=1)
    assert "at 1.1 s: an acceleration became infinite" in result.stderr
    kept = tt.load_run("burst.nc")
    assert kept.outcome == "not_finite"
    assert 0.85 < kept.time[-1] <= 1.0


MET = """\
treetop: 1
name: ends that meet
bodies: {block: {mass: 1}}
joints: {rail: {kind: prismatic, axis: [1, 0, 0], outboard: block}}
forces: {cable: {kind: spring-damper, a: ground, b: block, length: 1, stiffness: 1}}
run: {duration: 2, every: 0.1}
"""


def test_a_run_that_fails_at_once_leaves_nothing(treetop):
    Path("met.yaml").write_text(MET)
    assert "at 0 s" in treetop("run", "met.yaml", code=1).stderr
    assert os.listdir() == ["met.yaml"]


def test_an_interrupted_run_keeps_what_was_computed(treetop, pendulum, monkeypatch):
    @contextmanager
    def interrupting(duration, enabled):
        def show(elapsed, step):
            raise KeyboardInterrupt

        yield show

    tt.simulate  # noqa: B018 - loads the module
    monkeypatch.setattr(sys.modules["treetop.simulation.simulate"], "progress_bar", interrupting)
    result = treetop("run", pendulum, "--duration", "1 h", code=1)
    assert "interrupted" in result.stderr
    kept = tt.load_run("pendulum.nc")
    assert kept.outcome == "interrupted"
    assert 0 < kept.time[-1] < 3600


LINE = """
treetop: 1
name: line
forces: {weight: {kind: uniform-gravity, acceleration: [9.81, 0, 0]}}
devices:
  line:
    {kind: deployer, mouth: ground, mass_per_length: 0.3, total_length: 2, elements: 2,
     start_length: 1}
run: {duration: 3, every: 0.1}
"""


def test_a_line_that_runs_out_is_told_with_its_length(treetop):
    Path("line.yaml").write_text(LINE)
    result = treetop("run", "line.yaml", code=1)
    assert "'line' has run out: all of its 2 m are outside (brake it" in result.stderr
    assert "line.length [m]" in result.stdout
    assert float(tt.load_run("line.nc")["line.length"][-1]) == pytest.approx(2, abs=1e-5)
