import numpy as np
import pytest
from scipy.special import i0e, i1e

from treetop.core.environment.bessel import FAR, scaled_bessel


@pytest.mark.parametrize("z", [0.0, 1e-8, 0.1, 1.0, 7.5, FAR - 1e-9, FAR + 1e-9, 32.0, 1e4, 5e15])
def test_both_are_those_of_scipy(z):
    assert scaled_bessel(z) == pytest.approx((i0e(z), i1e(z)), rel=4e-15, abs=0)


def test_the_two_series_meet():
    below, above = (np.array(scaled_bessel(FAR * (1 + e))) for e in (-1e-15, 1e-15))
    assert above == pytest.approx(below, rel=4e-15)
