"""What is seen of a motion: bodies, reactions, energies, momenta."""

import numpy as np
import pytest

import treetop as tt
from agreeing import close
from naive import STEP, across, apply, quaternion_rate, rotation_of, vector_of
from random_trees import UNIFORM_GRAVITY, random_tree
from sprung_trees import moving, sprung_tree


def seen(tree):
    return tree.system.evaluate(tree.state)


# --- at one instant -----------------------------------------------------------------------


def test_poses_follow_from_the_joints(tree):
    now, poses = seen(tree), tree.naive.poses(tree.q)
    for name, body in now.body.items():
        R, p = poses[name]
        assert body.position == pytest.approx(p, abs=1e-12)
        assert rotation_of(body.attitude) == pytest.approx(R, abs=1e-12)


def test_velocities_are_partial_velocities_times_speeds(tree):
    now, poses = seen(tree), tree.naive.poses(tree.q)
    J = tree.naive.partial_velocities(tree.q)
    for (w, v), body in zip((J @ tree.u).reshape(-1, 2, 3), tree.naive.bodies, strict=True):
        R, moving_body = poses[body.name][0], now.body[body.name]
        assert R @ moving_body.angular_velocity == pytest.approx(w, abs=1e-11)
        arm = np.cross(w, apply(R, body.centre))
        assert moving_body.velocity == pytest.approx(v - arm, abs=1e-11)


def test_potential_energy_is_that_of_gravity_and_springs(tree):
    close(seen(tree).potential_energy, tree.naive.potential(tree.q), 1e-12)


def test_momenta_are_sums_over_the_bodies(tree):
    now, momenta = seen(tree), tree.naive.momentum(tree.q, tree.u)
    centres = np.array([x for _, x in tree.naive._centres(tree.q)])
    masses = np.array([body.mass for body in tree.naive.bodies])
    centre, P = masses @ centres / masses.sum(), momenta[:, 3:].sum(0)
    L = (momenta[:, :3] + np.cross(centres, momenta[:, 3:])).sum(0)
    close(now.mass_centre, centre, 1e-12)
    close(now.linear_momentum, P, 1e-12)
    close(now.angular_momentum, L, 1e-12)
    close(now.angular_momentum_about_centre, L - np.cross(centre, P), 1e-12)


# --- reactions ----------------------------------------------------------------------------


@pytest.fixture(params=[False, True], ids=["free", "grounded"])
def driven(request):
    """A tree on which nothing but gravity and drives at the joints act; it, and a snapshot."""
    model = random_tree(seed=21, bodies=20, grounded=request.param)
    system, state = moving(model, seed=4)
    return model, state, system.evaluate(state)


def joint_wrenches(model, now):
    """Force and torque of each joint on its outboard body, inertial axes, and where it acts."""
    for joint in model.joints.values():
        F, M = model.frame(joint.inboard), model.frame(joint.outboard)
        R_NP = np.eye(3) if F.body == "ground" else rotation_of(now.body[F.body].attitude)
        R, outboard = R_NP @ rotation_of(np.array(F.attitude)), now.body[M.body]
        load = now.joint[joint.name]
        place = outboard.position + rotation_of(outboard.attitude) @ np.array(M.at)
        yield F.body, M.body, R @ load.reaction_force, R @ load.reaction_torque, place


def test_newton_and_euler_hold_for_each_body_with_opposite_reactions_on_its_parent(driven):
    model, _, now = driven
    force = {body.name: body.mass * np.array(UNIFORM_GRAVITY) for body in model.bodies.values()}
    torque = {name: np.zeros(3) for name in force}  # about the mass centre
    centre = {
        name: now.body[name].position + rotation_of(now.body[name].attitude) @ np.array(body.centre)
        for name, body in model.bodies.items()
    }
    for inboard, outboard, f, t, place in joint_wrenches(model, now):
        for name, sign in ((inboard, -1.0), (outboard, 1.0)):
            if name != "ground":
                force[name] = force[name] + sign * f
                torque[name] = torque[name] + sign * (t + np.cross(place - centre[name], f))
    largest = max(np.linalg.norm(f) for f in force.values())
    for name, body in model.bodies.items():
        motion, J = now.body[name], np.array(body.inertia)
        R, w, w_rate = (
            rotation_of(motion.attitude),
            motion.angular_velocity,
            motion.angular_acceleration,
        )
        c = np.array(body.centre)
        a = motion.acceleration + R @ (np.cross(w_rate, c) + np.cross(w, np.cross(w, c)))
        spin_rate = R @ (J @ w_rate + np.cross(w, J @ w))
        assert body.mass * a == pytest.approx(force[name], abs=1e-11 * largest)
        assert spin_rate == pytest.approx(torque[name], abs=1e-11 * largest)


