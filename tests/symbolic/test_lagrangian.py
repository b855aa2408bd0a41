"""Systems by their energies and constraints, against closed forms and other formulations."""

import numpy as np
import pytest
import sympy as sp
from scipy.special import ellipj, ellipk
from sympy.physics.mechanics import dynamicsymbols

import treetop as tt
from treetop.symbolic import LagrangianSystem

t = dynamicsymbols._t
m, g, l = sp.symbols("m g l")
x, y, z = dynamicsymbols("x y z")
EARTH = {m: 2.0, g: 9.81, l: 0.5}
STRICT = {"rtol": 1e-11, "atol": 1e-13}


def speed_squared(*coordinates):
    return sum(q.diff() ** 2 for q in coordinates)


def cartesian_pendulum(**more):
    return LagrangianSystem(
        [x, y],
        kinetic_energy=m * speed_squared(x, y) / 2,
        potential=m * g * y,
        constraints={"rod": x**2 + y**2 - l**2},
        parameters=EARTH,
        **more,
    ).build()


def test_the_pendulum_in_cartesian_coordinates_swings_as_jacobi_says():
    system = cartesian_pendulum(outputs={"angle": sp.atan2(x, -y)})
    start, w, k = 1.2, np.sqrt(9.81 / 0.5), np.sin(0.6)
    state = system.state(x=0.5 * np.sin(start), y=-0.5 * np.cos(start))
    run = tt.simulate(system, state, duration=5.0, every=0.1, **STRICT)
    sn = ellipj(ellipk(k**2) - w * run.time, k**2)[0]
    assert np.abs(run["angle"].values - 2 * np.arcsin(k * sn)).max() < 1e-8
    assert run.audit()["energy"].relative < 1e-9
    assert run.data.constraint_error.max() < 1e-14


def test_the_rod_pulls_as_the_angle_and_speed_demand():
    system, angle, rate = cartesian_pendulum(), 0.7, 1.3
    c, s = np.cos(angle), np.sin(angle)
    state = system.state(x=0.5 * s, y=-0.5 * c, x_rate=0.5 * c * rate, y_rate=0.5 * s * rate)
    now = system.evaluate(state)
    tension = 2.0 * (9.81 * c + 0.5 * rate**2)
    assert now.constraint_force == pytest.approx([-tension * s, tension * c], rel=1e-13)
    assert now.multipliers["rod"] == pytest.approx(-tension / (2 * 0.5), rel=1e-13)
    assert (now.rank, now.degrees_of_freedom) == (1, 1)


def test_the_spherical_pendulum_as_in_spherical_angles():
    a, b = dynamicsymbols("a b")
    minimal = LagrangianSystem(
        [a, b],
        kinetic_energy=m * l**2 * (a.diff() ** 2 + sp.sin(a) ** 2 * b.diff() ** 2) / 2,
        potential=-m * g * l * sp.cos(a),
        parameters=EARTH,
    ).build()
    full = LagrangianSystem(
        [x, y, z],
        kinetic_energy=m * speed_squared(x, y, z) / 2,
        potential=m * g * z,
        constraints=x**2 + y**2 + z**2 - l**2,
        parameters=EARTH,
        outputs={"momentum": m * (x * y.diff() - y * x.diff())},
    ).build()
    one = tt.simulate(minimal, minimal.state(a=1.0, b_rate=3.0), 4.0, every=0.5, **STRICT)
    start = full.state(x=0.5 * np.sin(1), z=-0.5 * np.cos(1), y_rate=1.5 * np.sin(1))
    other = tt.simulate(full, start, 4.0, every=0.5, **STRICT)
    angle, turn = one["a"].values, one["b"].values
    expected = 0.5 * np.array([np.sin(angle) * np.cos(turn), np.sin(angle) * np.sin(turn)])
    assert np.abs(np.array([other["x"], other["y"]]) - expected).max() < 1e-9
    assert np.ptp(other["momentum"].values) < 1e-9


def test_a_damped_oscillator_and_the_work_of_its_damper():
    c, k = sp.symbols("c k")
    system = LagrangianSystem(
        [x],
        kinetic_energy=m * x.diff() ** 2 / 2,
        potential=[k * x**2 / 4, k * x**2 / 4],
        dissipation=c * x.diff() ** 2 / 2,
        parameters={m: 2, c: 0.4, k: 8},
    ).build()
    run = tt.simulate(system, system.state(x=1.0), 6.0, every=0.5, **STRICT)
    w, d = np.sqrt(4 - 0.01), 0.1
    expected = np.exp(-d * run.time) * (np.cos(w * run.time) + d / w * np.sin(w * run.time))
    assert np.abs(run["x"].values - expected).max() < 1e-10
    lost = 4 * (1 - expected[-1] ** 2) - run["kinetic_energy"].values[-1]
    assert run["work"].values[-1] == pytest.approx(-lost, rel=1e-9)
    assert run.audit()["energy"].relative < 1e-10


