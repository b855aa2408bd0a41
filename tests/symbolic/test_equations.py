"""Symbolic equations of trees against the built model: every joint kind, every force."""

import re
import shutil
import subprocess

import numpy as np
import pytest
import sympy as sp
from numpy.testing import assert_allclose

import treetop as tt
from random_trees import JOINTS, place, random_motion, random_tree
from sprung_trees import add_joint_springs, add_line_springs
from symbolic.sources import in_c, in_python
from treetop.symbolic import equations
from treetop.symbolic.trees.names import can_be_named

pytestmark = pytest.mark.compiled  # SymPy is at work, not the kernels

CLOSE = 1e-10  # of the greatest


def close(found, expected):
    assert_allclose(found, expected, rtol=0, atol=CLOSE * np.abs(expected).max())


def agrees(source, model, seed, times=(0.0,)):
    """The source gives what the built model gives, in random motion."""
    system = model.build()
    for time in times:
        state = system.state(time, **random_motion(model, seed))
        q, u = state.coordinates, state.speeds
        M, f = source.equations(time, q, u)
        q_rates, u_rates = source.rates(time, q, u)
        expected = system.evaluate(state).speed_rates
        close(M, system.mass_matrix(state))
        close(f, system.mass_matrix(state) @ expected)
        close(u_rates, expected)
        assert_allclose(q_rates, coordinate_rates(model, system, u, q), rtol=0, atol=1e-15 * 100)


def coordinate_rates(model, system, u, q):
    """The quaternion's rate by its product with the angular velocity, all else plain."""
    rates, k, j = [], 0, 0
    for joint in (model.joints[name] for name in system.joint_names):
        n = sum(item.size for item in joint.kind.speeds)
        if joint.kind.kind in ("spherical", "free"):
            w, v, rate = q[k], q[k + 1 : k + 4], u[j : j + 3]
            rates += [-v @ rate / 2, *(w * rate + np.cross(v, rate)) / 2, *u[j + 3 : j + n]]
        else:
            rates += [*u[j : j + n]]
        k, j = k + sum(item.size for item in joint.kind.coordinates), j + n
    return rates


# --- trees ------------------------------------------------------------------------------


def sprung(seed, bodies, **options):
    """A random tree with efforts, gravity, springs at joints and between two bodies."""
    model = random_tree(seed, bodies, **options)
    rng = np.random.default_rng(seed)
    add_line_springs(model, rng, int(bodies > 1))
    add_joint_springs(model, rng)
    return model


@pytest.mark.parametrize("kind", sorted(set(JOINTS) - {"fixed"}))
def test_every_joint_kind(kind, tmp_path):
    """From the ground, and from a body that moves."""
    model = sprung(2, 2, kinds=(kind,), grounded=True)
    found = equations(model)
    agrees(in_python(found), model, seed=5)
    agrees(in_c(found, tmp_path), model, seed=6)


@pytest.mark.parametrize(
    "kinds",
    [
        ("revolute", "fixed", "universal"),
        ("planar", "screw", "prismatic"),
        ("spherical", "cylindrical", "revolute"),
        ("universal", "revolute", "spherical"),
    ],
    ids="-".join,
)
def test_three_bodies(kinds, tmp_path):
    rng = np.random.default_rng(len(kinds[0]))
    model = tt.Model("three bodies")
    inboard = model.ground.frame("base", at=place(rng))
    for k, kind in enumerate(kinds):
        body = model.add_body(f"b{k}", mass=1 + k, inertia=[0.3, 0.4, 0.5], centre=place(rng))
        model.add_joint(f"j{k}", JOINTS[kind](rng), inboard, body.frame("root", at=place(rng)))
        inboard = (body if k % 2 else model.ground).frame(f"to{k + 1}", at=place(rng))
    model.add_force("g", tt.UniformGravity([1, 2, 3]))
    found = equations(model)
    agrees(in_python(found), model, seed=7)
    agrees(in_c(found, tmp_path), model, seed=8)


def test_a_free_flying_tree(tmp_path):
    model = sprung(3, 3, kinds=("revolute",))
    found = equations(model)
    agrees(in_python(found), model, seed=9)
    agrees(in_c(found, tmp_path), model, seed=10)


