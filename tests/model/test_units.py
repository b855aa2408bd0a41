"""Factors between units; an angle is a dimension."""

import math

import pytest

from treetop.model.units import UnknownUnit, WrongDimension, factor, si


@pytest.mark.parametrize(
    ("unit", "wanted", "value"),
    [
        ("km", "m", 1e3),
        ("deg", "rad", math.pi / 180),
        ("°/s", "rad/s", math.pi / 180),
        ("rpm", "rad/s", math.pi / 30),
        ("rev/min", "rad/s", math.pi / 30),
        ("mm/turn", "m/rad", 1e-3 / (2 * math.pi)),
        ("km^3/s^2", "m^3/s^2", 1e9),
        ("kg·m²", "kg*m^2", 1.0),
        ("kg m^2", "kg*m^2", 1.0),
        ("N/(m/s)", "N*s/m", 1.0),
        ("Nm", "N*m", 1.0),
        ("mN", "N", 1e-3),
        ("lbf/in", "N/m", 4.4482216152605 / 0.0254),
        ("slug*ft**2", "kg*m^2", 14.593902937206364 * 0.3048**2),
        ("h", "s", 3600.0),
        ("1/min", "1/s", 1 / 60),
        ("1/m", "1/m", 1.0),
        ("g0", "m/s^2", 9.80665),
    ],
)
def test_factor(unit, wanted, value):
    assert factor(unit, wanted) == pytest.approx(value, rel=1e-15)


@pytest.mark.parametrize(
    ("unit", "wanted"), [("N", "N/m"), ("Hz", "rad/s"), ("mm", "m/rad"), ("N*m", "N*m/rad")]
)
def test_another_dimension(unit, wanted):
    with pytest.raises(WrongDimension):
        factor(unit, wanted)


@pytest.mark.parametrize(
    "unit",
    [
        "parsec5",
        "m^99",
        "m^9^9",
        "(km)^9",
        "m(",
        "__class__",
        "lambda",
        "m;s",
        "m" * 99,
        "%",
        "N.m",
    ],
)
def test_no_unit(unit):
    with pytest.raises(UnknownUnit):
        factor(unit, "m")
    with pytest.raises(UnknownUnit):
        si(unit)


def test_si_unit_of_any_unit():
    assert si("mN") == "kg*m*s^-2"
    assert si("deg/s") == "s^-1*rad"
    assert si("m/km") == "1"
