"""Shapes that do not give: impacts, rest and letting go, against closed forms."""

import numpy as np
import pytest

import treetop as tt
from interpreted import interpreted_for
from treetop.errors import ModelError, RunError

G = 9.81


def ball(contact: tt.RigidContact, **start) -> tuple[tt.System, tt.State]:
    m = tt.Model("ball")
    m.add_joint("fall", tt.Free(), m.ground, m.add_body("ball", 2.0, [0.008] * 3))
    m.add_force("weight", tt.UniformGravity([0, 0, -G]))
    m.add_force("floor", contact)
    system = m.build()
    return system, system.state(fall=start)


FLOOR, BALL = tt.Plane("ground"), tt.Sphere("ball", 0.1)


@pytest.mark.compiled
def test_a_ball_bounces_as_often_as_it_can_and_comes_to_rest():
    """Impacts at T (1 + 2 e + 2 e² + ...), which come to an end at T (1 + e)/(1 - e)."""
    e, T = 0.5, np.sqrt(2.0 / G)
    contact = tt.RigidContact(FLOOR, BALL, restitution=e)
    system, start = ball(contact, position=[0, 0, 1.1], velocity=[1, 0, 0])
    run = tt.simulate(system, start, duration=2.0, every=0.5)
    times = np.array([entry.time for entry in run.events])
    expected = T * (1 + 2 * np.cumsum(np.append(0, e ** np.arange(1, len(times)))))
    assert len(times) == 20  # e²⁰ is the first that is less than a millionth
    assert times == pytest.approx(expected, rel=1e-9)
    assert "comes to rest" in run.events[-1].note
    assert times[-1] == pytest.approx(T * (1 + e) / (1 - e), rel=1e-5)
    lost = [entry.energy_lost for entry in run.events]
    expected = 2.0 * G * (1 - e**2) * e ** (2 * np.arange(20))
    expected[-1] = 2.0 * G * e**38  # the last one takes all that is left
    assert lost == pytest.approx(expected, abs=1e-11)
    assert run["fall.position"][-1].values == pytest.approx([2.0, 0.0, 0.1], abs=1e-9)
    assert run["floor rest.holding_force"][-1].values == pytest.approx([0, 0, 2 * G], rel=1e-9)
    assert run.audit()["energy"].relative < 1e-11


@pytest.mark.compiled
@pytest.mark.parametrize("formulation", ["recursive", "newton-euler"])
def test_a_point_leaves_a_sphere_at_the_known_angle(formulation):
    """cos θ = (2 + v²/g R)/3, for a start at the top with speed v."""
    m, v = tt.Model("hill"), 0.7
    m.add_joint("slide", tt.Free(), m.ground, m.add_body("stone", 3.0, [1, 1, 1]))
    m.add_force("weight", tt.UniformGravity([0, 0, -G]))
    m.add_force("hill", tt.RigidContact(tt.Sphere("ground", 2.0), "stone"))
    system = m.build(formulation)
    start = system.state(slide={"position": [0, 0, 2.0], "velocity": [v, 0, 0]})
    run = tt.simulate(system, start, duration=2.0, every=0.1, rtol=1e-11, atol=1e-13)
    assert [entry.event for entry in run.events] == ["hill blow", "hill lets go"]
    left = run["slide.position"].sel(time=run.events[1].time, method="nearest").values
    assert left[2] / 2.0 == pytest.approx((2 + v**2 / (G * 2.0)) / 3, rel=1e-9)
    assert run.clearance(tt.Sphere("ground", 2.0), "stone")[-1] > 0.5


@pytest.mark.compiled
def test_two_craft_that_collide_keep_their_momenta():
    """A rough blow off their centres, far out; the log reports it, and the audit holds."""
    m = tt.Model("craft")
    for name in ("one", "two"):
        m.add_joint(name, tt.Free(), m.ground, m.add_body(name, 3.0, [0.5, 0.7, 0.4]))
    m.add_force("hit", tt.RigidContact(tt.Sphere("one", 1.0), tt.Sphere("two", 0.5), 0.6, 0.2))
    system = m.build()
    far = {"position": [7e6, 0, 0], "velocity": [0, 7546, 0]}
    start = system.state(
        origin=far,
        one={"angular_velocity": [0, 0, 2]},
        two={"position": [3, 0.8, 0.3], "velocity": [-1, 0, 0]},
    )
    run = tt.simulate(system, start, duration=10.0, every=1.0, rtol=1e-12, atol=1e-12)
    (entry,) = run.events
    assert entry.time == pytest.approx(3.0 - np.sqrt(1.5**2 - 0.8**2 - 0.3**2), rel=1e-12)
    assert "impact of" in entry.note and "friction" in entry.note
    assert entry.energy_lost > 0.1
    for balance in ("linear momentum", "angular momentum", "energy about the mass centre"):
        assert run.audit()[balance].relative < 1e-12, balance


