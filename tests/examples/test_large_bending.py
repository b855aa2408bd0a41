"""A boom that bends by half its length: how the error falls, and what is told of it."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from pages import page

script = page("large-bending")

pytestmark = pytest.mark.compiled


def test_error_falls_with_the_square_of_the_elements():
    assert_allclose(script.errors(), [0.52129, 0.13929, 0.03537, 0.00080], atol=2e-5)


def test_the_run_knows_its_error():
    run = script.bent()
    told = run.discretisation(halvings=2)["boom.tip"]
    assert told.order == pytest.approx(1.91, abs=0.01)
    assert told.greatest == pytest.approx(0.175, abs=1e-3)
    tip = script.in_base(run, run.beam("boom").position.values[:, -1])
    assert tip[:, 1].min() == pytest.approx(-6.1415, abs=1e-3)
    off = np.linalg.norm(tip[[80, 200]] - script.TIP, axis=1)
    assert off.max() < told.greatest


def test_modes_are_off_by_what_is_beyond_second_order():
    assert_allclose(script.modal(), [8.4818, -4.9795], atol=1e-3)
    off = np.linalg.norm(script.modal() - script.TIP[0])
    assert off == pytest.approx(0.300, abs=2e-3)
