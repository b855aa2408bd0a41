"""Forces by user functions."""

import numpy as np
import pytest

import treetop as tt
from naive import rotation_of
from treetop.core.compiler import INTERPRETED
from treetop.core.forces.user_force import laws_of
from treetop.core.formulations.recursive import derivative
from treetop.core.integrators.dop853 import dop853
from treetop.core.tables.motion import FrameMotion


def swirl(t, motion, p):
    """Neither central nor conservative, with a torque."""
    r, v = motion.position, motion.velocity
    force = tt.Vec3(-p[0] * r.y + t, p[0] * r.x - v.y, p[1] * r.z * r.z)
    return tt.Wrench(force, motion.angular_velocity * -p[1] + motion.attitude.x)


def spring(t, motion, p):
    return tt.Wrench(motion.position * -p[0], tt.Vec3(0.0, 0.0, 0.0))


def pair(*forces, **more):
    """Two free bodies in motion, with forces as (function, on, reference, parameters)."""
    model = tt.Model("pair")
    for name in "ab":
        body = model.add_body(name, mass=2, inertia=[1, 2, 1.5], centre=[0.1, 0, -0.1])
        model.add_joint(f"{name}_free", tt.Free(), model.ground, body)
        body.frame("hook", at=[0.2, -0.1, 0.3], attitude=[0.5, 0.5, 0.5, 0.5])
    for k, force in enumerate(forces):
        model.add_force(f"force{k}", tt.UserForce(*force))
    for name, force in more.items():
        model.add_force(name, force)
    system = model.build()
    return system, system.state(
        time=0.5,
        a_free={"position": [1, 2, 3], "velocity": [0, 1, 0], "angular_velocity": [1, 0, -1]},
        b_free={"position": [2, 4, 3], "velocity": [1, -1, 1], "angular_velocity": [0, 2, 1]},
    )


@pytest.mark.compiled
def test_momentum_is_kept_whatever_the_law_between_two_bodies():
    system, start = pair((swirl, "b.hook", "a.hook", (0.7, 0.3)))
    data = tt.simulate(system, start, 2.0, every=0.5, rtol=1e-12).data
    for momentum in (data.linear_momentum, data.angular_momentum):
        assert np.ptp(momentum.values, axis=0) == pytest.approx(np.zeros(3), abs=1e-11)
    assert np.ptp(data.kinetic_energy.values) > 0.1


def test_the_reference_feels_the_opposite_wrench_at_the_same_point():
    system, state = pair((swirl, "b.hook", "a.hook", (0.7, 0.3)))
    now, F_all = system.evaluate(state), system.at(state).work.F[1:]
    total = np.zeros((2, 3))
    for name, F in zip(system.body_names, F_all.reshape(-1, 2, 3), strict=True):
        total += F + [np.cross(now.body[name].position, F[1]), np.zeros(3)]
    assert np.abs(F_all).max() > 1.0
    assert total == pytest.approx(np.zeros((2, 3)), abs=1e-13)


def test_law_sees_the_frame_from_its_reference():
    """A spring by hand is the spring of the house."""
    by_hand, start = pair((spring, "b.hook", "a.hook", (4.0,)))
    built_in, same = pair(s=tt.SpringDamper("a.hook", "b.hook", length=0, stiffness=4.0))
    ours, theirs = by_hand.evaluate(start), built_in.evaluate(same)
    assert ours.speed_rates == pytest.approx(theirs.speed_rates, abs=1e-13)


def test_what_the_law_sees_is_in_inertial_axes():
    system, state = pair((swirl, "b.hook", "ground", (1.0, 2.0)))
    now = system.evaluate(state).body["b"]
    R, at = rotation_of(now.attitude), np.array([0.2, -0.1, 0.3])
    w = R @ now.angular_velocity
    motion = FrameMotion(
        tt.Vec3(*(now.position + R @ at)),
        tt.Vec3(*(now.velocity + np.cross(w, R @ at))),
        tt.Mat3(*(tt.Vec3(*row) for row in R @ rotation_of(np.array([0.5, 0.5, 0.5, 0.5])))),
        tt.Vec3(*w),
    )
    force, torque = swirl(0.5, motion, (1.0, 2.0))
    F = system.at(state).work.F
    assert F[2, 3:] == pytest.approx(force, abs=1e-13)
    moment = np.array(torque) + np.cross(R @ at, force)
    assert F[2, :3] == pytest.approx(moment, abs=1e-13)


def test_several_laws_each_with_its_own_parameters():
    laws = [(spring, "b", "a", (1.0,)), (swirl, "b", "a", (0.5, 0.2)), (spring, "b", "a", (2.0,))]
    together, state = pair(*laws)
    found = together.at(state).work.F
    alone = np.zeros((3, 6))
    for law in laws:
        system, state = pair(law)
        alone += system.at(state).work.F
    assert found[1:] == pytest.approx(alone[1:], abs=1e-13)


@pytest.mark.compiled
def test_compiled_law_is_the_interpreted_function(rng):
    v = [tt.Vec3(*rng.normal(size=3)) for _ in range(6)]
    motion, p = FrameMotion(v[0], v[1], tt.Mat3(*v[2:5]), v[5]), rng.normal(size=2)
    compiled = laws_of([(spring, 1), (swirl, 2)])(1, 0.3, motion, p)
    assert np.ravel(compiled) == pytest.approx(np.ravel(swirl(0.3, motion, p)), rel=1e-15)


@pytest.mark.skipif(INTERPRETED, reason="nothing is compiled")
def test_another_law_compiles_none_of_the_big_kernels():
    big, compilations = (dop853.function, derivative.function), []
    for law in (spring, swirl):
        system, start = pair((law, "b", "a", (1.0, 1.0)))
        tt.simulate(system, start, 0.1)
        compilations.append([sum(kernel.stats.cache_misses.values()) for kernel in big])
    assert compilations[0] == compilations[1]
    assert [len(kernel.signatures) for kernel in big] == [1, 1]
