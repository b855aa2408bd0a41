"""Linear models against closed forms, with loops and devices, and what is refused."""

import numpy as np
import pytest

import treetop as tt
from linear_plants import flexible_craft_with_wheels
from treetop.validation.linear_models import (
    CLOSED,
    LIBRATIONS,
    POLES,
    THETA0,
    THETA1,
    ZEROS,
    earth_pointing,
    gimballed_engine,
    hub_beam_hub,
    one_axis,
)


def nearest(values, expected):
    """How far each expected value is from the nearest found, relative to its size."""
    found = np.asarray(values)
    return max(np.abs(found - x).min() / abs(x) for x in np.atleast_1d(expected))


def test_a_wheel_on_an_axle():
    linear = tt.linearise(
        one_axis().build(),
        inputs=["wheel.torque"],
        outputs=["axle.angle", "wheel.speed", "bus.angular_acceleration.z"],
    )
    assert linear.states == ("axle.angle", "axle.rate", "wheel.momentum")
    assert linear.units["wheel.momentum"] == "N*m*s" and linear.units["wheel.speed"] == "rad/s"
    assert pytest.approx(np.array([[0, 1, 0], [0, 0, 0], [0, 0, 0]]), abs=1e-14) == linear.A
    assert pytest.approx(np.array([[0], [-0.01], [1]]), rel=1e-12) == linear.B
    assert pytest.approx(np.array([[1, 0, 0], [0, -1, 10], [0, 0, 0]]), rel=1e-12) == linear.C
    assert pytest.approx(np.array([[0], [0], [-0.01]]), rel=1e-12) == linear.D
    assert not linear.rates.any()


# --- hub, beam, hub: exact values of the continuous beam -------------------------------------


@pytest.fixture(scope="module")
def beam():
    outputs = ["plane.angle", "plane.rate", "hub1.attitude.z"]
    system = hub_beam_hub()
    return tt.linearise(system, system.state(), ["hub0.torque.z"], outputs)


@pytest.mark.compiled
def test_two_hubs_and_a_beam_respond_as_the_continuous_beam(beam):
    """To the error of 40 cubic elements, (β h)⁴ / 720, some 1e-7."""
    response = beam.response([1, 5])
    assert response.dims == ("output", "input", "frequency")
    theta0 = response.sel(output="plane.angle", input="hub0.torque.z").values
    theta1 = 2 * response.sel(output="hub1.attitude.z", input="hub0.torque.z").values
    assert theta0 == pytest.approx(np.array(THETA0), rel=1e-7)
    assert theta1 == pytest.approx(np.array(THETA1), rel=1e-7)


def test_two_hubs_and_a_beam_have_the_poles_and_zeros_of_the_continuous_beam(beam):
    assert nearest(beam.poles.imag, POLES) < 2e-7
    assert np.abs(beam.poles.real).max() < 1e-6
    zeros = beam.part(outputs="plane.angle").zeros
    assert nearest(zeros.imag, ZEROS) < 1e-7
    assert zeros[:4].imag == pytest.approx([ZEROS[0], -ZEROS[0], ZEROS[1], -ZEROS[1]], rel=1e-7)


def test_two_hubs_and_a_beam_with_feedback(beam):
    closed = beam.A - beam.B @ (40 * beam.C[:1] + 90 * beam.C[1:2])
    assert nearest(np.linalg.eigvals(closed), CLOSED) < 1e-7


@pytest.mark.compiled
def test_finer_elements_come_as_near_as_their_order_says(beam):
    fine = hub_beam_hub(80, 20)
    found = tt.linearise(fine, fine.state(), ["hub0.torque.z"], ["plane.angle"])
    assert nearest(found.poles.imag, POLES) < nearest(beam.poles.imag, POLES) / 12


# --- orbits, wheels, engines -----------------------------------------------------------------


@pytest.mark.parametrize("momentum, rates", LIBRATIONS.items())
def test_a_pitch_wheel_stiffens_roll_and_yaw_in_orbit(momentum, rates):
    linear = tt.linearise(*earth_pointing(momentum))
    assert nearest(linear.poles.imag, rates) < 1e-10
    assert "orbit.rotation.y" in linear.states and "wheel.momentum" in linear.states


