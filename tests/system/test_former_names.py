"""Names that methods had before."""

import pytest

import treetop as tt


def test_own_is_now_convert_state():
    model = tt.Model("block on a rail")
    model.add_joint("rail", tt.Prismatic("x"), model.ground, model.add_body("block", mass=2))
    system = model.build()
    state = system.state(rail={"slide": 0.25})
    with pytest.warns(FutureWarning, match="own is now called convert_state"):
        former = system.own(state)
    assert former["rail.slide"] == system.convert_state(state)["rail.slide"] == 0.25
