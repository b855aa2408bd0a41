"""What cannot be right is refused in words, before anything runs."""

import numpy as np
import pytest
import sympy as sp
from sympy.physics.mechanics import dynamicsymbols

import treetop as tt
from treetop.core.integrators.outcome import Outcome
from treetop.errors import ModelError, RunError, TreetopError
from treetop.symbolic import LagrangianSystem

t = dynamicsymbols._t
x, y, z = dynamicsymbols("x y z")
m, g, l = sp.symbols("m g l")
T = (x.diff() ** 2 + y.diff() ** 2) / 2


def refused(*arguments, **keywords):
    with pytest.raises(ModelError) as caught:
        LagrangianSystem(*arguments, **keywords).build()
    return str(caught.value)


def refused_start(system, **start):
    """What is said of a state of a system that can be built."""
    built = system.build()
    with pytest.raises(ModelError) as caught:
        built.state(**start)
    return str(caught.value)


# --- symbols ------------------------------------------------------------------------------


def test_symbols_without_a_value_are_listed():
    message = refused([x], m * x.diff() ** 2 / 2, m * g * x, parameters={m: 1})
    assert "1 symbol has no value: 'g'" in message


def test_a_value_must_be_a_number():
    message = refused([x], m * x.diff() ** 2 / 2, parameters={m: "heavy"})
    assert message.startswith("parameters.m: 'heavy' is not a number")
    assert "not a number" in refused([x], m * x.diff() ** 2 / 2, parameters={m: float("nan")})


def test_numbers_that_are_too_large():
    message = refused([x], m * x.diff() ** 2 / 2, parameters={m: 10**400})
    assert "parameters.m: 1000000" in message
    assert len(message) < 200
    message = refused([x], x.diff() ** 2 / 2, potential=10**400 * x**2)
    assert "potential: a number in it is too large" in message


def test_values_that_nothing_takes():
    values = {m: 1, g: 9.81, "mm": 2, x: 3, "x_rate": 4, t: 5}
    message = refused([x], m * x.diff() ** 2, parameters=values)
    assert "parameters.mm: does not occur" in message
    assert "parameters.g" not in message, "a symbol may be there for other systems"
    for moving in ("x(t)", "x_rate", "t"):
        assert f"parameters.{moving}: is no parameter" in message


@pytest.mark.parametrize("name", ["forces", "parameters", "auxiliary", "outputs", "units"])
def test_what_is_given_by_name_must_be_a_mapping(name):
    message = refused([x], x.diff() ** 2, **{name: [x]})
    assert message.startswith(f"{name}: does not say which is which")


@pytest.mark.parametrize("breaks", [["soon"], [float("nan")], 3.0], ids=str)
def test_breaks_must_be_times(breaks):
    assert refused([x], x.diff() ** 2, breaks=breaks).startswith("breaks")


def test_two_symbols_of_one_name():
    positive = sp.Symbol("m", positive=True)
    energy = m * x.diff() ** 2 + positive * x.diff() ** 2
    assert "two different symbols are called 'm'" in refused([x], energy, parameters={"m": 1})


def test_names_that_clash():
    rate = dynamicsymbols("x_rate")
    assert "'x_rate' would mean two things" in refused([x, rate], x.diff() ** 2)
    assert "'x' would mean two things" in refused([x], x.diff() ** 2, outputs={"x": x})
    assert "'x' would mean two things" in refused([x, x], x.diff() ** 2)


def test_coordinates_must_be_functions_of_time():
    assert "nothing that could move" in refused([])
    assert "x is no function of time" in refused("x")
    assert "is no function of time" in refused([x**2], x.diff() ** 2, rates=[y])
    with pytest.raises(ModelError, match="nothing stands for the rate of m"):
        LagrangianSystem([m], m**2)
    with pytest.raises(ModelError, match="2 rates for 1 coordinates"):
        LagrangianSystem([m], m**2, rates=[g, l])
    other = sp.Function("w")(sp.Symbol("s"))
    with pytest.raises(ModelError, match="functions of s, t"):
        LagrangianSystem([x, other], x.diff() ** 2).build()


def test_a_force_along_what_is_no_coordinate():
    assert "forces.y(t): is no coordinate" in refused([x], x.diff() ** 2, forces={y: 1})
    assert "forces.y: is no coordinate" in refused([x], x.diff() ** 2, forces={"y": 1})
    twice = {x: 1, "x": 2}
    assert "by symbol and by name" in refused([x], x.diff() ** 2, forces=twice)


