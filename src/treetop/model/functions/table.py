"""Values tabulated in time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Annotated, Any, Literal, NamedTuple

from pydantic import PlainValidator

from treetop.model.quantity import Invalid, each, elements, number, numbers
from treetop.model.specification import spec


class Argument(NamedTuple):
    """What a table is along, in words: its name, its unit, and what to give."""

    name: str
    unit: str
    given: str
    field: str

    def increasing(self, value: Any) -> tuple[float, ...]:
        """Numbers, each after the one before."""
        found = each(elements(value), lambda item: number(item, self.unit))
        if not found:
            raise Invalid(f"a table needs at least one {self.name}", f"give {self.given}")
        for index, (before, after) in enumerate(pairwise(found), start=1):
            if after <= before:
                what = f"{after:g} {self.unit} comes after {before:g} {self.unit}"
                raise Invalid(what, f"let {self.field} increase", (index,))
        return tuple(found)

    def require_one_each(self, places: Sequence[Any], values: Sequence[Any]) -> None:
        """Refuse a table that has more or fewer values than places."""
        if len(places) != len(values):
            what = f"{len(places)} {self.name}s but {len(values)} values"
            raise Invalid(what, f"give one value for each {self.name}")


_TIME = Argument("time", "s", "times and values", "times")
increasing_times = _TIME.increasing


def _values(value: Any) -> tuple[Any, ...]:
    return tuple(each(elements(value), _scalar_or_vector))


def _scalar_or_vector(value: Any, *accepted: str) -> Any:
    if isinstance(value, (list, tuple)) or getattr(value, "ndim", False):
        return numbers(value, 3, *accepted)
    return number(value, *accepted)


@spec
class Table:
    """Values at times, with lines between them or held until the next; held at both ends.

    Attributes
    ----------
    times : numbers, s
        Increasing.
    values : numbers, or lists of 3 numbers
        One for each time.
    interpolation : "linear" or "hold"

    Examples
    --------
    >>> import treetop as tt
    >>> thrust = tt.Table([0, "2 min"], ["10 mN", "0 N"], "hold")
    >>> thrust.times, thrust.values
    ((0.0, 120.0), (0.01, 0.0))
    """

    times: Annotated[Any, PlainValidator(increasing_times)]
    values: Annotated[Any, PlainValidator(_values)]
    interpolation: Literal["linear", "hold"] = "linear"

    def __post_init__(self) -> None:
        _TIME.require_one_each(self.times, self.values)
        if len({isinstance(value, tuple) for value in self.values}) > 1:
            raise Invalid("numbers and lists are mixed", "give all values the same shape")

    @property
    def size(self) -> int:
        """How many numbers one value has: 1 or 3."""
        return 3 if isinstance(self.values[0], tuple) else 1


def number_vector_or_table(*accepted: str) -> PlainValidator:
    """A field of one number, three numbers, or a table of such, in the unit ``accepted[0]``."""

    def read(value: Any) -> Any:
        if isinstance(value, Mapping):
            value = Table(**value)
        if not isinstance(value, Table):
            return _scalar_or_vector(value, *accepted)
        values = each(list(value.values), lambda item: _scalar_or_vector(item, *accepted))
        return Table(value.times, values, value.interpolation)

    return PlainValidator(read)


def vector_or_table(*accepted: str) -> PlainValidator:
    """A field of three numbers, or a table of such, in the unit ``accepted[0]``."""
    read: Any = number_vector_or_table(*accepted).func

    def read_vector(value: Any) -> Any:
        result = read(value)
        if isinstance(result, Table) and result.size != 3:
            raise Invalid("three numbers are needed for each time", "such as [0, 0, 1]")
        if isinstance(result, float):
            raise Invalid("three numbers are needed, not one", "such as [0, 0, 1]")
        return result

    return PlainValidator(read_vector)
