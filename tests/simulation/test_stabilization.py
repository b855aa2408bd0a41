"""From the user's word to a way of keeping constraints."""

from dataclasses import replace

import pytest
import sympy

import treetop as tt
from kept_mechanisms import four_bar, started


@pytest.mark.parametrize(
    ("gains", "what"),
    [
        ([-1, 10, 20], r"run\.gains\[0\]: with α = -1 1/s .* would not decay \(give more than 0\)"),
        ([10, -10, 20], r"run\.gains\[1\]: with β"),
        ([10, 10, 0], r"run\.gains\[2\]: with σ = 0"),
        ([10, 10], "3 numbers are needed"),
        ([10, 10, "20 m"], "the unit 'm' does not fit"),
    ],
)
def test_gains_of_the_wrong_sign_are_refused(gains, what):
    with pytest.raises(tt.ModelError, match=what):
        tt.simulate(*started("four-bar"), 0.01, constraints="baumgarte", gains=gains)


def test_gains_take_units():
    given = {"constraints": "baumgarte", "every": 0.01}
    run = tt.simulate(*started("four-bar"), 0.01, gains=["600 min^-1", 10, 20], **given)
    assert run.settings.constraints.gains == (10, 10, 20)
    again = run.rerun()
    assert (again.data.coordinates == run.data.coordinates).all()


def test_unknown_words_are_refused():
    with pytest.raises(tt.ModelError, match=r"run\.constraints: 'glue' does not fit.*nullspace"):
        tt.simulate(*started("four-bar"), 0.01, constraints="glue")


def test_the_model_may_say_how(tmp_path):
    model, _ = four_bar()
    model.run = replace(model.run, constraints=tt.Baumgarte([5, 5, "10 s^-1"]))
    model.save(tmp_path / "model.yaml")
    read = tt.load(tmp_path / "model.yaml").run
    assert read.constraints == tt.Baumgarte([5, 5, 10])


def test_systems_in_symbols_project():
    x, v = sympy.symbols("x v")
    system = tt.symbolic.LagrangianSystem([x], v**2 / 2, x**2, rates=[v]).build()
    with pytest.raises(tt.TreetopError, match=r"run\.constraints.*'project'"):
        tt.simulate(system, system.state(x=1.0), 1.0, constraints="partition")
