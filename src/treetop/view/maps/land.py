"""Coast lines."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

import numpy as np

UNIT = 0.1  # deg, of the file


@cache
def coast_lines() -> tuple[np.ndarray, ...]:
    """Rings around the land of the Earth: longitude, without jumps, and latitude, deg."""
    text = (files("treetop.view.maps") / "land.txt").read_text("utf-8")
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    steps = (np.array(line.split(), int).reshape(-1, 2) for line in lines)
    return tuple(UNIT * np.cumsum(ring, axis=0) for ring in steps)
