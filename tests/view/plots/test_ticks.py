"""Numbers at the axes are short; what they all share stands at the end."""

import warnings

import matplotlib as mpl
import pytest
from matplotlib.figure import Figure

from treetop.view.plots.ticks import power_ticks


@pytest.mark.parametrize(
    ("limits", "shared", "ticks"),
    [
        ((0, 10), "", ["0", "2", "4", "6", "8", "10"]),
        ((-1e-6, 1e-6), "×10⁻⁶", ["−1.0", "−0.5", "0.0", "0.5", "1.0"]),
        ((0, 4e7), "×10⁷", ["0", "1", "2", "3", "4"]),
        ((7e6, 7e6 + 4), "+ 7000000", ["0", "1", "2", "3", "4"]),
        ((7e6, 7e6 + 4e-3), "×10⁻³ + 7000000", ["0", "1", "2", "3", "4"]),
        ((-7e6 - 4e-3, -7e6), "×10⁻³ + −7000000", ["−4", "−3", "−2", "−1", "0"]),
    ],
)
@pytest.mark.parametrize("style", [{}, {"axes.formatter.use_mathtext": True, "text.usetex": True}])
def test_what_all_ticks_share_is_a_power_of_ten_and_a_sum(limits, shared, ticks, style):
    """Whatever the user's own style says, and by nothing that Matplotlib is about to drop."""
    with warnings.catch_warnings(action="error"), mpl.rc_context(style):
        axis = Figure().add_subplot(ylim=limits).yaxis
        power_ticks(axis)
        formatter = axis.get_major_formatter()
        assert formatter.format_ticks(axis.get_majorticklocs()) == ticks
        assert formatter.get_offset() == shared