def test_reaction_along_free_directions_is_the_applied_effort(driven):
    model, state, now = driven
    for joint in model.joints.values():
        q = np.concatenate(
            [np.ravel(state[f"{joint.name}.{c.name}"]) for c in joint.kind.coordinates] or [[]]
        )
        load = now.joint[joint.name]
        for force in model.forces.values():
            if isinstance(force, tt.JointEffort) and force.joint == joint.name:
                for rates, effort in unit_rates(joint.kind, force, q):
                    R, p = across(joint.kind, q + 1j * STEP * rates)
                    turning = vector_of(np.imag(R) @ np.real(R).T) / STEP
                    power = load.reaction_torque @ turning + load.reaction_force @ np.imag(p) / STEP
                    assert power == pytest.approx(effort, abs=1e-10)


def unit_rates(kind, force, q):
    """Rates of the coordinates for a unit of each speed along which the effort acts, and it."""
    first = 0
    for c, s in zip(kind.coordinates, kind.speeds, strict=True):
        if force.coordinate in (c.name, s.name):
            for e, effort in zip(np.eye(s.size), np.ravel(force.effort), strict=True):
                rates = np.zeros(q.size)
                at = slice(first, first + c.size)
                rates[at] = quaternion_rate(q[at], e) if c.size == 4 else e
                yield rates, effort
        first += c.size


# --- along a motion -----------------------------------------------------------------------

SPACING = 1e-3
AT_MIDDLE = np.array([-1, 9, -45, 0, 45, -9, 1]) / (60 * SPACING)


@pytest.fixture(params=[False, True], ids=["free", "grounded"])
def run(request):
    """Seven samples along a motion under all forces: derivatives are known at the middle one."""
    model = sprung_tree(seed=31, bodies=9, grounded=request.param, roots=2)
    model.add_force("thrust", tt.FrameForce("b3.root", force=[1, 2, 3], torque=[3, 2, -1]))
    model.add_force("drive", tt.JointEffort("j2", 2.0))
    system, state = moving(model, seed=2)
    short = {"step": SPACING / 2, "rtol": 1e-12, "atol": 1e-14}  # so that dense output is exact
    return tt.simulate(system, state, 6 * SPACING, every=SPACING, **short).data


def rate(values):
    return np.tensordot(AT_MIDDLE, values, axes=1)


@pytest.mark.compiled
@pytest.mark.parametrize(
    ("derivative", "of"),
    [
        ("velocity", "position"),
        ("acceleration", "velocity"),
        ("angular_acceleration", "angular_velocity"),
        ("speed_rates", "speeds"),
    ],
)
def test_is_the_derivative_of(run, derivative, of):
    close(run[derivative][3], rate(run[of]), 1e-9)


@pytest.mark.compiled
def test_attitudes_turn_with_the_angular_velocity(run):
    close(
        quaternion_rate(run.attitude[3].values, run.angular_velocity[3].values),
        rate(run.attitude),
        1e-9,
    )


@pytest.mark.compiled
def test_power_is_the_rate_of_energy(run):
    close(rate(run.kinetic_energy + run.potential_energy), rate(run.work), 1e-9)


@pytest.mark.compiled
@pytest.mark.parametrize("run", [False], indirect=True, ids=["free"])
def test_power_about_the_centre_is_the_rate_of_energy_about_the_centre(run):
    close(rate(run.energy_about_centre), rate(run.work_about_centre), 1e-9)


@pytest.mark.compiled
def test_linear_momentum_is_mass_times_velocity_of_the_centre(run):
    total = run.linear_momentum[3].values / rate(run.mass_centre)
    close(total, np.full(3, total.mean()), 1e-9)
