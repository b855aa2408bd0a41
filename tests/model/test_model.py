"""A model as it grows, and the rules between its parts."""

import pytest

import treetop as tt
from treetop.model import Frame


def test_frames_by_name(craft):
    assert craft.frame("bus.port") == Frame("bus", "port", (1, 0, 1))
    assert craft.frame("bus") == Frame("bus")
    assert craft.frame("ground") == Frame("ground")


@pytest.mark.parametrize(
    ("reference", "hint"),
    [
        ("buss", "did you mean 'bus'?"),
        ("bus.prt", "did you mean 'bus.port'?"),
        ("bus.", "there are: bus.port"),
        ("", "there are: ground, bus, tug"),
        ("ground.pad", "there are none"),
    ],
)
def test_no_such_frame(craft, reference, hint, problems_of):
    (problem,) = problems_of(craft.frame, reference)
    assert problem.hint == hint or (reference == "bus." and "bus.port" in problem.hint)


def test_handles_and_texts_are_the_same(craft):
    twin = tt.Model("craft")
    twin.add_body("bus", 2200, [2300, 4500, 3600]).frame("port", [1, 0, 1])
    twin.add_body("tug", 1200, [1700, 2000, 600]).frame("tail", [-1, 0, 1])
    twin.add_joint("orbit", tt.Free(), "ground", "bus")
    twin.add_joint("boom", tt.Cylindrical([1, 0, 0]), "bus.port", "tug.tail")
    assert twin == craft
    twin.set_start("boom", slide=1)
    assert twin != craft


@pytest.mark.parametrize(
    ("add", "where"),
    [
        (lambda m: m.add_body("bus", 1), "bodies.bus"),
        (lambda m: m.add_body("ground", 1), "bodies.ground"),
        (lambda m: m.add_joint("boom", tt.Free(), "ground", "bus"), "joints.boom"),
        (lambda m: m.add_joint("new", tt.Free(), "ground", 3), "joints.new.outboard"),
        (lambda m: m.add_force("a.b", tt.UniformGravity()), "forces.a.b"),
        (lambda m: m.add_force("new", tt.UniformGravity), "forces.new"),
    ],
)
def test_refuses(craft, add, where, problems_of):
    (problem,) = problems_of(add, craft)
    assert problem.where == where


@pytest.mark.parametrize("name", [5, None, "two\nlines", "\ud800"])
def test_no_name(name, problems_of):
    (problem,) = problems_of(tt.Model, name)
    assert problem.where == "name"


def test_all_problems_at_once(craft, problems_of):
    craft.add_joint("third", tt.Free(), "ground", "tugg")
    craft.add_force("spring", tt.SpringDamper("bus.prt", "bus.prt", 1))
    craft.add_force("motor", tt.JointEffort("bom", 1))
    craft.start["bom"] = {"slide": 1}
    craft.start["boom"] = {"slid": 1}
    assert [problem.where for problem in problems_of(craft.validate)] == [
        "joints.third.outboard", "forces.spring.a", "forces.spring.b", "forces.spring",
        "forces.motor.joint", "start.bom", "start.boom.slid",
    ]  # fmt: skip


def test_a_function_known_by_name_only(craft, problems_of):
    craft.add_force("mine", tt.UserForce("push", "bus"))
    craft.validate()
    (problem,) = problems_of(craft.build)
    assert problem.where == "forces.mine.function"
    assert "functions={'push': ...}" in problem.hint
