"""The tools that the cases share."""

import numpy as np

from treetop.validation.numerics import compose, jacobian, matrix, quaternion, same_sign, turn


def test_turn_about_z():
    quarter = [[0, -1, 0], [1, 0, 0], [0, 0, 1]]
    np.testing.assert_allclose(matrix(turn([0, 0, 2], np.pi / 2)), quarter, atol=1e-15)


def test_product_of_quaternions_is_product_of_matrices(rng):
    p, q = (turn(rng.normal(size=3), angle) for angle in (0.7, -2.1))
    np.testing.assert_allclose(matrix(compose(p, q)), matrix(p) @ matrix(q), atol=1e-15)


def test_quaternion_inverts_matrix(rng):
    q = turn(rng.normal(size=3), 2.5)
    np.testing.assert_allclose(same_sign(quaternion(matrix(q)), q), q, atol=1e-15)


def test_jacobian_is_accurate_to_rounding():
    found = jacobian(lambda x: np.array([np.sin(x[0]) * x[1], x[1] ** 3]), [0.4, 2.0], 0.01)
    expected = [[2 * np.cos(0.4), np.sin(0.4)], [0.0, 12.0]]
    np.testing.assert_allclose(found, expected, atol=1e-12)
