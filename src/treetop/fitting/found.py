"""Numbers that a search found, with the model that has them and its run."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from treetop.errors import ModelError
from treetop.fitting.trials import Step
from treetop.model import Model
from treetop.model.specification import unknown
from treetop.notebook import table
from treetop.results import Run


@dataclass(frozen=True)
class Found:
    """Numbers that a search found.

    Attributes
    ----------
    parameters, units : list of str
        Their paths and SI units.
    values : ndarray
        The numbers.
    at_bound : list of str
        Numbers that a bound holds.
    cost : float
        What was to be small.
    converged : bool
    message : str
        How the search ended, in SciPy's words.
    history : list of Step
        `values` and `cost` of each run, in order.
    model : Model
        With the numbers that were found.
    run : Run
        Of that model.
    """

    parameters: list[str]
    units: list[str]
    values: np.ndarray
    at_bound: list[str]
    cost: float
    converged: bool
    message: str
    history: list[Step]
    model: Model
    run: Run

    def __getitem__(self, parameter: str) -> float:
        """The number that was found for a path."""
        if parameter not in self.parameters:
            raise ModelError([unknown("parameter", parameter, self.parameters, "")])
        return float(self.values[self.parameters.index(parameter)])

    def __str__(self) -> str:
        lines = [self._title, *("  " + "  ".join(filter(None, row)) for row in self._rows)]
        return "\n".join(lines if self.converged else [*lines, f"  {self.message}"])

    def _repr_html_(self) -> str:
        return table(self._title, self._rows)

    @property
    def _title(self) -> str:
        how = "converged" if self.converged else "NOT converged"
        return f"'{self.model.name}': {how}, {len(self.history)} runs, cost {self.cost:.6g}"

    @property
    def _rows(self) -> list[tuple[str, ...]]:
        return [
            (
                name,
                f"{self.values[k]:.8g} {self.units[k]}".strip(),
                self._aside(k),
                "at its bound" if name in self.at_bound else "",
            )
            for k, name in enumerate(self.parameters)
        ]

    def _aside(self, k: int) -> str:
        """What else is to be said of a number."""
        return ""