def test_a_charge_in_a_magnetic_field_goes_in_circles_and_keeps_its_energy():
    """A potential linear in the rates: -B (x y' - y x') / 2 gives the force B (y', -x')."""
    B = sp.Symbol("B")
    system = LagrangianSystem(
        [x, y],
        kinetic_energy=speed_squared(x, y) / 2,
        potential=-B * (x * y.diff() - y * x.diff()) / 2,
        parameters={B: 3},
    ).build()
    start = system.state(x_rate=1.0, y_rate=2.0)
    assert system.evaluate(start).speed_rates == pytest.approx([6.0, -3.0], rel=1e-15)
    run = tt.simulate(system, start, 2.0, every=0.1, **STRICT)
    w = 3 * run.time
    assert np.abs(run["x"].values - (np.sin(w) + 2 * (1 - np.cos(w))) / 3).max() < 1e-10
    assert np.ptp(run["kinetic_energy"].values) < 1e-9
    assert np.abs(run["potential_energy"].values).max() < 1e-14
    assert np.abs(run["work"].values).max() == 0.0


def test_energy_is_kept_by_a_potential_of_any_degree_in_the_rates():
    V = x**2 / 2 + x**2 * y.diff() + x.diff() ** 2 * sp.cos(y) / 3 - t * x * y.diff()
    system = LagrangianSystem([x, y], speed_squared(x, y) / 2, V).build()
    run = tt.simulate(system, system.state(x=0.4, x_rate=0.5, y_rate=-0.7), 3.0, **STRICT)
    assert run.audit()["energy"].relative < 1e-9
    assert np.ptp(run["kinetic_energy"].values) > 0.1
    assert np.ptp(run["work"].values) > 0.1, "the time in V does work"


def test_symbols_with_rates_do_as_well_as_functions_of_time():
    s, v, k = sp.symbols("s v k")
    system = LagrangianSystem([s], v**2 / 2, k * s**2 / 2, rates=[v], parameters={k: 9}).build()
    run = tt.simulate(system, system.state(s=1.0), np.pi / 3, **STRICT)
    assert system.speed_labels == ["v"]
    assert run["s"].values[-1] == pytest.approx(-1.0, abs=1e-9)


@pytest.mark.parametrize("coordinate", [x, "x"], ids=str)
def test_a_force_that_changes_with_time_and_its_work(coordinate):
    force = {coordinate: m * sp.cos(3 * t)}
    system = LagrangianSystem(x, m * x.diff() ** 2 / 2, forces=force, parameters={m: 2}).build()
    run = tt.simulate(system, system.state(), 4.0, **STRICT)
    assert np.abs(run["x"].values - (1 - np.cos(3 * run.time)) / 9).max() < 1e-10
    assert run.audit()["energy"].relative < 1e-9


def test_a_force_that_jumps_where_a_step_ends():
    push = sp.Piecewise((1, t < sp.Rational(13, 10)), (0, True))
    system = LagrangianSystem([x], x.diff() ** 2 / 2, forces={x: push}, breaks=[1.3]).build()
    run = tt.simulate(system, system.state(), 2.0, every=1.0)
    assert run["x_rate"].values[-1] == pytest.approx(1.3, rel=1e-13)
    assert run["x"].values[-1] == pytest.approx(1.3**2 / 2 + 0.7 * 1.3, rel=1e-13)


@pytest.mark.parametrize("jump, way", [(t - 0.5, 0.125), (0.5 - t, 0.375), (t, 0.5)], ids=str)
@pytest.mark.parametrize("method", ["dop853", "radau"])
def test_a_force_that_is_undecided_where_it_jumps(jump, way, method):
    """At the jump itself Heaviside's function is one half; no step may see that."""
    force = {x: sp.Heaviside(jump)}
    system = LagrangianSystem([x], x.diff() ** 2 / 2, forces=force, breaks=[0.5]).build()
    run = tt.simulate(system, system.state(), 1.0, every=1.0, method=method)
    assert run["x"].values[-1] == pytest.approx(way, rel=1e-14)


# --- what moves by itself -----------------------------------------------------------------

SPIN_UP = sp.Rational(3, 2) * t**2


