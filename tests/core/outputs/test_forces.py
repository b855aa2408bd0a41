"""What is recorded of forces is what the dynamics applied: wrenches add up to the forces on bodies
and along joints, powers to the rate of work, and that of a spring is what its potential loses."""

from dataclasses import replace

import numpy as np
import pytest

import treetop as tt
from interpreted import interpreted_for
from joint_physics import physical_loop
from pushed_trees import pushed_state, pushed_tree
from random_trees import random_motion, random_tree
from sprung_trees import add_joint_springs, add_line_springs
from treetop.model.forces.base import JointForce
from treetop.results.distance import turned
from treetop.system.fields import OF_FORCES

FORMULATIONS = ("recursive", "kane", "newton-euler", "udwadia", "kane-absolute")


def seen_at(system, state):
    seen = system.observe(np.array([state.time]), state.vector[None])
    return {name: each[0] for name, each in seen.items()}


def rows_of(system, seen):
    """Name and force of all that act at ends or joints, with what is recorded of each."""
    fields = ("applied_force", "applied_torque", "point_of_action", "point_of_reaction", "power")
    for k, name in enumerate(system.labels["force"]):
        yield name, system.model.forces[name], [seen[field][k] for field in fields]


def ends_of(model, force):
    """The bodies at the first and second end."""
    if isinstance(force, JointForce):
        joint = model.joints[force.joint]
        return model.frame(joint.inboard).body, model.frame(joint.outboard).body
    shapes = [getattr(force, end) for end in force.ends]
    frames = [s if isinstance(s, str) else getattr(s, s.frames[0]) for s in shapes]
    bodies = [model.frame(each).body for each in frames]
    return (bodies[0] if force.paired else None), bodies[-1]


@pytest.mark.parametrize("formulation", interpreted_for(FORMULATIONS, ["recursive"]))
@pytest.mark.parametrize("seed", range(4))
def test_wrenches_add_up_to_what_the_dynamics_applies(seed, formulation):
    system, state = pushed_state(seed, formulation)
    seen, now = seen_at(system, state), system.at(state)
    number = {name: k for k, name in enumerate(system.body_names, start=1)}
    F, tau = np.zeros_like(now.work.F), np.zeros_like(now.work.tau)
    origins = seen["origin"] + now.work.p
    for name, force, (push, twist, x, back, _) in rows_of(system, seen):
        first, second = ends_of(system.model, force)
        if isinstance(force, JointForce):
            joint = 1 + system.joint_names.index(force.joint)
            own = slice(system.tables.tree.u_at[joint], system.tables.tree.u_at[joint + 1])
            tau[own] += now.work.S[own] @ np.append(twist, push)
            assert x == pytest.approx(origins[joint], abs=1e-12), name
            continue
        for body, at, sign in ((second, x, 1), (first, back, -1)):
            if body in number:
                arm = at - origins[number[body]]
                F[number[body]] += sign * np.append(twist + np.cross(arm, push), push)
    applied = now.work.F.copy()
    if "gravity_force" in seen:
        com = np.einsum("nij,nj->ni", now.work.R.reshape(-1, 3, 3), now.work.bodies.com)
        fall = now.work.bodies.mass[1:, None] * now.rate[-5:-2]  # of the origin
        pull = seen["gravity_force"] - fall
        F[1:, 3:] += pull
        F[1:, :3] += seen["gravity_torque"] + np.cross(com[1:], pull)
    assert F[1:] == pytest.approx(applied[1:], abs=1e-10)
    assert tau == pytest.approx(now.work.tau, abs=1e-10)


@pytest.mark.parametrize("seed", range(4))
def test_power_is_what_wrenches_do_and_adds_up_to_the_rate_of_work(seed):
    model, motion = pushed_tree(seed)
    system = model.build()
    state = system.state(time=0.3, **motion)
    require_balance(system, state)


@pytest.mark.parametrize("seed", range(3))
def test_power_of_forces_along_joints_that_close_loops(seed):
    model, motion = physical_loop(seed)
    first = model.joints["loop"].kind.coordinates[0].name
    model.add_force("motor", tt.JointEffort("loop", 0.3, first))
    add_joint_springs(model, np.random.default_rng(seed))
    system = model.build()
    require_balance(system, system.settled(system.state(**motion)))


