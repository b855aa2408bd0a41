"""Tip-off of two stages: a few of its thousand runs, each against the law for small differences."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from pages import page

script = page("tip-off-campaign")

pytestmark = pytest.mark.compiled

TIP_OFF = [0.00362499081, 0.0045168598, 0.00504701002, 0.00602947382]


@pytest.fixture(scope="module")
def linear():
    return script.measured()


def test_small_differences(linear):
    at_once = script.impulses()
    assert_allclose(np.divide(linear, at_once), [0.938904, 0.964485], atol=2e-6)
    assert np.degrees(linear.scale) == pytest.approx(0.171455, rel=1e-5)


def test_the_first_runs_are_those_of_the_law(tmp_path, linear):
    results = script.campaign(tmp_path / "c").run(4, workers=1)
    assert results.counts == {"finished": 4}
    assert_allclose(results.values("tip_off"), TIP_OFF, rtol=1e-6)
    part = {n: results.parameter(f"spring {n}") / script.STIFFNESS - 1 for n in script.SPRINGS}
    offset = {axis: results.parameter(f"offset {axis}") for axis in "yz"}
    y = linear.spring * (part["two"] - part["four"]) - linear.offset * offset["z"]
    z = linear.spring * (part["three"] - part["one"]) + linear.offset * offset["y"]
    assert_allclose(results.values("y"), y, atol=0.019 * linear.scale)
    assert_allclose(results.values("z"), z, atol=0.019 * linear.scale)
