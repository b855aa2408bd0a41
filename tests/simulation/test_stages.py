"""Structure that changes: states carry over, momenta are conserved, formulations agree."""

import math

import numpy as np
import pytest
from scipy.optimize import brentq

import treetop as tt
from staged import LIMITS, ball_on_a_string, docking, momenta, ran
from treetop.formats.yaml.load import dumps, loads

FORMULATIONS = ["kane", "kane-absolute", "newton-euler", "udwadia"]


def slack_angle():
    """Where the tension of the string vanishes: ``m (w² l + g cos a) = 0``, with the energy's w."""
    g, rate, inertia = 9.81, 6.0, 2 * 1.0 + 0.1 + 0.01
    return brentq(
        lambda a: rate**2 - 2 * 2 * g * (1 - math.cos(a)) / inertia + g * math.cos(a), 1.6, 3.1
    )


def test_a_string_goes_slack_where_its_tension_vanishes():
    run = ran(ball_on_a_string(), duration=0.6, every=0.3)
    (event,) = run.events
    angle = run["peg.angle"].sel(time=event.time).values
    assert angle == pytest.approx(slack_angle(), rel=1e-11)
    assert (event.stage, event.next_stage) == ("swing", "fly")
    assert run.data.stage.values.tolist()[0] == "swing"
    assert run.data.stage.values.tolist()[-1] == "fly"


def test_what_is_released_flies_on_from_where_it_was():
    run = ran(ball_on_a_string(), duration=0.8, every=0.4)
    at = run.events[0].time
    x, v = (run[f"ball.{name}"].sel(time=at).values for name in ("position", "velocity"))
    h = 0.8 - at
    exact = x + v * h - np.array([0, 0, 9.81]) * h**2 / 2
    assert run["ball.position"].values[-1] == pytest.approx(exact, rel=1e-12)
    assert np.abs(run["string.reaction_force"].sel(time=slice(at, None))).max() == 0
    assert run.audit()["energy"].relative < 1e-10


def test_every_instant_before_and_after_an_event_is_kept():
    run = ran(ball_on_a_string(), duration=0.6, every=0.3)
    at = run.events[0].time
    k = list(run.time).index(at)
    assert run.time[k - 1] == np.nextafter(at, 0)
    assert (np.diff(run.time) > 0).all()
    assert run["ball.velocity"].values[k] == pytest.approx(run["ball.velocity"].values[k - 1])


def test_momentum_is_kept_and_the_energy_lost_is_told():
    run = ran(docking(), duration=4, every=1)
    assert [event.event for event in run.events] == ["touch", "folded", "undock"]
    assert momenta(run) < 1e-12
    T, E = run.data.kinetic_energy.values, [event.energy_lost for event in run.events]
    for event, lost in zip(run.events, E, strict=True):
        k = list(run.time).index(event.time)
        assert T[k - 1] - T[k] == pytest.approx(lost, abs=1e-12)
    assert min(E[:2]) > 0.01 and E[2] == 0.0
    assert run.audit().passed(1e-10)


@pytest.mark.compiled
def test_impulses_are_told_by_name():
    run = ran(docking(), duration=1.5, every=1)
    (touch,) = run.events
    k = list(run.time).index(touch.time)
    gained = np.diff(run.data.linear_momentum.values[k - 1 : k + 1], axis=0)
    assert np.abs(gained).max() < 1e-12
    v = run["target.velocity"].values[k - 1 : k + 1]
    w = run["target.angular_velocity"].values[k - 1 : k + 1]
    q = run["target.attitude"].values[k]
    c = np.array([0.1, 0, 0])
    change = 10 * (v[1] - v[0] + turned(q, np.cross(w[1] - w[0], c)))
    assert -turned(q, touch.impulses["port"]["force"]) == pytest.approx(change, abs=1e-12)


def turned(q, a):
    w, e = q[0], q[1:]
    return a + 2 * (w * np.cross(e, a) + np.cross(e, np.cross(e, a)))


