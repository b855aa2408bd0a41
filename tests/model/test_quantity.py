"""Numbers that carry units."""

import copy
import pickle
from fractions import Fraction

import numpy as np
import pytest

from treetop.model.quantity import Invalid, Measured, number, numbers


@pytest.mark.parametrize(
    "value", [25, 25.0, "25", "25 N/m", "25N/m", "0.25e2 N/m", " +25. N/m ", "25 kg/s^2"]
)
def test_reads_what_people_write(value):
    assert number(value, "N/m") == 25


@pytest.mark.parametrize("value", [np.float64(3), np.int64(3), np.array(3.0), Fraction(3)])
def test_reads_other_numbers(value):
    assert number(value, "m") == 3.0
    assert type(number(value, "m")) is float


@pytest.mark.parametrize(
    "value",
    [True, None, "", "m", "3 3", "3 m s", [3], {}, float("nan"), float("inf"), "1e999 m", 10**400,
     "nan", "0x10", "1_000", 3j, "١٢ parsec"],
)  # fmt: skip
def test_refuses_what_is_no_length(value):
    with pytest.raises(Invalid):
        number(value, "m")


def test_says_which_unit_is_expected():
    with pytest.raises(Invalid) as caught:
        number("25 N", "N/m")
    assert caught.value.what == "the unit 'N' does not fit here"
    assert "N/m" in caught.value.hint


def test_remembers_how_it_was_written():
    length = number("300 km", "m")
    assert isinstance(length, Measured)
    assert (length, length.text, length.unit) == (300e3, "300 km", "m")
    for twin in (copy.deepcopy(length), pickle.loads(pickle.dumps(length))):
        assert (twin, twin.text, twin.unit) == (300e3, "300 km", "m")


def test_a_measured_number_keeps_its_dimension():
    with pytest.raises(Invalid):
        number(number("300 km", "m"), "s")


def test_vectors():
    assert numbers(["1 km", 2, np.float64(3)], 3, "m") == (1000.0, 2.0, 3.0)
    assert numbers(np.arange(3), 3, "m") == (0.0, 1.0, 2.0)


@pytest.mark.parametrize("value", ["[1, 2, 3] km", [1, 2], [1, 2, 3, 4], 5, {1, 2, 3}, np.eye(3)])
def test_refuses_what_is_no_vector(value):
    with pytest.raises(Invalid):
        numbers(value, 3, "m")


def test_tells_the_element():
    with pytest.raises(Invalid) as caught:
        numbers([1, 2, "3 s"], 3, "m")
    assert caught.value.at == (2,)


def of_pint(value, unit):
    import pint

    return pint.UnitRegistry().Quantity(value, unit)


def of_astropy(value, unit):
    from astropy import units

    return value * units.Unit(unit)


@pytest.mark.parametrize("quantity", [of_pint, of_astropy])
def test_quantities_of_others(quantity):
    assert number(quantity(3, "km"), "m") == 3000
    assert number(quantity(2.5, "km/s"), "m/s") == 2500
    assert number(quantity(2, "kg*m**2"), "kg*m^2") == 2
    assert number(quantity(90, "deg"), "rad") == np.deg2rad(90)
    assert number(quantity(np.float32(0.5), "h"), "s") == 1800
    assert number(quantity(np.array(2.0), "mm"), "m") == 0.002
    assert number(quantity(7, ""), "1") == 7
    assert number(quantity(1, "Torr" if quantity is of_astropy else "torr"), "Pa") == (
        pytest.approx(101325 / 760, rel=1e-12)
    ), "a unit that is not ours"
    assert numbers(quantity([1, 2, 3], "km"), 3, "m") == (1000, 2000, 3000)
    assert number(quantity(3, "km"), "m").text == "3.0 km"


@pytest.mark.parametrize("quantity", [of_pint, of_astropy])
@pytest.mark.parametrize(
    ("value", "unit", "wanted", "text"),
    [
        (1, "m", "kg", "the unit 'm' does not fit"),
        (1, "Hz", "rad/s", "the unit 'Hz' does not fit"),
        (1, "", "m", "has no unit"),
        ([1, 2], "m", "m", "is not one number"),
        (np.nan, "m", "m", "is not a"),
    ],
)
def test_quantities_of_others_that_do_not_fit(quantity, value, unit, wanted, text):
    with pytest.raises(Invalid) as caught:
        number(quantity(value, unit), wanted)
    assert text in str(caught.value)
