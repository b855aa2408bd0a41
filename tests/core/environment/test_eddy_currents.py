import math

import numpy as np
import pytest
from numpy.testing import assert_allclose

from treetop.core.environment.eddy_currents import eddy_torque
from treetop.core.spatial import Sym3, Vec3, dot


def test_torque_of_a_body_alike_in_all_directions_is_across_the_field():
    w, B, k = np.array([0.1, -0.2, 0.3]), np.array([2e-5, 1e-5, -3e-5]), 1e6
    found = eddy_torque(Sym3(k, 0.0, 0.0, k, 0.0, k), Vec3(*w.tolist()), Vec3(*B.tolist()))
    assert_allclose(found, k * (B * (w @ B) - w * (B @ B)), rtol=1e-13)
    assert np.array(found) @ B == pytest.approx(0.0, abs=1e-19)


def test_work_is_what_currents_in_a_thin_sphere_lose():
    # Within a sphere that turns, the field changes by B × w: currents flow by the electric field
    # r × (B × w) / 2 along the wall, which is summed over the wall here.
    radius, wall, conductivity = 1.2, 2e-3, 3.5e7
    w, B = Vec3(0.02, -0.05, 0.1), Vec3(1e-5, 3e-5, -2e-5)
    z, weight = np.polynomial.legendre.leggauss(8)
    turn = np.arange(16) * math.pi / 8
    flat = np.sqrt(1 - z**2)[:, None]
    r = radius * np.stack(
        [flat * np.cos(turn), flat * np.sin(turn), np.repeat(z[:, None], 16, axis=1)], axis=-1
    )
    E = 0.5 * np.cross(r, np.cross(B, w))
    area = weight[:, None] * radius**2 * math.pi / 8
    lost = conductivity * wall * np.sum(np.sum(E * E, axis=-1) * area)
    k = 2.0 * math.pi / 3.0 * conductivity * radius**4 * wall
    torque = eddy_torque(Sym3(k, 0.0, 0.0, k, 0.0, k), w, B)
    assert dot(torque, w) == pytest.approx(-lost, rel=1e-12)


def test_any_body_is_braked():
    rng = np.random.default_rng(1)
    for _ in range(50):
        half = rng.normal(size=(3, 3))
        tensor = Sym3(*(half @ half.T)[np.triu_indices(3)].tolist())
        w, B = (Vec3(*rng.normal(size=3).tolist()) for _ in range(2))
        assert dot(eddy_torque(tensor, w, B), w) <= 0.0
