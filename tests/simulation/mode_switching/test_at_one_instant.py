"""Impacts of one instant: the order of the model does not count, and what is even stays so."""

from itertools import permutations

import numpy as np
import pytest

import treetop as tt

pytestmark = pytest.mark.compiled
FORMULATIONS = ["recursive", "kane", "kane-absolute", "newton-euler", "udwadia"]


def hub(order, kind, free=False):
    """Two equal panels on a hub, which meet their stops, or latches, at one instant."""
    m = tt.Model("hub")
    body = m.add_body("hub", mass=10, inertia=[1, 1, 2])
    m.add_joint("spin", tt.Free() if free else tt.Revolute([0, 0, 1]), m.ground, body)
    for side, name in ((1, "right"), (-1, "left")):
        panel = m.add_body(name, 2, [0.2, 0.2, 0.3], centre=[side * 0.5, 0, 0])
        at = body.frame(name, at=[side * 0.5, 0, 0])
        m.add_joint(f"{name} hinge", tt.Revolute([0, 0, side]), at, panel)
    for name in order:
        hinge = f"{name} hinge"
        force = (
            tt.Latch(hinge, place=1.0) if kind == "latch" else tt.RigidStop(hinge, None, 1.0, kind)
        )
        m.add_force(f"{name} end", force)
    for name in ("right", "left"):
        m.set_start(f"{name} hinge", rate=1.0)
    return m


def ran(model, formulation="recursive", duration=1.5):
    system = model.build(formulation)
    return tt.simulate(system, system.start(), duration=duration, every=0.5)


@pytest.mark.parametrize("free", [False, True])
@pytest.mark.parametrize("kind", [0.0, 0.5, 1.0, "latch"])
def test_a_hub_between_equal_panels_does_not_turn(kind, free):
    speed = "spin.angular_velocity.z" if free else "spin.rate"
    runs = [ran(hub(order, kind, free)) for order in permutations(("right", "left"))]
    for run in runs:
        assert abs(float(run[speed][-1])) < 1e-13
        struck = [event for event in run.events if event.note != "lets go"]  # nothing presses on
        lost = [event.energy_lost for event in struck]
        assert len(lost) == 2 and lost[0] == pytest.approx(lost[1], rel=1e-9, abs=1e-12)
        T = run.data.kinetic_energy.values
        assert T[0] - T[-1] == pytest.approx(sum(lost), abs=1e-11)
        assert run.audit().passed(1e-11)
    one, two = ({e.event: e for e in run.events} for run in runs)
    for name, event in one.items():
        assert event.impulses.keys() == two[name].impulses.keys()


@pytest.mark.parametrize("formulation", FORMULATIONS[1:])
def test_formulations_agree_on_it(formulation):
    first, other = (ran(hub(("left", "right"), 0.5), f) for f in (FORMULATIONS[0], formulation))
    assert [e.event for e in first.events] == [e.event for e in other.events]
    for label in ("spin.rate", "right hinge.rate", "left hinge.rate"):
        assert float(other[label][-1]) == pytest.approx(float(first[label][-1]), abs=1e-9)


def balls(speeds, restitution=1.0, order=(0, 1), gap=0.0):
    """Three balls of 1 kg and 0.1 m on a rail, the middle one at 0."""
    m, starts = tt.Model("balls"), (-1.0, 0.0, 1.0)
    for k, (at, speed) in enumerate(zip(starts, speeds, strict=True)):
        ball = m.add_body(f"ball{k}", 1, [1, 1, 1])
        m.add_joint(f"rail{k}", tt.Prismatic([1, 0, 0]), m.ground, ball)
        m.set_start(f"rail{k}", slide=at, slide_rate=speed)
    if gap is not None:  # the last one in touch with the middle one
        m.set_start("rail2", slide=0.2 + gap, slide_rate=speeds[2])
    for k in order:
        pair = tt.Sphere(f"ball{k}", 0.1), tt.Sphere(f"ball{k + 1}", 0.1)
        m.add_force(f"meet{k}", tt.RigidContact(*pair, restitution=restitution))
    return m


def after(model):
    run = ran(model, duration=1.0)
    return [float(run[f"rail{k}.slide_rate"][-1]) for k in range(3)], run


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_newtons_cradle_passes_the_blow_on(order):
    """A ball that only touches is struck by what follows: the last one leaves with all."""
    speeds, run = after(balls((2.0, 0.0, 0.0), order=order))
    assert speeds == pytest.approx([0.0, 0.0, 2.0], abs=1e-12)
    assert run.audit().passed(1e-11)