# --- functions ----------------------------------------------------------------------------


def test_functions_without_a_formula():
    f = sp.Function("f")
    message = refused([x], x.diff() ** 2, potential=f(x))
    assert "potential: 'f(x(t))' is a function without a formula" in message
    message = refused([x], x.diff() ** 2, forces={x: y})
    assert "forces.x: 'y(t)' is a function without a formula" in message


def test_accelerations_that_remain():
    message = refused([x], x.diff() ** 2, constraints={"push": x.diff(t, 2) - 1})
    assert "constraints.push: Derivative(x(t), (t, 2)) remains" in message
    assert "remains" in refused([x], x.diff() ** 2, potential=sp.Derivative(y, t))


def test_derivatives_not_yet_taken_are_taken():
    system = LagrangianSystem([x], sp.Derivative(x**2, t, evaluate=False) ** 2 / 8).build()
    assert system.mass_matrix(system.state(x=3.0)) == pytest.approx(9.0)


def test_functions_that_cannot_be_computed():
    for odd in (sp.besselj(0, x), sp.Integral(sp.sin(m * x), (m, 0, 1)), sp.Sum(x**m, (m, 0, 3))):
        message = refused([x], x.diff() ** 2, potential=2 * odd)
        assert f"'{odd}' cannot be differentiated and computed" in message


@pytest.mark.parametrize("wrong", [sp.I * x, sp.zoo, sp.nan, "x**2", sp.Matrix([x]), object()])
def test_what_is_no_real_expression(wrong):
    assert "potential" in refused([x], x.diff() ** 2, potential=[wrong])


def test_all_problems_are_told_at_once():
    f = sp.Function("f")
    message = refused([x], m * x.diff() ** 2, potential=f(x), forces={x: sp.I})
    assert message.count("\n") == 2


def test_bodies_of_wrong_sizes_or_names():
    system = LagrangianSystem([x])
    for wrong in (
        {"position": [x, 0]},
        {"position": x},
        {"inertia": 3.0},
        {"inertia": [1, 1, 1], "rotation": [1, 0, 0, 0]},
        {"angular_velocity": x.diff()},
    ):
        with pytest.raises(ModelError, match=r"bodies.b: has sizes that do not fit"):
            system.add_body("b", 1, **wrong)
    system.add_body("b", 1, position=[x, 0, 0])
    with pytest.raises(ModelError, match=r"bodies.b: is there already"):
        system.add_body("b", 1, position=[x, 0, 0])
    with pytest.raises(ModelError, match=r"constraints.c1: is there already"):
        LagrangianSystem([x], constraints=[x]).add_constraint("c1", x)


@pytest.mark.parametrize("mass", [1 + t, 1 + z, 1 + x.diff() ** 2], ids=str)
def test_a_mass_that_changes_by_itself_is_refused(mass):
    system = LagrangianSystem([x], auxiliary={z: -1})
    system.add_body("rocket", mass, position=[x, 0, 0])
    with pytest.raises(ModelError, match=r"bodies.rocket.mass: depends on more than coordinates"):
        system.build()


def test_an_angular_velocity_that_is_not_linear_in_the_rates():
    system = LagrangianSystem([x])
    system.add_body("top", 1, [1, 1, 1], angular_velocity=[x.diff() ** 2, 0, 0])
    with pytest.raises(ModelError, match=r"bodies.top.inertia: its angular velocity is not linear"):
        system.build()


IMPOSSIBLE = {
    "negative mass": ({"mass": -m}, "mass: -2.0* is below zero"),
    "a body thinner than flat": ({"inertia": [m, 1, 5]}, "inertia: no body has this inertia"),
    "negative inertia": ({"inertia": [-m, 1, 1]}, "inertia: .*negative"),
    "asymmetric": ({"inertia": [[2, m, 0], [0, 2, 0], [0, 0, 2]]}, "inertia: not symmetric"),
    "asymmetric by symbols": (
        {"inertia": [[2, x, 0], [0, 2, 0], [0, 0, 2]]},
        "inertia: is not symmetric",
    ),
}


@pytest.mark.parametrize("name", IMPOSSIBLE)
def test_bodies_that_cannot_be(name):
    wrong, message = IMPOSSIBLE[name]
    system = LagrangianSystem([x], parameters={m: 2})
    system.add_body("b", **({"mass": m, "position": [x, 0, 0]} | wrong))
    with pytest.raises(ModelError, match=rf"bodies.b.{message}"):
        system.build()


