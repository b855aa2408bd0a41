"""Peaks, shares and sums of samples."""

import numpy as np
import pytest

from treetop.view.report.over_time import known, peak, pulses, share, share_at_limit, total


def test_of_a_motion_that_is_known(run):
    slide = run["boom.slide"].values
    assert peak(run, "boom.slide") == np.abs(slide).max()
    assert total(run, "boom.slide") == pytest.approx(np.trapezoid(slide, run.time))
    sizes = np.linalg.norm(run["tug.velocity"].values, axis=1)
    assert peak(run, "tug.velocity") == sizes.max()
    assert known(run, "nothing.of_it") is None
    assert peak(run, "nothing.of_it") is None
    assert total(run, "nothing.of_it") is None


def test_shares_of_time(run):
    assert share(run, run.time <= 0.5) == pytest.approx(0.25, abs=0.02)
    assert share(run, run.time >= 0.0) == 1.0
    most = peak(run, "boom.slide")
    assert share_at_limit(run, "boom.slide", 2 * most) == 0.0
    assert 0.0 < share_at_limit(run, "boom.slide", 0.99 * most) < 0.5
    assert share_at_limit(run, "boom.slide", None) is None
    assert share_at_limit(run, "boom.slide", np.inf) is None


def test_pulses_are_counted_where_they_begin():
    assert pulses(np.array([True, True, False, True, False, False, True])) == 3
    assert pulses(np.zeros(4, bool)) == 0
