"""The boom that flutters: growth of a run against poles, and what the audit says of it."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from pages import page

script = page("thermal-flutter")

pytestmark = pytest.mark.compiled


@pytest.mark.filterwarnings("ignore:the state is no equilibrium")
def test_the_run_grows_as_its_poles_say():
    run, first, dark = script.flown(), script.pole(), script.pole(0.0)
    assert_allclose(first.real, 0.0011057, rtol=1e-3)
    assert_allclose(dark.real, -0.000292, rtol=1e-2)
    # Within 300 s of noon the light along the boom is 0.983 of what it is at noon, in the mean.
    expected = dark.real + 0.983 * (first.real - dark.real)
    assert_allclose(script.growth(run, first.imag), expected, rtol=0.01)
    assert_allclose(script.lit(run), [71, 3880], atol=1)
    swing = script.swing(run, first.imag)
    seen = [swing[np.argmin(np.abs(run.time - t))] for t in (600, 3000)]
    assert_allclose(seen, [0.205, 1.216], rtol=0.01)
    assert run.audit()["energy about the mass centre"].relative < 1e-10