# --- forces -----------------------------------------------------------------------------


@pytest.fixture
def arm():
    """Two bodies, the first free, whose joint and frames carry forces."""
    model = tt.Model("arm")
    base = model.add_body("base", 2.0, inertia=[0.3, 0.5, 0.4], centre=[0.1, 0.2, -0.1])
    hand = model.add_body("hand", 1.0, inertia=[[0.2, 0.01, 0], [0.01, 0.1, 0], [0, 0, 0.2]])
    model.add_joint("flight", tt.Free(), model.ground, base)
    model.add_joint("wrist", tt.Cylindrical([0, 0, 1]), base.frame("end", at=[0.5, 0, 0]), hand)
    base.frame("nozzle", at=[0, 0.3, 0], attitude=[0.6, 0.8, 0, 0])
    hand.frame("tip", at=[0.1, 0.4, 0.2])
    return model


def test_central_gravity(arm):
    arm.add_force("planet", tt.CentralGravity(mu=30.0))
    found = equations(arm)
    assert {"R_base", "R_hand"} <= {str(symbol) for symbol in found.definitions}
    agrees(in_python(found), arm, seed=3)


def test_central_gravity_without_its_gradient(arm):
    arm.add_force("planet", tt.CentralGravity(mu=30.0, gradient=False))
    agrees(in_python(equations(arm)), arm, seed=3)


def test_two_uniform_fields(arm):
    arm.add_force("down", tt.UniformGravity([0, 0, -9.81]))
    arm.add_force("aside", tt.UniformGravity([1, 2, 0]))
    found = equations(arm)
    assert {"g_down", "g_aside_x", "g_aside_y"} <= {str(symbol) for symbol in found.parameters}
    agrees(in_python(found), arm, seed=4)


def test_a_damper_of_the_whole_vector(arm):
    ends = {"a": "base.nozzle", "b": "hand.tip"}
    arm.add_force("line", tt.SpringDamper(**ends, length=0.3, damping=1.0, vector_damping=2.0))
    found = equations(arm)
    assert {"d_line", "D_line"} <= {str(symbol) for symbol in found.parameters}
    agrees(in_python(found), arm, seed=5)


@pytest.mark.parametrize("axes", ["body", "inertial"])
def test_frame_force(arm, axes):
    thrust = tt.FrameForce("base.nozzle", force=[0, 3, 1], torque=[0.5, 0, 0], axes=axes)
    arm.add_force("thrust", thrust)
    agrees(in_python(equations(arm)), arm, seed=5)


TIMES = (-1.0, 0.0, 0.4, 1.0, 1.7, 2.0, 3.0)


@pytest.mark.parametrize("interpolation", ["linear", "hold"])
def test_tables_in_time(arm, interpolation, tmp_path):
    scalar = tt.Table([0, 1, 2], [1.0, 3.0, -2.0], interpolation)
    vector = tt.Table([0, 2], [[1, 0, 3], [-1, 0, 2]], interpolation)
    arm.add_force("drive", tt.JointEffort("wrist", scalar, "slide"))
    arm.add_force("jet", tt.FrameForce("base.nozzle", force=vector))
    arm.add_force("hand", tt.JointEffort("flight", vector, "velocity"))
    found = equations(arm)
    assert set(found.tables) == {"tau_drive", "F_jet_x", "F_jet_z", "tau_hand_x", "tau_hand_z"}
    agrees(in_python(found), arm, 6, TIMES)
    agrees(in_c(found, tmp_path), arm, 6, TIMES)


def pushing(t, motion, p):
    return tt.Wrench(tt.Vec3(1.0, -2.0, p[0]), tt.Vec3(0.3, 0.2, -0.1))


@pytest.mark.parametrize("reference", ["ground", "base.nozzle"])
def test_user_forces_are_inputs(arm, reference, tmp_path):
    arm.add_force("push", tt.UserForce(pushing, "hand.tip", reference, parameters=[0.5]))
    found = equations(arm)
    names = [f"{letter}_push_{axis}" for letter in "FT" for axis in "xyz"]
    assert [str(symbol) for symbol in found.inputs] == names
    wrench = dict(zip(names, [1.0, -2.0, 0.5, 0.3, 0.2, -0.1], strict=True))
    agrees(in_python(found, **wrench), arm, seed=2)
    agrees(in_c(found, tmp_path, **wrench), arm, seed=2)


