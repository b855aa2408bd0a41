"""Laws of lines that are paid out: inertia of rods."""

import numpy as np

from treetop.core.compiler import interpreted
from treetop.core.devices.deployer import strip, uniform_rod
from treetop.core.spatial import Vec3


def test_a_rod_is_a_row_of_points():
    with interpreted():
        I = uniform_rod(3.0, 2.0)
    z = -(np.arange(20000) + 0.5) / 20000 * 2.0
    assert np.allclose([I.h.z, I.J.xx], [3.0 * z.mean(), 3.0 * (z**2).mean()], rtol=1e-8)
    assert I.J.zz == 0.0


def test_a_strip_is_a_row_of_points_across():
    width, c = np.array([0.3, -0.4, 1.2]), np.array([0.5, 0.1, -0.2])
    radius = Vec3(*(width / np.sqrt(12.0)))
    with interpreted():
        I = strip(3.0, Vec3(*c), radius)
    places = c + np.outer((np.arange(20000) + 0.5) / 20000 - 0.5, width)
    J = 3.0 * np.mean([(x @ x) * np.eye(3) - np.outer(x, x) for x in places], axis=0)
    found = [[I.J.xx, I.J.xy, I.J.xz], [I.J.xy, I.J.yy, I.J.yz], [I.J.xz, I.J.yz, I.J.zz]]
    assert np.allclose(found, J, rtol=1e-8, atol=1e-8)
    assert np.allclose(tuple(I.h), 3.0 * c) and I.m == 3.0
