"""Figures of linear models and of loops."""

import matplotlib
import numpy as np
import pytest

import treetop as tt
from treetop import LinearModel
from treetop.validation.linear_models import one_axis
from treetop.view.frequency_response import KINDS, linear_figure, shown_frequencies

matplotlib.use("Agg")

MODEL = LinearModel([[0, 1], [-4, -0.04]], [[0], [1]], [[1, 0]], [[0]])


@pytest.fixture(scope="module")
def loop():
    return tt.linearise(one_axis(delay=0.3).build()).loop("pd")


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_is_drawn(loop, kind, tmp_path):
    for k, what in enumerate((MODEL, loop)):
        out = tmp_path / f"{k}.png"
        figure = what.plot(kind, out=out)
        assert out.stat().st_size > 1000 and figure.axes


def test_magnitude_and_phase_of_a_resonance():
    w = np.array([0.01, 2.0, 200.0])
    above, below = MODEL.plot("bode", w).axes
    assert above.lines[0].get_ydata() == pytest.approx(
        20 * np.log10([0.25, 1 / 0.08, 200.0**-2]), abs=1e-3
    )
    assert below.lines[0].get_ydata() == pytest.approx([-0.005, -90, -180], abs=0.02)


def test_frequencies_reach_beyond_the_poles_and_are_close_near_them():
    w = shown_frequencies(MODEL)
    assert w[0] <= 0.2 and w[-1] >= 19.9
    assert np.diff(w)[np.searchsorted(w, 2.0) - 1] < 1e-6


def test_what_cannot_be_drawn():
    with pytest.raises(tt.ModelError, match="unknown kind of figure 'body'"):
        linear_figure(MODEL, "body")
    with pytest.raises(tt.TreetopError, match="needs an input and an output"):
        linear_figure(LinearModel(-np.eye(2), np.zeros((2, 0)), np.eye(2), np.zeros((2, 0))))
    many = LinearModel(-np.eye(3), np.eye(3), np.eye(3), np.zeros((3, 3)))
    with pytest.raises(tt.TreetopError, match="too many to draw"):
        many.plot()
    with pytest.raises(tt.TreetopError, match="one input and one output"):
        many.plot("root-locus")
