"""Elastic cords: over two points a spring and damper, over three one tension, slack or not."""

import numpy as np
import pytest

import treetop as tt
from treetop.core.forces.elastic_cord import tension

MOTION = {
    "one": {"velocity": [0.3, -0.2, 0.1], "angular_velocity": [0.2, 0.5, -0.4]},
    "two": {"position": [1.5, 0.4, 0.2], "velocity": [-0.1, 0.3, 0.2]},
}


def pair(*force, **constraint) -> tt.Snapshot:
    """Two bodies in motion, and a force or a constraint between hooks of theirs."""
    m = tt.Model("pair")
    hooks = []
    for name in MOTION:
        body = m.add_body(name, 2.0, [0.3, 0.4, 0.5])
        m.add_joint(name, tt.Free(), m.ground, body)
        hooks.append(body.frame("hook", at=[0.1, 0.2, -0.1]))
    for make in force:
        m.add_force("between", make(hooks))
    for name, make in constraint.items():
        m.add_constraint(name, make(hooks))
    system = m.build()
    return system.evaluate(system.settled(system.state(**MOTION)))


def accelerations(now: tt.Snapshot) -> np.ndarray:
    return np.array([[*b.acceleration, *b.angular_acceleration] for b in now.body.values()])


def test_over_two_points_it_is_a_spring_and_damper():
    law = {"stiffness": 30.0, "damping": 2.0}
    cord = pair(lambda ends: tt.ElasticCord(ends, 1.2, **law))
    spring = pair(lambda ends: tt.SpringDamper(*ends, 1.2, **law))
    assert accelerations(cord) == pytest.approx(accelerations(spring), abs=1e-13)
    found, wanted = cord.force["between"], spring.force["between"]
    assert found.applied_force == pytest.approx(wanted.applied_force, abs=1e-13)
    assert found.power == pytest.approx(wanted.power, abs=1e-13)


def test_a_cord_over_two_points_is_a_distance():
    length = float(np.linalg.norm(MOTION["two"]["position"]))
    cord = pair(tie=lambda ends: tt.Cord(ends, length))
    rod = pair(tie=lambda ends: tt.Distance(*ends, length))
    assert accelerations(cord) == pytest.approx(accelerations(rod), abs=1e-12)
    force = np.linalg.norm(rod.constraint["tie"].force)
    assert abs(cord.constraint["tie"].effort) == pytest.approx(force, rel=1e-12)


@pytest.mark.parametrize(
    ("length", "rate", "only", "wanted"),
    [(1.5, 0.1, 1.0, 5.2), (0.9, 0.1, 1.0, 0.0), (0.9, 0.1, 0.0, -0.8), (1.01, -1.0, 1.0, 0.0)],
)
def test_tension(length, rate, only, wanted):
    law = np.array([1.0, 10.0, 2.0, only])
    assert tension(law, length, rate) == pytest.approx(wanted)