def test_a_gimballed_engine_has_the_tail_wags_dog_zero():
    linear = tt.linearise(gimballed_engine(), None, ["gimbal.effort"], ["pitch.angle"])
    assert linear.zeros.imag == pytest.approx([25.9937622455018, -25.9937622455018], rel=1e-12)


def test_pitch_of_an_orbiting_craft_by_the_torque_of_its_wheel():
    linear = tt.linearise(*earth_pointing(5.0), ["wheel.torque"], ["orbit.rotation.y"])
    n = 1e-3
    expected = 1 / (130 * (-(1e-4**2)) + 3 * n**2 * 80)  # the wheel pushes back, its axis is -y
    assert linear.response(1e-4).values[0, 0, 0] == pytest.approx(expected, rel=1e-8)


def test_dependent_coordinates_of_a_loop_are_no_states():
    """A slider-crank at rest, pushed at the slider: one degree of freedom."""
    m = tt.Model("slider crank")
    crank = m.add_body("crank", mass=1, inertia=[2, 2, 2])
    m.add_joint("axle", tt.Revolute([0, 0, 1]), m.ground, crank)
    rod = m.add_body("rod", mass=1e-9, inertia=[1e-9, 1e-9, 1e-9])
    m.add_joint("pin", tt.Revolute([0, 0, 1]), crank.frame("end", at=[0, 1, 0]), rod)
    slider = m.add_body("slider", mass=3.0)
    m.add_joint("rail", tt.Prismatic([1, 0, 0]), m.ground, slider)
    far = rod.frame("far", at=[2, 0, 0])
    m.add_joint("wrist", tt.Revolute([0, 0, 1]), slider.frame("eye"), far, cut=True)
    system = m.build()
    start = system.assembled(system.state(pin={"angle": -np.pi / 6}, rail={"slide": 3**0.5}))
    linear = tt.linearise(system, start, ["slider.force.x"], ["rail.slide_rate", "axle.rate"])
    assert len(linear.states) == 2
    assert linear.C[0] @ linear.B[:, 0] == pytest.approx(1 / (3.0 + 2.0), rel=1e-7)
    assert linear.C[1] @ linear.B[:, 0] == pytest.approx(-1 / (3.0 + 2.0), rel=1e-7)


def test_forces_of_every_sort_act_as_efforts_do():
    m = tt.Model("arm")
    arm = m.add_body("arm", mass=2, inertia=[1, 1, 1])
    m.add_joint("hinge", tt.Revolute([0, 0, 1]), m.ground, arm)
    arm.frame("tip", at=[2, 0, 0])
    inputs = ["hinge.effort", "arm.torque.z", "arm.tip.force.y"]
    linear = tt.linearise(m.build(), inputs=inputs, outputs=["hinge.reaction_force.y"])
    assert linear.B[1] == pytest.approx([1, 1, 2], rel=1e-12)
    assert [linear.units[name] for name in inputs] == ["N*m", "N*m", "N"]


@pytest.mark.compiled
def test_a_craft_with_wheels_and_a_wing_follows_its_linear_model_to_second_order():
    system = flexible_craft_with_wheels()
    torques, outputs = (
        ["wheel_x.torque", "wheel_y.torque", "wheel_z.torque"],
        [
            "flight.angular_velocity.x",
            "flight.angular_velocity.y",
            "flight.angular_velocity.z",
            "wing.mode1",
            "wheel_y.speed",
        ],
    )
    linear = tt.linearise(system, system.state(), torques, outputs)
    times, command = np.linspace(0.5, 5, 10), np.array([0.3, -0.5, 0.4])
    expected = np.einsum("oit,i->ot", linear.step(times).values, command)
    off = []
    for size in (0.02, 0.01):
        given = {f"wheel_{x}": {"torque": size * u} for x, u in zip("xyz", command, strict=True)}
        run = tt.simulate(
            system, system.state(**given), duration=5, at=times, rtol=1e-12, atol=1e-14
        )
        found = np.array([run[name].values for name in outputs])
        found[4] -= 100.0
        off.append(np.abs(found - size * expected).max())
    assert off[0] / off[1] == pytest.approx(4.0, abs=0.1)


# --- what is refused, and what is told -------------------------------------------------------


def pendulum(angle=0.0):
    m = tt.Model("pendulum")
    bob = m.add_body("bob", mass=1, centre=[0, 0, -1])
    m.add_joint("hinge", tt.Revolute([0, 1, 0]), m.ground, bob)
    m.add_force("weight", tt.UniformGravity([0, 0, -9.81]))
    m.set_start("hinge", angle=angle)
    return m.build()


