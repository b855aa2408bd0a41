"""A mechanism: what its nodes are, however parts are called; one tree for each structure."""

import pickle
from dataclasses import FrozenInstanceError

import pytest

import treetop as tt
from flexible_craft import craft
from staged import ball_on_a_string, docking
from treetop.topology import mechanism as module
from treetop.topology.mechanism import mechanism_of
from treetop.topology.nodes import NodeId, Role
from treetop.topology.stage_graph import first_structure, visits
from treetop.topology.structure import Structure


def arm(*others):
    """An arm on a hinge, and points on rails of the given names."""
    m = tt.Model("arm")
    m.add_joint("hinge", tt.Revolute([0, 1, 0]), m.ground, m.add_body("b", 1, [1, 1, 1]))
    for k, name in enumerate(others):
        m.add_joint(name, tt.Prismatic([1, 0, 0]), "b", m.add_body(f"c{k}", 1, [1, 1, 1]))
    return m


@pytest.fixture
def grown(monkeypatch):
    """The mechanisms whose tree was grown, in order."""
    found, grow = [], module.spanning_tree

    def counted(parts, *more):
        found.append(parts)
        return grow(parts, *more)

    monkeypatch.setattr(module, "spanning_tree", counted)
    return found


# --- what nodes are -----------------------------------------------------------------------


def test_parts_of_the_user_s_keep_their_names():
    made = mechanism_of(arm())
    assert made.bodies["b"].id == NodeId(Role.RIGID, "b")
    assert made.joints["hinge"].id == NodeId(Role.USER, "hinge")
    assert made.joints["hinge"].bodies == ("ground", "b")


@pytest.mark.parametrize("stiffening", ["geometric", "none"])
def test_a_flexible_body_is_taken_apart(stiffening):
    made = mechanism_of(craft(stiffening=stiffening))
    roles = {name: body.role for name, body in made.bodies.items() if body.id.part == "boom"}
    nodes = {"boom root": Role.NODE, "boom tip": Role.NODE, "boom": Role.FLEXIBLE}
    assert roles == nodes | ({"boom mass": Role.MASS} if stiffening == "geometric" else {})
    assert made.modal_joint("boom").name == "boom"
    assert made.joints["boom tip"].id == NodeId(Role.STATION, "boom", "tip")
    assert made.frame("boom.tip").body == "boom tip"
    assert sum(body.mass for body in made.bodies.values()) == pytest.approx(
        sum(body.mass for body in craft(stiffening=stiffening).bodies.values())
    )


def test_a_base_stands_for_the_frame_by_which_a_body_is_carried():
    made = mechanism_of(craft(at_node=False, stiffening="none"))
    assert made.bodies["boom base"].id == NodeId(Role.BASE, "boom")


def test_locks_and_free_flight():
    m = ball_on_a_string()
    first = first_structure(mechanism_of(m))
    assert first.base.joints["ball"].id == NodeId(Role.FREE_FLIGHT, "ball")
    locked = first.in_structure(Structure(locked=frozenset({"peg"})))
    assert locked.locks == {"peg": "peg lock"}
    assert locked.joints["peg lock"].id == NodeId(Role.LOCK, "peg")
    assert locked.opened == {"peg": {""}}
    held = first.in_structure(Structure(locked=frozenset({"peg.angle"})))
    assert held.constraint_ids == {"peg angle lock": NodeId(Role.LOCK, "peg", "angle")}
    assert not held.opened and not held.locks


# --- names --------------------------------------------------------------------------------


def test_names_of_locks_are_not_taken_from_the_user():
    made = mechanism_of(arm("hinge lock", "hinge angle lock"))
    assert made.lock_name("hinge") == "hinge lock_"
    assert made.lock_name("hinge.angle") == "hinge angle lock_"
    both = made.in_structure(Structure(locked=frozenset({"hinge", "hinge lock"})))
    assert both.locks == {"hinge": "hinge lock_", "hinge lock": "hinge lock lock"}
    assert both.joints["hinge lock"].role is Role.USER


def test_locks_of_a_coordinate_and_of_a_joint_have_two_names():
    made = mechanism_of(arm("hinge angle"))
    names = {made.lock_name(part) for part in ("hinge", "hinge.angle", "hinge angle")}
    assert len(names) == 3
    made = mechanism_of(arm("hinge angle", "hinge angle lock"))
    names = {made.lock_name(part) for part in ("hinge", "hinge.angle", "hinge angle")}
    assert len(names) == 3 and "hinge angle lock" not in names


