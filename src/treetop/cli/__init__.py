"""The command line: one file per command, and whatever is heavy is imported inside a command."""

import atexit
import gc
import os
import sys
import warnings
from contextlib import suppress
from typing import Any

import click

from treetop.cli.campaign import campaign
from treetop.cli.check import check
from treetop.cli.compare import compare
from treetop.cli.convert import convert
from treetop.cli.equations import equations
from treetop.cli.examples import examples
from treetop.cli.fmu import fmu
from treetop.cli.linearise import linearise
from treetop.cli.plot import plot
from treetop.cli.report import report
from treetop.cli.run import run
from treetop.cli.validate import validate
from treetop.cli.view import view
from treetop.cli.warm_up import warm_up
from treetop.errors import AuditWarning, TreetopError


class Commands(click.Group):
    """Commands whose expected errors become a message and exit code 2."""

    def main(self, *args: Any, **options: Any) -> Any:
        _collect_rarely()
        _print_what_can_be_printed()
        try:
            try:
                return super().main(*args, **options)
            finally:
                if sys.stdout is not None:  # closed by who called
                    sys.stdout.flush()  # now: errors at the end of the interpreter are lost
        except OSError as error:
            what = error.filename or "the answer cannot be written"
            if not error.filename:
                _give_up_output()
            click.echo(f"{what}: {error.strerror or error}", err=True)
            sys.exit(2)

    def invoke(self, ctx: click.Context) -> Any:
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", AuditWarning)  # commands print audits themselves
                return super().invoke(ctx)
        except TreetopError as error:
            click.echo(error, err=True)
            ctx.exit(2)
        except MemoryError:
            click.echo("this takes more memory than there is", err=True)
            ctx.exit(2)


def _collect_rarely() -> None:
    """Look for garbage rarely, and not at the end: nearly all that a command imports or makes
    lives as long as it does, and to look through that took a third of the time of short ones."""
    gc.set_threshold(20_000, 50, 100)
    atexit.register(gc.freeze)


def _print_what_can_be_printed() -> None:
    """Let a question mark stand for what the encoding of the terminal has not, as on Windows."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")


def _give_up_output() -> None:
    """Let what is left of the answer go nowhere."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="treetop")
def main() -> None:
    """Multibody dynamics of spacecraft.

    Exit codes: 0 good, 1 a run or a check that failed, 2 bad input.
    """
    warnings.showwarning = _said


def _said(message: Warning | str, *_where: Any, **_more: Any) -> None:
    """A warning in one line, without the place in our code that it came from."""
    click.echo(f"warning: {message}", err=True)


for command in (
    *(run, view, plot, report, campaign, check, convert, compare, linearise),
    *(equations, fmu, examples, validate, warm_up),
):
    main.add_command(command)
