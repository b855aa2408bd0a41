"""Constraints in motions whose answers are known."""

import numpy as np
import pytest

import treetop as tt
from treetop.system.formulations import FORMULATIONS

pytestmark = pytest.mark.compiled  # whole runs, which say no more of kernels interpreted

ALL = list(FORMULATIONS)
G = 9.81


@pytest.mark.parametrize("formulation", ALL)
def test_geared_wheels_turn_as_one_inertia(formulation):
    """Wheel two turns n times as fast, the other way round: J1 + n² J2 under the torque on one."""
    J1, J2, n, torque = 3.0, 0.5, 2.0, 7.0
    model = tt.Model("gears")
    for name, J in (("one", J1), ("two", J2)):
        wheel = model.add_body(name, 1.0, [J, J, J])
        model.add_joint(name, tt.Revolute([0, 0, 1]), model.ground, wheel)
    model.add_constraint("mesh", tt.Coupling({"one.angle": n, "two.angle": 1}))
    model.add_force("motor", tt.JointEffort("one", torque))
    system = model.build(formulation)
    now = system.evaluate(system.state())
    rate = torque / (J1 + n**2 * J2)
    assert now.speed_rates == pytest.approx([rate, -n * rate], rel=1e-14)
    effort = now.constraint["mesh"].effort
    assert effort == pytest.approx(-J2 * n * rate, rel=1e-13)
    needed = system.inverse_dynamics(system.state(), now.speed_rates)
    assert needed == pytest.approx([n * effort, effort], rel=1e-13)


@pytest.mark.parametrize("formulation", ALL)
def test_a_pendulum_on_a_massless_rod(formulation):
    """The pull is the weight along the rod and the centripetal force."""
    m, length, v, angle = 2.0, 1.5, 0.8, 0.6
    model = tt.Model("pendulum")
    bob = model.add_body("bob", m, [0.1, 0.1, 0.1])
    model.add_joint("fly", tt.Free(), model.ground, bob)
    model.add_constraint("rod", tt.Distance(model.ground, bob, length=length))
    model.add_force("weight", tt.UniformGravity([0, 0, -G]))
    along = np.array([np.sin(angle), 0, -np.cos(angle)])
    across = np.array([np.cos(angle), 0, np.sin(angle)])
    system = model.build(formulation)
    now = system.evaluate(system.state(fly={"position": length * along, "velocity": v * across}))
    acceleration = -(v**2) / length * along - G * np.sin(angle) * across
    assert now.body["bob"].acceleration == pytest.approx(acceleration, rel=1e-13)
    pull = -m * (v**2 / length + G * np.cos(angle))
    assert now.constraint["rod"].force == pytest.approx(pull * along, rel=1e-13)


def incline(angle, body, constraint):
    model = tt.Model("incline")
    model.add_body("body", *body)
    model.add_joint("fly", tt.Free(), model.ground, "body")
    normal = np.array([np.sin(angle), 0, np.cos(angle)])
    model.add_constraint("roll", constraint(normal.tolist()))
    model.add_force("weight", tt.UniformGravity([0, 0, -G]))
    return model, normal


@pytest.mark.parametrize("formulation", ALL)
def test_a_ball_rolls_down_with_five_sevenths(formulation):
    m, r, angle = 3.0, 0.2, 0.3
    model, normal = incline(
        angle, (m, [0.4 * m * r**2] * 3), lambda n: tt.RollingBall("body", "ground", r, n)
    )
    system = model.build(formulation)
    now = system.evaluate(system.state(fly={"position": r * normal}))
    downhill = np.array([np.cos(angle), 0, -np.sin(angle)])
    expected = 5 / 7 * G * np.sin(angle) * downhill
    assert now.body["body"].acceleration == pytest.approx(expected, rel=1e-13)
    contact = m * (G * np.cos(angle) * normal - 2 / 7 * G * np.sin(angle) * downhill)
    assert now.constraint["roll"].force == pytest.approx(contact, rel=1e-13)
    assert now.constraint["roll"].torque == pytest.approx(-np.cross(r * normal, contact))


@pytest.mark.parametrize("formulation", ALL)
def test_a_disc_rolls_down_with_two_thirds(formulation):
    m, r, angle = 3.0, 0.2, 0.3
    J = [0.25 * m * r**2, 0.5 * m * r**2, 0.25 * m * r**2]
    model, normal = incline(
        angle, (m, J), lambda n: tt.RollingDisc("body", "ground", r, [0, 1, 0], n)
    )
    system = model.build(formulation)
    now = system.evaluate(system.state(fly={"position": r * normal}))
    downhill = np.array([np.cos(angle), 0, -np.sin(angle)])
    expected = 2 / 3 * G * np.sin(angle) * downhill
    assert now.body["body"].acceleration == pytest.approx(expected, rel=1e-13)


