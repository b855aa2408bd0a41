"""treetop check: what is in a model, or everything that is wrong with it."""

import json
from pathlib import Path

import pytest

from folders import EXAMPLES


def test_says_what_is_in_it(treetop, pendulum):
    told = treetop("check", pendulum).stdout
    for word in ("1 body", "1 degree of freedom", "2 kg", "revolute", "uniform-gravity",
                 "30 deg = 0.523598775598 rad", "-50 cm = -0.5 m"):  # fmt: skip
        assert word in told


def test_in_json(treetop, pendulum):
    answer = json.loads(treetop("check", pendulum, "--json").stdout)
    assert answer["degrees_of_freedom"] == 1
    assert answer["mass"] == 2.0
    assert answer["mass_centre"] == pytest.approx([-0.25, 0.0, -0.5 * 0.75**0.5])
    assert answer["warnings"] == []


def test_joints_that_only_measure_have_no_freedom(treetop):
    treetop("examples", "docking")
    assert "3 joints, 12 degrees of freedom" in treetop("check", "docking.yaml").stdout


def test_warns_of_what_is_seldom_meant(treetop, pendulum):
    text = Path(pendulum).read_text().replace("[0.2, 0.2, 0.01]", "0")
    Path(pendulum).write_text(text[: text.index("forces:")])
    told = treetop("check", pendulum).stdout
    for word in ("--duration", "no force", "point mass", "starts at zero"):
        assert word in told


def test_all_problems_at_once(treetop, pendulum):
    text = Path(pendulum).read_text()
    Path(pendulum).write_text(text.replace("2 kg", "-2 kg").replace("axis", "axes"))
    result = treetop("check", pendulum, code=2)
    assert "pendulum.yaml:4" in result.stderr
    assert "pendulum.yaml:6" in result.stderr
    assert result.stdout == ""


def test_a_force_known_by_name_only_hides_nothing_else(treetop, dragged):
    told = treetop("check", dragged).stdout
    assert "1 degree of freedom" in told
    assert "'drag' is known by name only" in told


def test_the_model_of_a_result(treetop, pendulum, swung):
    assert treetop("check", swung).stdout == treetop("check", pendulum).stdout


def test_tells_what_loops_determine(treetop, tmp_path):
    door = tmp_path / "door.yaml"
    door.write_text("""treetop: 1
name: door
bodies:
  door: {mass: 20 kg, inertia: [1, 1, 1], frames: {edge: {at: [0, 0, 2]}}}
ground: {frames: {top: {at: [0, 0, 2]}}}
joints:
  lower: {kind: revolute, axis: [0, 0, 1], inboard: ground, outboard: door}
  upper: {kind: revolute, axis: [0, 0, 1], inboard: ground.top, outboard: door.edge}
""")
    told = treetop("check", str(door)).stdout
    assert "1 degree of freedom" in told
    assert "loops, closed by upper" in told
    assert "degrees of freedom 1, by Grübler's count -4" in told
    assert "  lower: force along its x axis" in told


def test_tells_what_constraints_leave(treetop):
    example = EXAMPLES / "geared-panels.yaml"
    told = treetop("check", str(example)).stdout
    for word in ("right wrist gear                 coupling", "degrees of freedom 8, by Grübler"):
        assert word in told


def test_constraints_known_by_name_only_leave_the_freedom_open(treetop, pendulum):
    text = Path(pendulum).read_text()
    extra = "constraints: {drive: {kind: prescribed, coordinate: hinge.angle, function: mine}}\n"
    Path(pendulum).write_text(text + extra)
    told = treetop("check", pendulum).stdout
    assert "'mine' is known by name only" in told
    assert "freedom" not in told
    assert json.loads(treetop("check", pendulum, "--json").stdout)["degrees_of_freedom"] is None


@pytest.mark.parametrize(
    ("event", "told"),
    [
        (
            "{signal: hinge.angel, rises: 1}",
            "unknown quantity 'hinge.angel' (did you",
        ),
        ("{signal: hinge.angle, rises: 1 kg}", "the unit 'kg' does not fit here"),
        ("{signal: hinge.reaction_force.norm, rises: 1 m}", "the unit 'm' does not fit here"),
        ("{signal: hinge.angle, rises: 1, on: weight, off: weight}", "switched on and off"),
    ],
)
def test_events_that_cannot_be_are_told_with_their_line(treetop, pendulum, event, told):
    """Events of later stages are checked as well, which a run would come to after a long time."""
    with Path(pendulum).open("a") as file:
        file.write(
            f"events:\n  later: {event}\n  soon: {{signal: time, rises: 20 s}}\n"
            "stages:\n  first: {until: soon}\n  second: {until: later}\n  third: {off: weight}\n"
        )
    line = Path(pendulum).read_text().split("later")[0].count("\n") + 1
    for command in ("check", "run"):
        message = treetop(command, pendulum, code=2).stderr
        assert f"pendulum.yaml:{line}: events.later" in message and told in message


def test_what_a_file_says_of_functions_and_units_of_events(treetop, pendulum):
    with Path(pendulum).open("a") as file:
        file.write(
            "events:\n  soon: {signal: time, rises: 20 s}\n"
            "  own: {signal: {kind: user-signal, function: alarm, on: rod}, rises: 1}\n"
        )
    answer = treetop("check", pendulum).stdout
    assert "20 s = 20 s\n" in answer and "'alarm' is known by name only" in answer
    assert "'alarm' is known by name only" in treetop("run", pendulum, code=2).stderr


def test_diagram(treetop, pendulum):
    drawn = "pendulum\nground\n└─ hinge (revolute) ── rod, 2 kg\n"
    assert treetop("check", pendulum, "--diagram").stdout == drawn
    assert treetop("check", "--diagram", pendulum).stdout == drawn
    assert treetop("check", pendulum, "--diagram", "tree.svg").stdout == "diagram in tree.svg\n"
    assert ">hinge</text>" in Path("tree.svg").read_text()


def test_diagrams_that_cannot_be(treetop, pendulum, tmp_path):
    assert "figures are written" in treetop("check", pendulum, "--diagram", "a.gif", code=2).stderr
    assert "Missing argument" in treetop("check", "--diagram", code=2).stderr
    (tmp_path / "bad.yaml").write_text("treetop: 1\nbodies: {rod: {mass: 1}}\n")
    assert "is not connected" in treetop("check", "bad.yaml", "--diagram", code=2).stderr