@pytest.mark.compiled
def test_what_is_locked_does_not_move():
    run = ran(docking(), duration=4, every=0.25)
    docked = run.data.stage.values == "docked"
    for name in ("port.position", "port.attitude"):
        values = run[name].values[docked]
        assert np.abs(values - values[0]).max() < 1e-13
    stiff = run.data.stage.values == "stiff"
    assert np.ptp(run["elbow.angle"].values[stiff]) < 1e-14
    assert np.abs(run["elbow.rate"].values[stiff]).max() < 1e-14


@pytest.mark.compiled
@pytest.mark.parametrize("formulation", FORMULATIONS)
@pytest.mark.parametrize("model", [ball_on_a_string, docking])
def test_formulations_agree(model, formulation):
    duration = 4.0 if model is docking else 0.8
    first, other = (
        ran(model(), f, duration=duration, every=duration / 4) for f in ("recursive", formulation)
    )
    assert [e.event for e in first.events] == [e.event for e in other.events]
    for one, two in zip(first.events, other.events, strict=True):
        assert one.time == pytest.approx(two.time, rel=LIMITS["time"])
        assert one.energy_lost == pytest.approx(two.energy_lost, rel=1e-7, abs=1e-9)
    bodies = list(first.data.body.values)
    for name in ("position", "velocity", "attitude"):
        ours, theirs = first.data[name], other.data[name].sel(body=bodies)
        signs = (
            np.sign((ours.values * theirs.values).sum(-1, keepdims=True))
            if name == "attitude"
            else 1
        )
        assert np.abs(ours.values - signs * theirs.values).max() < LIMITS["motion"]


def test_a_lock_in_a_tree_needs_no_equations():
    """A joint that is locked, and one that is released, leave a tree a tree."""
    from treetop.simulation.supervisor import Supervisor

    system = docking().build()
    supervisor = Supervisor(system, 10.0)
    state = system.start()
    for event in ("touch", "folded", "undock"):
        state = supervisor.act({event: 1}, state).state
        assert not state.system.constrained


def rebounding(capture=None):
    """Two balls on a rail meet, one of them at rest."""
    m = tt.Model("buffers")
    one, two = (m.add_body(name, mass=mass) for name, mass in (("one", 1), ("two", 3)))
    m.add_joint("left", tt.Prismatic([1, 0, 0]), m.ground, one)
    m.add_joint("right", tt.Prismatic([1, 0, 0]), m.ground, two)
    m.add_joint("buffer", tt.Prismatic([1, 0, 0]), one, two)
    m.add_event("touch", tt.coordinate("buffer.slide").falls(0.5))
    m.add_stage("apart", release="buffer", until="touch")
    m.add_stage("together", engage="buffer", lock="buffer", restitution=0.5, capture=capture)
    m.set_start("left", slide_rate=2.0)
    m.set_start("right", slide=1.5)
    return m


def test_restitution():
    """Newton's law: momentum is conserved, the relative speed comes back times e."""
    run = ran(rebounding(), duration=1, every=1)
    (touch,) = run.events
    v1, v2 = run["left.slide_rate"].values[-1], run["right.slide_rate"].values[-1]
    assert touch.time == pytest.approx(0.5) and touch.note == "rebound"
    assert (v1 + 3 * v2, v2 - v1) == pytest.approx((2.0, 1.0))
    assert touch.energy_lost == pytest.approx(0.5 * 0.75 * 2.0**2 * (1 - 0.25))
    assert run.audit()["energy"].relative < 1e-12


def test_capture():
    run = ran(rebounding(capture=1.5), duration=1, every=1)
    v1, v2 = run["left.slide_rate"].values[-1], run["right.slide_rate"].values[-1]
    assert run.events[0].next_stage == "together"
    assert (v1, v2) == pytest.approx((0.5, 0.5))


def test_directions_of_a_joint_are_released_one_after_another():
    """A block hangs on three directions; without z it slides down, then falls freely."""
    m = tt.Model("block")
    block = m.add_body("block", mass=2, inertia=[1, 1, 1])
    m.add_joint("pin", tt.Spherical(), m.ground, block)
    m.add_force("weight", tt.UniformGravity([3, 0, -10]))
    m.add_event("first", tt.time.rises(1))
    m.add_event("second", tt.time.rises(2))
    m.add_stage("held", until="first")
    m.add_stage("slides", release="pin.force.z", until="second")
    m.add_stage("free", release=["pin"])
    run = ran(m, duration=3, at=[0.5, 1.5, 2.5])
    x = run["block.position"].sel(time=[1.5, 2.5])
    assert x.values == pytest.approx(np.array([[0, 0, -1.25], [0.375, 0, -11.25]]), abs=1e-10)
    force = run["pin.reaction_force"].sel(time=[0.5, 1.5, 2.5]).values
    assert force == pytest.approx(np.array([[-6, 0, 20], [-6, 0, 0], [0, 0, 0]]), abs=1e-9)