@pytest.mark.parametrize("formulation", ALL)
def test_a_leaning_disc_rolls_in_a_circle(formulation):
    """A coin leans inward by an angle a, its centre on a circle of radius R, precession rate p.

    The lean stays if the moment of the contact force about the centre turns the moment of momentum
    about the vertical: m r (p² R cos a - g sin a) = p² cos a (J_a n - J_d sin a), with the
    spin n p about the axis that rolling asks for.
    """
    m, r, R, lean = 1.3, 0.25, 0.9, 0.4
    J_d, J_a = 0.25 * m * r**2, 0.5 * m * r**2
    s, c = np.sin(lean), np.cos(lean)
    n = s - (R + r * s) / r
    p = np.sqrt(m * G * r * s / (m * r * R * c - c * (J_a * n - J_d * s)))
    model = tt.Model("coin")
    coin = model.add_body("coin", m, [J_d, J_d, J_a])
    model.add_joint("fly", tt.Free(), model.ground, coin)
    model.add_constraint("roll", tt.RollingDisc(coin, model.ground, r, [0, 0, 1]))
    model.add_force("weight", tt.UniformGravity([0, 0, -G]))
    system = model.build(formulation)
    # Centre at (R, 0), the coin's upper rim leaning inward: axis tilted up from outward.
    axis = np.array([c, 0, s])
    down = np.array([s, 0, -c])  # from the centre to the contact
    x_rim = np.cross(axis, down)
    turn = np.column_stack([down, x_rim, axis])
    velocity = np.array([0, p * R, 0])
    w = np.array([0, 0, p]) - p * (R + r * s) / r * axis
    assert velocity + np.cross(w, r * down) == pytest.approx(np.zeros(3), abs=1e-12)
    state = system.state(
        fly={
            "position": [R, 0, r * c],
            "velocity": velocity,
            "attitude": turn.tolist(),
            "angular_velocity": turn.T @ w,
        }
    )
    now = system.evaluate(state)
    assert now.body["coin"].acceleration == pytest.approx([-(p**2) * R, 0, 0], abs=1e-11)
    force = [-m * p**2 * R, 0, m * G]
    assert now.constraint["roll"].force == pytest.approx(force, abs=1e-11)


@pytest.mark.parametrize("formulation", ALL)
def test_a_disc_that_lies_flat_touches_everywhere(formulation):
    model = tt.Model("coin")
    coin = model.add_body("coin", 1.0, [1, 1, 2])
    model.add_joint("fly", tt.Free(), model.ground, coin)
    model.add_constraint("roll", tt.RollingDisc(coin, model.ground, 0.3, [0, 0, 1]))
    system = model.build(formulation)
    flat = system.state(fly={"attitude": [0.8, 0, 0, 0.6]})
    with np.errstate(all="ignore"), pytest.raises(tt.RunError, match="equations of 'roll' are not"):
        system.evaluate(flat)


@pytest.mark.parametrize("formulation", ALL)
def test_a_ball_rolls_off_a_ball(formulation):
    """θ'' = 5 g sin θ / (7 (R + r)) from the top of a ball that is held."""
    m, r, R, angle = 2.0, 0.3, 1.1, 0.5
    model = tt.Model("balls")
    ball = model.add_body("ball", m, [0.4 * m * r**2] * 3)
    model.add_joint("fly", tt.Free(), model.ground, ball)
    model.add_constraint("roll", tt.RollingBalls(model.ground, ball, R, r))
    model.add_force("weight", tt.UniformGravity([0, 0, -G]))
    system = model.build(formulation)
    place = (R + r) * np.array([np.sin(angle), 0, np.cos(angle)])
    now = system.evaluate(system.state(fly={"position": place}))
    along = np.array([np.cos(angle), 0, -np.sin(angle)])
    expected = 5 / 7 * G * np.sin(angle) * along
    assert now.body["ball"].acceleration == pytest.approx(expected, rel=1e-12)


@pytest.mark.parametrize("formulation", ALL)
def test_a_pendulum_on_a_shaken_pivot(formulation):
    """Kapitza's: θ'' = -(g + f'') sin θ / l, and the pivot is held by the forces it takes."""
    m, length, t, angle = 2.0, 0.7, 0.37, 0.4
    law, w = "0.05*sin(40*t)", 40.0
    model = tt.Model("Kapitza")
    cart = model.add_body("pivot", 0.5, [1, 1, 1])
    bob = model.add_body("bob", m, 0, centre=[0, 0, -length])
    model.add_joint("shaker", tt.Prismatic([0, 0, 1]), model.ground, cart)
    model.add_joint("hinge", tt.Revolute([0, 1, 0]), cart, bob)
    model.add_constraint("shake", tt.Prescribed("shaker.slide", law))
    model.add_force("weight", tt.UniformGravity([0, 0, -G]))
    system = model.build(formulation)
    slide, rate = 0.05 * np.sin(w * t), 0.05 * w * np.cos(w * t)
    second = -(w**2) * slide
    spin = 1.3
    state = system.state(
        t, shaker={"slide": slide, "slide_rate": rate}, hinge={"angle": angle, "rate": spin}
    )
    now = system.evaluate(state)
    swing = -(G + second) * np.sin(angle) / length
    assert now.speed_rates == pytest.approx([second, swing], rel=1e-12)
    lift = length * (swing * np.sin(angle) + spin**2 * np.cos(angle))
    effort = (0.5 + m) * (G + second) + m * lift
    assert now.constraint["shake"].effort == pytest.approx(effort, rel=1e-12)


