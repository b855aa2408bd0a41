"""Bodies and their frames."""

import pytest

import treetop as tt
from treetop.model import Body, Frame


def test_frame_stands_for_itself():
    bus = Body("bus", "2.2 t", centre=[0, 0, "10 cm"])
    port = bus.frame("port", at=[1, 0, 1])
    assert (bus.mass, bus.centre) == (2200, (0, 0, 0.1))
    assert (bus.reference, port.reference) == ("bus", "bus.port")
    assert bus.frames == {"port": Frame("bus", "port", (1, 0, 1))}
    assert hash(bus) == hash(Body("bus", 2200, centre=[0, 0, 0.1]))


def test_all_problems_at_once(problems_of):
    problems = problems_of(Body, "a.b", -1, [1, 1, 5], [0, 0])
    assert [problem.where for problem in problems] == [
        "Body.name", "Body.mass", "Body.inertia", "Body.centre",
    ]  # fmt: skip


@pytest.mark.parametrize("name", ["", "a.b", " a", "1a", "a\n", "-", 5, None, "<<"])
def test_no_name(name, problems_of):
    (problem,) = problems_of(tt.Model("m").add_body, name, 1)
    assert "name" in problem.what


@pytest.mark.parametrize("name", ["bus", "left panel", "été", "_", "a-1", "no"])
def test_names(name):
    assert tt.Model("m").add_body(name, 1).name == name


def test_two_frames_of_one_name(problems_of):
    bus = Body("bus", 1)
    bus.frame("port")
    (problem,) = problems_of(bus.frame, "port")
    assert problem.where == "bodies.bus.frames.port"


def test_frame_with_a_wrong_attitude(problems_of):
    (problem,) = problems_of(tt.Model("m").ground.frame, "pad", attitude=[2, 0, 0, 0])
    assert problem.where == "ground.frames.pad.attitude"


def test_a_mass_whose_accelerations_would_not_be_numbers(problems_of):
    for mass in (1e-320, "1e-200 kg"):
        (problem,) = problems_of(tt.Model("m").add_body, "b", mass)
        assert "too small to compute with" in problem.what
    assert tt.Model("m").add_body("b", mass=1e-150).mass == 1e-150


def test_frozen():
    with pytest.raises(AttributeError):
        Body("bus", 1).mass = 2