def test_frames_of_locks_are_not_taken_from_the_user():
    m = arm()
    m.bodies["b"].frame("hinge lock", at=[1, 2, 3])
    made = mechanism_of(m).in_structure(Structure(locked=frozenset({"hinge"})))
    assert made.frame("b.hinge lock").at == (1, 2, 3)
    assert made.joints["hinge lock"].outboard == "b.hinge lock_"


def test_names_of_free_flight_are_not_taken_from_the_user():
    m = arm("b", "b free")
    made = mechanism_of(m).with_free_flight([Structure(released=frozenset({"hinge"}))])
    assert made.joints["b free"].role is Role.USER
    assert made.joints["b free_"].id == NodeId(Role.FREE_FLIGHT, "b")


def test_names_of_nodes_and_modes_are_not_taken_from_the_user():
    m = craft()
    for name in ("boom tip", "boom mass", "boom base"):
        m.add_joint(name, tt.Fixed(), "bus", m.add_body(name, 1, [1, 1, 1]))
    for name in ("boom", "boom bending"):
        m.add_joint(name, tt.Fixed(), "bus", m.add_body(f"{name} point", 1, [1, 1, 1]))
    made = mechanism_of(m)
    roles = {name: made.bodies[name].role for name in ("boom tip", "boom tip_", "boom mass_")}
    assert list(roles.values()) == [Role.RIGID, Role.NODE, Role.MASS]
    assert made.frame("boom.tip").body == "boom tip_"
    assert made.modal_joint("boom").name == "boom bending_"
    assert all(made.joints[name].role is Role.USER for name in m.joints)
    m.set_start("boom bending_", mode1=0.1)
    assert m.build().start()["boom bending_.mode1"] == 0.1


@pytest.mark.parametrize("name", ["boom", "boom tip", "boom bending"])
def test_constraints_may_be_called_like_parts_of_flexible_bodies(name):
    m = craft()
    m.add_constraint(name, tt.Prescribed("hinge.angle", "0.1 * t"))
    m.set_start("hinge", rate=0.1)
    system = m.build()
    assert system.constraint_names == [name]
    assert name not in system.joint_names


def test_names_of_two_flexible_bodies_may_meet():
    """A frame 'b c' on 'a' and a frame 'c' on 'a b' are two nodes."""
    m = craft()
    first, second = m.bodies["boom"], m.add_flexible_body("boom far", m.bodies["boom"].modes)
    first.frame("far tip", node="tip")
    second.frame("tip", node="tip")
    m.add_joint("second", tt.Fixed(), "bus", second)
    made = mechanism_of(m)
    nodes = [body for body in made.bodies.values() if body.role is Role.NODE]
    assert len({body.id for body in nodes}) == len(nodes) == 4
    assert made.frame("boom.far tip").body != made.frame("boom far.tip").body


# --- once, and for good -------------------------------------------------------------------


@pytest.mark.parametrize("formulation", ["recursive", "newton-euler"])
@pytest.mark.parametrize("make", [arm, craft], ids=["rigid", "flexible"])
def test_the_tree_is_grown_once_where_nothing_changes(grown, make, formulation):
    system = make().build(formulation)
    system.start()
    assert grown == [system.mechanism]


@pytest.mark.compiled
def test_the_tree_is_grown_once_in_each_structure(grown):
    system = docking().build()
    run = tt.simulate(system, system.start(), duration=4.0, every=1.0)
    assert len(run.events) == 3
    assert len(grown) == len(visits(system.model)) == 4


@pytest.mark.compiled
def test_what_sticks_and_slips_leaves_the_tree_as_it_is(grown):
    m = arm()
    m.add_force("rub", tt.DryFriction("hinge", 1.0))
    m.set_start("hinge", rate=1.0)
    system = m.build()
    run = tt.simulate(system, system.start(), duration=2.0, every=1.0)
    assert run.events[-1].note == "sticks"
    assert grown == [system.mechanism]


def test_what_is_built_cannot_be_changed():
    made = mechanism_of(arm())
    with pytest.raises(FrozenInstanceError):
        made.joints = {}
    with pytest.raises(TypeError):
        made.joints["other"] = made.joints["hinge"]
    with pytest.raises(AttributeError):
        made.joints["hinge"].cut = True
    other = made.in_structure(Structure(released=frozenset({"hinge"})))
    assert made.tree.joints and not other.tree.joints
    assert not made.opened


def test_copies_through_files_are_the_same():
    made = first_structure(mechanism_of(docking()))
    made = made.in_structure(Structure(locked=frozenset({"elbow"})))
    again = pickle.loads(pickle.dumps(made))
    assert again.joints == made.joints and again.locks == made.locks == {"elbow": "elbow lock"}
    assert [joint.id for joint in again.tree.joints] == [joint.id for joint in made.tree.joints]