def require_balance(system, state):
    model, seen, now = system.model, seen_at(system, state), system.evaluate(state)
    free = 0.0
    for name, force, (push, twist, x, back, power) in rows_of(system, seen):
        first, second = ends_of(model, force)
        (v_a, w_a), (v_b, w_b) = motion_at(now, first, back), motion_at(now, second, x)
        expected = push @ (v_b - v_a) + twist @ (w_b - w_a)
        assert power == pytest.approx(expected, abs=1e-9), name
        length = np.linalg.norm(x - back) or 1.0
        stretching = length, (x - back) @ (v_b - v_a) / length
        free += power - conservative_power(force, stretching, system, seen)
    assert free == pytest.approx(system.rate(state)[-2], abs=1e-9)


def motion_at(now, body, x):
    """Velocity of the point of a body that is at x, and its angular velocity, inertial axes."""
    if body not in now.body:
        return np.zeros(3), np.zeros(3)
    own = now.body[body]
    w = turned(own.attitude, own.angular_velocity)
    return own.velocity + np.cross(w, x - own.position), w


def conservative_power(force, stretching, system, seen):
    """The power of the part of a spring that has a potential; the ends of a line part at a rate
    `stretching` along it, its length being given."""
    if isinstance(force, tt.SpringDamper):
        length, rate = stretching
        stretch = length - force.length
        return -(force.stiffness * stretch + force.cubic * stretch**3) * rate
    if not isinstance(force, tt.JointSpring) or not force.stiffness:
        return 0.0
    kind = system.model.joints[force.joint].kind
    k = [each.name for each in kind.coordinates].index(force.coordinate)
    labels = system.all_labels
    q = seen["coordinates"][labels.coordinates.index(f"{force.joint}.{kind.coordinates[k].name}")]
    u = seen["speeds"][labels.speeds.index(f"{force.joint}.{kind.speeds[k].name}")]
    return -force.stiffness * (q - force.rest) * u


@pytest.mark.parametrize("seed", range(2))
def test_the_power_of_springs_is_what_their_potential_loses(seed):
    model = random_tree(seed, 6, efforts=False, gravity=False)
    rng = np.random.default_rng(seed)
    add_line_springs(model, rng, 3)
    add_joint_springs(model, rng)
    for name, force in model.forces.items():
        model.forces[name] = replace(force, damping=0.0)
    system = model.build()
    state = system.state(**random_motion(model, seed))
    rate, h = system.rate(state), 1e-6
    potential = [
        seen_at(system, tt.State(system, 0.0, state.vector + step * rate))["potential_energy"]
        for step in (-h, h)
    ]
    power = seen_at(system, state)["power"].sum()
    assert power == pytest.approx(-(potential[1] - potential[0]) / (2 * h), rel=1e-6)


def test_forces_of_stages_are_zero_while_they_are_off(tmp_path):
    m = tt.Model("sled")
    m.add_body("sled", 2.0, [1, 1, 1])
    m.add_joint("rail", tt.Prismatic([1, 0, 0]), "ground", "sled")
    m.add_force("motor", tt.JointEffort("rail", 3.0))
    m.add_force("jet", tt.FrameForce("sled", [0, 0, 1.0]))
    m.add_force("gravity", tt.UniformGravity())
    m.add_event("later", tt.time.rises(0.5))
    m.add_stage("waits", off=["motor", "gravity"], until="later")
    m.add_stage("goes", on=["motor", "gravity"])
    system = m.build()
    run = tt.simulate(system, system.start(), 1.0, every=0.25)
    off = run.data.stage.values == "waits"
    assert off.any() and not off.all()
    assert run["motor.generalised_force"].values == pytest.approx(np.where(off, 0.0, 3.0))
    assert run["motor.applied_force"].values[:, 0] == pytest.approx(np.where(off, 0.0, 3.0))
    power = run["motor.generalised_force"].values * run["rail.slide_rate"].values
    assert run["motor.power"].values == pytest.approx(power)
    assert run["jet.applied_force"].values[:, 2] == pytest.approx(1.0)
    assert run["sled.gravity_force"].values[:, 2] == pytest.approx(np.where(off, 0.0, -2 * 9.81))
    run.save(tmp_path / "run.nc")
    again = tt.load_run(tmp_path / "run.nc")
    assert again.data.identical(run.data)
    assert again["motor.generalised_force"].attrs["units"] == "N"


def test_a_model_without_forces_records_none():
    m = tt.Model("drifting")
    m.add_body("rock", 2.0, [1, 1, 1])
    m.add_joint("free", tt.Free(), "ground", "rock")
    system = m.build()
    run = tt.simulate(system, system.start(), 1.0, every=1.0)
    assert not OF_FORCES & set(run.data)
    assert "force" not in run.data.dims
