"""Names, units and numbers as figures write them."""

import pytest

from treetop.view.text import number, pretty_unit, short, with_unit


@pytest.mark.parametrize(
    ("unit", "pretty"),
    [("m/s^2", "m/s²"), ("N m s", "N·m·s"), ("1", ""), ("m^-1", "m⁻¹"), ("kg m^2/s", "kg·m²/s")],
)
def test_units(unit, pretty):
    assert pretty_unit(unit) == pretty


def test_labels_of_axes():
    assert with_unit("boom.slide", "m") == "boom.slide [m]"
    assert with_unit("bus.attitude", "1") == "bus.attitude"
    assert with_unit("", "J") == "[J]"
    assert with_unit("bus.angular_acceleration", "rad/s^2") == "bus.angular_acceleration\n[rad/s²]"


def test_long_names_keep_both_ends():
    assert short("a" * 50 + "b" * 50, 20) == "a" * 13 + "…" + "b" * 6
    assert short("just", 4) == "just"


@pytest.mark.parametrize(
    ("value", "text"), [(-1.5, "−1.5"), (2.5e-12, "2.5×10⁻¹²"), (6678100.0, "6.6781×10⁶")]
)
def test_numbers(value, text):
    assert number(value) == text
