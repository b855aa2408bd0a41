"""Normal deviates: the inverse of the distribution, and their first moments."""

import math

import numpy as np
from scipy.special import ndtri
from scipy.stats import kstest

from treetop.core.sensors.normal import deviate, inverse_normal, logarithm, uniform

WORD = 2**32 - 1
BITS = ["-0x1.f92497a19f65bp-5", "-0x1.63267b5e636e9p-2"]


def test_logarithm():
    for x in np.geomspace(2.0**-53, 1.0, 500)[:-1]:
        assert math.isclose(logarithm(x), math.log(x), rel_tol=4e-16, abs_tol=1e-300)


def test_inverse_of_the_normal_distribution():
    tails = 0.5 ** np.arange(2, 53)
    for u in np.concatenate([np.linspace(1e-6, 1 - 1e-6, 1001), tails, 1 - tails]):
        assert math.isclose(inverse_normal(u), ndtri(u), rel_tol=2e-15, abs_tol=1e-300)


def test_uniform_numbers_are_within_their_ends():
    assert uniform(0, 0) == 2.0**-53
    assert uniform(WORD, WORD) == 1.0 - 2.0**-53


def test_deviates_are_normal():
    found = np.array([deviate(1, 2, k, n) for k in range(2500) for n in range(4)])
    assert kstest(found, "norm").pvalue > 0.01
    assert abs(np.corrcoef(found[:-1], found[1:])[0, 1]) < 0.03


def test_seed_stream_sample_and_number_each_matter():
    found = {deviate(*key) for key in np.ndindex(3, 3, 3, 3)}
    assert len(found) == 81


def test_bits_do_not_depend_on_the_platform():
    """Found once; integer arithmetic and rounded sums, products, quotients and roots give them."""
    assert [deviate(1, 2, 3, n).hex() for n in range(2)] == BITS