@pytest.mark.parametrize(
    "inputs, outputs, told",
    [
        (["hinge.efort"], [], "unknown input 'hinge.efort'.*did you mean 'hinge.effort'"),
        (["bob.force.w"], [], "unknown input 'bob.force.w'"),
        (["hinge.rate"], [], "'hinge.rate' is a quantity of the motion and no input"),
        ([], ["hinge.angel"], "outputs.0.: unknown quantity 'hinge.angel'.*'hinge.angle'"),
    ],
)
def test_names_that_do_not_fit(inputs, outputs, told):
    with pytest.raises(tt.ModelError, match=told):
        tt.linearise(pendulum(), None, inputs, outputs)


def test_a_state_that_is_no_equilibrium_is_told():
    told = r"'hinge.rate' changes by -9.64 rad/s each second: .* about a moving point"
    with pytest.warns(UserWarning, match=told):
        linear = tt.linearise(pendulum(1.383), None, [], [])
    assert linear.rates == pytest.approx([0, -9.81 * np.sin(1.383)], rel=1e-9)


def test_a_wheel_that_friction_slows_down_is_told():
    m = tt.Model("slowing")
    bus = m.add_body("bus", mass=10, inertia=[100, 100, 100])
    m.add_joint("axle", tt.Revolute([0, 0, 1]), m.ground, bus)
    m.add_device("wheel", tt.Wheel(bus, [0, 0, 1], inertia=0.1, viscous=1e-3, start=100))
    with pytest.warns(UserWarning, match=r"'wheel.momentum' changes by -0.1 N\*m\*s each second"):
        linear = tt.linearise(m.build())
    drag = 1e-3 * (1 / 0.1 + 1 / 99.9)
    assert nearest(linear.poles, -drag) < 1e-9


def test_an_output_with_a_corner_is_refused():
    told = "output 'bob.velocity.norm' jumps, or has a corner, as 'hinge.rate' changes"
    m = tt.Model("rod")
    bob = m.add_body("bob", mass=1, inertia=[1, 1, 1])
    m.add_joint("slide", tt.Prismatic([1, 0, 0]), m.ground, bob)
    with pytest.raises(tt.TreetopError, match=told.replace("hinge.rate", "slide.slide_rate")):
        tt.linearise(m.build(), None, [], ["bob.velocity.norm"])


def test_a_command_at_its_limit_is_refused():
    m = tt.Model("pushed")
    bob = m.add_body("bob", mass=1, inertia=[1, 1, 1])
    m.add_joint("slide", tt.Prismatic([1, 0, 0]), m.ground, bob)
    m.add_device("jet", tt.Thruster(bob, thrust=5))
    with pytest.raises(tt.TreetopError, match=r"has a corner, as 'jet.throttle' changes"):
        tt.linearise(m.build(), None, ["jet.throttle"], [])
    system = m.build()
    with pytest.warns(UserWarning, match="moving point"):
        linear = tt.linearise(system, system.state(jet={"throttle": 0.5}), ["jet.throttle"], [])
    assert linear.B[1] == pytest.approx(5.0, rel=1e-12)


def test_absolute_coordinates_are_refused():
    m = tt.Model("arm")
    m.add_joint("hinge", tt.Revolute([0, 0, 1]), m.ground, m.add_body("arm", 1, [1, 1, 1]))
    system = m.build("newton-euler")
    with pytest.raises(tt.TreetopError, match="'recursive' or 'kane'"):
        tt.linearise(system, system.state())


def test_an_engine_that_rises_otherwise_than_it_falls_is_refused():
    m = tt.Model("pushed")
    bob = m.add_body("bob", mass=1, inertia=[1, 1, 1])
    m.add_joint("slide", tt.Prismatic([1, 0, 0]), m.ground, bob)
    m.add_device("jet", tt.Thruster(bob, thrust=5, rise=0.1, fall=0.3))
    system = m.build()
    state = system.state(jet={"throttle": 0.5, "level": 0.5})
    with pytest.raises(tt.TreetopError, match=r"rises in 0.1 s and falls in 0.3 s, and no linear"):
        tt.linearise(system, state, ["jet.throttle"], [])
