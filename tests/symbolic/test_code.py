"""Generated source against SymPy's own evaluation, and what is kept of it on disk."""

import copy
import gc
import pickle
import shutil
import subprocess
import sys
import time

import numpy as np
import pytest
import sympy as sp
from sympy.physics.mechanics import dynamicsymbols

import treetop as tt
from treetop.core.compiler import INTERPRETED, cache_folder
from treetop.symbolic import LagrangianSystem, code, system

x, y = dynamicsymbols("x y")
t = dynamicsymbols._t
k = sp.Symbol("k")

EXPRESSIONS = {
    "half powers": (x**2 + 1) ** sp.Rational(-3, 2) + sp.sqrt(x**2 + 1) * (x**2 + 1),
    "other powers": (x**2 + 1) ** sp.Rational(2, 3) + (1 + x**2) ** -3 + sp.cbrt(2 + x),
    "trigonometry": sp.sin(x) * sp.cos(y) + sp.tan(x * y / 3) + sp.asin(x / 9) + sp.acos(x / 9),
    "inverses": sp.atan(x * y) + sp.atan2(y, x) + sp.acosh(5 + x) + sp.asinh(x) + sp.atanh(x / 9),
    "hyperbolic": sp.sinh(x) - sp.cosh(y) * sp.tanh(x) + sp.exp(-x) * sp.log(4 + y) + sp.erf(x),
    "kinks": sp.Abs(x - y) + sp.sign(x) * y + sp.Max(x, y, 0) - sp.Min(x, 2 * y),
    "steps": sp.Piecewise((x, x < y), (y**2, sp.And(x > 0, y < 1)), (1, True)) + sp.Heaviside(x),
    "numbers": sp.pi * x + sp.E * y + sp.Rational(1, 3) + sp.sqrt(2) * x + 0.123456789012345678 * y,
    "large numbers": 10**20 * x - 3 * 10**19 * x,
    "time": sp.cos(3 * t) * x + k * t,
}  # fmt: skip


@pytest.fixture(scope="module")
def built():
    kinetic = (x.diff() ** 2 + y.diff() ** 2) / 2
    return LagrangianSystem([x, y], kinetic, parameters={k: 0.7}, outputs=EXPRESSIONS).build()


@pytest.mark.parametrize("name", EXPRESSIONS)
def test_every_function_is_computed_as_sympy_does(built, name):
    for at in ((0.3, -0.8), (-0.4, 0.2), (1.2, 1.7)):
        state = built.state(x=at[0], y=at[1], time=0.4)
        values = {x: at[0], y: at[1], t: 0.4, k: 0.7}
        expected = float(EXPRESSIONS[name].subs(values).evalf())
        assert built.evaluate(state).outputs[name] == pytest.approx(expected, rel=1e-14, abs=1e-15)


@pytest.mark.parametrize("name", sorted(set(EXPRESSIONS) - {"numbers"}))
def test_every_function_can_be_differentiated(name):
    """Its slope as a force, against a difference."""
    V = EXPRESSIONS[name]
    system = LagrangianSystem([x, y], (x.diff() ** 2 + y.diff() ** 2) / 2, V, parameters={k: 0.7},
                              outputs={"V": V}).build()  # fmt: skip
    h = 1e-6

    def potential(a):
        return system.evaluate(system.state(x=a, y=-0.8, time=0.4)).outputs["V"]

    slope = (potential(0.3 + h) - potential(0.3 - h)) / (2 * h)
    force = system.evaluate(system.state(x=0.3, y=-0.8, time=0.4)).speed_rates[0]
    assert force == pytest.approx(-slope, rel=1e-7, abs=1e-8)


def test_a_kinked_constraint_has_a_second_derivative_but_at_the_kink():
    system = LagrangianSystem(
        [x, y], x.diff() ** 2 + y.diff() ** 2, constraints=y - sp.Abs(x)
    ).build()
    _, _, A, b = system.matrices(system.state(x=-2.0, y=2.0, x_rate=1.0, y_rate=-1.0))
    assert np.array([[1.0, 1.0]]) == pytest.approx(A)
    assert b == pytest.approx([0.0])


def test_square_roots_are_shared_and_never_powers():
    q = sp.Symbol("q0", real=True)
    targets = {"rate[0]": (q**2 + 1) ** sp.Rational(-3, 2), "rate[1]": sp.sqrt(q**2 + 1)}
    text = "\n".join(code.function("f", "y, p, rate", targets, [q], []))
    assert text.count("sqrt") == 1
    assert "3/2" not in text
    assert "1.5" not in text


# --- kept on disk -------------------------------------------------------------------------


def oscillator(stiffness=4.0, power=2):
    V = k * x**power / 2
    return LagrangianSystem([x], x.diff() ** 2 / 2, V, parameters={k: stiffness}, name="o")


