"""Options that several commands share."""

from typing import Any

import click


class Quantity(click.ParamType):
    """A number, or a text with a unit such as "3 h"."""

    name = "quantity"

    def __init__(self, unit: str) -> None:
        self.unit = unit

    def convert(self, value: Any, param: Any, ctx: Any) -> float:
        from treetop.model.quantity import Invalid, number

        try:
            return float(number(value, self.unit))
        except Invalid as error:
            self.fail(f"{error.what} ({error.hint})", param, ctx)


TIME = Quantity("s")
as_json = click.option("--json", "as_json", is_flag=True, help="Answer in JSON, for a program.")