def hoop_in_space():
    """A bead on a hoop that is spun up: four conditions on three coordinates of a bead, and the
    turn of the hoop."""
    turn = dynamicsymbols("turn")
    n = sp.Matrix([-sp.sin(turn), sp.cos(turn), 0])
    return LagrangianSystem(
        [x, y, z, turn],
        kinetic_energy=m * speed_squared(x, y, z) / 2 + sp.Rational(1, 5) * turn.diff() ** 2,
        potential=m * g * z,
        constraints={
            "sphere": x**2 + y**2 + z**2 - l**2,
            "plane": n.dot(sp.Matrix([x, y, z])),
            "spin": turn - SPIN_UP,
        },
        parameters=EARTH,
    ).build()


@pytest.mark.compiled  # long runs, which say no more of kernels interpreted
def test_a_bead_on_a_hoop_that_spins_up_and_the_work_of_the_motor():
    a = dynamicsymbols("a")
    rate = SPIN_UP.diff(t)
    reduced = LagrangianSystem(
        [a],
        kinetic_energy=m * l**2 * (a.diff() ** 2 + sp.sin(a) ** 2 * rate**2) / 2,
        potential=-m * g * l * sp.cos(a),
        parameters=EARTH,
    ).build()
    one = tt.simulate(reduced, reduced.state(a=0.3), 3.0, every=0.25, **STRICT)
    system = hoop_in_space()
    start = system.state(x=0.5 * np.sin(0.3), z=-0.5 * np.cos(0.3))
    other = tt.simulate(system, start, 3.0, every=0.25, **STRICT)
    assert np.abs(other["z"].values + 0.5 * np.cos(one["a"].values)).max() < 1e-9
    for run in (one, other):
        assert run.audit()["energy"].relative < 1e-9
    # the motor feeds the bead's energy, gravity aside, and the hoop's
    fed = one["work"].values + 0.2 * (3.0 * one.time) ** 2
    assert np.abs(other["work"].values - fed).max() < 1e-8 * fed.max()
    assert other["work"].values[-1] > 10.0


def test_an_oscillator_seen_from_a_reference_that_moves_by_itself():
    """The reference is a variable with a rate of its own; energies see it as known."""
    O, V = dynamicsymbols("O V")
    k = sp.Symbol("k")
    relative = LagrangianSystem(
        [x],
        kinetic_energy=m * (O.diff() + x.diff()) ** 2 / 2,
        potential=k * (O + x) ** 2 / 2,
        auxiliary={O: V, V: -sp.sin(O)},
        parameters={m: 1, k: 4},
        outputs={"place": O + x},
    ).build()
    start = relative.state(x=0.25, O=0.75, V=0.5, x_rate=-0.5)
    run = tt.simulate(relative, start, 5.0, every=0.5, **STRICT)
    assert np.abs(run["place"].values - np.cos(2 * run.time)).max() < 1e-9
    assert np.abs(run["O"].values).max() < 1.0
    assert run.audit()["energy"].relative < 1e-9
    assert run["work"].values[0] == 0.0
    assert run["kinetic_energy"].values[-1] == pytest.approx(2 * np.sin(10.0) ** 2, rel=1e-7)


# --- constraints on speeds ----------------------------------------------------------------


def test_a_knife_edge_on_a_slope_runs_along_a_cycloid():
    """J. I. Neimark and N. A. Fufaev, *Dynamics of Nonholonomic Systems* (1972):
    a blade that turns evenly comes back to its height again and again."""
    a = dynamicsymbols("a")
    J = sp.Symbol("J")
    system = LagrangianSystem(
        [x, y, a],
        kinetic_energy=m * speed_squared(x, y) / 2 + J * a.diff() ** 2 / 2,
        potential=-m * g * x / 2,
        constraints={"blade": sp.sin(a) * x.diff() - sp.cos(a) * y.diff()},
        parameters={m: 2, g: 9.81, J: 0.3},
    ).build()
    w, pull = 2.0, 9.81 / 2
    run = tt.simulate(system, system.state(a_rate=w), 6.0, every=0.25, **STRICT)
    turn = w * run.time
    assert np.abs(run["x"].values - pull / (2 * w**2) * np.sin(turn) ** 2).max() < 1e-9
    across = pull / (2 * w**2) * (turn - np.sin(2 * turn) / 2)
    assert np.abs(run["y"].values - across).max() < 1e-9
    assert run.audit()["energy"].relative < 1e-9
    assert np.abs(run["work"].values).max() == 0.0


