"""What a number must be: ``< 900 N``, ``at least 10 cm``."""

from __future__ import annotations

import re
from reprlib import repr as short
from typing import Any

from treetop.model.quantity import Invalid, number
from treetop.model.specification import spec

SENSES = {
    "<=": "<=", ">=": ">=", "<": "<", ">": ">", "at most": "<=", "at least": ">=",
    "below": "<", "above": ">",
}  # fmt: skip
_TEXT = re.compile(rf"\s*({'|'.join(SENSES)})\s*(.+?)\s*")
_HINT = "write one such as '< 900 N' or 'at least 10 cm'"


@spec
class Requirement:
    """A bound of a number.

    Attributes
    ----------
    sense : "<", "<=", ">" or ">="
    limit : float, SI
    text : str
        The limit as it was written.
    """

    sense: str
    limit: float
    text: str

    @property
    def data(self) -> str:
        """The text of which `requirement_of` makes it again."""
        return f"{self.sense} {self.text}"

    def met(self, values: Any) -> Any:
        """Whether values are within the bound; one that is missing is not."""
        if self.sense == "<":
            return values < self.limit
        if self.sense == "<=":
            return values <= self.limit
        return values > self.limit if self.sense == ">" else values >= self.limit

    def require_unit(self, unit: str) -> None:
        """Refuse a limit in a unit that is not that of the number, with an `Invalid`."""
        number(self.text, unit or "1")


def requirement_of(value: Any) -> Requirement:
    """The requirement that a text stands for."""
    if isinstance(value, Requirement):
        return value
    found = _TEXT.fullmatch(value) if isinstance(value, str) else None
    if not found:
        raise Invalid(f"{short(value)} is not a requirement", _HINT)
    return Requirement(SENSES[found[1]], float(number(found[2])), found[2])
