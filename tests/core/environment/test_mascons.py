"""Mascons: a shell of them is a point mass; gradients by differences."""

import numpy as np
import pytest

from treetop.core.environment.mascons import (
    NO_MASCONS,
    mascon_acceleration,
    mascon_gradient,
    mascon_potential,
)
from treetop.core.spatial import Vec3
from treetop.environment.small_bodies import GRAVITATION, mascons
from treetop.errors import ModelError


def test_one_mascon_is_a_point_mass():
    one = mascons([2e12], [[100.0, -50.0, 20.0]])
    d = np.array([300.0, 70.0, -10.0]) - [100.0, -50.0, 20.0]
    mu, r = GRAVITATION * 2e12, np.linalg.norm(d)
    x = Vec3(300.0, 70.0, -10.0)
    assert np.allclose(mascon_acceleration(one, x), -mu * d / r**3, rtol=1e-15)
    assert mascon_potential(one, x) == pytest.approx(mu / r, rel=1e-15)


def test_gradients_are_those_of_the_potential(rng):
    many = mascons(rng.uniform(1e11, 1e12, 30), rng.normal(size=(30, 3)) * 200.0)
    x, h = np.array([500.0, -600.0, 300.0]), 0.05
    a, G = np.array(mascon_acceleration(many, Vec3(*x))), mascon_gradient(many, Vec3(*x))
    G = np.array([[G.xx, G.xy, G.xz], [G.xy, G.yy, G.yz], [G.xz, G.yz, G.zz]])
    for e, pull, row in zip(np.eye(3), a, G, strict=True):
        far, near = (Vec3(*(x + k * h * e)) for k in (1, -1))
        rise = (mascon_potential(many, far) - mascon_potential(many, near)) / (2 * h)
        assert rise == pytest.approx(pull, rel=1e-6)
        change = np.array(mascon_acceleration(many, far)) - np.array(
            mascon_acceleration(many, near)
        )
        assert np.abs(change / (2 * h) - row).max() < 1e-6 * np.abs(G).max()
    assert abs(np.trace(G)) < 1e-15 * np.abs(G).max()


def test_no_mascons_pull_nowhere():
    assert not np.any(mascon_acceleration(NO_MASCONS, Vec3(1.0, 2.0, 3.0)))


def test_masses_and_positions_have_to_match():
    with pytest.raises(ModelError, match="one row for each"):
        mascons([1.0, 2.0], [[0.0, 0.0, 0.0]])
