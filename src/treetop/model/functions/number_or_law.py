"""Numbers that may follow time."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import PlainValidator

from treetop.model.functions.expression import steps_of
from treetop.model.functions.spline import Spline
from treetop.model.functions.table import Table, number_vector_or_table
from treetop.model.quantity import Invalid, number


def number_or_law(*accepted: str) -> PlainValidator:
    """A field of one number in the unit ``accepted[0]``, of a table of such, or of an expression in
    t."""
    table: Any = number_vector_or_table(*accepted).func

    def read(value: Any) -> Any:
        if isinstance(value, Spline):
            raise Invalid("a spline does not fit here", "give a Table, or an expression in t")
        if isinstance(value, (Mapping, Table)):
            result = table(value)
            if result.size != 1:
                raise Invalid("one number is needed for each time", "such as 0.5")
            return result
        if not isinstance(value, str):
            return number(value, *accepted)
        try:
            return number(value, *accepted)
        except Invalid as error:
            try:
                steps_of(value)
            except Invalid:
                hint = f"{error.hint}, a table, or an expression in t such as '0.2*sin(3*t)'"
                raise Invalid(error.what, hint) from None
            return value

    return PlainValidator(read)
