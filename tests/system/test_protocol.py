"""Built models and systems in the user's own equations answer the same questions."""

import pytest
import sympy

import treetop as tt
from treetop.system.protocol import DynamicalSystem


def built():
    m = tt.Model("block")
    m.add_body("block", mass=1)
    m.add_joint("rail", tt.Prismatic([1, 0, 0]), m.ground, "block")
    return m.build()


def in_symbols():
    x, v = sympy.symbols("x v")
    return tt.symbolic.LagrangianSystem([x], v**2 / 2, x**2, rates=[v]).build()


@pytest.mark.parametrize("made", [built, in_symbols])
def test_everything_that_is_asked_for_is_there(made):
    system = made()
    asked = {n for n in vars(DynamicalSystem) if not n.startswith("_")}
    asked |= DynamicalSystem.__annotations__.keys()
    assert len(asked) > 20
    assert not [name for name in asked if not hasattr(system, name)]


def test_only_models_have_events_and_an_origin():
    model, equations = built(), in_symbols()
    assert model.model.name == "block" and equations.model is None
    assert model.origin_index == model.size - 8 and equations.origin_index == -1
