"""treetop convert: a model as a YAML file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from treetop.cli.options import located, model_of
from treetop.errors import TreetopError

if TYPE_CHECKING:
    from treetop.model import Model


_RESULTS = {
    ".csv": "to_csv",
    ".parquet": "to_parquet",
    ".glb": "to_gltf",
    ".bsp": "to_spice",
    ".bc": "to_spice",
}


@click.command()
@click.argument("source", metavar="MODEL", type=click.Path(path_type=Path))
@click.argument("out", metavar="OUT", type=click.Path(path_type=Path))
@click.option("--free", is_flag=True, help="Connect the root link of a robot by a free joint.")
@click.option("--stop-stiffness", type=float, help="Stops at the limits of joints: N m/rad, N/m.")
@click.option("--stop-damping", type=float, help="Damping of the stops: N m s/rad, N s/m.")
@click.option("--contact-stiffness", type=float, help="Contacts of an MJCF file: N/m^1.5.")
@click.option("--contact-damping", type=float, help="Damping of the contacts: s/m.")
@click.option("--packages", type=click.Path(path_type=Path), help="Folder of package:// meshes.")
@click.option("--strict", is_flag=True, help="Refuse inertias that no body can have.")
def convert(source: Path, out: Path, **given: Any) -> None:
    """Write MODEL as a YAML file OUT; meshes go beside it. A result (.nc) may also become a table
    (.csv, .parquet), an animated model (.glb) or kernels of SPICE (.bsp, with .bc, .tf and .tsc).

    MODEL is a URDF, MJCF, SDF or YAML file or a result (.nc). What a file of another format says
    and the model does not is listed. The options are those of such files.
    """
    from treetop.files.whole import is_same_file, require_writable
    from treetop.formats.load import is_xml

    if out.suffix in _RESULTS:
        _convert_result(source, out)
        return
    if out.suffix not in (".yaml", ".yml"):
        what = "a model is written as YAML (.yaml), a result as .csv, .parquet, .glb or .bsp"
        raise TreetopError(f"{out}: {what}")
    if is_same_file(out, source):
        raise TreetopError(f"{out}: the model would replace what is to be converted")
    require_writable(out)
    chosen = {name: value for name, value in given.items() if value not in (None, False)}
    if chosen and not is_xml(source):
        first = next(iter(chosen)).replace("_", "-")
        raise TreetopError(f"--{first} is for URDF, MJCF and SDF files, which {source} is not")
    model = _robot(source, chosen) if chosen else model_of(source)
    with located(source):
        model.validate()
    model.save(out)
    click.echo(f"written to {out}: {len(model.bodies)} bodies, {len(model.joints)} joints")


def _convert_result(source: Path, out: Path) -> None:
    """Write a result as a table or an animation."""
    from treetop.files.whole import is_same_file, require_writable
    from treetop.results import load_run

    if source.suffix != ".nc":
        raise TreetopError(f"{out}: is made of a result (.nc), which {source} is not")
    if is_same_file(out, source):
        raise TreetopError(f"{out}: would replace what is to be converted")
    require_writable(out)
    run = load_run(source)
    written = getattr(run, _RESULTS[out.suffix])(out) or [out]
    click.echo(f"written to {', '.join(map(str, written))}")


def _robot(source: Path, given: dict[str, Any]) -> Model:
    """A robot read with options."""
    from treetop.formats.load import robot_format
    from treetop.formats.xml import read_xml
    from treetop.model import Free

    root = read_xml(source)
    form = robot_format(root.tag)
    joint = {"joint": Free()} if given.pop("free", False) else {}
    unfit = [name for name in (*given, *joint) if name not in form.options._fields]
    if unfit:
        name = "free" if unfit[0] == "joint" else unfit[0].replace("_", "-")
        raise TreetopError(f"--{name} is not for {form.name} files, as {source} is")
    model, notes = form.load(source, root, form.options(**given, **joint))
    notes.warn(stacklevel=2)
    return model
