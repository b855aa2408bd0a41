"""Names that arguments had before."""

import numpy as np
import pytest

from flexible_craft import boom_modes
from treetop.structures import normal_modes


def test_held_is_now_fixed():
    structure = boom_modes().structure
    with pytest.warns(FutureWarning, match="'held' is now called 'fixed'"):
        former = normal_modes(structure, held="root", count=2)
    now = normal_modes(structure, fixed="root", count=2)
    np.testing.assert_array_equal(former.shapes, now.shapes)
