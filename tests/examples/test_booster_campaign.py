"""Margins of a separation: a few of its thousand runs."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from pages import page

script = page("booster-campaign")

pytestmark = pytest.mark.compiled

NOSE = [0.637577894, 0.615260897, 0.647953766, 0.634642882]
PARTS = [0.82054243712, 0.83945974956, 0.83912221646, 0.83143198632]
LATE = 1.0047552051729713


def test_the_first_runs_of_the_campaign(tmp_path):
    found = script.campaign(tmp_path / "c")
    results = found.run(4, workers=2, chunk=2)
    assert results.counts == {"finished": 4}
    assert_allclose(results.values("nose"), NOSE, rtol=1e-6)
    assert_allclose(results.values("parts"), PARTS, rtol=1e-8)
    # Boosters are alike in every run.
    model = found.model_of(1)
    assert len({model.bodies[name].mass for name in script.BOOSTERS}) == 1
    thrust = model.forces["thrust two"].force
    nominal = script.launcher().forces["thrust two"].force
    assert_allclose(np.ptp(thrust.times) / np.ptp(nominal.times), LATE, rtol=1e-12)
    assert results.parameter("duration of tail-off")[1] == pytest.approx(LATE, rel=1e-12)