def test_a_cycle_of_stages():
    """Held and let go again and again by turns, as the events say."""
    m = tt.Model("ratchet")
    block = m.add_body("block", mass=1)
    m.add_joint("rail", tt.Prismatic([1, 0, 0]), m.ground, block)
    m.add_force("push", tt.JointEffort("rail", 2))
    m.add_event("far", tt.coordinate("rail.slide").rises(1))
    m.add_event("late", tt.time.rises(2))
    m.add_stage("moves", until={"far": "stands"})
    m.add_stage("stands", lock="rail.slide", until={"late": "moves on"})
    m.add_stage("moves on", unlock="rail.slide")
    run = ran(m, duration=3, every=1)
    assert [event.next_stage for event in run.events] == ["stands", "moves on"]
    assert run["rail.slide"].values[-1] == pytest.approx(2.0)
    held = run["rail slide lock.holding_effort"].sel(time=1.5, method="nearest").values
    assert held == pytest.approx(-2.0)


def test_stages_and_events_are_written_and_read():
    for model in (ball_on_a_string(), docking(), rebounding(0.1)):
        assert loads(dumps(model)) == model


@pytest.mark.compiled
def test_a_result_remembers_stages_and_events(tmp_path):
    run = ran(ball_on_a_string(), duration=0.6, every=0.3)
    run.save(tmp_path / "run.nc")
    again = tt.load_run(tmp_path / "run.nc")
    assert again.events == run.events
    assert again.data.stage.values.tolist() == run.data.stage.values.tolist()
    assert again.rerun().events == run.events


# --- what cannot be meant -----------------------------------------------------------------------


def problem(change):
    m = docking()
    change(m)
    with pytest.raises(tt.ModelError) as caught:
        m.build()
    return str(caught.value)


def docked(**changes):
    """What puts another stage in the place of 'docked'."""
    stage = tt.Stage("docked", **{"until": "folded"} | changes)
    return lambda m: m.stages.update(docked=stage)


BAD = {
    "never reached": (
        lambda m: m.add_stage("lost"),
        "stages.lost: the stage 'lost' can never be reached",
    ),
    "not held": (
        lambda m: (
            m.stages.update(apart=tt.Stage("apart", release=["elbow"], until="touch"))
            or m.add_stage("more", release="elbow")
        ),
        "'elbow' is not held when this stage begins",
    ),
    "held already": (docked(engage=["elbow"]), "'elbow' is held already"),
    "not locked": (docked(unlock=["elbow"]), "'elbow' is not locked"),
    "locked twice": (
        docked(lock=["elbow", "elbow.angle"]),
        "'elbow.angle' is locked with its joint",
    ),
    "unknown event": (docked(until="fold"), "unknown event 'fold'"),
    "unknown joint": (docked(lock=["elbo"]), "unknown joint 'elbo'"),
    "no direction": (docked(release=["elbow.z"]), "'z' is no direction of a joint"),
}


@pytest.mark.parametrize("case", BAD)
def test_stages_that_cannot_be_meant(case):
    change, text = BAD[case]
    assert text in problem(change)


def test_negative_restitution():
    with pytest.raises(tt.ModelError, match="restitution"):
        docking().add_stage("bad", restitution=-0.5)


@pytest.mark.parametrize("direction", ["torque.z", "torque.y"])
def test_a_direction_that_is_not_held(direction):
    """About its own axis, and about one that is none of its directions."""
    m = tt.Model("hinge")
    arm = m.add_body("arm", mass=1, inertia=[1, 1, 1])
    axis = [0, 0, 1] if direction == "torque.z" else [0, 1, 1]
    m.add_joint("hinge", tt.Revolute(axis), m.ground, arm)
    m.add_event("now", tt.time.rises(1))
    m.add_stage("turns", until="now")
    m.add_stage("loose", release=f"hinge.{direction}")
    with pytest.raises(tt.ModelError, match=rf"stages.loose.release: 'hinge.{direction}' is not"):
        ran(m, duration=2, every=1)


