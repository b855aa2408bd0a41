"""Eigenvalues about steady states against closed forms."""

import numpy as np
import pytest

import treetop as tt
from flexible_craft import boom_modes, craft, four_bar
from treetop.analysis import linearised, vibration
from treetop.errors import TreetopError
from treetop.structures.elements.beam_frame import BeamFrame
from treetop.structures.elements.beam_section import Section
from treetop.structures.modes.modes import normal_modes
from treetop.system.equilibrium import equilibrium

pytestmark = pytest.mark.compiled  # many evaluations, which say no more of kernels interpreted


def nutation(inertia):
    """A spinning hub with a ball that slides along a tube, measured from its mass centre."""
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


# --- what is steady, and what is not ------------------------------------------------------


def refused(system, state, what):
    with pytest.raises(TreetopError, match=f"not steady: {what}"):
        vibration(system, state)


@pytest.mark.parametrize("cart", [True, False])
@pytest.mark.parametrize("angle", [0.5, 1e-5])
def test_a_falling_pendulum_beside_a_stiff_spring_is_not_steady(cart, angle):
    m = tt.Model("pendulum beside a spring")
    block = m.add_body("block", 1)
    m.add_joint("slide", tt.Prismatic([1, 0, 0]), m.ground, block)
    held = block if cart else m.ground
    m.add_joint("hinge", tt.Revolute([0, 1, 0]), held, m.add_body("bob", 1, centre=[0, 0, -1]))
    m.add_force("weight", tt.UniformGravity([0, 0, -9.81]))
    m.add_force("spring", tt.JointSpring("slide", stiffness=1e10))
    system = m.build()
    refused(system, system.state(hinge={"angle": angle}), r"'hinge\.rate' changes")
    found = vibration(system, system.state()).angular_frequencies
    assert found == pytest.approx([np.sqrt(9.81), 1e5], rel=1e-6)


def test_a_torque_on_a_rotor_beside_a_stiff_spring_is_not_steady():
    m = tt.Model("rotor beside a spring")
    m.add_joint("bearing", tt.Revolute([0, 0, 1]), m.ground, m.add_body("rotor", 1, [1, 1, 1]))
    m.add_joint("slide", tt.Prismatic([1, 0, 0]), m.ground, m.add_body("block", 1))
    m.add_force("spring", tt.JointSpring("slide", stiffness=1e10))
    m.add_force("motor", tt.JointEffort("bearing", effort=0.01))
    system = m.build()
    refused(system, system.state(bearing={"rate": 1000.0}), r"'bearing\.rate' changes")


def sloshing(at=0.0):
    """A spacecraft that a thruster pushes along, with fuel that swings like a pendulum."""
    m = tt.Model("pushed along")
    bus = m.add_body("bus", 100.0, [10, 12, 8])
    m.add_joint("flight", tt.Free(), m.ground, bus)
    fuel = m.add_body("fuel", 10.0, centre=[0, 0, -0.5])
    tank = bus.frame("tank", at=[0, 0, 0.3])
    m.add_joint("slosh", tt.Revolute([1, 0, 0]), tank, fuel)
    m.add_force("thrust", tt.FrameForce(bus.frame("nozzle", at=[at, 0, -1]), force=[0, 0, 50.0]))
    return m.build()


def test_a_spacecraft_that_is_pushed_along_is_steady():
    """Its fuel m swings against the bus M as a reduced mass, pulled by m / (M + m) of the thrust
    that goes with the bus."""
    system = sloshing()
    found = [
        vibration(system, system.state(flight={"velocity": v})).angular_frequencies
        for v in ([0, 0, 0], [300.0, -4.0, 5.0])
    ]
    M, m, J, b, l, F = 100.0, 10.0, 10.0, 0.3, 0.5, 50.0
    reduced, pull = M * m / (M + m), F * m / (M + m)
    arm = np.array([l - b, l])  # of the fuel, per turn of the bus and of the pendulum
    mass = reduced * np.outer(arm, arm) + np.diag([J, 0.0])
    K = pull * l * np.array([[0.0, 1.0], [0.0, 1.0]])
    exact = np.sqrt(np.abs(np.linalg.eigvals(np.linalg.solve(mass, K))).max())
    for each in found:
        assert each[-1] == pytest.approx(exact, rel=1e-7)
        assert np.abs(each[:-1]).max() < 1e-3
    assert found[0][-1] == pytest.approx(found[1][-1], rel=1e-9)


def test_a_thruster_beside_the_mass_centre_turns_the_spacecraft():
    system = sloshing(at=0.1)
    refused(system, system.state(), r"'flight\.angular_velocity\.y' changes")


def test_free_bodies_that_swing_on_a_spring_are_not_steady():
    m = tt.Model("two on a spring")
    bodies = [m.add_body(name, 1.0, [1, 1, 1]) for name in "ab"]
    for body in bodies:
        m.add_joint(body.name, tt.Free(), m.ground, body)
    m.add_force("spring", tt.SpringDamper(*bodies, length=1.0, stiffness=10.0))
    system = m.build()
    drift = {"velocity": [1.0, 0, 0]}
    state = system.state(a=drift, b={"position": [0, 0, 1.001], **drift})
    refused(system, state, "'a.velocity.z' meets other forces")
    state = system.state(a=drift, b={"position": [0, 0, 1.0], **drift})
    assert vibration(system, state).angular_frequencies[-1] == pytest.approx(np.sqrt(20.0))


def test_a_body_hung_on_the_ground_by_a_spring_must_rest():
    m = tt.Model("bob")
    bob = m.add_body("bob", 1.0, [1, 1, 1])
    m.add_joint("free", tt.Free(), m.ground, bob)
    hook = m.ground.frame("hook", at=[0, 0, 2.0])
    m.add_force("spring", tt.SpringDamper(hook, bob, length=1.0, stiffness=10.0))
    system = m.build()
    refused(system, system.state(free={"position": [0, 0, 0.999]}), "'free.velocity.z' meets")
    assert vibration(system, system.state(free={"position": [0, 0, 1.0]})).stable


@pytest.mark.parametrize("size", [1e-3, 1.0, 1e3, 1e4])
def test_a_large_structure_librates_in_orbit_as_a_small_one(size):
    """Its speed is that of a circle, which for kilometres is not that of a point; pitch goes by
    3 (B - A) / C (Hughes 1986), A, B and C about the vertical, the path and the orbit's normal."""
    mu, radius, inertia = 3.986004418e14, 7.0e6, np.array([6.0, 9.0, 10.0])
    m = tt.Model("platform")
    body = m.add_body("body", 10.0, (inertia * size**2).tolist())
    m.add_joint("orbit", tt.Free(), m.ground, body)
    m.add_force("earth", tt.CentralGravity(mu))
    system = m.build()
    at = {"position": [radius, 0, 0]}
    pull = system.evaluate(system.state(orbit=at)).body["body"].acceleration[0]
    n = np.sqrt(-pull / radius)
    turning = {"velocity": [0, n * radius, 0], "angular_velocity": [0, 0, n]}
    state = system.state(orbit=at | turning)
    found = np.abs(np.array(vibration(system, state).eigenvalues).imag) / n
    assert np.abs(found - np.sqrt(3 * (9 - 6) / 10)).min() < 1e-4