def test_constant_speed_under_gravity():
    """A constraint quadratic in the velocities: only the direction of motion can change, by the
    part of gravity square to it."""
    c = sp.Symbol("c")
    system = LagrangianSystem(
        [x, y],
        kinetic_energy=m * speed_squared(x, y) / 2,
        potential=m * g * y,
        constraints={"speed": speed_squared(x, y) - c**2},
        parameters={m: 2, g: 9.81, c: 3},
        outputs={"heading": sp.atan2(y.diff(), x.diff())},
    ).build()
    run = tt.simulate(system, system.state(x_rate=3.0), 2.0, every=0.1, **STRICT)
    expected = -2 * np.arctan(np.tanh(9.81 / 3 * run.time / 2))
    assert np.abs(run["heading"].values - expected).max() < 1e-9
    assert run.audit()["energy"].relative < 1e-9
    assert run["work"].values[-1] < -1.0, "the constraint takes the energy away"
    assert run.data.constraint_error.max() < 1e-13


@pytest.mark.compiled
def test_a_speed_that_is_prescribed():
    system = LagrangianSystem(
        [x], m * x.diff() ** 2 / 2, constraints=x.diff() - sp.sin(t), parameters={m: 3}
    ).build()
    run = tt.simulate(system, system.state(), 2.0, **STRICT)
    assert np.abs(run["x"].values - 1 + np.cos(run.time)).max() < 1e-11
    assert run["c1.multipliers"].values[-1] == pytest.approx(3 * np.cos(2.0), rel=1e-9)
    assert run["work"].values[-1] == pytest.approx(1.5 * np.sin(2.0) ** 2, rel=1e-9)


# --- dependent constraints ----------------------------------------------------------------


@pytest.mark.compiled
@pytest.mark.parametrize("times", [2, 3])
def test_constraints_given_again_change_neither_motion_nor_force(times):
    rod = x**2 + y**2 - l**2
    again = [rod, 3 * rod, sp.sqrt(x**2 + y**2) - l][:times]
    system = LagrangianSystem(
        [x, y],
        kinetic_energy=m * speed_squared(x, y) / 2,
        potential=m * g * y,
        constraints=again,
        parameters=EARTH,
    ).build()
    single = cartesian_pendulum()
    start = {"x": 0.3, "y": -0.4, "x_rate": 0.8, "y_rate": 0.6}
    one, other = (s.evaluate(s.state(start)) for s in (single, system))
    assert other.rank == 1
    assert np.abs(one.speed_rates - other.speed_rates).max() < 1e-13
    assert np.abs(one.constraint_force - other.constraint_force).max() < 1e-12
    runs = [tt.simulate(s, s.state(start), 5.0, **STRICT) for s in (single, system)]
    assert np.abs(runs[0].data.coordinates - runs[1].data.coordinates).max() < 1e-10


@pytest.mark.compiled
@pytest.mark.parametrize("factor", [1e-12, 1e12])
def test_the_size_of_a_constraint_changes_nothing(factor):
    system = LagrangianSystem(
        [x, y, z],
        kinetic_energy=m * speed_squared(x, y, z) / 2,
        potential=m * g * y,
        constraints={"rod": factor * (x**2 + y**2 - l**2), "flat": z - x},
        parameters=EARTH,
    ).build()
    run = tt.simulate(system, system.state(x=0.5, z=0.5), 10.0, rtol=1e-5, atol=1e-5)
    radius = np.hypot(run["x"].values, run["y"].values)
    assert np.abs(radius - 0.5).max() < 1e-14
    now = system.evaluate(system.state(x=0.3, y=-0.4, z=0.3))
    along = np.array([0.4, 0.3, 0.4])
    assert now.speed_rates == pytest.approx(-9.81 * 0.3 / (along @ along) * along, rel=1e-13)


def test_speeds_are_brought_back_by_an_impulse_that_leaves_the_momentum_alone():
    system = LagrangianSystem(
        [x, y], x.diff() ** 2 / 2 + 9 * y.diff() ** 2 / 2, constraints={"rigid": x - y}
    ).build()
    vector = system.state().vector.copy()
    vector[2:4] = 1.0, 0.0
    system.project(0.0, vector, np.zeros_like(vector), system.problem)
    assert vector[2:4] == pytest.approx([0.1, 0.1], rel=1e-14)


