"""Numbers at the axes."""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING

from treetop.view.text import number, power_of_ten

if TYPE_CHECKING:
    from matplotlib.axis import Axis


def power_of_ten_ticks(axis: Axis) -> None:
    """Let a logarithmic axis have powers of ten, few enough to be read."""
    from matplotlib.ticker import FuncFormatter, LogLocator, NullLocator

    axis.set_major_locator(LogLocator(numticks=9))
    axis.set_minor_locator(NullLocator())
    axis.set_major_formatter(FuncFormatter(lambda value, _: _power(value)))


def _power(value: float) -> str:
    return "1" if value == 1 else power_of_ten(round(math.log10(value))).removeprefix("×")


def power_ticks(axis: Axis) -> None:
    """Let an axis of very large or small numbers have a power of ten at its end."""
    from matplotlib import rc_context
    from matplotlib.ticker import MaxNLocator, ScalarFormatter

    class Powers(ScalarFormatter):
        def get_offset(self) -> str:
            exponent = re.match("1e([-−]?[0-9]+)", super().get_offset())  # such as "1e−6+250"
            power = power_of_ten(int(exponent[1].replace("−", "-"))) if exponent else ""
            return f"{power} + {number(self.offset, 12)}".strip(" ") if self.offset else power

    with rc_context({"text.usetex": False}):  # which would tell it otherwise
        formatter = Powers(useOffset=True, useMathText=False)
    formatter.set_powerlimits((-3, 5))
    axis.set_major_formatter(formatter)
    axis.set_major_locator(MaxNLocator(nbins=5, steps=[1, 2, 2.5, 5, 10]))
