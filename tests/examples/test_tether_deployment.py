"""A tether of 20 km is paid out in orbit and drawn in by half."""

import numpy as np
import pytest

pytestmark = pytest.mark.compiled


def test_the_length_is_what_was_asked_for(run):
    t, length = run.time, run["tether.length"].values

    def step(x):
        x = np.clip(x, 0, 1)
        return x**3 * (10 - 15 * x + 6 * x**2)

    asked = 1000 + 19000 * step(t / 10800) - 10000 * step((t - 12000) / 8000)
    np.testing.assert_allclose(length, asked, rtol=1e-12)
    assert run["tether.rods"].values.max() == 20


def test_balances_close(run):
    audit = run.audit()
    for name in ("linear momentum", "angular momentum", "energy"):
        if name in audit:
            assert audit[name].relative < 1e-9


def test_the_probe_stays_above_and_pulls_as_the_gradient_of_gravity_says(run):
    # At rest on the vertical, 3n² times the moment of mass about the mass centre.
    nodes = run.line("tether").values
    craft = run["craft.position"].values
    up = craft / np.linalg.norm(craft, axis=1)[:, None]
    line = nodes[:, -1] - nodes[:, 0]
    cosine = np.sum(line * up, axis=1) / np.linalg.norm(line, axis=1)
    assert cosine.min() > 0.85  # it lags behind while it runs out fast
    at = int(np.searchsorted(run.time, 12000))
    n2, L = 3.986004418e14 / 6778137.0**3, run["tether.length"].values[at]
    centre = (500 * L + 0.005 * L * L / 2) / (10500 + 0.005 * 20000)
    pull = 3 * n2 * (500 * (L - centre) + 0.005 * L * (L / 2 - centre))
    assert run["tether.tension"].values[at] == pytest.approx(pull, rel=0.15)
