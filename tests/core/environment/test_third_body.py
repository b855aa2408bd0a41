"""Third bodies: long arithmetic, differences, from the surface of the planet to beyond the body."""

import mpmath as mp
import numpy as np
import pytest

from treetop.core.environment.third_body import third_body, third_body_gradient
from treetop.core.spatial import Vec3

SUN, MOON = 1.32712440018e20, 4.902800118e12
CASES = [
    (SUN, (1.4e11, -5.1e10, -2.2e10), (6.9e6, 1e5, -3e6)),
    (SUN, (1.4e11, -5.1e10, -2.2e10), (1.0, -2.0, 0.5)),
    (MOON, (-1.5e8, -3.2e8, -1.8e8), (-4.3e6, 9.6e5, 5.1e6)),
    (MOON, (-1.5e8, -3.2e8, -1.8e8), (-1.4e8, -3.1e8, -1.9e8)),
    (MOON, (-1.5e8, -3.2e8, -1.8e8), (7e8, 8e8, -3e8)),
]


def exact(mu, s, x):
    """The acceleration, by subtraction in long arithmetic."""
    s, x = ([mp.mpf(float(c)) for c in vector] for vector in (s, x))
    d = [a - b for a, b in zip(x, s, strict=True)]
    distance, far = mp.norm(d), mp.norm(s)
    a = [-mu * a / distance**3 - mu * b / far**3 for a, b in zip(d, s, strict=True)]
    return np.array([float(c) for c in a])


@pytest.mark.parametrize("mu, s, x", CASES)
def test_nothing_is_lost_by_cancellation(mu, s, x):
    with mp.workdps(60):
        a = exact(mu, s, x)
    ours = np.array(third_body(mu, Vec3(*s), Vec3(*x)))
    assert np.abs(ours - a).max() < 2e-15 * np.abs(a).max()


def test_the_centre_of_the_planet_feels_nothing():
    assert not np.any(third_body(MOON, Vec3(3e8, 2e8, 1e8), Vec3(0.0, 0.0, 0.0)))


@pytest.mark.parametrize("mu, s, x", CASES)
def test_gradient_is_the_slope_of_the_acceleration(mu, s, x):
    G = third_body_gradient(mu, Vec3(*s), Vec3(*x))
    G = np.array([[G.xx, G.xy, G.xz], [G.xy, G.yy, G.yz], [G.xz, G.yz, G.zz]])
    h = 1e-4 * np.linalg.norm(np.subtract(x, s))
    for e, row in zip(np.eye(3), G, strict=True):
        far, near = (np.array(third_body(mu, Vec3(*s), Vec3(*(x + k * h * e)))) for k in (1, -1))
        assert np.abs((far - near) / (2 * h) - row).max() < 2e-7 * np.abs(G).max()
    assert abs(np.trace(G)) < 1e-15 * np.abs(G).max()
