"""treetop fmu: a model as an FMU; what is in an FMU."""

from __future__ import annotations

from pathlib import Path

import click

from treetop.cli.options import TIME, located, model_of
from treetop.errors import TreetopError

SHOWN = ("input", "output", "parameter")  # causalities of variables


@click.command()
@click.argument("path", metavar="MODEL", type=click.Path(path_type=Path))
@click.argument("out", metavar="[OUT]", type=click.Path(path_type=Path), required=False)
@click.option("--inputs", metavar="A,B,...", help="Commands; all that no controller gives.")
@click.option("--outputs", metavar="A,B,...", help="Quantities; joints and devices.")
@click.option(
    "--kind", type=click.Choice(["both", "cosimulation", "modelexchange"]), default="both"
)
@click.option("--fmi", "version", type=click.Choice(["2", "3"]), default="2", help="Version; 2.")
@click.option("--duration", type=TIME, metavar="TIME", help="Greatest duration of a simulation.")
def fmu(
    path: Path,
    out: Path | None,
    inputs: str | None,
    outputs: str | None,
    kind: str,
    version: str,
    duration: float | None,
) -> None:
    """Write MODEL as an FMU OUT, or describe an FMU.

    MODEL is a YAML or URDF file or a result (.nc); OUT is MODEL.fmu unless given. An FMU for MODEL
    is only read: nothing of it is run.
    """
    if path.suffix == ".fmu":
        click.echo(_described(path))
        return
    from treetop.interop.fmi.export import export_fmu

    out = path.with_suffix(".fmu") if out is None else out
    if out.suffix != ".fmu":
        raise TreetopError(f"{out}: let the name of an FMU end in .fmu")
    model = model_of(path)
    with located(path):
        lists = _names(inputs), _names(outputs)
        export_fmu(model, None, out, *lists, kind, int(version), duration=duration)
    click.echo(f"written to {out}, {out.stat().st_size / 1e3:.0f} kB\n{_described(out)}")


def _described(path: Path) -> str:
    """What an FMU says of itself."""
    from treetop.interop.fmi.archive import Archive
    from treetop.interop.fmi.contents import SIMULATIONS, contents_of

    archive = Archive(path)
    contents = contents_of(archive)
    kinds = " and ".join(SIMULATIONS[each] for each in contents.identifiers) or "nothing"
    lines = [f"{contents.name}: FMI {contents.version}.0, for {kinds}"]
    systems = sorted({n.split("/")[1] for n in archive.names if n.startswith("binaries/")})
    lines.append(f"systems: {', '.join(systems) or 'none'}")
    for causality in SHOWN:
        found = [f"{each.name} [{each.unit or '1'}]" for each in contents.of(causality)]
        lines.append(f"{causality}s: {', '.join(found) or 'none'}")
    return "\n".join(_printable(line) for line in lines)


def _printable(line: str) -> str:
    """Names of others may have any letter in them."""
    return "".join(c if c.isprintable() else repr(c)[1:-1] for c in line)


def _names(text: str | None) -> list[str] | None:
    return None if text is None else [name.strip() for name in text.split(",") if name.strip()]
