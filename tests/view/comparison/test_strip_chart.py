"""Figures of agreement."""

import math

import numpy as np
import pytest

from treetop.analysis.comparison import Comparison, Difference
from treetop.view.comparison import comparison_figure, validation_figure
from treetop.view.comparison.strip_chart import AXIS_MAX, AXIS_MIN, BAD, GOOD


def dots(axes, y):
    """Places and colours of the dots in a row."""
    lines = [line for line in axes.lines if line.get_marker() in ("o", "X")]
    row = [line for line in lines if line.get_ydata()[0] == y]
    return [(float(line.get_xdata()[0]), line.get_color()) for line in row]


def answer(case, *checks):
    rows = [{"difference": d, "tolerance": t} for d, t in checks]
    passed = bool(checks) and all(d is not None and abs(d) <= t for d, t in checks)
    return {"case": case, "checks": rows, "passed": passed}


def test_checks_in_units_of_their_tolerances():
    cases = [answer("fine", (1e-12, 1e-9), (0.0, 1e-9)), answer("bad", (-3e-9, 1e-9), (None, 1.0))]
    figure = validation_figure([*cases, answer("without a result")])
    (axes,) = figure.axes
    assert dots(axes, 0) == [(pytest.approx(1e-3), GOOD), (AXIS_MIN, GOOD)]
    assert dots(axes, 1) == [(pytest.approx(3.0), BAD), (AXIS_MAX, BAD)]
    assert dots(axes, 2) == [(AXIS_MAX, BAD)]
    assert [label.get_text() for label in axes.get_yticklabels()] == [
        "fine",
        "bad",
        "without a result",
    ]
    assert "1 of 3 cases" in figure.get_suptitle()


def test_pairs_of_formulations():
    apart = (
        Difference("force", ("a", "b"), 1e-12, 1e-9, "1"),
        Difference("force", ("a", "c"), 4e-9, 1e-9, "1"),
    )
    motion = (Difference("position", ("a", "b"), math.nan, 1e-9, "m"),)
    found = Comparison(
        "craft", {}, {}, (0.0,), {}, dict.fromkeys("abc"), {}, {}, (), apart, motion, ()
    )
    figure = comparison_figure(found)
    equations, motions = figure.axes
    assert [place for place, _ in dots(equations, 0)] == pytest.approx([1e-3, 4.0])
    assert dots(motions, 0) == [(AXIS_MAX, BAD)]
    remarks = [text.get_text() for text in equations.texts]
    assert remarks == ["4×10⁻⁹: a, c"]
    assert "do not agree" in figure.get_suptitle()


def test_forty_cases_are_rows_that_do_not_touch(rng):
    cases = [answer(f"case {k}", *((float(x), 1.0) for x in rng.random(9))) for k in range(40)]
    figure = validation_figure(cases)
    figure.draw_without_rendering()
    boxes = [label.get_window_extent() for label in figure.axes[0].get_yticklabels()]
    tops = np.sort([[box.y0, box.y1] for box in boxes], axis=0)
    assert (tops[1:, 0] >= tops[:-1, 1]).all()
