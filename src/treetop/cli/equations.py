"""treetop equations: the equations of motion of a model, in symbols."""

from __future__ import annotations

from pathlib import Path

import click

from treetop.cli.options import model_of
from treetop.errors import TreetopError


@click.command()
@click.argument("path", metavar="MODEL", type=click.Path(path_type=Path))
@click.option("--latex", is_flag=True, help="As LaTeX.")
@click.option("--c", is_flag=True, help="As a source in C.")
@click.option("--python", is_flag=True, help="As a Python module.")
@click.option("--casadi", is_flag=True, help="As a Python module in CasADi's symbols.")
@click.option("--out", type=click.Path(path_type=Path), help="Write them to this file.")
@click.option(
    "--name", "names", metavar="OLD=NEW", multiple=True,
    help="Rename a symbol. Parameters of equal value may get the same name.",
)  # fmt: skip
@click.option("--numbers", is_flag=True, help="Numbers instead of symbols for parameters.")
@click.option("--limit", type=click.IntRange(min=1), help="Greatest number of speeds; default: 20.")
def equations(
    path: Path,
    out: Path | None,
    names: tuple[str, ...],
    numbers: bool,
    limit: int | None,
    **forms: bool,
) -> None:
    """Derive the equations of motion of MODEL in symbols.

    MODEL is a YAML file or a result (.nc), a small tree of bodies. Without an option the equations
    are printed to be read. Forces that are functions become inputs.
    """
    form = _form(forms)
    if out is not None:
        from treetop.files.whole import require_writable

        require_writable(out)
    renamed = dict(map(_pair, names))
    model = model_of(path)
    from treetop.symbolic import equations as derived
    from treetop.symbolic.trees.equations import LIMIT

    found = derived(model, renamed, numbers, LIMIT if limit is None else limit)
    source = getattr(found, form)()
    if out is None:
        click.echo(source)
        return
    from treetop.files.whole import write_whole

    write_whole(out, (source.rstrip("\n") + "\n").encode())
    click.echo(f"written to {out}")


def _form(forms: dict[str, bool]) -> str:
    """The one that was asked for."""
    chosen = [name for name, asked in forms.items() if asked]
    if len(chosen) > 1:
        raise TreetopError(f"one form at a time: {' or '.join(f'--{name}' for name in chosen)}")
    return chosen[0] if chosen else "text"


def _pair(text: str) -> tuple[str, str]:
    old, equal, new = text.partition("=")
    if not equal:
        raise TreetopError(f"--name {text!r}: write OLD=NEW, such as --name m_rod=m")
    return old.strip(), new.strip()
