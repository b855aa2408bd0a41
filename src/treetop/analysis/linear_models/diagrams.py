"""Diagrams of what has a response to frequencies."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from matplotlib.figure import Figure


class Drawn:
    """What can be drawn as a diagram of its response."""

    def plot(
        self: Any,
        kind: str = "bode",
        frequencies: Iterable[float] | None = None,
        out: str | os.PathLike[str] | None = None,
    ) -> Figure:
        """Draw the responses, of a loop the open one's, as a "bode", "nyquist" or "nichols"
        diagram, or the "root-locus"."""
        from treetop.view.frequency_response import linear_figure

        return linear_figure(self, kind, frequencies, out)
