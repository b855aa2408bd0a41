"""Runs of a model with other numbers, each with its derivatives."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from treetop.errors import TreetopError
from treetop.fitting.unknowns import Unknown, model_with
from treetop.model import Model
from treetop.results import Run
from treetop.simulation.simulate import simulate


class Step(NamedTuple):
    """A run that was tried, and what it cost."""

    values: np.ndarray
    cost: float


class Trials:
    """Runs at scaled numbers x = p / scale; the last is kept, since functions and their gradients
    are asked for one after the other."""

    def __init__(self, model: Model, unknowns: list[Unknown], options: dict[str, Any]) -> None:
        self.model, self.unknowns, self.options = model, unknowns, options
        self.scales = np.array([each.scale for each in unknowns])
        self.history: list[Step] = []
        self._last: tuple[np.ndarray, Model, Run] | None = None

    @property
    def start(self) -> np.ndarray:
        return np.array([each.start for each in self.unknowns]) / self.scales

    @property
    def bounds(self) -> tuple[np.ndarray, np.ndarray]:
        lower = np.array([each.lower for each in self.unknowns]) / self.scales
        return lower, np.array([each.upper for each in self.unknowns]) / self.scales

    def run(self, x: np.ndarray) -> Run:
        return self.fitted(x)[1]

    def fitted(self, x: np.ndarray) -> tuple[Model, Run]:
        """The model with these numbers, and its run."""
        if self._last is None or not np.array_equal(self._last[0], x):
            values = np.clip(x * self.scales, *(each * self.scales for each in self.bounds))
            model = model_with(self.model, self.unknowns, values)
            names = [each.name for each in self.unknowns]
            run = simulate(model, sensitivities=names, progress=False, **self.options)
            if run.outcome == "interrupted":
                raise KeyboardInterrupt
            self._last = np.array(x), model, run
        return self._last[1:]

    def note(self, x: np.ndarray, cost: float) -> None:
        self.history.append(Step(x * self.scales, cost))


def require_influence(unknowns: list[Unknown], sizes: np.ndarray, least: float, what: str) -> None:
    """Refuse numbers that change nothing: no method could find them."""
    idle = [each.name for each, size in zip(unknowns, sizes, strict=True) if not size > least]
    if idle:
        names = " and ".join(f"'{name}'" for name in idle)
        hint = "leave it out, or start elsewhere"
        raise TreetopError(f"{what} does not depend on {names} at the start ({hint})")