@pytest.mark.parametrize("rotation", [2 * sp.eye(3), sp.diag(1, 1, -1), sp.eye(3) * y])
def test_rotations_that_do_not_turn(rotation):
    """Judged where a motion starts: y, the length of a quaternion say, might be held at one."""
    system = LagrangianSystem([x, y], y.diff() ** 2)
    system.add_body("b", 1, [1, 1, 1], [x, 0, 0], rotation)
    message = refused_start(system, y=2.0)
    assert "bodies.b: its rotation does not turn it" in message


# --- mechanics ----------------------------------------------------------------------------


def test_coordinates_that_nothing_determines_are_named():
    message = refused_start(LagrangianSystem([x, y, z], T))
    assert "nothing determines how 'z_rate' changes: one motion without mass" in message
    system = LagrangianSystem([x, y, z], (x.diff() + y.diff()) ** 2 / 2, constraints=z - x)
    message = refused_start(system)
    assert "'x_rate', 'y_rate' and 'z_rate'" in message
    assert "one motion" in message


def test_coordinates_that_nothing_determines_just_there():
    """The mass of an angle about a particle at the origin vanishes there and nowhere else."""
    a, r = dynamicsymbols("a r")
    system = LagrangianSystem([r, a], (r.diff() ** 2 + r**2 * a.diff() ** 2) / 2).build()
    assert system.state(r=1.0)
    with pytest.raises(ModelError, match="nothing determines how 'a_rate' changes"):
        system.state(r=0.0)


def test_negative_kinetic_energy():
    message = refused_start(LagrangianSystem([x, y], x.diff() ** 2 - y.diff() ** 2))
    assert "kinetic_energy: is negative" in message


def test_masses_are_judged_where_a_motion_starts():
    """Not at some other place, at which they may be negative or vanish."""
    system = LagrangianSystem([x], (1 - x) * x.diff() ** 2 / 2)
    assert system.build().state(x=0.5)
    assert "kinetic_energy: is negative" in refused_start(system, x=1.5)
    late = LagrangianSystem([x], sp.Max(0, x - 2) * x.diff() ** 2 / 2)
    assert late.build().state(x=3.0)
    assert "nothing determines how 'x_rate' changes" in refused_start(late, x=1.0)


def test_constraints_that_contradict_each_other_are_named_in_pairs():
    system = LagrangianSystem(
        [x, y, z],
        T + z.diff() ** 2,
        constraints={"here": x - 1, "flat": y + z, "there": 2 * x - 4, "low": y - z},
    ).build()
    with pytest.raises(ModelError, match="no state meets both 'here' and 'there'"):
        system.state()
    with pytest.raises(ModelError, match="contradict"):
        system.nearest_state(x=1.0)


def test_contradictions_of_speeds_and_accelerations():
    speeds = {"still": x - 1, "going": x.diff() - 2}
    system = LagrangianSystem([x], x.diff() ** 2, constraints=speeds).build()
    with pytest.raises(ModelError, match="no state meets both 'still' and 'going'"):
        system.state(x=1.0)
    later = {"still": x, "going": x - t**2 * (1 + y.diff() * 0)}
    system = LagrangianSystem([x, y], T, constraints=later).build()
    with pytest.raises(ModelError, match="no acceleration meets both 'still' and 'going'"):
        system.state()


def test_three_that_contradict_each_other_together():
    three = {"a": x - 1, "b": y - 1, "c": x + y - 3}
    system = LagrangianSystem([x, y], T, constraints=three).build()
    with pytest.raises(ModelError, match="no state meets 'a', 'b' and 'c' together"):
        system.state()


def test_a_constraint_that_nothing_can_change():
    system = LagrangianSystem([x], x.diff() ** 2, constraints={"odd": m - 2}, parameters={m: 1})
    with pytest.raises(ModelError, match=r"constraints.odd: no state meets 'odd'"):
        system.build().state()


@pytest.mark.compiled
def test_contradictions_that_come_while_running():
    """Two walls that close in on each other: the run stops and says why."""
    walls = {"left": x - t**3, "right": (x + t**3) * (1 + t)}
    system = LagrangianSystem([x], x.diff() ** 2, constraints=walls).build()
    with pytest.raises(RunError, match="'left' and 'right'") as caught:
        tt.simulate(system, system.state(), 3.0)
    assert caught.value.run is not None


