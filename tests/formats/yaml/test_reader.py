"""What a wrong file is reported: everything, with lines and what would be right."""

import pytest

import treetop as tt
from treetop.errors import ModelError
from treetop.formats.yaml.load import load, loads

SOUND = """\
bodies:
  bus: {mass: 3, inertia: [1, 1, 1], frames: {port: {at: [0, 0, 1]}}}
joints:
  orbit: {kind: free, outboard: bus}
"""


def told(text: str, **options) -> list[tuple[int, str, str]]:
    with pytest.raises(ModelError) as caught:
        loads(text, **options)
    return [(problem.line, problem.where, problem.hint) for problem in caught.value.problems]


@pytest.mark.parametrize(
    ("old", "new", "line", "where", "hint"),
    [
        ("bodies:", "bodys:", 1, "bodys", "did you mean 'bodies'?"),
        ("mass", "mas", 2, "bodies.bus.mas", "did you mean 'mass'?"),
        ("mass: 3", "mass: -3", 2, "bodies.bus.mass", "give 0 or more"),
        ("mass: 3", "mass: 3 m", 2, "bodies.bus.mass", "give it in kg"),
        ("mass: 3, ", "", 2, "bodies.bus.mass", "give it in kg"),
        ("mass: 3", "mass: no", 2, "bodies.bus.mass", "give it in kg"),
        ("1, 1, 1", "1, 1, 3", 2, "bodies.bus.inertia", "at most the sum"),
        ("bus: {", "bus.x: {", 2, "bodies.bus.x", "no dots"),
        ("bus: {", "ground: {", 2, "bodies.ground", "take another"),
        ("{at:", "{att:", 2, "bodies.bus.frames.port.att", "did you mean 'at'"),
        ("[0, 0, 1]", "[0, 0]", 2, "bodies.bus.frames.port.at", "got [0, 0]"),
        ("{at: [0, 0, 1]}", "5", 2, "bodies.bus.frames.port", "with at, attitude"),
        ("free", "fre", 4, "joints.orbit.kind", "did you mean 'free'?"),
        ("kind: free, ", "", 4, "joints.orbit", "one of fixed, revolute"),
        ("free", "[free]", 4, "joints.orbit.kind", "did you mean 'free'?"),
        ("outboard: bus", "outboard: bos", 4, "joints.orbit.outboard", "did you mean 'bus'?"),
        ("outboard: bus", "outboard: bus.prt", 4, "joints.orbit.outboard", "'bus.port'?"),
        ("outboard: bus", "outboard: [bus]", 4, "joints.orbit.outboard", "a text such as"),
        (", outboard: bus", "", 4, "joints.orbit.outboard", "give one such as"),
        ("{kind: free, outboard: bus}", "free", 4, "joints.orbit", "key: value"),
        ("free,", "revolute,", 4, "joints.orbit", "add 'axis'"),
        ("free,", "free, axis: [1, 0, 0],", 4, "joints.orbit.axis", "there are: inboard, outboard"),
        ("outboard: bus", "inboard: bus, outboard: ground", 4, "joints.orbit", "swap"),
    ],
)
def test_one_problem(old, new, line, where, hint):
    loads(SOUND)
    assert old in SOUND
    found = told(SOUND.replace(old, new, 1))
    match = [problem for problem in found if problem[:2] == (line, where)]
    assert any(hint in problem[2] for problem in match), found