def test_what_cannot_rest_says_so():
    """Interpreted: a drop of no height at all."""
    rough = tt.RigidContact(FLOOR, BALL, friction=0.5)
    system, start = ball(rough, position=[0, 0, 0.1 + 1e-6])
    with pytest.raises(RunError, match=r"'floor' comes to rest.*friction.*tt\.Contact"):
        tt.simulate(system, start, duration=0.01, every=0.01)


def test_what_starts_in_touch_stays_there():
    system, start = ball(tt.RigidContact(FLOOR, BALL, restitution=0.5), position=[0, 0, 0.1])
    run = tt.simulate(system, start, duration=0.01, every=0.01)
    assert run.events[-1].note == "comes to rest"
    assert len(run.events) <= 4  # impacts so near each other may be the doing of others, thrice
    assert run["fall.position"][-1].values == pytest.approx([0, 0, 0.1], abs=1e-12)


@pytest.mark.parametrize("restitution", interpreted_for([0.0, 1.0], [1.0]))
def test_balls_in_touch_to_rounding_are_not_within_each_other(restitution):
    """Four in a row at 0.2, 0.4, ..., of which two overlap by the last digit, and one that comes;
    the middle ones are struck, and stop, at the same instant."""
    m = tt.Model("cradle")
    for k in range(5):
        m.add_joint(f"x{k}", tt.Prismatic([1, 0, 0]), m.ground, m.add_body(f"b{k}", mass=1))
        m.set_start(f"x{k}", slide=0.2 * k)
    for k in range(4):
        pair = tt.Sphere(f"b{k}", 0.1), tt.Sphere(f"b{k + 1}", 0.1)
        m.add_force(f"c{k}", tt.RigidContact(*pair, restitution=restitution))
    m.set_start("x0", slide=-0.05, slide_rate=1.0)
    system = m.build()
    start = system.start()
    assert start["x4.slide"] - start["x3.slide"] < 0.2
    run = tt.simulate(system, start, duration=0.2, every=0.07)
    speeds = [float(run[f"x{k}.slide_rate"][-1]) for k in range(5)]
    last = [0, 0, 0, 0, 1] if restitution else [0.2] * 5
    assert speeds == pytest.approx(last, abs=1e-12)
    assert run.audit().passed()


def test_what_starts_within_another_shape_is_refused():
    system, start = ball(tt.RigidContact(FLOOR, BALL), position=[0, 0, 0.05])
    with pytest.raises(ModelError, match=r"forces.floor: .* passed at the start"):
        tt.simulate(system, start, duration=0.01, every=0.01)


@pytest.mark.compiled
def test_a_ball_leaves_a_table_that_falls_faster_than_it():
    """On a table at -A cos ωt it does so where A ω² cos ωt = -g."""
    m = tt.Model("table")
    m.add_joint("lift", tt.Prismatic([0, 0, 1]), m.ground, m.add_body("table", 5, [1, 1, 1]))
    m.add_joint("fly", tt.Free(), m.ground, m.add_body("ball", 1, [1, 1, 1]))
    m.add_force("weight", tt.UniformGravity([0, 0, -G]))
    m.add_constraint("shake", tt.Prescribed("lift.slide", "-0.1*cos(12*t)"))
    m.add_force("on", tt.RigidContact(BALL, tt.Plane("table"), restitution=0.3))
    system = m.build()
    start = system.state(lift={"slide": -0.1}, fly={"position": [0.2, 0, 0]})
    run = tt.simulate(system, start, duration=0.3, every=0.1, rtol=1e-11, atol=1e-13)
    assert run.events[-1].note == "lets go"
    assert run.events[-1].time == pytest.approx((np.pi - np.arccos(G / 14.4)) / 12, rel=1e-11)
    assert run.audit()["energy"].relative < 1e-10