def test_a_stage_whose_end_is_past():
    m = ball_on_a_string()
    m.add_event("late", tt.time.rises(0.01))
    m.stages.clear()
    m.add_stage("swing", until="slack")
    m.add_stage("fly", release="string", until="late")
    m.add_stage("gone")
    said = r"stage 'fly' begins at 0\.\d+ s and would never end: time rises above 0.01 is past"
    system = m.build()
    with pytest.raises(tt.RunError, match=said):
        tt.simulate(system, system.start(), duration=2.0)


def test_parts_that_do_not_meet_cannot_engage():
    m = tt.Model("gap")
    one, two = (m.add_body(name, mass=1, inertia=[1, 1, 1]) for name in ("one", "two"))
    m.add_joint("first", tt.Free(), m.ground, one)
    m.add_joint("second", tt.Free(), m.ground, two)
    m.add_joint("hinge", tt.Revolute([0, 0, 1]), one, two)
    m.add_event("now", tt.time.rises(1))
    m.add_stage("apart", release="hinge", until="now")
    m.add_stage("joined", engage="hinge")
    m.set_start("second", position=[0, 0, 0.3])
    with pytest.raises(tt.RunError, match=r"the body 'two' is 0.3 m .* from where it should be"):
        ran(m, duration=2, every=1)


@pytest.mark.parametrize("name", ["hinge", "hinge.angle"])
def test_all_that_moves_is_locked(name):
    m = tt.Model("arm")
    arm = m.add_body("arm", mass=1, inertia=[1, 1, 1], centre=[1, 0, 0])
    m.add_joint("hinge", tt.Revolute([0, 1, 0]), m.ground, arm)
    m.add_force("weight", tt.UniformGravity())
    m.add_event("now", tt.time.rises(1))
    m.add_stage("falls", until="now")
    m.add_stage("stuck", lock=name)
    run = ran(m, duration=2, every=0.5)
    T = run.data.kinetic_energy.values
    assert T[-1] == 0.0 and T.max() == pytest.approx(run.events[0].energy_lost)
    assert np.ptp(run["hinge.angle"].values[-3:]) == 0.0
    if name == "hinge":  # the lock carries the weight
        assert run["hinge.reaction_force"].values[-1] == pytest.approx([0, 0, 9.81])


@pytest.mark.parametrize("name", ["hinge", "hinge.angle"])
def test_a_lock_against_a_drive(name):
    m = tt.Model("driven")
    arm = m.add_body("arm", mass=1, inertia=[1, 1, 1])
    m.add_joint("hinge", tt.Revolute([0, 0, 1]), m.ground, arm)
    m.add_constraint("motor", tt.Prescribed("hinge.angle", "2*t"))
    m.set_start("hinge", rate=2)
    m.add_event("now", tt.time.rises(1))
    m.add_stage("turns", until="now")
    m.add_stage("stuck", lock=name)
    with pytest.raises(tt.RunError, match=r"at 1 s.*stage 'stuck' cannot begin: .* meet 'motor'"):
        ran(m, duration=2, every=1)


def test_a_stage_in_which_something_moves_nothing():
    m = tt.Model("massless")
    link = m.add_body("link", mass=0)
    ball = m.add_body("ball", mass=1)
    m.add_joint("peg", tt.Revolute([0, 1, 0]), m.ground, link)
    m.add_joint("string", tt.Fixed(), link.frame("end", at=[0, 0, -1]), ball)
    m.add_event("cut", tt.time.rises(1))
    m.add_stage("swing", until="cut")
    m.add_stage("fly", release="string")
    with pytest.raises(tt.ModelError, match=r"in stage 'fly': 'peg.rate' moves nothing"):
        ran(m, duration=2)


@pytest.mark.compiled
def test_formulations_are_compared_across_stages():
    m = ball_on_a_string()
    found = tt.analysis.compare(m, ["recursive", "newton-euler"], duration=0.8, progress=False)
    assert found.agrees
    assert "event time" in {difference.quantity for difference in found.motions}
