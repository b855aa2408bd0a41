"""Two flexible links on a free base: momentum, the rigid limit, and the vibration that is left."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from pages import page

script = page("flexible-manipulator")

pytestmark = pytest.mark.compiled


def test_what_is_left_vibrates_with_the_frequency_of_the_last_position():
    run = script.moved(6.0)
    assert run.audit().passed(1e-10)
    period = 2 * np.pi / script.frequencies()[0]
    assert_allclose(period, 2.379307, rtol=1e-6)
    assert_allclose(script.period_left(run, 6.0), period, rtol=2e-3)
    late = run.time >= 6.0
    assert_allclose(np.abs(script.tip_bend(run)[late]).max(), 0.02064, atol=1e-4)


def test_stiff_links_turn_the_base_as_rigid_ones():
    rigid = script.base_angle(script.moved(6.0, after=0.0, rigid=True))[-1]
    stiff = script.base_angle(script.moved(6.0, after=0.0, stiffer=300.0))[-1]
    assert_allclose(np.degrees(rigid), -62.67199, atol=1e-5)
    assert_allclose(stiff, rigid, atol=1e-5)