@pytest.mark.parametrize("restitution", [0.25, 1.0])
@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_a_ball_struck_from_both_sides_stays(order, restitution):
    speeds, run = after(balls((2.0, 0.0, -2.0), restitution, order, gap=None))
    e = restitution
    assert speeds == pytest.approx([-2 * e, 0.0, 2 * e], abs=1e-12)
    T = run.data.kinetic_energy.values
    assert sum(event.energy_lost for event in run.events) == pytest.approx(T[0] - T[-1], abs=1e-12)


@pytest.mark.parametrize("order", list(permutations(("x", "y", "z")))[::2])
def test_a_ball_in_a_corner(order):
    """Three walls at once, each with a restitution of its own."""
    m = tt.Model("corner")
    m.add_joint("fly", tt.Free(), m.ground, m.add_body("ball", 2, [1, 1, 1]))
    e = {"x": 0.2, "y": 0.5, "z": 1.0}
    for name in order:
        wall = tt.Plane("ground", np.eye(3)["xyz".index(name)].tolist())
        m.add_force(f"wall {name}", tt.RigidContact(wall, "ball", restitution=e[name]))
    m.set_start("fly", position=[1, 1, 1], velocity=[-2, -2, -2])
    run = ran(m, duration=1.0)
    assert run["fly.velocity"][-1].values == pytest.approx([0.4, 1.0, 2.0], abs=1e-12)
    assert len(run.events) == 3


@pytest.mark.parametrize("order", [(0, 1, 2, 3), (3, 1, 0, 2)])
def test_a_table_that_falls_on_four_legs(order):
    m = tt.Model("table")
    top = m.add_body("top", 4, [0.5, 0.5, 0.8])
    m.add_joint("fall", tt.Free(), m.ground, top)
    m.add_force("weight", tt.UniformGravity())
    for k in order:
        foot = top.frame(f"foot{k}", at=[(-1) ** k, (-1) ** (k // 2), -0.5])
        m.add_force(f"leg{k}", tt.RigidContact(tt.Plane("ground"), tt.Point(foot), restitution=0.5))
    m.set_start("fall", position=[0, 0, 1.0])
    run = ran(m, duration=0.4)
    first = [e for e in run.events if e.time == run.events[0].time]
    pushes = [e.impulses[e.event.replace("blow", "rest")]["force"][2] for e in first]
    v = np.sqrt(2 * 9.81 * 0.5)
    assert pushes == pytest.approx([4 * 1.5 * v / 4] * 4, rel=1e-9)
    assert np.abs(run["fall.angular_velocity"].values).max() < 1e-12


def test_rough_contacts_at_once_keep_momentum_and_gain_nothing():
    """A bar that slides and falls flat: both ends brake alike."""
    m, mu = tt.Model("bar"), 0.1
    bar = m.add_body("bar", 2, [0.1, 0.5, 0.5])
    m.add_joint("fall", tt.Free(), m.ground, bar)
    m.add_force("weight", tt.UniformGravity())
    for name, y in (("left", -1), ("right", 1)):
        end = tt.Point(bar.frame(name, at=[0, y, 0]))
        m.add_force(name, tt.RigidContact(tt.Plane("ground"), end, 0.5, mu))
    m.set_start("fall", position=[0, 0, 0.5], velocity=[3, 0, 0])
    run = ran(m, duration=0.5)
    v = np.sqrt(9.81)
    assert run["fall.velocity"][-1].values[0] == pytest.approx(3 - mu * 1.5 * v, rel=1e-9)
    assert all(event.energy_lost > 0.0 for event in run.events)


def test_what_rests_is_struck_together_with_what_strikes_it():
    """A block that rests on a stop is hit against it: the stop gives all of the impulse."""
    m = tt.Model("anvil")
    m.add_joint("rail", tt.Prismatic([1, 0, 0]), m.ground, m.add_body("block", 3, [1, 1, 1]))
    m.add_joint("track", tt.Prismatic([1, 0, 0]), m.ground, m.add_body("ram", 1, [1, 1, 1]))
    m.add_force("press", tt.JointEffort("rail", 1.0))
    m.add_force("stop", tt.RigidStop("rail", upper=1.0))
    m.add_force(
        "strike", tt.RigidContact(tt.Point("ram"), tt.Sphere("block", 0.1), restitution=0.5)
    )
    m.set_start("rail", slide=1.0)
    m.set_start("track", slide=-0.1, slide_rate=2.0)
    run = ran(m, duration=1.0)
    strike = run.events[-1]
    assert strike.event == "strike blow"
    assert strike.impulses["rail slide lock"]["effort"] == pytest.approx(-3.0, rel=1e-9)
    assert run["track.slide_rate"][-1] == pytest.approx(-1.0, rel=1e-9)
    assert run["rail.slide"][-1] == pytest.approx(1.0, abs=1e-12)
