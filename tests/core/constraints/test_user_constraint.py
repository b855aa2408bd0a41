"""Constraints by user functions: equal to those that are built in, refused if wrong."""

import math

import numpy as np
import pytest

import treetop as tt
from agreeing import close
from random_trees import random_motion, random_tree
from treetop.assembly.joint_axes import with_z
from treetop.core.compiler import INTERPRETED
from treetop.core.spatial import cross, dot, norm, sin, sqrt
from treetop.system.formulations import FORMULATIONS

E, F = [0.6, 0.0, 0.8], [0.0, 0.8, 0.6]
ALL = list(FORMULATIONS)


def distance(t, at, p):
    return 0.5 * (dot(at.position, at.position) / p[0] - p[0])


def plane(t, at, p):
    return 0.6 * at.position.x + 0.8 * at.position.z


def perpendicular(t, at, p):
    axis = at.attitude @ tt.Vec3(0.0, 0.8, 0.6)
    return dot(tt.Vec3(0.6, 0.0, 0.8), axis)


def ball(t, at, p):
    contact = at.velocity + cross(at.angular_velocity, tt.Vec3(0.0, 0.0, -0.3))
    return dot(tt.Vec3(p[0], p[1], p[2]), contact)


def disc(t, at, p):
    """The lowest point of a disc of radius 0.3 does not slip."""
    n = at.attitude @ tt.Vec3(0.0, 0.8, 0.6)
    up = tt.Vec3(0.0, 0.0, 1.0)
    g = up - n * dot(up, n)
    arm = g * (-0.3 / sqrt(dot(g, g)))
    return dot(tt.Vec3(p[0], p[1], p[2]), at.velocity + cross(at.angular_velocity, arm))


# By name: the constraint that is built in, the function, and whether it is holonomic.
BUILT_IN = {
    "distance": (lambda a, b: tt.Distance(a, b, length=0.7), distance, True),
    "plane": (lambda a, b: tt.PointOnPlane(b, a, E), plane, True),
    "perpendicular": (lambda a, b: tt.Perpendicular(a, b, E, F), perpendicular, True),
    "ball": (lambda a, b: tt.RollingBall(b, a, 0.3), ball, False),
    "disc": (lambda a, b: tt.RollingDisc(b, a, 0.3, axis=F), disc, False),
}


def rows(constraint, seed):
    """Rows for all bodies, errors, rates and biases, in a tree that moves at random."""
    model = random_tree(seed, 4, ("universal", "spherical", "planar"), grounded=True)
    a = model.bodies["b0"].frame("a", at=[0.1, 0.2, 0.3], attitude=[0.6, 0.8, 0, 0])
    b = model.bodies["b3"].frame("b", at=[0.3, -0.2, 0.1], attitude=[0.6, 0, 0, 0.8])
    model.add_constraint("c", constraint(a, b))
    system = model.build()
    state = system.state(**random_motion(model, seed))
    found = system.at(state).rows
    J, first = system.constraint_matrix(state)[0], system.tables.constraints.joint_at[-1]
    parts = J, found.error, found.rate, found.bias
    return [np.array(part)[first:] for part in parts]


@pytest.mark.parametrize("name", BUILT_IN)
@pytest.mark.parametrize("seed", [1, 2])
def test_rows_are_those_of_the_constraint_that_is_built_in(name, seed):
    made, function, holonomic = BUILT_IN[name]
    expected = rows(made, seed)
    sides = [[0.7]] if holonomic else with_z([0, 0, 1]).T[:2].tolist()
    for k, parameters in enumerate(sides):
        found = rows(
            lambda a, b, p=parameters: tt.UserConstraint(
                function, [b], a, parameters=p, holonomic=holonomic
            ),
            seed,
        )
        for part, whole in zip(found, expected, strict=True):
            assert part[0] == pytest.approx(whole[k], abs=1e-13 * (1 + np.abs(whole).max()))


