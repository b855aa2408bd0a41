"""What gyros and accelerometers have in common."""

from __future__ import annotations

import math
from typing import Any

from treetop.model.rotation import matrix, turned
from treetop.model.sensors.base import FrameSensor


class InertialSensor(FrameSensor):
    """Three axes with noise, a bias that walks, a quantum and a limit."""

    walk: float
    bias_walk: float
    bias: tuple[float, ...]
    scale: tuple[float, ...]
    misalignment: tuple[float, ...]
    quantum: Any
    limit: Any

    @property
    def memory(self) -> tuple[float, ...]:  # type: ignore[override]
        return (*self.bias, 0.0, 0.0, 0.0)

    @property
    def parameters(self) -> tuple[float, ...]:  # type: ignore[override]
        axes = zip(*matrix(turned(self.misalignment)), strict=True)  # of the frame, seen from it
        rows = ((1.0 + part) * x for part, row in zip(self.scale, axes, strict=True) for x in row)
        limit = math.inf if self.limit is None else self.limit
        return self.every, self.walk, self.bias_walk, self.quantum or 0.0, limit, *rows
