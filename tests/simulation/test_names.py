"""Parts may be called like what a change of structure adds: the motion is that of other names."""

import numpy as np
import pytest

import treetop as tt
from flexible_craft import craft

pytestmark = pytest.mark.compiled  # kernels see no names


def parted(other, lock):
    """An arm on a sprung hinge, a slider on it; the hinge is locked or held, then let go."""
    m = tt.Model("parted")
    arm = m.add_body("b", mass=1, inertia=[1, 1, 1])
    bob = m.add_body("bob", mass=2, inertia=[1, 1, 1])
    m.add_joint("hinge", tt.Revolute([0, 1, 0]), m.ground, arm)
    m.add_joint(other, tt.Prismatic([1, 0, 0]), arm.frame("end", at=[0, 0, 1]), bob)
    m.add_force("hinge spring", tt.JointSpring("hinge", stiffness=40.0))
    m.add_force("slider spring", tt.JointSpring(other, stiffness=30.0, rest=0.2))
    m.add_event("t1", tt.time.rises(0.02))
    m.add_event("t2", tt.time.rises(0.04))
    m.add_stage("moving", until="t1")
    m.add_stage("held", lock=lock, until="t2")
    m.add_stage("apart", release="hinge", unlock=lock)
    m.set_start("hinge", angle=0.3, rate=1.0)
    m.set_start(other, slide=0.1)
    return m


def ran(m, formulation="recursive", duration=0.06):
    system = m.build(formulation)
    return tt.simulate(system, system.start(), duration=duration, every=0.02)


def same(one, two):
    """Runs have equal numbers, to the last digit, by other names."""
    assert [event.time for event in one.events] == [event.time for event in two.events]
    for name in ("coordinates", "speeds", "position", "attitude", "reaction_force", "work"):
        assert np.array_equal(one.data[name].values, two.data[name].values), name


@pytest.mark.parametrize(
    ("name", "lock"),
    [
        ("hinge lock", "hinge"),
        ("hinge lock", "hinge.angle"),
        ("hinge angle lock", "hinge.angle"),
        ("hinge angle", "hinge.angle"),
        ("b", "hinge"),
        ("b free", "hinge"),
    ],
)
def test_joints_called_like_locks_and_free_flight(name, lock):
    run = ran(parted(name, lock))
    same(run, ran(parted("slider", lock)))
    later = run.data.sel(time=slice(0.0401, None))
    assert len(set(run.data.joint.values.tolist())) == run.data.sizes["joint"]
    # Nothing acts on the two from outside any more.
    H = later.angular_momentum.values
    assert np.abs(H - H[0]).max() < 1e-9 * np.abs(H).max()
    assert later.potential_energy.values[-1] != 0.0  # of the spring between them alone
    slide = run[f"{name}.slide"].sel(time=later.time).values
    assert later.potential_energy.values == pytest.approx(15.0 * (slide - 0.2) ** 2, rel=1e-12)


@pytest.mark.compiled
@pytest.mark.parametrize("formulation", ["kane", "newton-euler", "udwadia"])
def test_in_other_formulations(formulation):
    same(
        ran(parted("hinge lock", "hinge"), formulation), ran(parted("slider", "hinge"), formulation)
    )


def test_a_joint_called_like_free_flight_is_not_replaced():
    """The arm and what hangs on it by 'b free' are connected, also when the hinge lets go."""
    m = parted("b free", "hinge")
    m.add_joint("b", tt.Fixed(), "b", m.add_body("weight", mass=1, inertia=[1, 1, 1]))
    run = ran(m)
    assert {"b", "b free", "b free_", "hinge"} == set(run.data.joint.values.tolist())
    assert np.isfinite(run["b free_.position.x"].values).all()


