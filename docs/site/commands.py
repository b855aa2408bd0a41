"""The page on the command line: what each command says of itself."""

import click

from staging import PAGES, write
from treetop.cli import main


def stage_commands() -> None:
    context = click.Context(main, info_name="treetop")
    parts = ["# Command line", fenced(main.get_help(context))]
    for name in main.list_commands(context):
        command = main.get_command(context, name)
        assert command is not None
        inner = click.Context(command, info_name=name, parent=context)
        parts += [f"## treetop {name}", fenced(command.get_help(inner))]
    write(PAGES / "command-line.md", "\n\n".join(parts) + "\n")


def fenced(text: str) -> str:
    return f"```text\n{text}\n```"