def test_a_user_force_may_be_known_by_name_only(arm):
    arm.add_force("push", tt.UserForce("pushing", "hand.tip"))
    assert len(equations(arm).inputs) == 6


def test_springs_that_do_nothing_leave_no_trace(arm):
    arm.add_force("slack", tt.JointSpring("wrist", rest=0.3, coordinate="slide"))
    assert not any("slack" in str(symbol) for symbol in equations(arm).parameters)


# --- symbols ----------------------------------------------------------------------------


def test_numbers_instead_of_symbols(arm):
    arm.add_force("line", tt.SpringDamper("base.nozzle", "hand.tip", 0.3, 4, 5, 6))
    found = equations(arm, numbers=True)
    assert found.parameters == {}
    agrees(in_python(found), arm, seed=1)


def test_cart_and_pole():
    model = tt.Model("cart and pole")
    cart = model.add_body("cart", 2)
    pole = model.add_body("pole", 1, inertia=[0.2, 0.2, 0], centre=[0, 0, 0.5])
    model.add_joint("rail", tt.Prismatic([1, 0, 0]), model.ground, cart)
    model.add_joint("hinge", tt.Revolute([0, 1, 0]), cart.frame("top", at=[0, 0, 0.3]), pole)
    model.add_force("weight", tt.UniformGravity())
    found = equations(model)
    m_c, m_p, I, c, g = sp.symbols("m_cart m_pole I_pole_yy c_pole g")
    q, u = sp.symbols("q2 u2")
    coupling = m_p * c * sp.cos(q)
    assert found.mass_matrix == sp.Matrix([[m_c + m_p, coupling], [coupling, I + m_p * c**2]])
    assert found.forcing == sp.Matrix([m_p * c * u**2 * sp.sin(q), m_p * g * c * sp.sin(q)])
    assert found.parameters[g] == 9.81 and found.meanings[g].what.startswith("-forces.weight")
    assert found.notes == () and found.definitions == {}


def test_eulers_equations():
    model = tt.Model("brick")
    model.add_joint("flight", tt.Free(), model.ground, model.add_body("b", 2, [1, 2, 2.5]))
    found = equations(model)
    J, w = sp.symbols("I_b_xx I_b_yy I_b_zz"), sp.symbols("u1:4")
    assert found.mass_matrix == sp.diag(*J, *[sp.Symbol("m_b")] * 3)
    gyroscopic = sp.Matrix(w).cross(sp.diag(*J) * sp.Matrix(w))
    assert (found.forcing[:3, :] + gyroscopic).expand() == sp.zeros(3, 1)
    assert found.definitions == {}  # nothing needs the attitude


def test_a_symmetric_rotor_forgets_its_angle():
    model = tt.Model("gimbals")
    inboard = model.ground
    for name, axis in (("ring", [0, 0, 1]), ("gimbal", [1, 0, 0]), ("rotor", [0, 0, 1])):
        body = model.add_body(name, 1, inertia=[0.2, 0.2, 0.3])
        model.add_joint(f"{name}_hinge", tt.Revolute(axis), inboard, body)
        inboard = body
    found = equations(model, {"I_rotor_xx": "A", "I_rotor_yy": "A"})
    assert sp.Symbol("q3") not in found.mass_matrix.free_symbols | found.forcing.free_symbols
    assert sp.Symbol("q3") in equations(model).mass_matrix.free_symbols


def test_angles_about_parallel_axes_add_up():
    model = tt.Model("chain")
    inboard = model.ground
    for k, axis in enumerate(([0, 1, 0], [0, -1, 0], [0, 1, 0])):
        body = model.add_body(f"b{k}", 1, centre=[0, 0, -1])
        model.add_joint(f"j{k}", tt.Revolute(axis), inboard, body)
        inboard = body.frame("end", at=[0, 0, -2])
    model.add_force("weight", tt.UniformGravity())
    q = sp.symbols("q1:4")
    angles = {function.args[0] for function in equations(model).forcing.atoms(sp.sin)}
    sums = {q[0], q[0] - q[1], q[0] - q[1] + q[2], q[1], q[2], q[1] - q[2]}
    assert {abs_angle(angle) for angle in angles} <= {abs_angle(angle) for angle in sums}


