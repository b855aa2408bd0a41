"""Pointing with wings that are not known exactly: the first of its runs."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from pages import page

script = page("pointing-campaign")

pytestmark = pytest.mark.compiled

SWING = [0.00015307, 0.00011802, 0.00019673]
X = [-4.19318562e-05, -8.13513741e-05, 2.26555253e-05]


def test_the_first_runs(tmp_path):
    results = script.campaign(tmp_path / "c").run(3, workers=1, chunk=3)
    assert results.counts == {"finished": 3}
    assert_allclose(results.values("swing"), SWING, rtol=1e-4)
    assert_allclose(results.values("x"), X, rtol=1e-5)
    growth = script.measured(results, np.arange(3))
    assert_allclose(growth, [-0.00928209, -0.01129569, -0.00815497], rtol=1e-4)