def resting(floor, frame, constraint):
    """A ball at rest on a floor, with a frame and a constraint of the given names."""
    m = tt.Model("resting")
    ball = m.add_body("ball", mass=1, inertia=[1, 1, 1])
    rider = m.add_body("rider", mass=1, inertia=[1, 1, 1])
    m.add_joint("fall", tt.Prismatic([0, 0, 1]), m.ground, ball)
    m.add_joint("rail", tt.Prismatic([1, 0, 0]), ball, rider)
    m.ground.frame(frame, at=[5, 5, 5])
    contact = tt.RigidContact(tt.Plane("ground", normal=[0, 0, 1]), tt.Sphere(ball, 0.5))
    m.add_force(floor, contact)
    m.add_force("weight", tt.UniformGravity())
    m.add_constraint(constraint, tt.Prescribed("rail.slide", "0.1 * t"))
    m.set_start("fall", slide=0.51)
    m.set_start("rail", slide_rate=0.1)
    return m


def test_constraints_and_frames_called_like_contacts_at_rest():
    run = ran(resting("floor", "floor rest", "floor rest"), duration=0.2)
    assert run.events[-1].note == "comes to rest"
    same(run, ran(resting("floor", "mark", "drive"), duration=0.2))
    names = run.data.constraint.values.tolist()
    assert names == ["floor rest", "floor rest_"]
    held = run.data.holding_force.sel(constraint="floor rest_").values[-1]
    assert held == pytest.approx([0, 0, 2 * 9.81], rel=1e-9)


def flexible(joints, bodies, stiffening):
    """A craft with a boom, and points of the given names on its hub; the boom is let go."""
    m = craft(stiffening=stiffening)
    for joint, body in zip(joints, bodies, strict=True):
        m.add_joint(joint, tt.Prismatic([1, 0, 0]), "bus", m.add_body(body, 1, [1, 1, 1]))
        m.add_force(f"spring of {joint}", tt.JointSpring(joint, stiffness=5.0, rest=0.1))
    m.add_event("t1", tt.time.rises(0.01))
    m.add_event("t2", tt.time.rises(0.02))
    m.add_stage("fly", until="t1")
    m.add_stage("locked", lock="hinge", until="t2")
    m.add_stage("apart", release="hinge", unlock="hinge")
    m.set_start("free", angular_velocity=[0.1, 0.2, 0.3])
    m.set_start("hinge", rate=0.5)
    return m


@pytest.mark.compiled
@pytest.mark.parametrize("stiffening", ["geometric", "none"])
def test_parts_called_like_those_of_flexible_bodies(stiffening):
    joints = ("boom", "boom bending", "boom tip", "boom root free")
    bodies = ("boom tip", "boom mass", "boom base", "boom root_")
    run = ran(flexible(joints, bodies, stiffening), duration=0.03)
    plain = flexible(("j0", "j1", "j2", "j3"), ("b0", "b1", "b2", "b3"), stiffening)
    same(run, ran(plain, duration=0.03))
    for dim in ("body", "joint", "coordinate", "speed"):
        assert len(set(run.data[dim].values.tolist())) == run.data.sizes[dim]
    assert run["boom bending_.mode1"].values[-1] != 0.0


@pytest.mark.compiled
def test_results_of_such_models_are_read_again(tmp_path):
    joints, bodies = ("boom", "boom bending", "j2"), ("boom tip", "boom mass", "b2")
    run = ran(flexible(joints, bodies, "geometric"), duration=0.03)
    run.save(tmp_path / "run.nc")
    again = tt.load_run(tmp_path / "run.nc")
    assert again.distance("boom.tip", "bus").values == pytest.approx(
        run.distance("boom.tip", "bus").values, rel=1e-15
    )
    for drift, before in zip(again.audit().drifts, run.audit().drifts, strict=True):
        assert (drift.name, drift.drift, drift.unit) == (before.name, before.drift, before.unit)
        assert drift.scale == pytest.approx(before.scale, rel=1e-15)  # inertias are found anew
    assert list(again.system.mechanism.bodies) == list(run.system.mechanism.bodies)
