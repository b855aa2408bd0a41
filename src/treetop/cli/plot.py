"""treetop plot: quantities of results over time."""

from __future__ import annotations

from pathlib import Path

import click

from treetop.errors import TreetopError


@click.command()
@click.argument("names", metavar="RUN [RUN]... [QUANTITY]...", nargs=-1, required=True)
@click.option("--out", type=click.Path(path_type=Path), help="Figure: FILE.png, .pdf or .svg.")
@click.option(
    "--difference", is_flag=True, help="Plot the differences of further RUNs from the first."
)
@click.option("--degrees", is_flag=True, help="Angles and their rates in degrees.")
def plot(names: tuple[str, ...], out: Path | None, difference: bool, degrees: bool) -> None:
    """Plot QUANTITYs of a RUN, or of several RUNs for comparison.

    RUN is a result (.nc). A QUANTITY is one such as boom.slide or kinetic_energy, a component such
    as bus.position.x, a whole body or joint such as boom, or a pattern such as '*.angle'; without
    any, the coordinates are drawn.

    Without --out, opens a window; where there is none, writes RUN.png beside the first RUN.
    """
    from treetop.results import load_run
    from treetop.view.figures import has_window, save
    from treetop.view.plots import plot as drawing

    files = _results(names)
    runs = [load_run(file) for file in files]
    quantities = names[len(files) :]
    labels = _labels(files)
    figure = drawing(
        runs, *quantities, out=out, difference=difference, labels=labels, degrees=degrees
    )
    if out is None and has_window(figure):
        import matplotlib.pyplot as plt

        plt.show()
        return
    if out is None:
        out = files[0].with_suffix(".png")
        save(figure, out)
        click.echo(f"no display to open a window on: figure in {out}")
        return
    click.echo(f"figure in {out}")


def _results(names: tuple[str, ...]) -> list[Path]:
    """The results before the first quantity; the first name is always one."""
    count = next((k for k, name in enumerate(names) if k and not _is_result(name)), len(names))
    late = [name for name in names[count:] if _is_result(name)]
    if late:
        raise TreetopError(f"{late[0]}: name the results first, then the quantities")
    return [Path(name) for name in names[:count]]


def _is_result(name: str) -> bool:
    return name.endswith(".nc")


def _labels(files: list[Path]) -> list[str]:
    """Names of files, with their folders where those alone distinguish them."""
    stems = [file.stem for file in files]
    return stems if len(set(stems)) == len(stems) else [str(file) for file in files]