@pytest.mark.parametrize("formulation", ["recursive", "kane-absolute"])
def test_the_work_of_prescribed_motion_is_accounted_for(formulation):
    """In flight: energy, energy about the mass centre and both momenta balance."""
    model = tt.Model("craft")
    bus = model.add_body("bus", 5.0, [1, 2, 3])
    arm = model.add_body("arm", 2.0, [0.1, 0.3, 0.3], centre=[0.8, 0, 0.1])
    model.add_joint("fly", tt.Free(), model.ground, bus)
    model.add_joint("hinge", tt.Revolute([0, 0.6, 0.8]), bus.frame("side", at=[0.5, 0, 0]), arm)
    model.add_constraint("motor", tt.Prescribed("hinge.angle", "0.5*sin(2*t)"))
    system = model.build(formulation)
    start = system.state(
        fly={"velocity": [1, 2, 3], "angular_velocity": [0.3, 0.2, -0.4]}, hinge={"rate": 1.0}
    )
    run = tt.simulate(system, start, duration=3.0, every=0.5, rtol=1e-10)
    assert np.ptp(run["work"].values) > 0.1
    audit = run.audit()
    assert audit.passed(1e-8), audit
    assert {"energy about the mass centre", "linear momentum", "angular momentum"} <= {
        drift.name for drift in audit.drifts
    }


@pytest.mark.parametrize("formulation", ["recursive", "newton-euler"])
def test_a_crank_takes_the_effort_that_inverse_dynamics_asks_for(formulation):
    """An arm of two links, the first one driven, the second let go."""
    model = tt.Model("arm")
    for name, inboard in (("upper", model.ground), ("lower", "upper.tip")):
        link = model.add_body(name, 1.0, [0.1, 0.2, 0.2], centre=[0.5, 0, 0])
        link.frame("tip", at=[1, 0, 0])
        model.add_joint(name, tt.Revolute([0, 1, 0]), inboard, link)
    model.add_force("weight", tt.UniformGravity([0, 0, -G]))
    free = model.build()
    model.add_constraint("motor", tt.Prescribed("upper.angle", "0.3 + 0.7*t - t**2"))
    driven = model.build(formulation)
    motion = {"upper": {"angle": 0.3, "rate": 0.7}, "lower": {"angle": 0.8, "rate": -0.4}}
    now = driven.evaluate(driven.state(**motion))
    efforts = free.inverse_dynamics(free.state(**motion), now.speed_rates)
    assert efforts == pytest.approx([now.constraint["motor"].effort, 0.0], abs=1e-12)


@pytest.mark.parametrize("formulation", ["recursive", "udwadia"])
def test_a_rolling_disc_keeps_energy_and_contact(formulation):
    m, r = 1.0, 0.3
    model = tt.Model("coin")
    coin = model.add_body("coin", m, [0.25 * m * r**2, 0.25 * m * r**2, 0.5 * m * r**2])
    model.add_joint("fly", tt.Free(), model.ground, coin)
    model.add_constraint("roll", tt.RollingDisc(coin, model.ground, r, [0, 0, 1]))
    model.add_force("weight", tt.UniformGravity([0, 0, -G]))
    system = model.build(formulation)
    upright = [np.sqrt(0.5), np.sqrt(0.5), 0, 0]
    start = system.settled(
        system.state(
            fly={
                "position": [0, 0, r],
                "attitude": upright,
                "angular_velocity": [0.3, 0.4, 9.0],
                "velocity": [-2.7, 0, 0],
            }
        )
    )
    run = tt.simulate(system, start, duration=0.4, every=0.1, rtol=1e-10)
    assert run.audit().passed(1e-9), run.audit()


def test_a_line_that_is_drawn_in_spins_a_mass_faster():
    """Angular momentum about the ground stays, and the work is what the kinetic energy gains."""
    m = tt.Model("sling")
    stone = m.add_body("stone", 2.0, [0.1, 0.1, 0.1])
    m.add_joint("free", tt.Free(), m.ground, stone)
    m.add_constraint("line", tt.Distance(m.ground, stone, length="2 - 0.5*smoothstep(t/2)"))
    system = m.build()
    start = system.state(free={"position": [2, 0, 0], "velocity": [0, 3, 0]})
    run = tt.simulate(system, start, 2.5, every=0.5, rtol=1e-10, atol=1e-12)
    r, v = run["stone.position"].values, run["stone.velocity"].values
    assert np.linalg.norm(r, axis=1)[-1] == pytest.approx(1.5, abs=1e-9)
    assert np.linalg.norm(v, axis=1)[-1] == pytest.approx(4.0, abs=1e-8)
    assert float(run["work"][-1]) == pytest.approx(16.0 - 9.0, abs=1e-7)
    pull = np.linalg.norm(run["line.holding_force"].values, axis=1)[-1]
    assert pull == pytest.approx(2.0 * 16.0 / 1.5, rel=1e-7)


def test_a_length_is_above_zero():
    with pytest.raises(tt.ModelError, match="not above 0"):
        tt.Distance("one", "two", length="-2 m")
