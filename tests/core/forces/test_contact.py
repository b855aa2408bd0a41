"""Contact: power = dE/dt, momentum, and the restitution that Hunt and Crossley's law has."""

import numpy as np
import pytest
from scipy.optimize import brentq

import treetop as tt
from agreeing import close
from touching import touching_tree
from treetop.core.forces import contact
from treetop.core.forces.contact import force_on_second, thrust
from treetop.core.interface import origin_of
from treetop.core.kinematics.clearance import gap
from treetop.core.spatial import Vec3
from treetop.system.formulations import FORMULATIONS


def test_a_contact_pushes_and_never_pulls():
    assert thrust(0.04, 2.0, 50.0, 1.5, 0.1) == pytest.approx(50.0 * 0.008 * 1.2, rel=1e-14)
    assert thrust(0.04, -20.0, 50.0, 1.5, 0.1) == 0.0


def test_friction_opposes_slip_by_its_share_of_the_thrust():
    n, v = Vec3(0.0, 0.0, 1.0), Vec3(3.0, 4.0, -2.0)
    F = np.array(force_on_second(n, v, 0.04, 50.0, 1.5, 0.1, 0.3, 1e-9))
    assert pytest.approx(0.48 * np.array([-0.18, -0.24, 1.0]), rel=1e-12) == F
    slow = np.array(force_on_second(n, Vec3(3e-6, 4e-6, 0.0), 0.04, 50.0, 1.5, 0.1, 0.3, 1e-3))
    assert slow[:2] == pytest.approx(-0.3 * 0.4 * np.array([3e-3, 4e-3]), rel=1e-4)


def slope(system, state, seen):
    """The slope of what is seen, by central differences along the rate of the state."""
    rate, h = system.rate(state), 1e-5
    moved = [tt.State(system, state.time, state.vector + step * rate) for step in (-h, h)]
    return (seen(moved[1]) - seen(moved[0])) / (2 * h)


@pytest.mark.parametrize("ground", [False, True])
def test_power_is_the_rate_of_energy(ground):
    model, motion = touching_tree(3, ground)
    system = model.build()
    state = system.state(**motion)
    assert all(touching(system, state))

    def energy(state):
        now = system.evaluate(state)
        return now.kinetic_energy + now.potential_energy

    close(slope(system, state, energy), system.rate(state)[-2], 1e-6)


def touching(system, state):
    """Whether each pair overlaps."""
    work = system.at(state).work
    pairs, origin = system.assembly.optional.of(contact.GROUP).pairs, origin_of(state.vector)
    return [gap(pairs, work, origin, k) < 0.0 for k in range(len(pairs.sort))]


def test_between_bodies_contacts_leave_the_momenta_alone():
    model, motion = touching_tree(3, ground=False)
    system = model.build()
    state = system.state(**motion)
    for momentum in ("linear_momentum", "angular_momentum"):
        size = np.abs(getattr(system.evaluate(state), momentum)).max()
        change = slope(system, state, lambda s, m=momentum: getattr(system.evaluate(s), m))
        assert np.abs(change).max() < 1e-8 * size


def test_all_formulations_agree():
    model, motion = touching_tree(4, ground=True)
    first = model.build()
    state = first.state(**motion)
    expected = [body.acceleration for body in first.evaluate(state).body.values()]
    for formulation in FORMULATIONS:
        system = model.build(formulation)
        own = system.state_of(state)
        close([b.acceleration for b in system.evaluate(own).body.values()], expected, 1e-9)
        close(system.rate(own)[-2], first.rate(state)[-2], 1e-9)


def test_a_capsule_on_a_plane_rests_on_both_ends():
    m = tt.Model("log")
    log = m.add_body("log", 2.0, [0.1, 0.1, 0.1])
    m.add_joint("log", tt.Free(), m.ground, log)
    ends = [log.frame(name, at=[x, 0, 0]) for name, x in (("left", -1), ("right", 1))]
    m.add_force("floor", tt.Contact(tt.Capsule(*ends, 0.1), tt.Plane("ground"), 1e4, exponent=1))
    system = m.build()
    level = system.evaluate(system.state(log={"position": [0, 0, 0.099]})).body["log"]
    assert level.acceleration == pytest.approx([0, 0, 2 * 10.0 / 2.0])
    assert level.angular_acceleration == pytest.approx([0, 0, 0], abs=1e-12)


@pytest.mark.compiled
@pytest.mark.parametrize("exponent", [1.0, 1.5, 2.2])
def test_rebound_has_the_restitution_of_the_closed_form(exponent):
    """From m v dv = -k dⁿ (1 + c v) dd, with v the rate of depth: c v - ln(1 + c v) is the same on
    the way in and on the way out, whatever n and k are."""
    damping, speed = 0.4, 1.5
    m = tt.Model("ball")
    m.add_joint("fall", tt.Free(), m.ground, m.add_body("ball", 2.0, [1, 1, 1]))
    law = {"stiffness": 1e5, "exponent": exponent, "damping": damping}
    m.add_force("floor", tt.Contact(tt.Plane("ground"), tt.Sphere("ball", 0.1), **law))
    system = m.build()
    start = system.state(fall={"position": [0, 0, 0.101], "velocity": [0, 0, -speed]})
    run = tt.simulate(system, start, duration=0.4, every=0.2, rtol=1e-11, atol=1e-13)

    def taken(v):
        return damping * v - np.log1p(damping * v)

    out = brentq(lambda v: taken(-v) - taken(speed), 0.0, speed)
    assert run["fall.velocity.z"][-1] == pytest.approx(out, rel=1e-8)
    assert out < 0.75 * speed
    assert run.audit()["energy"].relative < 1e-9