@pytest.mark.compiled  # the one before it says as much of kernels
def test_a_contradiction_that_comes_at_once_ends_the_run_there():
    """However long the step that runs into it; what is kept meets the constraints."""
    system = LagrangianSystem(
        [x], x.diff() ** 2, constraints={"a": x - sp.Max(t, 0.5), "b": x - 0.5}
    ).build()
    methods = {"method": "radau"}, {"method": "rk4", "step": 1e-3}
    for settings in ({}, {"every": 0.5}, *methods):
        with pytest.raises(RunError, match="no state ahead meets both 'a' and 'b'") as caught:
            tt.simulate(system, system.state(x=0.5), 1.0, **settings)
        run = caught.value.run
        assert caught.value.outcome is Outcome.CONSTRAINTS_LOST
        assert run.time[-1] == pytest.approx(0.5, abs=1.01e-3 if "step" in settings else 1e-12)
        assert np.abs(run["x"].values - 0.5).max() == 0.0
        assert "NaN" not in str(caught.value)


@pytest.mark.compiled
def test_a_wall_that_stands_for_a_while_only():
    """Between two samples nobody looks; a sample at which the constraints contradict each other is
    not taken for one of the motion."""
    bump = sp.Piecewise((1, sp.And(t > 0.4, t < 0.45)), (0, True))
    system = LagrangianSystem([x], x.diff() ** 2, constraints={"a": x, "b": x - bump}).build()
    with pytest.raises(RunError, match="'a' and 'b'") as caught:
        tt.simulate(system, system.state(), 1.0, at=[0.42, 1.0])
    assert caught.value.run.time[-1] <= 0.4 + 1e-12


@pytest.mark.parametrize("factor", [1e-14, 1e-16, 1e-30])
def test_a_constraint_that_would_be_lost_beside_another(factor):
    given = {"small": factor * (x - y), "large": y - z}
    system = LagrangianSystem([x, y, z], T + z.diff() ** 2, constraints=given)
    message = refused_start(system)
    assert f"constraints.small: its slope is {factor:.0e} of another's" in message
    assert f"multiply it by {1 / factor:.0e}" in message


FLAT = {
    "square": ((x - 1) ** 2, {"x": 1.0}),
    "size": (sp.Abs(x - 1), {"x": 1.0}),
    "circle": ((x**2 + y**2 - 25) ** 2, {"x": 3.0, "y": 4.0}),
    "rest": (x.diff() ** 2 + y.diff() ** 2, {}),
}


@pytest.mark.parametrize("name", FLAT)
def test_a_constraint_that_nothing_could_hold(name):
    constraint, start = FLAT[name]
    system = LagrangianSystem([x, y], T, constraints={"odd": constraint})
    message = refused_start(system, **start)
    assert "constraints.odd: its slope vanishes where it is met" in message


def test_a_constraint_without_slope_that_follows_from_others():
    """As the part of n x D along n does, at some places or at all."""
    rod = x**2 + y**2 - 25
    system = LagrangianSystem([x, y], T, constraints={"rod": rod, "again": rod**2}).build()
    assert system.evaluate(system.state(x=3.0, y=4.0)).rank == 1
    parallel = sp.Matrix([1, x, y]).cross(sp.Matrix([1, z, 0]))
    line = LagrangianSystem([x, y, z], T + z.diff() ** 2, constraints=parallel).build()
    assert line.evaluate(line.state()).rank == 2


def test_a_short_rod_between_far_places_is_held():
    """Its slope is small beside that of the long rods around it."""
    rod = (x - y) ** 2 + z**2 - 1e-6
    system = LagrangianSystem([x, y, z], T + z.diff() ** 2, constraints={"rod": rod}).build()
    state = system.nearest_state(x=7e6, y=7e6, z=1e-3)
    assert system.evaluate(state).rank == 1


@pytest.mark.parametrize("start", [{}, {"x": 3.0}])
def test_a_constraint_that_cannot_vanish_is_named(start):
    system = LagrangianSystem([x, y], T, constraints={"never": x**2 + y**2 + 1})
    assert "no state meets 'never' (" in refused_start(system, **start)


# --- states -------------------------------------------------------------------------------


def pendulum():
    return LagrangianSystem([x, y], T, g * y, constraints={"rod": x**2 + y**2 - 25},
                            parameters={g: 9.81}).build()  # fmt: skip


def test_a_state_that_violates_the_constraints_is_offered_the_nearest():
    system = pendulum()
    with pytest.raises(ModelError) as caught:
        system.state(x=6.0, y=-8.0)
    message = str(caught.value)
    assert "does not satisfy 'rod'" in message
    assert "nearest state that does is 5 away: x = 3, y = -4" in message
    near = system.nearest_state(x=6.0, y=-8.0)
    assert (near["x"], near["y"]) == pytest.approx((3.0, -4.0), rel=1e-13)


