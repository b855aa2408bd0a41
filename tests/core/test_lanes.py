"""Lanes: every operator and function of them is, in each lane and to the bit, that of a number; and
so is what kernels compute with them."""

import math
from contextlib import nullcontext

import numpy as np
import pytest

import treetop as tt
from flexible_craft import craft
from random_trees import SCALAR, random_motion, random_tree
from sprung_trees import sprung_tree
from treetop.core.compiler import (
    INTERPRETED,
    Bundle,
    CompilationError,
    all_of,
    any_of,
    by_lane,
    entry,
    kernel,
    where,
)
from treetop.core.compiler.interpreted_lanes import functions_of_lanes
from treetop.core.compiler.kernel_lanes import LANES, as_handle, lane
from treetop.core.compiler.lane_tables import LaneTables, packed_lanes, structure_of, write
from treetop.core.formulations import recursive
from treetop.core.interface import DERIVATIVE_TYPE
from treetop.core.spatial import Vec3
from treetop.model.paths import numbers_at, with_numbers
from treetop.simulation.side_by_side import WORKSPACES, called_by_rates
from treetop.system.state import State

WIDTH = LANES.width
OF_TWO = 16  # how many results of operators and of functions of two numbers there are
OF_ONE = 21


@kernel
def of_two(x, y):
    """Operators, and functions of two numbers."""
    return (
        *(x + y, x - y, x * y, x / y, 2.0 - x, 3.0 / y, -x, +x),
        *(x**2, x**3, abs(x) ** y, math.atan2(x, y), math.hypot(x, y), math.copysign(y, x)),
        *(min(x, y), max(x, y, 0.3)),
    )


@kernel
def of_one(x):
    """Functions, and choices."""
    a = abs(x)
    n = where(x > 0.0, Vec3(x, 1.0, 2.0), Vec3(0.0, x, a))
    return (
        *(math.sqrt(a), math.sin(x), math.cos(x), math.tan(x), math.tanh(x), math.sinh(x)),
        *(math.cosh(x), math.exp(x), math.log(a), math.asin(x / 9.0), math.acos(x / 9.0)),
        *(math.atan(x), math.atanh(x / 9.0), math.erf(x), math.floor(x) + 0.0, n.x, n.y, n.z),
        where((x >= 1.0) | (x < -1.0), 1.0, 0.0),
        where((x <= 2.0) & (x != 0.25) & (x == x), x, 0.0),
        where(math.isfinite(x) ^ math.isnan(x), 1.0, 0.0),
    )


_ROW, _ROWS = np.zeros(0), np.zeros((0, 0))
_bundle = Bundle(_ROW, _ROW, _ROWS)
unpack = _bundle.unpack


@kernel
def write_all(x, y, out):
    results = of_two(x[0], y[0])
    for k in range(len(results)):
        out[0, k] = results[k]
    results_of_one = of_one(x[0])
    for k in range(len(results_of_one)):
        out[1, k] = results_of_one[k]


@entry(0, _ROW, _ROW, _ROWS)
def of_numbers(x, y, out):
    write_all(x, y, out)
    return 0


@entry(0, Bundle.handle)
def of_lanes(handle):
    x, y, out = unpack(as_handle(handle))
    write_all(x, y, out)
    return 0


def in_lanes():
    return functions_of_lanes() if INTERPRETED else nullcontext()


def numbers_in(rows, k):
    """What an array of lanes has in lane k."""
    if not INTERPRETED:
        return rows[..., k]
    return np.array([lane(each, k) for each in rows.flat]).reshape(rows.shape)


def test_every_operator_and_function_is_that_of_a_number_in_each_lane():
    rng = np.random.default_rng(3)
    xs, ys = rng.uniform(-5.0, 5.0, WIDTH), rng.uniform(0.1, 3.0, WIDTH)
    xs[0], xs[1] = 0.25, 1.0
    out = np.zeros((2, max(OF_TWO, OF_ONE)))
    (x, y, results), handle, _alive = packed_lanes(_bundle, np.zeros(1), np.zeros(1), out)
    for k in range(WIDTH):
        write(x, k, xs[k : k + 1])
        write(y, k, ys[k : k + 1])
    with in_lanes():
        of_lanes(handle)
    for k in range(WIDTH):
        of_numbers(xs[k : k + 1], ys[k : k + 1], out)
        np.testing.assert_array_equal(numbers_in(results, k), out)


@by_lane
def searched(table, x):
    """The first number of a table above x, which is then taken out, and its place."""
    for k in range(table.size):
        if table[k] > x:
            found = table[k]
            table[k] = -1.0
            return found, k + 0.0
    return math.nan, -1.0


@entry(0, _ROW, _ROW, _ROWS)
def search_numbers(x, table, out):
    out[0, 0], out[0, 1] = searched(table, x[0])
    return 0


@entry(0, Bundle.handle)
def search_lanes(handle):
    x, table, out = unpack(as_handle(handle))
    out[0, 0], out[0, 1] = searched(table, x[0])
    return 0


