"""Contacts and stops that do not give must not be passed."""

import numpy as np
import pytest

import treetop as tt
from treetop.results.audit import audit


def slider(stopped: bool) -> tt.Model:
    model = tt.Model("slider")
    block = model.add_body("block", mass=1)
    model.add_joint("rail", tt.Prismatic([1, 0, 0]), model.ground, block)
    if stopped:
        model.add_force("end", tt.RigidStop("rail", upper=1.0, restitution=1.0))
        wall = tt.Plane(model.ground.frame("wall", at=[1.5, 0, 0]), normal=[-1, 0, 0])
        model.add_force("touch", tt.RigidContact(wall, tt.Sphere(block, 0.5)))
    return model


@pytest.mark.compiled
def test_a_stop_that_was_passed_fails_the_audit():
    free, stopped = (slider(each).build() for each in (False, True))
    through = tt.simulate(free, free.state(rail={"slide_rate": 1.0}), duration=2.0, every=0.5)
    found = audit(stopped.mechanism, through.data)
    assert found["penetration of 'end'"].drift == pytest.approx(1.0)
    assert found["penetration of 'touch'"].drift == pytest.approx(1.0)
    assert not found.passed()
    back = tt.simulate(stopped, stopped.state(rail={"slide_rate": 1.0}), duration=2.0, every=0.5)
    assert float(back["rail.slide"][-1]) == pytest.approx(0.0, abs=1e-12)
    assert back.audit().passed()
    assert np.isfinite(back.audit()["penetration of 'end'"].relative)


@pytest.mark.compiled
def test_rounding_of_what_hardly_moves_is_no_penetration():
    """A block at 1 m that is pushed to and fro between a stop and a wall a nanometre apart."""
    model = slider(False)
    model.add_force("end", tt.RigidStop("rail", upper=1.0, lower=1.0 - 1e-9, restitution=0.0))
    model.add_force("push", tt.JointEffort("rail", 1.0))
    system = model.build()
    run = tt.simulate(system, system.state(rail={"slide": 1.0 - 1e-9}), duration=1.0, every=0.1)
    passed = run.data.assign(coordinates=run.data.coordinates + 4e-15)
    assert audit(system.mechanism, passed)["penetration of 'end'"].drift > 3e-15
    assert audit(system.mechanism, passed).passed()
    far = run.data.assign(coordinates=run.data.coordinates + 1e-12)
    assert not audit(system.mechanism, far).passed()
