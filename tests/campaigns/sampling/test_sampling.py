"""Points of every sampling: which run they are of decides, not how they are asked for."""

import numpy as np
import pytest
from scipy.stats import kstest, qmc

from treetop.campaigns.sampling import Factorial, LatinHypercube, Random, Saltelli, Sobol

SAMPLINGS = {
    "random": Random(7, 3),
    "latin-hypercube": LatinHypercube(7, 3, 64),
    "sobol": Sobol(7, 3),
    "factorial": Factorial([4, 4, 4]),
    "saltelli": Saltelli(7, 3),
}


@pytest.mark.parametrize("word", SAMPLINGS)
def test_points_do_not_depend_on_how_they_are_asked_for(word):
    sampling = SAMPLINGS[word]
    whole = sampling.points(0, 64)
    assert whole.shape == (64, 3) and (whole >= 0).all() and (whole < 1).all()
    assert np.array_equal(sampling.points(17, 40), whole[17:40])
    assert np.array_equal(sampling.points(5, 6), whole[5:6])
    parts = [sampling.points(first, first + 16) for first in (48, 0, 16, 32)]
    assert np.array_equal(np.concatenate([*parts[1:], parts[0]]), whole)


@pytest.mark.parametrize("seed", [0, 1, 2**63 - 1])
def test_random_points_are_uniform_and_independent(seed):
    points = Random(seed, 4).points(0, 4000)
    assert all(kstest(column, "uniform").pvalue > 1e-3 for column in points.T)
    assert np.abs(np.corrcoef(points.T) - np.eye(4)).max() < 0.06
    assert np.abs(np.corrcoef(points[:-1, 0], points[1:, 0])[0, 1]) < 0.06


def test_seeds_differ():
    assert not np.isclose(Random(1, 2).points(0, 8), Random(2, 2).points(0, 8)).any()
    assert not np.array_equal(Sobol(1, 2).points(0, 8), Sobol(2, 2).points(0, 8))


def test_a_latin_hypercube_has_one_point_in_each_part():
    points = SAMPLINGS["latin-hypercube"].points(0, 64)
    for column in points.T:
        assert sorted((column * 64).astype(int)) == list(range(64))


def test_sobol_fills_the_cube_more_evenly_than_chance():
    sobol, chance = (qmc.discrepancy(each.points(0, 256)) for each in (Sobol(1, 3), Random(1, 3)))
    assert sobol < chance / 5


def test_a_factorial_has_every_level_with_every_other():
    points = Factorial([2, 3]).points(0, 6)
    levels = (points * [2, 3]).astype(int).tolist()
    assert levels == [[0, 0], [0, 1], [0, 2], [1, 0], [1, 1], [1, 2]]


def test_saltelli_changes_one_number_at_a_time():
    blocks = Saltelli(1, 3).points(0, 40).reshape(8, 5, 3)
    A, B = blocks[:, 0], blocks[:, -1]
    for i in range(3):
        expected = A.copy()
        expected[:, i] = B[:, i]
        assert np.array_equal(blocks[:, 1 + i], expected)
