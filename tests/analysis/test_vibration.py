"""Eigenvalues about steady states against closed forms."""

import numpy as np
import pytest

import treetop as tt
from flexible_craft import boom_modes, craft, four_bar
from treetop.analysis import equilibrium, linearised, vibration
from treetop.errors import TreetopError
from treetop.flexible.beams import BeamFrame
from treetop.flexible.modes import normal_modes
from treetop.flexible.section import Section

pytestmark = pytest.mark.compiled  # many evaluations, which say no more of kernels interpreted


def nutation(inertia):
    """A spinning hub with a ball that slides along a tube, told from its mass centre."""
    m = tt.Model("ball in tube")
    hub = m.add_body("hub", mass=500, inertia=inertia)
    ball = m.add_body("ball", mass=2)
    m.add_joint("free", tt.Free(), m.ground, hub)
    m.add_joint("tube", tt.Prismatic([0, 0, 1]), hub.frame("tube", at=[1, 0, 0]), ball)
    m.add_force("spring", tt.JointSpring("tube", stiffness=0.5, damping=0.4))
    system = m.build()
    c = np.array([2 / 502, 0, 0])
    state = system.state(free={"angular_velocity": [0, 0, 1], "velocity": np.cross(c, [0, 0, 1])})
    return vibration(system, state).eigenvalues


@pytest.mark.parametrize(
    ("inertia", "expected"),
    [
        (
            [90, 100, 120],
            [-0.094363426957985 + 0.48582607442038j, -0.0080365730420148 + 0.2339164299667j],
        ),
        (
            [120, 110, 80],
            [-0.12985833083734 + 0.45894582926959j, 0.027640149019155 + 0.33829564160456j],
        ),
    ],
)
def test_a_nutation_damper_about_its_spin(inertia, expected):
    found = nutation(inertia)
    for value in expected:
        assert np.abs(found - value).min() < 1e-8


def test_a_free_boom_vibrates_as_its_modes_say():
    modes = boom_modes(held=(), count=6)
    m = tt.Model("boom")
    m.add_joint("free", tt.Free(), m.ground, m.add_flexible_body("boom", modes))
    system = m.build()
    found = vibration(system, system.state()).angular_frequencies
    assert found[-6:] == pytest.approx(modes.angular_frequencies, rel=1e-8)


def test_gravity_bends_a_boom_to_where_it_rests():
    m = tt.Model("boom")
    boom = m.add_flexible_body("boom", boom_modes(count=8, length=2.0), stiffening="none")
    m.add_joint("clamp", tt.Fixed(), m.ground, boom)
    m.add_force("weight", tt.UniformGravity())
    system = m.build()
    state = equilibrium(system, system.state())
    assert np.abs(system.evaluate(state).speed_rates).max() < 1e-9
    assert vibration(system, state).stable


def test_a_loop_is_linear_in_what_its_constraints_leave():
    system = four_bar().build()
    linear = linearised(system, system.start())
    assert linear.directions.shape == (len(system.speed_labels), 3)


def test_a_state_that_changes_has_no_vibration():
    m = tt.Model("pendulum")
    bob = m.add_body("bob", mass=1, centre=[0, 0, -1])
    m.add_joint("hinge", tt.Revolute([0, 1, 0]), m.ground, bob)
    m.add_force("weight", tt.UniformGravity())
    system = m.build()
    with pytest.raises(TreetopError, match=r"'hinge\.rate' changes"):
        vibration(system, system.state(hinge={"angle": 0.5}))


@pytest.mark.parametrize("held", ["root", ()])
def test_a_craft_that_flies_is_stable(held):
    """Its twelve eigenvalues of zero are double, and rounding drives them apart."""
    system = craft(held=held, damping=0.01, dish=False).build()
    found = vibration(system, system.state())
    assert found.stable
    assert np.abs(found.eigenvalues[:12]).max() < 1e-3
    assert (found.errors[-4:] < 1e-3).all()


def test_a_slow_fall_is_seen_beside_stiff_springs():
    m = tt.Model("inverted pendulum")
    m.add_joint("hinge", tt.Revolute([0, 1, 0]), m.ground, m.add_body("bob", 1, centre=[0, 0, 1]))
    m.add_joint("slide", tt.Prismatic([1, 0, 0]), m.ground, m.add_body("block", 1))
    m.add_force("weight", tt.UniformGravity([0, 0, -1e-4]))
    m.add_force("spring", tt.JointSpring("slide", stiffness=1e10))
    system = m.build()
    found = vibration(system, system.state())
    assert not found.stable
    assert found.eigenvalues.real.max() == pytest.approx(0.01, rel=1e-6)


def test_modes_of_a_thin_wire_do_not_spoil_differences():
    """Its twist turns nodes by thousands of radians per unit of a modal coordinate."""
    frame = BeamFrame()
    frame.add_node("root", [0, 0, 0])
    frame.add_node("tip", [1, 0, 0])
    wire = Section(1e5, 1.0, 1.0, 0.7, 1.0, rotary_y=1e-9, rotary_z=1e-9)
    frame.add_beam("wire", "root", "tip", wire, elements=2)
    modes = normal_modes(frame.structure(), "root", count=12)
    m = tt.Model("wire")
    body = m.add_flexible_body("wire", modes)
    body.frame("tip", node="tip")
    m.add_joint("clamp", tt.Fixed(), m.ground, body.frame("root", node="root"))
    system = m.build()
    found = vibration(system, system.state()).angular_frequencies
    assert found == pytest.approx(modes.angular_frequencies, rel=1e-7)
