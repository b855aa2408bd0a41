"""Springs along joints whose rest follows time."""

import math

import numpy as np
import pytest

import treetop as tt
from sliders import MASS, slider
from treetop.formats.yaml.load import dumps, loads

TABLE = tt.Table([1, 3], [0.5, 1.5])


@pytest.mark.parametrize(
    ("rest", "t", "expected"),
    [
        ("0.2*sin(3*t)", 2.0, 0.2 * math.sin(6.0)),
        (TABLE, 0.0, 0.5),
        (TABLE, 1.5, 0.75),
        (TABLE, 9.0, 1.5),
        (tt.Table([1, 3], [0.5, 1.5], "hold"), 2.9, 0.5),
    ],
)
def test_effort_is_that_of_the_spring_about_its_rest(rest, t, expected):
    system = slider(tt.JointSpring("rail", stiffness=8, rest=rest, damping=0.3))
    state = system.state(t, rail={"slide": 0.7, "slide_rate": 2.0})
    seen = MASS * system.evaluate(state).speed_rates[0]
    assert seen == pytest.approx(-8 * (0.7 - expected) - 0.3 * 2.0, rel=1e-13)


def test_a_mass_on_a_spring_whose_end_is_shaken():
    """w the frequency of the spring, p that of the shaking, both from rest."""
    system = slider(tt.JointSpring("rail", stiffness=8, rest="0.3*sin(t)"))
    run = tt.simulate(system, system.start(), duration=1, every=0.5, rtol=1e-10, atol=1e-12)
    w, t = math.sqrt(8 / MASS), run.time
    expected = 0.3 * w**2 / (w**2 - 1) * (np.sin(t) - np.sin(w * t) / w)
    assert run["rail.slide"].values == pytest.approx(expected, abs=1e-10)
    told = 8 * (0.3 * np.sin(t) - expected)
    assert run["joint-spring.generalised_force"].values == pytest.approx(told, abs=1e-9)
    assert run.audit()["energy"].relative < 1e-10


@pytest.mark.compiled
def test_in_a_joint_that_closes_a_loop():
    def motion(cut):
        m = tt.Model("two rails")
        bodies = [m.add_body(name, 2, [1, 1, 1]) for name in "ab"]
        for body in bodies:
            m.add_joint(f"rail {body.name}", tt.Prismatic("x"), m.ground, body)
        m.add_joint("between", tt.Prismatic("x"), *bodies, cut=cut)
        m.add_force("spring", tt.JointSpring("between", 5, rest=TABLE))
        if not cut:
            del m.joints["rail b"]
        system = m.build()
        run = tt.simulate(system, system.start(), duration=2, every=1, rtol=1e-10)
        return run["b.position"].values

    assert motion(True) == pytest.approx(motion(False), abs=1e-8)


def test_equations_in_symbols_take_the_table():
    model = slider(tt.JointSpring("rail", stiffness=8, rest=TABLE)).model
    (found,) = tt.symbolic.equations(model).tables.values()
    assert found == TABLE


@pytest.mark.parametrize("rest", ["0.2*sin(3*t)", TABLE, tt.Table([0, 1], [0, "10 cm"], "hold")])
def test_in_files(rest):
    model = slider(tt.JointSpring("rail", stiffness=8, rest=rest)).model
    assert loads(dumps(model)) == model


@pytest.mark.parametrize(
    ("rest", "message"),
    [
        ("0.1*tt", "an expression in t"),
        (tt.Spline([0, 1], [0, 1]), "give a Table"),
        (tt.Table([0, 1], [[0, 0, 0], [1, 1, 1]]), "one number is needed"),
        (tt.Table([0, 1], [0, "1 rad"]), "'rad' does not fit"),
    ],
    ids=["no law", "spline", "vectors", "angles of a slide"],
)
def test_what_is_no_rest(rest, message):
    with pytest.raises(tt.ModelError, match=message):
        slider(tt.JointSpring("rail", stiffness=8, rest=rest))