def driven(t, at, p):
    return at.position.x - 0.3 * sin(2.0 * t)


@pytest.mark.parametrize("formulation", ALL)
def test_a_function_of_time_does_work_that_the_audit_knows(formulation):
    """A body on a rail is driven as a prescribed coordinate drives it."""
    m = tt.Model("rail")
    body = m.add_body("body", mass=2, inertia=[1, 1, 1])
    m.add_joint("rail", tt.Prismatic([1, 0, 0]), m.ground, body)
    m.add_constraint("drive", tt.UserConstraint(driven, body))
    system = m.build(formulation)
    state = system.settled(system.state(0.2, rail={"slide_rate": 0.6}))
    now = system.evaluate(state)
    assert state["rail.slide"] == pytest.approx(0.3 * math.sin(0.4), abs=1e-15)
    assert state["rail.slide_rate"] == pytest.approx(0.6 * math.cos(0.4), abs=1e-15)
    assert now.constraint["drive"].force == pytest.approx([-2.4 * math.sin(0.4), 0, 0], abs=1e-14)
    assert system.rate(state)[-2] == pytest.approx(
        -2.4 * math.sin(0.4) * 0.6 * math.cos(0.4), abs=1e-14
    )


def mean(t, one, two, three, p):
    return (one.position.x + two.position.x + three.position.x) / 3.0


@pytest.mark.parametrize("formulation", ALL)
def test_three_frames_share_a_wrench(formulation):
    """The mean of three sliders stays: each is pushed by a third of the multiplier."""
    m, masses = tt.Model("sliders"), [1.0, 2.0, 4.0]
    for k, mass in enumerate(masses):
        m.add_joint(f"s{k}", tt.Prismatic([1, 0, 0]), m.ground, m.add_body(f"b{k}", mass))
    m.add_constraint("mean", tt.UserConstraint(mean, ["b0", "b1", "b2"]))
    m.add_force("push", tt.FrameForce("b0", force=[7, 0, 0]))
    now = (system := m.build(formulation)).evaluate(system.state())
    push = -7.0 / 1.75  # on each; the three accelerations, (7 + push) / 1, ..., add up to zero
    assert now.speed_rates == pytest.approx([7 + push, push / 2, push / 4], abs=1e-14)
    assert now.constraint["mean"].force == pytest.approx([push, 0, 0], abs=1e-14)


def constant_speed(t, at, p):
    return norm(at.velocity) - p[0]


@pytest.mark.parametrize("formulation", ALL)
def test_nonlinear_in_velocities(formulation):
    """A point that keeps its speed under its weight: Gauss's principle takes from the weight what
    is along the velocity."""
    m = tt.Model("point")
    point = m.add_body("point", mass=3, inertia=[1, 1, 1])
    m.add_joint("fly", tt.Free(), m.ground, point)
    m.add_force("weight", tt.UniformGravity([0, 0, -9.0]))
    own = tt.UserConstraint(constant_speed, point, parameters=[5.0], holonomic=False)
    m.add_constraint("speed", own)
    system = m.build(formulation)
    now = system.evaluate(system.state(fly={"velocity": [3, 0, 4]}))
    v = np.array([0.6, 0.0, 0.8])
    g = np.array([0.0, 0.0, -9.0])
    assert now.body["point"].acceleration == pytest.approx(g - v * (g @ v), abs=1e-13)
    assert now.constraint["speed"].force == pytest.approx(-3 * v * (g @ v), abs=1e-13)


def blade(t, at, p):
    side = at.attitude @ tt.Vec3(0.0, 1.0, 0.0)
    return dot(side, at.velocity)