def test_three_rows_of_rank_two_stay_of_rank_two():
    """A slider on a line through the origin, by n x r = 0: drift must not make it rank three."""
    n = sp.Matrix([1, 2, 2]) / 3
    r = sp.Matrix([x, y, z])
    system = LagrangianSystem(
        [x, y, z],
        kinetic_energy=m * speed_squared(x, y, z) / 2,
        potential=m * g * z,
        constraints={"line": n.cross(r)},
        parameters=EARTH,
    ).build()
    run = tt.simulate(system, system.state(), 10.0, rtol=1e-6, atol=1e-6)
    fall = -9.81 * 4 / 9 * run.time**2 / 2
    assert np.abs(run["z"].values - fall).max() < 1e-11 * np.abs(fall).max()
    assert run.data.constraint_error.max() < 1e-12 * np.abs(fall).max()


# --- equations ----------------------------------------------------------------------------


def test_the_equations_can_be_read_in_the_symbols_given():
    M, Q, A, b = LagrangianSystem(
        [x, y], m * speed_squared(x, y) / 2, m * g * y, constraints=x**2 + y**2 - l**2
    ).equations()
    assert m * sp.eye(2) == M
    assert sp.Matrix([0, -m * g]) == Q
    assert sp.Matrix([[2 * x, 2 * y]]) == A
    assert sp.simplify(b[0] + 2 * speed_squared(x, y)) == 0


def random_system():
    a, b, c = q = dynamicsymbols("a b c")
    v = [s.diff() for s in q]
    T = (1 + sp.cos(b) ** 2) * v[0] ** 2 + v[1] ** 2 * sp.exp(-a * t / 5) / 2
    T += v[0] * v[1] * sp.sin(c) / 3 + (2 + c**2) * v[2] ** 2 + v[2] * sp.sin(2 * t)
    V = sp.cos(a * b) + c**2 * a * sp.sin(t) / 3
    V += v[1] * sp.sin(a * c + t) + v[2] ** 2 * sp.cos(b) / 4
    D = v[0] ** 2 * (1 + b**2) / 7 + v[1] ** 4
    phi = sp.sin(a) + b * c - sp.cos(3 * t) * c
    psi = v[0] * v[2] ** 2 + b * v[1] - sp.sin(a * t)
    chosen = {"kinetic_energy": T, "potential": V, "dissipation": D, "forces": {b: v[2] * t}}
    return q, chosen, phi, psi


def test_lagranges_equations_by_differences_of_the_energies(rng):
    """M q'' - Q against d/dt ∂L/∂q' - ∂L/∂q, with every derivative a finite difference."""
    q, chosen, _, _ = random_system()
    system = LagrangianSystem(q, **chosen).build()
    v = [s.diff() for s in q]
    T, V, D = (chosen[name] for name in ("kinetic_energy", "potential", "dissipation"))
    L = sp.lambdify([t, q, v], T - V)
    R = sp.lambdify([t, q, v], D)
    time, a, b, c = 0.7, *rng.normal(size=(3, 3))
    h = 1e-4

    def slope(f, at, k):
        step = np.eye(3)[k] * h
        return (f(at + step) - f(at - step)) / (2 * h)

    def momentum(s, k):
        here, speed = a + b * s + c * s**2 / 2, b + c * s
        return slope(lambda u: L(time + s, here, u), speed, k)

    expected = [
        (momentum(h, k) - momentum(-h, k)) / (2 * h)
        - slope(lambda p: L(time, p, b), a, k)
        + slope(lambda u: R(time, a, u), b, k)
        - (b[2] * time if k == 1 else 0.0)
        for k in range(3)
    ]
    state = tt.State(system, time, np.array([*a, *b, 0.0]))
    M, Q, _, _ = system.matrices(state)
    assert np.abs(M @ c - Q - expected).max() < 1e-6 * np.abs(expected).max()


def test_constraints_twice_differentiated_by_differences(rng):
    q, chosen, phi, psi = random_system()
    system = LagrangianSystem(q, **chosen, constraints=[phi, psi]).build()
    place = sp.lambdify([t, q], phi)
    speed = sp.lambdify([t, q, [s.diff() for s in q]], psi)
    time, a, b, c = 0.7, *rng.normal(size=(3, 3))

    def moved(s):
        return a + b * s + c * s**2 / 2

    h = 1e-4
    second = (place(time + h, moved(h)) - 2 * place(time, a) + place(time - h, moved(-h))) / h**2
    ends = [speed(time + s, moved(s), b + c * s) for s in (h, -h)]
    expected = [second, (ends[0] - ends[1]) / (2 * h)]
    _, _, A, rest = system.matrices(tt.State(system, time, np.array([*a, *b, 0.0])))
    assert np.abs(A @ c - rest - expected).max() < 1e-6
