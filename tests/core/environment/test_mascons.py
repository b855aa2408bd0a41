"""Mascons: one of them is a point mass; gradients by differences."""

import numpy as np

from treetop.core.environment.mascons import NO_MASCONS, Mascons, mascon_field
from treetop.core.spatial import Vec3


def test_one_mascon_is_a_point_mass():
    at, mu = np.array([[100.0, -50.0, 20.0]]), 133.0
    d = np.array([300.0, 70.0, -10.0]) - at[0]
    a, _ = mascon_field(Mascons(np.array([mu]), at), Vec3(300.0, 70.0, -10.0))
    assert np.allclose(a, -mu * d / np.linalg.norm(d) ** 3, rtol=1e-15)


def test_the_gradient_is_that_of_the_acceleration(rng):
    many = Mascons(rng.uniform(1.0, 10.0, 30), rng.normal(size=(30, 3)) * 200.0)
    x, h = np.array([500.0, -600.0, 300.0]), 0.05
    _, G = mascon_field(many, Vec3(*x))
    G = np.array([[G.xx, G.xy, G.xz], [G.xy, G.yy, G.yz], [G.xz, G.yz, G.zz]])
    for e, row in zip(np.eye(3), G, strict=True):
        far, near = (np.array(mascon_field(many, Vec3(*(x + k * h * e)))[0]) for k in (1, -1))
        assert np.abs((far - near) / (2 * h) - row).max() < 1e-6 * np.abs(G).max()
    assert abs(np.trace(G)) < 1e-15 * np.abs(G).max()


def test_no_mascons_pull_nowhere():
    assert not np.any(mascon_field(NO_MASCONS, Vec3(1.0, 2.0, 3.0))[0])
