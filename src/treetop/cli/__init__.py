"""The command line: one file per command, and whatever is heavy is imported inside a command."""

import warnings
from typing import Any

import click

from treetop.cli.check import check
from treetop.cli.compare import compare
from treetop.cli.equations import equations
from treetop.cli.examples import examples
from treetop.cli.plot import plot
from treetop.cli.report import report
from treetop.cli.run import run
from treetop.cli.validate import validate
from treetop.cli.view import view
from treetop.errors import AuditWarning, TreetopError


class Commands(click.Group):
    """Commands whose expected errors become a message and exit code 2."""

    def invoke(self, ctx: click.Context) -> Any:
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", AuditWarning)  # commands tell audits themselves
                return super().invoke(ctx)
        except TreetopError as error:
            click.echo(error, err=True)
            ctx.exit(2)


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="treetop")
def main() -> None:
    """Multibody dynamics of spacecraft.

    Exit codes: 0 good, 1 a run or a check that failed, 2 bad input.
    """


for command in (run, view, plot, report, check, compare, equations, examples, validate):
    main.add_command(command)
