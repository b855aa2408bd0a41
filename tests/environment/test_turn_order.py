"""Orders of three turns."""

import pytest

from treetop.environment.turn_order import is_turn_order


@pytest.mark.parametrize("word", ["zyx", "xyz", "zxz", "yxy"])
def test_orders_are_three_axes(word):
    assert is_turn_order(word)


@pytest.mark.parametrize("word", ["", "zy", "zzy", "yzz", "zyxz", "abc", "ZYX"])
def test_others_are_not(word):
    assert not is_turn_order(word)