def abs_angle(angle):
    return -angle if angle.could_extract_minus_sign() else angle


def test_what_is_long_is_named_and_told(arm):
    arm.add_force("line", tt.SpringDamper("ground", "hand.tip", 0.3, 4, 5, 6))
    found = equations(arm)
    assert any("names of their own" in note for note in found.notes)
    known = {*found.coordinates, *found.speeds, *found.parameters}
    for symbol, value in found.definitions.items():  # each rests on earlier ones only
        assert value.free_symbols <= known
        known.add(symbol)


# --- bad input --------------------------------------------------------------------------


def message(model, **options):
    with pytest.raises(tt.ModelError) as error:
        equations(model, **options)
    return str(error.value)


def test_too_large_a_model(arm):
    told = message(arm, limit=7)
    assert "8 speeds are more than 7" in told and "the limit 8" in told
    assert len(equations(arm, limit=8).speeds) == 8


def test_nothing_that_moves():
    model = tt.Model("rock")
    model.add_joint("bolt", tt.Fixed(), model.ground, model.add_body("rock", 1))
    assert "nothing that could move" in message(model)


def test_a_loop():
    model = tt.Model("loop")
    first, second = (model.add_body(name, 1, [1, 1, 1]) for name in ("first", "second"))
    model.add_joint("a", tt.Revolute([0, 0, 1]), model.ground, first)
    model.add_joint("b", tt.Revolute([0, 0, 1]), first, second)
    model.add_joint("c", tt.Revolute([0, 0, 1]), model.ground, second)
    assert "joints." in message(model) and "closes a loop" in message(model)
    assert "can be run, by any formulation" in message(model)


def test_a_model_that_is_wrong():
    model = tt.Model("wrong")
    model.add_body("adrift", 1)
    assert "is not connected" in message(model)


@pytest.mark.parametrize(
    "names, told",
    [
        ({"m_bace": "m"}, "did you mean 'm_base'"),
        ({"m_base": "m", "m_hand": "m"}, "'m' would have two values"),
        ({"m_base": "q1"}, "two values or meanings"),
        ({"m_base": "2m"}, "cannot be the name of 'm_base'"),
        ({"m_base": "lambda"}, "cannot be the name"),
        ({"m_base": "double"}, "cannot be the name"),
        ({"q1": "u1"}, "two things are called 'u1'"),
    ],
)
def test_bad_names(arm, names, told):
    assert told in message(arm, names=names)


def test_macros_of_the_compiler_are_no_names():
    """Told by the compiler itself, which would put something else in their place."""
    compiler = shutil.which("cc")
    if compiler is None:
        pytest.skip("there is no C compiler 'cc' on this machine")
    told = subprocess.run(
        [compiler, "-dM", "-E", "-xc", "-"], input="#include <math.h>\n#include <errno.h>\n",
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    macros = {line.split()[1].partition("(")[0] for line in told.stdout.splitlines()}
    errors = {name for name in macros if re.fullmatch("E[A-Z0-9]+", name)}  # of <errno.h> alone
    assert {"NAN", "INFINITY", "M_PI", "isnan", "errno"} <= macros
    assert not {name for name in macros - errors if can_be_named(name)}
    assert not can_be_named("PARAMETERS")
    assert can_be_named("M_A")


def test_names_of_the_model_that_no_source_could_hold():
    model = tt.Model("Ærø * / 2")
    for name in ("große-platte", "große platte", "皿"):
        body = model.add_body(name, 1, inertia=[1, 1, 1])
        model.add_joint(f"{name} lager", tt.Revolute([0, 0, 1]), model.ground, body)
    found = equations(model)
    assert [str(s) for s in found.parameters] == [
        "I_groe_platte_zz", "I_groe_platte_zz_2", "I_x_zz"
    ]  # fmt: skip
    agrees(in_python(found), model, seed=1)
