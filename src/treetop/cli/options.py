"""Options and arguments that several commands share."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from treetop.errors import ModelError, TreetopError

if TYPE_CHECKING:
    from treetop.model import Model
    from treetop.results import Run


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
figure = click.option(
    "--figure", type=click.Path(path_type=Path), help="Write a figure: FILE.png, .pdf or .svg."
)


def model_of(path: Path) -> Model:
    """The model in a YAML or URDF file or in a result."""
    if path.suffix == ".nc":
        return result_of(path).model
    from treetop.formats.load import load

    return load(path)


@contextmanager
def located(path: Path) -> Iterator[None]:
    """Let problems that are found after a file was read report the file and the line as well."""
    try:
        yield
    except ModelError as error:
        if path.suffix == ".nc" or any(problem.file for problem in error.problems):
            raise
        from treetop.formats.load import is_xml
        from treetop.formats.yaml.document import read
        from treetop.formats.yaml.load import text_of

        if is_xml(path):
            raise ModelError(each._replace(file=str(path)) for each in error.problems) from None
        root = read(text_of(path))[0]
        raise ModelError(
            problem._replace(file=str(path), line=root.line_of(problem.where))
            for problem in error.problems
        ) from None


def result_of(path: Path) -> Run:
    """A result that has a model in it."""
    from treetop.results import load_run

    run = load_run(path)
    if run.symbolic:
        hint = "it can be run from Python, with the equations"
        raise TreetopError(f"{path}: has no model: it is of equations given in symbols ({hint})")
    return run
