"""Names that structure which changes makes up: nothing else may have them."""

import pytest

import treetop as tt
from treetop.errors import ModelError
from treetop.formats.yaml.load import loads


def hinged(hinge="hinge"):
    m = tt.Model("named")
    arm = m.add_body("b", mass=1, inertia=[1, 1, 1])
    m.add_joint(hinge, tt.Revolute([0, 0, 1]), m.ground, arm)
    return m


@pytest.mark.parametrize("name", ["hinge lock", "b free", "boom bending", "a b lock"])
def test_joints(name):
    with pytest.raises(ModelError, match=rf"joints\.{name}: .*are kept for .*call it '.*-"):
        hinged(name)


@pytest.mark.parametrize("name", ["hinge angle lock", "floor rest"])
def test_constraints_and_frames(name):
    m = hinged()
    with pytest.raises(ModelError, match=rf"constraints\.{name}: .*are kept for"):
        m.add_constraint(name, tt.Prescribed("hinge.angle", "0"))
    with pytest.raises(ModelError, match=rf"frames\.{name}: .*are kept for"):
        m.bodies["b"].frame(name)


def test_in_files_and_where_a_model_is_made_otherwise():
    text = """
treetop: 1
bodies:
  b: {mass: 1, inertia: [1, 1, 1], frames: {at rest: {at: [1, 0, 0]}}}
joints:
  hinge lock: {kind: revolute, axis: [0, 0, 1], inboard: ground, outboard: b}
"""
    with pytest.raises(ModelError, match=r"joints\.hinge lock: .*are kept for"):
        loads(text)
    with pytest.raises(ModelError, match=r"frames\.at rest: .*are kept for"):
        loads(text.replace("hinge lock", "hinge"))
    m = hinged()
    m.joints["b free"] = m.joints["hinge"]
    with pytest.raises(ModelError, match=r"joints\.b free: .*are kept for"):
        m.build()


@pytest.mark.parametrize("name", ["lock", "free", "lock-hinge", "tip mass", "main base"])
def test_other_names_are_free(name):
    hinged(name)
    hinged().add_body(name, mass=1)


def test_elements_whose_events_would_have_one_name():
    m = hinged()
    m.add_force("end", tt.RigidStop("hinge", upper=1.0))
    m.add_force("end upper", tt.Latch("hinge", place=0.5))
    system = m.build()
    with pytest.raises(ModelError, match=r"forces\.end upper: the force 'end' reports events"):
        tt.simulate(system, system.state(), duration=1.0)
