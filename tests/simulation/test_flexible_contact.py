"""Impacts at nodes of flexible bodies: the modes take part in them, as does what holds the body."""

import numpy as np
import pytest

import treetop as tt
from flexible_craft import boom_modes

pytestmark = pytest.mark.compiled
RADIUS = 0.1


def _boom_that_falls_on_its_tip(held, **law):
    m = tt.Model("boom that falls on its tip")
    boom = m.add_flexible_body("boom", boom_modes(held), stiffening="none")
    m.add_joint("fall", tt.Free(), m.ground, boom)
    ball = tt.Sphere(boom.frame("tip", node="tip"), RADIUS)
    m.add_force("floor", tt.RigidContact(tt.Plane("ground"), ball, **law))
    m.set_start("fall", position=[0, 0, RADIUS + 1e-3], velocity=[0.3, 0, -1.0])
    return m


def _blow(modes, restitution, friction):
    """Impulse and lost energy of the tip's lowest point, that slips along x, by whole matrices."""
    structure = modes.structure
    whole = np.hstack([structure.rigid_modes(), modes.shapes])
    M = whole.T @ (structure.mass @ whole)
    moved, turned = (rows("tip") @ whole for rows in (structure.translation, structure.rotation))
    J = np.vstack([moved[0] - RADIUS * turned[1], moved[2]])  # along x and z
    before = np.zeros(len(M))
    before[[0, 2]] = 0.3, -1.0
    along = np.array([-friction, 1.0])
    answer = np.linalg.solve(M, J.T @ along)
    normal = -(1 + restitution) * (J[1] @ before) / (J[1] @ answer)
    after = before + normal * answer
    return normal, 0.5 * (before @ M @ before - after @ M @ after)


@pytest.mark.parametrize("held", ["root", ()])
@pytest.mark.parametrize("friction", [0.0, 0.3])
def test_a_blow_at_a_node_moves_the_modes(held, friction):
    m = _boom_that_falls_on_its_tip(held, restitution=0.6, friction=friction)
    system = m.build()
    run = tt.simulate(system, system.start(), duration=1.5e-3, every=1e-3)
    (event,) = run.events
    normal, lost = _blow(boom_modes(held), 0.6, friction)
    assert f"impact of {normal:.6g} N s" in event.note
    assert event.energy_lost == pytest.approx(lost, rel=1e-9)


def test_what_rests_on_a_node_moves_with_it():
    """A ball that falls on a plate at the tip of a cantilever stays there for a while."""
    m = tt.Model("diving board")
    boom = m.add_flexible_body("boom", boom_modes("root", 8), damping=0.02)
    m.add_joint("wall", tt.Fixed(), m.ground, boom)
    ball = m.add_body("ball", mass=0.5, inertia=[0.001] * 3)
    m.add_joint("fall", tt.Free(), m.ground, ball)
    plate, sphere = tt.Plane(boom.frame("plate", node="tip")), tt.Sphere(ball, RADIUS)
    m.add_force("touch", tt.RigidContact(plate, sphere))
    m.add_force("weight", tt.UniformGravity([0, 0, -1.0]))
    m.set_start("fall", position=[5, 0, RADIUS + 1e-3], velocity=[0, 0, -0.1])
    system = m.build()
    run = tt.simulate(system, system.start(), duration=0.05, every=0.01)
    assert run.events[-1].note == "comes to rest"
    assert np.abs(run.clearance(plate, sphere)[-3:]).max() < 1e-12
    assert run["boom plate.velocity"].values[-1, 2] < -0.01
    assert run.audit()["energy"].relative < 1e-9
