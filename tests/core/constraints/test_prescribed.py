"""Functions of time with their rates: expressions against SymPy, splines against SciPy."""

import math

import numpy as np
import pytest
import sympy as sp
from scipy.interpolate import CubicSpline

import treetop as tt
from interpreted import interpreted_for
from treetop.assembly.functions_of_time import DriveBook
from treetop.core.constraints.prescribed import drive, drives_by

EXPRESSIONS = [
    "0.2*sin(3*t)",
    "1.5",
    "-t**3 + 2*t - 4/(1 + t**2)",
    "exp(-t/5)*cos(2*pi*t) + tanh(t)",
    "sqrt(1 + t**2)*log(2 + t) - tan(t/4)",
    "(1 + t)**-2.5 * +t**2",
    "2**0.5*t - (3 - 1)**2",
    "t**0 + t**1",
]


def table_of(book: DriveBook):
    return book.table()._replace(user_function=drives_by(book.functions))


@pytest.mark.parametrize("text", EXPRESSIONS)
def test_expressions_have_the_rates_that_sympy_finds(text):
    t, book = sp.symbols("t"), DriveBook()
    d = book.add(text)
    f = sp.sympify(text, locals={"t": t})
    for at in (0.0, 0.3, 1.7, 6.1):
        found = drive(table_of(book), np.zeros((book.most_steps, 3)), d, at)
        expected = [float(sp.diff(f, t, n).subs(t, at)) for n in range(3)]
        assert tuple(found) == pytest.approx(expected, rel=1e-13, abs=1e-13)


@pytest.mark.parametrize(("t", "jet"), [(-1, (3, 0, 0)), (5, (7, 0, 0)), (2, (5, 1.875, 0))])
def test_a_smooth_step_is_at_rest_at_both_ends(t, jet):
    book = DriveBook()
    d = book.add("3 + smoothstep(1/2)*8*smoothstep(t/4)")
    found = drive(table_of(book), np.zeros((book.most_steps, 3)), d, float(t))
    assert tuple(found) == pytest.approx(jet, abs=1e-14)


@pytest.mark.parametrize("ends", ["clamped", "natural"])
def test_splines_are_those_of_scipy_and_go_straight_on(ends):
    rng = np.random.default_rng(3)
    times, values, book = np.cumsum(rng.uniform(0.2, 1, 7)), rng.normal(size=7), DriveBook()
    book.add("2*t")
    d = book.add(tt.Spline(times, values, ends))
    expected, table = CubicSpline(times, values, bc_type=ends), table_of(book)
    for t in np.linspace(times[0], times[-1] - 1e-12, 60):
        found = drive(table, np.zeros((2, 3)), d, t)
        assert tuple(found) == pytest.approx(
            [float(expected(t, n)) for n in range(3)], rel=1e-12, abs=1e-12
        )
    for t, end in ((times[0] - 2.0, times[0]), (times[-1] + 3.0, times[-1])):
        slope = float(expected(end, 1))
        line = float(expected(end)) + slope * (t - end)
        found = drive(table, np.zeros((2, 3)), d, t)
        assert tuple(found) == pytest.approx([line, slope, 0.0], abs=1e-12)
    assert np.array_equal(book.breaks, times)


def swing(t):
    return math.sin(t), math.cos(t), -math.sin(t)


def lift(t):
    return 2, 0, 0  # whole numbers will do


def crane(**laws) -> tt.Model:
    model = tt.Model("crane")
    model.add_body("cart", 1.0, [1, 1, 1])
    model.add_body("rod", 1.0, [1, 1, 1], centre=[0, 0, -1])
    model.add_joint("rail", tt.Prismatic([1, 0, 0]), model.ground, "cart")
    model.add_joint("hinge", tt.Revolute([0, 1, 0]), "cart", "rod")
    for name, law in laws.items():
        label = {"rail": "rail.slide", "hinge": "hinge.angle"}[name]
        model.add_constraint(f"drive {name}", tt.Prescribed(label, **law))
    return model


@pytest.mark.parametrize(
    "formulation", interpreted_for(["recursive", "newton-euler"], ["recursive"])
)
def test_functions_of_the_users_own_are_followed(formulation):
    system = crane(rail={"function": lift}, hinge={"function": swing}).build(formulation)
    now = system.evaluate(system.state(0.5, rail={"slide": 2}, hinge={"angle": math.sin(0.5)}))
    assert now.speed_rates == pytest.approx([0.0, -math.sin(0.5)], abs=1e-13)
    run = tt.simulate(
        system, system.state(rail={"slide": 2}, hinge={"rate": 1}), duration=1.0, every=0.25
    )
    assert run["hinge.angle"].values == pytest.approx(np.sin(run.time), abs=1e-14)
    assert run["rail.slide"].values == pytest.approx(2.0, abs=1e-14)


def wrong(t):
    return math.sin(t)


@pytest.mark.compiled
def test_a_function_that_cannot_be_compiled_is_named():
    with pytest.raises(tt.ModelError, match=r"constraints.drive hinge.function.*return numbers"):
        crane(hinge={"function": wrong}).build()


def test_steps_end_at_the_knots_of_a_spline():
    """The third rate jumps there, which a step across would take for an error."""
    law = tt.Spline([0.0, 0.4, 1.0], [0.0, 0.3, -0.1])
    system = crane(hinge={"law": law}).build()
    assert set(law.times) <= set(system.breaks)
    run = tt.simulate(system, system.state(), duration=1.0, at=[0.4, 1.0])
    assert run["hinge.angle"].values == pytest.approx([0.3, -0.1], abs=1e-15)
    assert run.audit().passed(1e-8)
