"""Laws of lines that are paid out: inertia of rods."""

import numpy as np

from treetop.core.compiler import interpreted
from treetop.core.devices.deployer import uniform_rod


def test_a_rod_is_a_row_of_points():
    with interpreted():
        I = uniform_rod(3.0, 2.0)
    z = -(np.arange(20000) + 0.5) / 20000 * 2.0
    assert np.allclose([I.h.z, I.J.xx], [3.0 * z.mean(), 3.0 * (z**2).mean()], rtol=1e-8)
    assert I.J.zz == 0.0