@pytest.mark.parametrize(
    ("more", "where", "hint"),
    [
        ("treetop: 2", "treetop", "write 'treetop: 1'"),
        ("treetop: yes", "treetop", "write 'treetop: 1'"),
        ("name: 5", "name", "one line of text"),
        ("name: [a]", "name", "one line of text"),
        ("ground: {mass: 3}", "ground.mass", "there are: frames"),
        ("ground: 3", "ground", "with frames"),
        ("forces: {weight: {kind: uniform-gravty}}", "forces.weight.kind", "'uniform-gravity'"),
        ("forces: {weight: 9.81}", "forces.weight", "key: value"),
        ("forces: [3]", "forces", "key: value"),
        ("forces: {f: {kind: frame-force, at: bos}}", "forces.f.at", "did you mean 'bus'?"),
        ("forces: {f: {kind: frame-force, at: bos, force: 3}}", "forces.f.at", "mean 'bus'?"),
        ("forces: {s: {kind: joint-spring, joint: orbt}}", "forces.s.joint", "mean 'orbit'?"),
        (
            "forces: {e: {kind: joint-effort, joint: orbit, effort: {times: [0], vals: [1]}}}",
            "forces.e.effort.vals",
            "did you mean 'values'?",
        ),
        ("start: {orbt: {}}", "start.orbt", "did you mean 'orbit'?"),
        ("start: {orbit: {positon: [0, 0, 0]}}", "start.orbit.positon", "mean 'position'?"),
        ("start: {orbit: {position: [1, 2]}}", "start.orbit.position", "got [1, 2]"),
        ("start: {orbit: {attitude: [1, 1, 0, 0]}}", "start.orbit.attitude", "0.7071"),
        ("start: {orbit: 3}", "start.orbit", "key: value"),
        ("run: {duration: 0}", "run.duration", "more than 0"),
        ("run: {duraton: 1}", "run.duraton", "did you mean 'duration'?"),
        ("run: {method: euler}", "run.method", "'hht', 'newmark' or 'auto'"),
    ],
)
def test_one_problem_more(more, where, hint):
    found = told(f"{SOUND}{more}\n")
    match = [problem for problem in found if problem[:2] == (5, where)]
    assert any(hint in problem[2] for problem in match), found


@pytest.mark.parametrize("text", ["3", "[1, 2]", "hello", "null"])
def test_not_a_model(text):
    if text == "null":
        assert loads(text) == tt.Model()
    else:
        assert "bodies" in told(text)[0][2]


def test_all_problems_at_once_in_the_order_of_lines():
    found = told(
        """\
treetop: 1
bodies:
  bus: {mass: -3 kg, inertia: [1, 1, 3]}
  tug: {mass: 1}
  tug: {mass: 2}
joints:
  orbit: {kind: free, outboard: buss}
forces:
  spring: {kind: spring-damper, a: bus.port, b: tug, length: 2, stiffness: 25 N}
  mine: !!python/name:os.system {kind: user-force}
start: {orbt: {}}
run: {duration: 3 km}
"""
    )
    assert [problem[:2] for problem in found] == [
        (3, "bodies.bus.mass"), (3, "bodies.bus.inertia"), (5, ""), (7, "joints.orbit.outboard"),
        (9, "forces.spring.stiffness"), (9, "forces.spring.a"), (10, ""), (10, "forces.mine"),
        (10, "forces.mine"), (11, "start.orbt"), (12, "run.duration"),
    ]  # fmt: skip


def test_a_broken_part_is_told_once():
    text = (
        SOUND.replace("mass: 3", "mass: x").replace("[0, 0, 1]", "x").replace("bus}", "bus.port}")
    )
    assert [problem[1] for problem in told(text)] == [
        "bodies.bus.mass", "bodies.bus.frames.port.at",
    ]  # fmt: skip
    assert len(told(SOUND.replace("kind: free", "kind: fre"))) == 1


def test_functions_by_name():
    text = f"{SOUND}forces: {{mine: {{kind: user-force, function: push, on: bus}}}}\n"
    assert loads(text).forces["mine"].function == "push"
    assert loads(text, functions={"push": print}).forces["mine"].function is print
    assert told(text, functions={"pusch": print})[0][2] == "did you mean 'pusch'?"


def test_says_the_file(tmp_path):
    path = tmp_path / "model.yaml"
    path.write_text("bodies: 3")
    with pytest.raises(ModelError, match=r"model\.yaml:1: bodies: 3 is not a mapping"):
        load(path)


def test_files_that_cannot_be_read(tmp_path):
    with pytest.raises(ModelError, match="there is no such file"):
        load(tmp_path / "none.yaml")
    with pytest.raises(ModelError, match="is a folder, not a file"):
        load(tmp_path)
    path = tmp_path / "latin.yaml"
    path.write_bytes("name: a\nbodies: été".encode("latin-1"))
    with pytest.raises(ModelError, match=r"latin\.yaml:2: is not UTF-8"):
        load(path)
    path.write_bytes(b"\xef\xbb\xbf" + SOUND.encode())
    assert load(path) == loads(SOUND)


@pytest.mark.parametrize("axis", ["", "axis: [0, 0, 0], "])
def test_a_joint_without_a_good_axis_is_told_once(axis):
    joints = f"joints: {{hinge: {{kind: revolute, {axis}outboard: bus}}}}\n"
    start = "start: {hinge: {angle: 1}}\n"
    ((line, where, _),) = told(SOUND.partition("joints:")[0] + joints + start)
    assert (line, where.partition(".axis")[0]) == (3, "joints.hinge")