def test_a_state_in_the_centre_is_offered_one_of_the_nearest():
    """All are as near, and no slope says which way to go."""
    message = refused_start(LagrangianSystem([x, y], T, constraints={"rod": x**2 + y**2 - 25}))
    assert "does not satisfy 'rod' (the nearest state that does is 5 away" in message
    fast = LagrangianSystem([x, y], T, constraints=x.diff() ** 2 + y.diff() ** 2 - 4).build()
    assert np.linalg.norm(fast.nearest_state().speeds) == pytest.approx(2.0, rel=1e-12)


def test_the_nearest_state_is_the_nearest():
    """On an ellipse, from where no radius leads to it."""
    system = LagrangianSystem([x, y], T, constraints=x**2 / 4 + y**2 - 1).build()
    near = system.nearest_state(x=2.0, y=1.5)
    angle = np.linspace(0, np.pi / 2, 100001)
    distance = np.hypot(2 * np.cos(angle) - 2.0, np.sin(angle) - 1.5)
    best = angle[distance.argmin()]
    assert (near["x"], near["y"]) == pytest.approx((2 * np.cos(best), np.sin(best)), abs=1e-4)


def test_speeds_that_violate_the_constraints():
    system = pendulum()
    with pytest.raises(ModelError, match=r"'rod'.*1 away: x_rate = 0;"):
        system.state(x=5.0, x_rate=1.0, y_rate=1.0)
    near = system.nearest_state(x=5.0, x_rate=1.0, y_rate=1.0)
    assert (near["x_rate"], near["y_rate"]) == pytest.approx((0.0, 1.0))


def test_nonlinear_constraints_on_speeds_are_met_too():
    system = LagrangianSystem([x, y], T, constraints=x.diff() ** 2 + y.diff() ** 2 - 4).build()
    near = system.nearest_state(x_rate=3.0, y_rate=4.0)
    assert (near["x_rate"], near["y_rate"]) == pytest.approx((1.2, 1.6), rel=1e-12)


def test_a_state_far_off_dependent_constraints():
    """n x D = 0 has rank three wherever it does not hold."""
    n, D = sp.Matrix([1, 2, 2]) / 3, sp.Matrix([x, y, z])
    line = LagrangianSystem([x, y, z], T + z.diff() ** 2, constraints=n.cross(D)).build()
    near = line.nearest_state(x=1.0, y=0.5, z=-2.0)
    start = np.array([1.0, 0.5, -2.0])
    along = np.array([1, 2, 2]) / 3
    assert near.coordinates == pytest.approx(along * (along @ start), abs=1e-13)


def test_rounding_is_no_violation():
    system = pendulum()
    state = system.state(x=5 * np.sin(0.3), y=-5 * np.cos(0.3) * (1 + 1e-12))
    assert system.evaluate(state).constraint_error < 1e-14


def test_names_of_states():
    system = pendulum()
    with pytest.raises(ModelError, match=r"w: is no coordinate.*there are: x, y, x_rate, y_rate"):
        system.state(w=1.0)
    with pytest.raises(ModelError, match=r"x: 'far' is not a number"):
        system.state(x="far")
    with pytest.raises(ModelError, match=r"x: nan is not a number"):
        system.state(x=float("nan"))
    by_symbol = system.state({x: 3.0, y: 4.0, x.diff(): 4.0, y.diff(): -3.0})
    assert by_symbol["x_rate"] == pytest.approx(4.0)


def test_states_of_other_systems_are_refused():
    other = LagrangianSystem([x], x.diff() ** 2).build()
    with pytest.raises(TreetopError, match="belongs to another system"):
        pendulum().evaluate(other.state())


def test_a_run_from_a_state_that_was_tampered_with_is_refused():
    system = pendulum()
    state = system.state(x=5.0)
    state.vector[0] = 7.0
    with pytest.raises(ModelError, match="does not satisfy 'rod'"):
        tt.simulate(system, state, 1.0)


def test_a_start_where_a_force_is_not_finite():
    system = LagrangianSystem([x], x.diff() ** 2, potential=1 / x).build()
    with pytest.raises(ModelError, match="the force along 'x_rate' is not finite"):
        system.state()


def test_a_run_into_a_singularity_stops():
    system = LagrangianSystem([x], x.diff() ** 2 / 2, potential=-1 / x).build()
    with pytest.raises(RunError):
        tt.simulate(system, system.state(x=1.0), 3.0)