def test_equations_are_derived_once_whatever_the_parameters(monkeypatch):
    first = oscillator().build()
    monkeypatch.setattr(system, "derived", lambda given: pytest.fail("derived again"))
    second = oscillator(stiffness=9.0).build()
    assert first.evaluate(first.state(x=1.0)).speed_rates == pytest.approx([-4.0])
    assert second.evaluate(second.state(x=1.0)).speed_rates == pytest.approx([-9.0])


def test_other_equations_have_another_name():
    descriptions = [oscillator(power=power)._described()[1] for power in (2, 6, 2)]
    keys = [description.key() for description in descriptions]
    assert keys[0] == keys[2] != keys[1]


SCRIPT = """
import sys
import sympy as sp
from sympy.physics.mechanics import dynamicsymbols
from treetop.symbolic import LagrangianSystem, system
x, y = dynamicsymbols("x y")
a, b = sp.symbols("alpha beta")
derived = system.derived
system.derived = lambda given: (print("derived"), derived(given))[1]
T = (a * x.diff()**2 + b * y.diff()**2 + sp.cos(x - y) * x.diff() * y.diff()) / 2
V = sp.sin(x) + int(sys.argv[1]) * sp.exp(y)
built = LagrangianSystem([x, y], T, V, parameters={a: 3, b: 2}).build()
print(sum(sum(f.stats.cache_hits.values()) for f in built.functions))
print(built.functions[0].py_func.__module__)
"""


@pytest.mark.skipif(INTERPRETED, reason="nothing is compiled")
def test_another_process_finds_derivation_and_machine_code(monkeypatch):
    monkeypatch.setenv("PYTHONHASHSEED", "random")
    new = [sys.executable, "-c", SCRIPT, str(time.time_ns())]  # equations that nobody has derived
    outputs = []
    for _ in range(2):
        run = subprocess.run(new, capture_output=True, text=True)
        assert run.returncode == 0, run.stderr
        *told, name = run.stdout.splitlines()
        outputs.append(told)
    assert outputs == [["derived", "0"], ["3"]]
    # These alone: other tests write theirs meanwhile.
    (cache_folder() / f"{name}.py.kept").unlink()
    shutil.rmtree(cache_folder(name))


# --- copies -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "copied", [copy.deepcopy, lambda system: pickle.loads(pickle.dumps(system))]
)
def test_a_copy_lives_on_without_what_it_was_copied_from(copied):
    built = oscillator(stiffness=9.0).build()
    other = copied(built)
    assert INTERPRETED or other.problem != built.problem
    del built
    gc.collect()
    assert other.evaluate(other.state({x: 0.5, x.diff(): 1.0})).speed_rates == pytest.approx([-4.5])


UNPICKLE = """
import pickle, sys
system = pickle.load(open(sys.argv[1], "rb"))
print(system.evaluate(system.state(x=1.0)).speed_rates[0])
"""


@pytest.mark.compiled
def test_another_process_takes_a_pickled_system(tmp_path):
    (tmp_path / "system").write_bytes(pickle.dumps(oscillator(stiffness=9.0).build()))
    command = [sys.executable, "-c", UNPICKLE, str(tmp_path / "system")]
    run = subprocess.run(command, capture_output=True, text=True)
    assert (run.returncode, run.stdout.strip()) == (0, "-9.0"), run.stderr


# --- results ------------------------------------------------------------------------------


@pytest.mark.compiled
def test_a_run_can_be_saved_and_looked_at_again(tmp_path):
    built = LagrangianSystem(
        [x, y],
        (x.diff() ** 2 + y.diff() ** 2) / 2,
        potential=9.81 * y,
        constraints={"rod": x**2 + y**2 - 1},
        outputs={"angle": sp.atan2(x, -y)},
        units={x: "m", y: "m", "angle": "rad"},
        name="pendulum",
    ).build()
    run = tt.simulate(built, built.state(x=1.0), 2.0, every=0.5)
    run.save(tmp_path / "run.nc")
    again = tt.load_run(tmp_path / "run.nc")
    assert again["angle"].values == pytest.approx(run["angle"].values, abs=0)
    assert again["angle"].attrs["units"] == "rad"
    assert again["x_rate"].attrs["units"] == "m/s"
    assert again["rod.multipliers"].shape == (5,)
    assert again.audit()["energy"].relative < 1e-8
    assert again.audit()["constraints"].drift < 1e-14
    assert "x**2" in again.data.attrs["model"].replace("x(t)", "x")
    with pytest.raises(tt.TreetopError, match="without its equations: build them again"):
        again.rerun()
    with pytest.raises(tt.TreetopError, match="has no model"):
        again.model  # noqa: B018
    assert run.rerun()["x"].values == pytest.approx(run["x"].values, abs=0)
    assert run.plot("angle", out=tmp_path / "angle.svg")


@pytest.mark.compiled
def test_a_second_build_derives_and_compiles_nothing(monkeypatch):
    first = oscillator().build()
    monkeypatch.setattr("treetop.symbolic.system.derived", None)
    second = oscillator(stiffness=2.0).build()
    assert [f.py_func for f in second.functions] == [f.py_func for f in first.functions]
    assert all(sum(f.stats.cache_misses.values()) == 0 for f in second.functions)
