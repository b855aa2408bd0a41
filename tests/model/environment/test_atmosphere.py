"""Atmospheres as they are written, and what is wrong with some."""

import pytest

from treetop.errors import ModelError
from treetop.model.environment.atmosphere import (
    ATMOSPHERES,
    MSIS,
    ExponentialAtmosphere,
    HarrisPriester,
    TabulatedAtmosphere,
)


def test_units():
    air = ExponentialAtmosphere("3 g/km^3", "400 km", "60 km", molar_mass="16 g/mol")
    assert air.density == pytest.approx(3e-12)
    assert (air.height, air.scale_height) == (4e5, 6e4)
    assert air.molar_mass == pytest.approx(0.016)
    assert HarrisPriester(lag="30 deg").lag == pytest.approx(0.5235987755982988)


def test_words_in_files_are_different():
    assert len({kind.kind for kind in ATMOSPHERES}) == len(ATMOSPHERES)
    assert [kind.dated for kind in ATMOSPHERES] == [False, False, False, True]


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: ExponentialAtmosphere(1e-12, 4e5, 0), "scale_height.*not above 0"),
        (lambda: ExponentialAtmosphere(1e-12, 4e5, "60 K"), "unit 'K' does not fit"),
        (lambda: HarrisPriester(exponent=7), "exponent.*more than 6"),
        (lambda: HarrisPriester(between="cubic"), "smooth"),
        (lambda: HarrisPriester(wind=[[0, 1, 2]]), "4 numbers are needed"),
        (lambda: HarrisPriester(wind=[1, 2]), "3 numbers are needed"),
        (lambda: TabulatedAtmosphere([1, 2, 3], [3, 2]), "'density' has 2 numbers"),
        (lambda: TabulatedAtmosphere([1, 2, 3], 3), "'density' has 1 numbers"),
        (lambda: TabulatedAtmosphere([1, 3, 2], [3, 2, 1]), "increasing order"),
        (lambda: TabulatedAtmosphere([1], [3]), "fewer than two heights"),
        (lambda: TabulatedAtmosphere([1, 2], [3, -2]), "not above 0"),
        (lambda: MSIS(version="1"), "version"),
        (lambda: MSIS(lowest=5e5, highest=4e5), "highest"),
        (lambda: MSIS(ap=-1), "less than 0"),
        (lambda: MSIS(ap=[1, 2]), "7 numbers are needed"),
    ],
)
def test_wrong_ones(make, words):
    with pytest.raises(ModelError, match=words):
        make()