def test_searches_are_made_in_one_lane_after_the_other():
    table, xs, out = np.array([1.0, 4.0, 2.0, 7.0]), np.arange(WIDTH) - 0.5, np.zeros((1, 2))
    (x, tables, results), handle, _alive = packed_lanes(_bundle, np.zeros(1), table, out)
    for k in range(WIDTH):
        write(x, k, xs[k : k + 1])
    search_lanes(handle)
    for k in range(WIDTH):
        left = table.copy()
        search_numbers(xs[k : k + 1], left, out)
        np.testing.assert_array_equal(numbers_in(results, k), out)
        np.testing.assert_array_equal(numbers_in(tables, k), left)


@entry(0, Bundle.handle)
def branches(handle):
    x, y, out = unpack(as_handle(handle))
    out[0, 0] = x[0] if x[0] > y[0] else y[0]
    return 0


@entry(0, Bundle.handle)
def asks(handle):
    x, y, out = unpack(as_handle(handle))
    out[0, 0] = 1.0 if all_of(x[0] > y[0]) else 0.0
    out[0, 1] = 1.0 if any_of(x[0] > y[0]) else 0.0
    return 0


def test_a_branch_on_lanes_is_an_error_in_our_words():
    _, handle, _alive = packed_lanes(_bundle, np.zeros(1), np.zeros(1), np.zeros((1, 1)))
    with pytest.raises((TypeError, CompilationError), match="a branch on a comparison of lanes"):
        branches(handle)


@pytest.mark.parametrize(("above", "asked"), [(0, (0, 0)), (1, (0, 1)), (WIDTH, (1, 1))])
def test_what_holds_in_all_lanes_and_in_any(above, asked):
    (x, _, out), handle, _alive = packed_lanes(_bundle, np.zeros(1), np.zeros(1), np.zeros((1, 2)))
    for k in range(above):
        write(x, k, np.ones(1))
    asks(handle)
    np.testing.assert_array_equal(numbers_in(out, 0)[0], asked)


# --- kernels --------------------------------------------------------------------------------------

_vectors = Bundle(_ROW, _ROW, _ROW)
vectors_of = _vectors.unpack


@entry(0, LANES.type_of(DERIVATIVE_TYPE), Bundle.handle, Bundle.handle)
def rate_in_lanes(derivative, vectors, problem):
    t, y, rate = vectors_of(as_handle(vectors))
    return derivative(t[0], y, rate, as_handle(problem))


def in_orbit() -> tt.Model:
    """Bodies on a free one under a central field with its gradient, and a tether between them."""
    model = random_tree(4, 8, gravity=False)
    model.add_force("earth", tt.CentralGravity(mu=3.986e14))
    a, b = (model.bodies[name].frame("end", at=[0.1, 0.2, 0.3]) for name in ("b2", "b5"))
    tether = tt.SpringDamper(a, b, length=0.7, stiffness=5, damping=0.2, tension_only=True)
    model.add_force("tether", tether)
    return model


def driven() -> tt.Model:
    """Joints that follow functions of time, and a force that is tabulated."""
    model = random_tree(5, 9, grounded=True)
    scalar = [name for name, joint in model.joints.items() if joint.kind.kind in SCALAR]
    laws = "0.2*sin(3*t) + t**2", tt.Spline(times=[0, 0.3, 0.7, 1], values=[0, 0.1, 0.3, 0.2])
    for name, law in zip(scalar, laws, strict=False):
        along = model.joints[name].kind.coordinates[0].name
        model.add_constraint(f"drive of {name}", tt.Prescribed(f"{name}.{along}", law))
    push = tt.Table([0.0, 0.3, 0.9], [[0, 0, 1], [1, 0, 2], [0, 3, 0]])
    model.add_force("push", tt.FrameForce(model.bodies["b3"].frame("tip", at=[0.1, 0, 0]), push))
    return model


def on_curves() -> tt.Model:
    """Beads along curves, one of which turns along with its curve."""
    angle = np.linspace(0.0, 6.0, 25)
    curve = tt.Curve(np.stack([np.cos(angle), np.sin(angle), 0.1 * angle**2], axis=1).tolist())
    model = random_tree(6, 5, grounded=True)
    for name, attitude in (("b1", "tangent"), ("b4", "parallel")):
        bead = model.add_body(f"bead on {name}", mass=1, inertia=[0.1, 0.2, 0.2])
        wire = model.bodies[name].frame("wire", at=[0.1, 0, 0.2])
        model.add_joint(f"wire of {name}", tt.Curvilinear(curve, attitude=attitude), wire, bead)
    return model


TREES = {
    "all joint kinds": lambda: sprung_tree(1, 11),
    "all joint kinds on the ground": lambda: sprung_tree(2, 11, grounded=True),
    "in orbit": in_orbit,
    "driven": driven,
    "on curves": on_curves,
}


