"""Bodies by mass, inertia, R and S with arbitrary parameters, against trees of joints."""

from pathlib import Path

import numpy as np
import pytest
import sympy as sp
from sympy.physics.mechanics import dynamicsymbols

import treetop as tt
from quaternions import body_rates, quaternion, rotation
from treetop.symbolic import LagrangianSystem

t = dynamicsymbols._t
R = sp.Matrix(dynamicsymbols("x y z"))
INERTIA = [[3.0, 0.2, -0.1], [0.2, 2.0, 0.3], [-0.1, 0.3, 1.5]]
STRICT = {"rtol": 1e-11, "atol": 1e-13}
EXAMPLE = Path(__file__).parents[2] / "examples" / "two-body-spacecraft.yaml"


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


def two_body_spacecraft():
    """Two bodies, seven coordinates each, joined along a line by spring and eight constraints of
    rank six; positions are from a reference orbit that moves along."""
    r = [sp.Matrix(dynamicsymbols(f"x{i} y{i} z{i}")) for i in (1, 2)]
    e = [quaternion("e1"), quaternion("e2")]
    O, V = (sp.Matrix(dynamicsymbols(f"{a}x {a}y {a}z")) for a in "OV")
    mu, masses = 3.986e14, (2200, 1200)
    inertias = ([2300, 4500, 3600], [1700, 2000, 600])
    at = (sp.Matrix([1, 0, 1]), sp.Matrix([-1, 0, 1]))
    S = [rotation(q) for q in e]
    D = r[0] + S[0] * at[0] - r[1] - S[1] * at[1]
    stretch = sp.sqrt(D.dot(D)) - 2
    n = sp.Matrix([1, 0, 0])
    pull = [-mu * m / sp.sqrt((O + p).dot(O + p)) for m, p in zip(masses, r, strict=True)]
    system = LagrangianSystem(
        [*r[0], *e[0], *r[1], *e[1]],
        potential=[*pull, 25 * stretch**2 / 2 + stretch**4 / 4],
        constraints={
            "unit1": e[0].dot(e[0]) - 1,
            "unit2": e[1].dot(e[1]) - 1,
            "axis1": (S[0] * n).cross(D),
            "axis2": (S[1] * n).cross(D),
        },
        auxiliary=dict(zip(O, V, strict=True))
        | dict(zip(V, -mu * O / sp.sqrt(O.dot(O)) ** 3, strict=True)),
        outputs={"stretch": stretch},
    )
    for i, name in enumerate(("bus", "tug")):
        w = 2 * body_rates(e[i]) * e[i].diff(t)
        system.add_body(name, masses[i], inertias[i], O + r[i], S[i], w)
    return system.build()


@pytest.mark.compiled
def test_the_two_body_spacecraft_moves_as_a_tree_of_joints():
    model = tt.load(EXAMPLE)
    spring = model.forces["spring"]
    model.forces["spring"] = type(spring)(**{**vars(spring), "damping": 0.0})
    tree = model.build()
    system, begin = two_body_spacecraft(), tree.start()
    circular = float(np.sqrt(3.986e14 / 6678.1e3))
    start = system.state(Ox=6678.1e3, Vy=circular, e1_w=1.0, e2_w=1.0, x2=4.0)
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
