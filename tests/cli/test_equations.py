"""treetop equations: the equations of motion of a model file."""

from pathlib import Path

import pytest

from treetop.formats.yaml.load import load
from treetop.symbolic import equations


def test_to_be_read(treetop, pendulum):
    told = treetop("equations", pendulum).stdout
    for line in (
        "pendulum: 1 degree of freedom",
        "hinge.angle [rad]",
        "q1' = u1",
        "m_rod    = 2 kg",
        "-bodies.rod.centre[2]",
        "(I_rod_yy + c_rod^2*m_rod)*u1' = -c_rod*g*m_rod*sin(q1)",
    ):
        assert line in told


@pytest.mark.parametrize("form", ["latex", "c", "python"])
def test_forms(treetop, pendulum, form):
    expected = getattr(equations(load(pendulum)), form)()
    assert treetop("equations", pendulum, f"--{form}").stdout == expected + "\n"


def test_into_a_file(treetop, pendulum):
    told = treetop("equations", pendulum, "--c", "--out", "pendulum.c").stdout
    assert "pendulum.c" in told
    assert Path("pendulum.c").read_text() == equations(load(pendulum)).c().rstrip("\n") + "\n"


def test_other_names_and_numbers(treetop, pendulum):
    told = treetop("equations", pendulum, "--name", "m_rod=m", "--name", "q1 = theta").stdout
    assert "(I_rod_yy + c_rod^2*m)*u1' = -c_rod*g*m*sin(theta)" in told
    assert "0.7*u1' = -9.81*sin(q1)" in treetop("equations", pendulum, "--numbers").stdout


def test_of_a_result(treetop, pendulum, swung):
    assert treetop("equations", swung).stdout == treetop("equations", pendulum).stdout


def test_a_force_known_by_name_only_is_an_input(treetop, dragged):
    told = treetop("equations", dragged).stdout
    assert "inputs\n  F_drag_x force of 'drag' on 'rod'" in told


@pytest.mark.parametrize(
    "options, told",
    [
        (("--c", "--python"), "one form at a time"),
        (("--fortran",), "No such option"),
        (("--name", "m_rod"), "OLD=NEW"),
        (("--name", "m_rot=m"), "did you mean 'm_rod'"),
        (("--limit", "0"), "--limit"),
        (("--out", "nowhere/x.c"), "no folder"),
    ],
)
def test_bad_options(treetop, pendulum, options, told):
    result = treetop("equations", pendulum, *options, code=2)
    assert told in result.stderr
    assert result.stdout == ""
    assert [path.name for path in Path().iterdir()] == [pendulum]


def test_too_large_a_model(treetop, pendulum):
    text = Path(pendulum).read_text()
    text = text.replace("kind: revolute, axis: [0, 1, 0]", "kind: free")
    Path(pendulum).write_text(text[: text.index("start:")])
    result = treetop("equations", pendulum, "--limit", "5", code=2)
    assert "6 speeds are more than 5" in result.stderr
    treetop("equations", pendulum, "--limit", "6")