def dispersed(model: tt.Model, k: int) -> tt.Model:
    """The model with other masses, inertias and springs."""
    scale, changes = 1.0 + 0.01 * k, {}
    for name in model.bodies:
        for part in ("mass", "inertia"):
            found = numbers_at(model, ("bodies", name, part))
            changes |= {keys: value * scale for keys, value in found}
    for name, force in model.forces.items():
        if getattr(force, "stiffness", 0.0):
            changes["forces", name, "stiffness"] = force.stiffness * scale
    return with_numbers(model, changes)


@pytest.mark.parametrize("name", TREES)
def test_rates_of_trees_are_to_the_bit_those_of_one_run(name):
    model = TREES[name]()
    systems = [dispersed(model, k).build() for k in range(WIDTH)]
    states = [each.state(**random_motion(model, seed=k)) for k, each in enumerate(systems)]
    contexts = [each.context() for each in systems]
    assert len({structure_of(each.problem) for each in contexts}) == 1
    tables, row = LaneTables(contexts[0].problem), np.zeros(states[0].vector.size)
    (t, y, rate), handle, _alive = packed_lanes(_vectors, np.zeros(1), row, row.copy())
    times = np.linspace(0.0, 1.1, WIDTH)
    for k, (state, context) in enumerate(zip(states, contexts, strict=True)):
        tables.take(k, context.problem)
        write(t, k, times[k : k + 1])
        write(y, k, state.vector)
    assert systems[0].equations is recursive.formulation
    with in_lanes():
        lanes = recursive.derivative.for_kind(LANES)
        rate_in_lanes(lanes.function, handle, tables.handle)
    for k, (state, context) in enumerate(zip(states, contexts, strict=True)):
        recursive.derivative(times[k], state.vector, row, context.problem)
        np.testing.assert_array_equal(numbers_in(rate, k), row)


def with_devices() -> tt.Model:
    """Wheels with friction and motors at their limits, a motor at a joint, constant momentum."""
    model = random_tree(7, 6, gravity=False)
    model.add_force("earth", tt.CentralGravity(mu=3.986e14))
    limits = {"torque": 0.3, "speed": 40.0, "viscous": 1e-3, "coulomb": 2e-3}
    for name in ("b1", "b2", "b4"):
        body = model.bodies[name]
        wheel = tt.Wheel(body, [0.0, 0.6, 0.8], inertia=0.02, **limits)
        model.add_device(f"wheel on {name}", wheel)
    hinge = next(name for name, joint in model.joints.items() if joint.kind.kind in SCALAR)
    model.add_device("motor", tt.Motor(hinge, gear=3, viscous=0.01))
    model.add_device("rotor", tt.StoredMomentum("b3", [0.1, 0.2, 0.3]))
    model.set_start("j0", position=[7e6, 0, 0], velocity=[0, 7.5e3, 0])
    return model


MORE = {
    "flexible, held at its root": lambda: craft("root", damping=0.01),
    "flexible, free, carried at a node": lambda: craft((), stiffening="geometric"),
    "flexible, free, carried at its frame": lambda: craft((), at_node=False, damping=0.01),
    "devices": with_devices,
}


@pytest.mark.compiled
@pytest.mark.parametrize("name", MORE)
def test_rates_with_flexible_bodies_and_devices_are_to_the_bit_those_of_one_run(name):
    system, rng = MORE[name]().build(), np.random.default_rng(1)
    first = system.start().vector
    context, row, found = system.context(), np.zeros(first.size), []
    tables = LaneTables(context.problem, called_by_rates(system.assembly.optional))
    (_, y, rate), handle, _alive = packed_lanes(_vectors, np.zeros(1), row, row.copy())
    for k in range(WIDTH):
        size = 10.0 ** rng.uniform(-5.0, -0.5)  # slopes of modes are small and are not
        vector = first + size * rng.normal(size=first.size)
        state = system.convert_state(State(system, 0.0, vector)).vector
        write(y, k, state)
        recursive.derivative(0.0, state, row, context.problem)
        found.append(row.copy())
    with in_lanes():
        lanes = recursive.derivative.for_kind(LANES)
        rate_in_lanes(lanes.function, handle, tables.handle)
    for k in range(WIDTH):
        np.testing.assert_array_equal(numbers_in(rate, k), found[k])


def test_workspaces_are_no_part_of_the_structure():
    system = craft().build()
    contexts = [system.context() for _ in range(2)]
    system.evaluate(system.state())
    rng = np.random.default_rng(0)
    vector = system.state().vector + rng.uniform(-0.1, 0.1, system.size)
    recursive.derivative(0.0, vector, np.zeros(system.size), contexts[0].problem)
    assert len({structure_of(each.problem, WORKSPACES) for each in contexts}) == 1
    assert len({structure_of(each.problem) for each in contexts}) == 2


def test_trees_of_other_joints_have_another_structure():
    one, other = sprung_tree(1, 11).build(), sprung_tree(3, 11).build()
    assert structure_of(one.context().problem) != structure_of(other.context().problem)
    assert structure_of(one.context().problem) == structure_of(one.context().problem)