@pytest.mark.compiled
@pytest.mark.parametrize("formulation", ["recursive", "newton-euler"])
def test_a_skate_on_a_slope_goes_in_cycloids(formulation):
    """Chaplygin's sledge with its blade at the mass centre, on an incline: it does not slip across
    its heading, spins at a constant rate, and drifts across the slope."""
    m = tt.Model("skate")
    skate = m.add_body("skate", mass=1, inertia=[0.1, 0.1, 0.1])
    m.add_joint("ice", tt.Planar([0, 0, 1]), m.ground, skate)
    m.add_force("slope", tt.UniformGravity([2.0, 0, 0]))
    m.add_constraint("blade", tt.UserConstraint(blade, skate, holonomic=False))
    system = m.build(formulation)
    spin = 1.5
    run = tt.simulate(system, system.state(ice={"rate": spin}), duration=5, rtol=1e-11)
    t = run.time
    x = 2.0 / (2 * spin**2) * np.sin(spin * t) ** 2
    y = 2.0 / (2 * spin**2) * (spin * t - 0.5 * np.sin(2 * spin * t))
    assert run["ice.x"].values == pytest.approx(x, abs=1e-9)
    assert run["ice.y"].values == pytest.approx(y, abs=1e-9)
    assert run.audit().passed(1e-9)


# --- bad input --------------------------------------------------------------------------------


def sledge(function, **options):
    m = tt.Model("sledge")
    m.add_joint("ice", tt.Planar([0, 0, 1]), m.ground, m.add_body("body", 1, [1, 1, 1]))
    m.add_constraint("own", tt.UserConstraint(function, "body", **options))
    return m


def told(call):
    with pytest.raises(tt.ModelError) as error:
        call()
    (problem,) = error.value.problems
    return str(problem)


def test_a_nonholonomic_function_given_as_holonomic_is_refused():
    said = told(sledge(constant_speed, parameters=[1.0]).build)
    assert said.startswith("constraints.own: its function depends on velocities")
    assert "holonomic=False" in said


def test_a_holonomic_function_given_as_nonholonomic_is_refused():
    said = told(sledge(plane, holonomic=False).build)
    assert said.startswith("constraints.own: its function does not depend on velocities")


@pytest.mark.skipif(INTERPRETED, reason="nothing is compiled")
def test_a_function_that_cannot_be_compiled_is_named():
    def wrong(t, at, p):
        return math.sin(at.position.x)

    said = told(sledge(wrong).build)
    assert said.startswith("constraints.own.function: its function cannot be compiled")
    assert "treetop.spatial" in said


@pytest.mark.parametrize(
    ("options", "where"),
    [
        ({"frames": []}, "frames"),
        ({"frames": ["body"] * 4}, "frames"),
        ({"frames": "body", "holonomic": 1}, "holonomic"),
        ({"frames": ["body", 3]}, "frames[1]"),
    ],
)
def test_wrong_fields(options, where):
    with pytest.raises(tt.ModelError) as error:
        tt.UserConstraint(plane, **options)
    assert [problem.where for problem in error.value.problems] == [f"UserConstraint.{where}"]


def test_frames_that_do_not_exist_and_frames_of_one_body():
    m = sledge(plane)
    m.add_constraint("strange", tt.UserConstraint(plane, ["body", "bodi"]))
    m.add_constraint("same", tt.UserConstraint(plane, "body", reference="body"))
    with pytest.raises(tt.ModelError) as error:
        m.validate()
    assert [problem.where for problem in error.value.problems] == [
        "constraints.strange.frames[1]",
        "constraints.same",
    ]


def test_a_file_names_the_function(tmp_path):
    m = sledge(distance, parameters=[2.0])
    m.save(tmp_path / "sledge.yaml")
    by_name = tt.load(tmp_path / "sledge.yaml")
    assert by_name == m
    assert "known by name only" in told(by_name.build)
    model = tt.load(tmp_path / "sledge.yaml", functions={"distance": distance})
    system = model.build()
    state = system.state(ice={"x": 2.0, "rate": 1.0})
    close(system.settled(state).coordinates, state.coordinates, 1e-15)
