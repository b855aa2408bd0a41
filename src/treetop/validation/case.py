"""A case, and the checks that it makes."""

from __future__ import annotations

import importlib
import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True)
class Check:
    """One number against its reference.

    Attributes
    ----------
    quantity : str
        What was computed.
    value, reference : float
        In `unit`.
    tolerance : float
        The greatest difference allowed.
    unit : str
    kind : {"absolute", "relative"}
        Whether the difference is in `unit`, or a fraction of the reference.
    """

    quantity: str
    value: float
    reference: float
    tolerance: float
    unit: str = ""
    kind: Literal["absolute", "relative"] = "absolute"

    @property
    def difference(self) -> float:
        """Value minus reference, or the part of the reference that this is."""
        difference = self.value - self.reference
        return difference / abs(self.reference) if self.kind == "relative" else difference

    @property
    def passed(self) -> bool:
        """Whether the difference is within the tolerance; NaN is not."""
        return bool(math.fabs(self.difference) <= self.tolerance)


def componentwise(
    quantity: str,
    names: Iterable[str],
    values: Iterable[float],
    references: Iterable[float],
    tolerance: float,
    unit: str = "",
) -> list[Check]:
    """One absolute check for each component of a vector."""
    return [
        Check(f"{quantity} {name}", float(value), float(reference), tolerance, unit)
        for name, value, reference in zip(names, values, references, strict=True)
    ]


@dataclass(frozen=True)
class Case:
    """A problem whose answer is known from elsewhere.

    Attributes
    ----------
    name : str
        As given to ``treetop validate``; the module of the same name holds the case.
    title : str
        One line for a table.
    source : str
        Where the reference comes from.
    """

    name: str
    title: str
    source: str

    def run(self) -> list[Check]:
        """Compute the case and compare."""
        module = importlib.import_module(f"treetop.validation.{self.name.replace('-', '_')}")
        return module.checks()
