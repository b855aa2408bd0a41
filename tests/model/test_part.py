"""Parts of a model declare what they touch: no other list of their fields is needed."""

from dataclasses import fields

import pytest

import treetop as tt
from treetop.model.body import Reference
from treetop.model.constraints.kinds import CONSTRAINTS
from treetop.model.forces.kinds import FORCES
from treetop.model.part import frames_of, references
from treetop.model.shapes import AnyShape
from treetop.model.signals import SIGNALS

KINDS = [*FORCES.values(), *CONSTRAINTS.values(), *SIGNALS.values()]


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.kind)
def test_every_field_that_names_a_frame_is_an_end(kind):
    named = {
        f.name for f in fields(kind) if f.type in ("Reference", "AnyShape", Reference, AnyShape)
    }
    assert named <= set(kind.ends)
    assert set(kind.ends) <= {f.name for f in fields(kind)}


def test_frames_of_shapes_and_of_several_frames():
    touching = tt.Contact(tt.Plane("ground"), tt.Capsule("bus.a", "bus.b", 0.1), 1e3)
    assert frames_of(touching) == ("ground", "bus.a", "bus.b")
    assert [place for place, _ in references(touching)] == [("a", "at"), ("b", "a"), ("b", "b")]
    own = tt.UserConstraint("f", ["bus", "tug"])
    assert list(references(own)) == [
        (("reference",), "ground"),
        (("frames", 0), "bus"),
        (("frames", 1), "tug"),
    ]


def test_joints_that_parts_act_along():
    assert tt.Coupling({"left.angle": 1, "right.angle": -2}).joints == ("left", "right")
    assert tt.Prescribed("hinge.angle", "t").joints == ("hinge",)
    assert tt.JointEffort("hinge", 1.0).joints == ("hinge",)
    assert tt.SpringDamper("a", "b", 1.0).joints == ()


def test_momenta_that_forces_leave_alone():
    assert tt.SpringDamper("a", "b", 1.0, 1.0).leaves_alone == (True, True)
    assert tt.SpringDamper("a", "b", 1.0, vector_damping=1.0).leaves_alone == (True, False)
    assert tt.UserForce("f", "a", "b").leaves_alone == (True, True)
    assert tt.UserForce("f", "a").leaves_alone == (False, False)
    assert tt.CentralGravity(1.0).leaves_alone == (False, True)
