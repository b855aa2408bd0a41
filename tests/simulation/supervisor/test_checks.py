"""What is refused before a run begins."""

import pytest

import treetop as tt
from treetop.errors import ModelError


def test_elements_whose_events_would_have_one_name():
    m = tt.Model("named")
    arm = m.add_body("b", mass=1, inertia=[1, 1, 1])
    m.add_joint("hinge", tt.Revolute([0, 0, 1]), m.ground, arm)
    m.add_force("end", tt.RigidStop("hinge", upper=1.0))
    m.add_force("end upper", tt.Latch("hinge", place=0.5))
    system = m.build()
    with pytest.raises(ModelError, match=r"forces\.end upper: the force 'end' reports events"):
        tt.simulate(system, system.state(), duration=1.0)
