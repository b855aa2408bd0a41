"""Bodies by mass, inertia, R and S with arbitrary parameters, against trees of joints."""

import numpy as np
import pytest
import sympy as sp
from sympy.physics.mechanics import dynamicsymbols

import treetop as tt
from folders import EXAMPLES
from quaternions import body_rates, quaternion, rotation
from treetop.symbolic import LagrangianSystem
from two_bodies import two_body_spacecraft, two_body_start

t = dynamicsymbols._t
R = sp.Matrix(dynamicsymbols("x y z"))
INERTIA = [[3.0, 0.2, -0.1], [0.2, 2.0, 0.3], [-0.1, 0.3, 1.5]]
STRICT = {"rtol": 1e-11, "atol": 1e-13}
EXAMPLE = EXAMPLES / "two-body-spacecraft.yaml"


def by_quaternion(**more):
    e = quaternion("e")
    system = LagrangianSystem(
        [*R, *e], potential=7.0 * 9.81 * R[2], constraints={"unit": e.dot(e) - 1}
    )
    system.add_body("brick", 7.0, INERTIA, R, rotation(e), **more)
    return system.build()


def by_angles():
    a, b, c = angles = dynamicsymbols("a b c")
    S = sp.rot_axis3(-a) * sp.rot_axis2(-b) * sp.rot_axis1(-c)
    system = LagrangianSystem([*R, *angles], potential=7.0 * 9.81 * R[2])
    system.add_body("brick", 7.0, INERTIA, R, S)
    return system.build()


def by_joint():
    model = tt.Model("brick")
    brick = model.add_body("brick", 7.0, INERTIA)
    model.add_joint("free", tt.Free(), model.ground, brick)
    model.add_force("weight", tt.UniformGravity([0, 0, -9.81]))
    return model.build()


SPIN, ATTITUDE = np.array([0.8, -1.1, 0.4]), np.array([0.8, 0.2, -0.4, 0.4])


def quaternion_state(system):
    w, x, y, z = ATTITUDE
    E = np.array([[-x, w, z, -y], [-y, -z, w, x], [-z, y, -x, w]])
    rates = dict(zip(("e_w", "e_x", "e_y", "e_z"), ATTITUDE, strict=True))
    rates |= {f"{k}_rate": v for k, v in zip(rates, E.T @ SPIN / 2, strict=True)}
    return system.state(rates, x=1.0, y_rate=2.0)


def joint_state(system):
    return system.state(
        free={
            "position": [1, 0, 0],
            "attitude": ATTITUDE,
            "velocity": [0, 2, 0],
            "angular_velocity": SPIN,
        }
    )


@pytest.mark.compiled
@pytest.mark.parametrize("given", ["angular velocity", "rotation alone"])
def test_a_free_body_by_quaternion_moves_as_behind_a_free_joint(given):
    e = quaternion("e")
    more = {"angular_velocity": 2 * body_rates(e) * e.diff(t)} if given[0] == "a" else {}
    system, tree = by_quaternion(**more), by_joint()
    start, there = quaternion_state(system), joint_state(tree)
    assert np.linalg.matrix_rank(system.mass_matrix(start), tol=1e-10) == 6
    one, other = system.evaluate(start).body["brick"], tree.evaluate(there).body["brick"]
    for field in one.__dataclass_fields__:
        assert getattr(one, field) == pytest.approx(getattr(other, field), abs=1e-12), field
    runs = [tt.simulate(s, y, 5.0, **STRICT) for s, y in ((system, start), (tree, there))]
    one, other = (run["brick.attitude"].values[-1] for run in runs)
    assert np.abs(one - other * np.sign(one @ other)).max() < 1e-9
    assert runs[0].audit()["energy"].relative < 1e-10


@pytest.mark.compiled
def test_angles_do_as_well():
    system, tree = by_angles(), by_joint()
    place, rates = np.array([0.4, -0.3, 0.7]), np.array([0.5, 0.2, -0.6])
    names = ("a", "b", "c")
    start = system.state(
        dict(zip(names, place, strict=True))
        | dict(zip((f"{n}_rate" for n in names), rates, strict=True))
    )
    seen = system.evaluate(start).body["brick"]
    there = tree.state(free={"attitude": seen.attitude, "angular_velocity": seen.angular_velocity})
    other = tree.evaluate(there).body["brick"]
    assert seen.angular_acceleration == pytest.approx(other.angular_acceleration, abs=1e-12)
    assert seen.acceleration == pytest.approx(other.acceleration, abs=1e-12)


def test_a_particle_has_no_rotation():
    system = LagrangianSystem([*R], potential=2.0 * 9.81 * R[2])
    system.add_body("stone", 2.0, position=R)
    built = system.build()
    seen = built.evaluate(built.state(x_rate=1.0)).body["stone"]
    assert seen.acceleration == pytest.approx([0, 0, -9.81])
    assert seen.attitude == pytest.approx([1, 0, 0, 0])


def test_masses_and_inertias_that_depend_on_coordinates(rng):
    """As by the same kinetic energy, written out."""
    x, a = dynamicsymbols("x a")
    place, turn = sp.Matrix([x * sp.cos(a), x * sp.sin(a), a**2]), sp.rot_axis3(-a)
    mass, moments = 1 + x**2, [2 + sp.sin(x), 2, 1 + a**2]
    by_body = LagrangianSystem([x, a])
    by_body.add_body("balloon", mass, moments, place, turn)
    v = place.diff(t)
    T = mass * v.dot(v) / 2 + moments[2] * a.diff() ** 2 / 2
    one, other = by_body.build(), LagrangianSystem([x, a], T).build()
    values = dict(zip(("x", "a", "x_rate", "a_rate"), rng.normal(size=4), strict=True))
    for ours, theirs in zip(
        one.matrices(one.state(values)), other.matrices(other.state(values)), strict=True
    ):
        assert ours == pytest.approx(theirs, rel=1e-13)
    run = tt.simulate(one, one.state(values), 2.0, **STRICT)
    assert run.audit()["energy"].relative < 1e-9


def test_a_mass_that_grows_with_the_way():
    x = dynamicsymbols("x")
    system = LagrangianSystem([x])
    system.add_body("snowball", 1 + x**2, position=[x, 0, 0])
    built = system.build()
    rate = built.evaluate(built.state(x=0.7, x_rate=2.0)).speed_rates[0]
    assert rate == pytest.approx(-0.7 * 2.0**2 / (1 + 0.7**2), rel=1e-15)


@pytest.mark.compiled
def test_the_two_body_spacecraft_moves_as_a_tree_of_joints():
    model = tt.load(EXAMPLE)
    spring = model.forces["spring"]
    model.forces["spring"] = type(spring)(**{**vars(spring), "damping": 0.0})
    tree = model.build()
    system, begin = two_body_spacecraft().build(), tree.start()
    start = two_body_start(system)
    now = system.evaluate(start)
    assert (now.rank, now.degrees_of_freedom) == (6, 8)
    one = tt.simulate(system, start, 1000.0, every=100.0, rtol=1e-10, atol=1e-13)
    other = tt.simulate(tree, begin, 1000.0, every=100.0, rtol=1e-10, atol=1e-13)
    assert one.data.constraint_error.max() < 1e-12
    slide = other["boom.slide"].values
    assert np.abs(one["stretch"].values + 2 - slide).max() < 1e-9
    for body in ("bus", "tug"):
        a, b = (run[f"{body}.attitude"].values for run in (one, other))
        assert np.abs(a * np.sign((a * b).sum(1, keepdims=True)) - b).max() < 1e-8
