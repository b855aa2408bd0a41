"""A flexible array on a slewing hub: modes by cost, by frequency, and all of them."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from pages import page

script = page("flexible-array")
ALL = script.modes()


@pytest.mark.parametrize("count", [3, 4, 5, 6])
def test_modes_by_cost_leave_less_out(count):
    kept = script.choices(ALL, count)
    assert script.left_out(ALL, kept["cost"]) < 0.75 * script.left_out(ALL, kept["frequency"])


@pytest.mark.compiled
def test_three_modes_by_cost_miss_less_of_the_slew():
    whole = script.slew(ALL)
    tip = script.deflection(whole, ALL)

    def error(kept):
        few = ALL.chosen(kept)
        return np.abs(script.deflection(script.slew(few), few) - tip).max()

    kept = script.choices(ALL, 3)
    assert kept["cost"].tolist() == [0, 1, 3]
    assert error(kept["cost"]) < 0.2 * error(kept["frequency"])
    rigid = script.pointing(script.slew(ALL.structure))[-1]
    assert_allclose(script.rest(whole, ALL), rigid, rtol=1e-4)
    assert_allclose([tip.min(), tip.max()], [-0.0820, 0.0534], atol=1e-4)
    assert whole.audit()["energy"].relative < 1e-10
