"""treetop examples: list the example models, copy one here."""

import json
from pathlib import Path

import click

from treetop.cli.options import as_json
from treetop.errors import TreetopError
from treetop.files.whole import write_whole


@click.command()
@click.argument("name", required=False)
@click.option("--force", is_flag=True, help="Replace a file of that name that is here already.")
@as_json
def examples(name: str | None, force: bool, as_json: bool) -> None:
    """List the examples, or copy the one called NAME here."""
    known = {path.name: path for path in sorted(folder().iterdir()) if path.suffix in KINDS}
    if name is None:
        listing = {key: _title(path) for key, path in known.items()}
        text = "\n".join(f"{key:36} {title}" for key, title in listing.items())
        click.echo(json.dumps(listing) if as_json else text)
        return
    source = known.get(name) or known.get(f"{name}.yaml") or known.get(f"{name}.py")
    if source is None:
        raise TreetopError(f"no example {name!r}; there are: {', '.join(known)}")
    target = Path(source.name)
    if target.exists() and not force:
        raise TreetopError(f"{target} is here already; --force replaces it")
    write_whole(target, source.read_bytes())
    click.echo(json.dumps(str(target)) if as_json else f"copied to {target}")


KINDS = (".yaml", ".py")


def folder() -> Path:
    """Where the examples are: inside an installed package, beside `src` in a working copy."""
    package = Path(__file__).parents[1]
    installed = package / "examples"
    return installed if installed.is_dir() else package.parents[1] / "examples"


def _title(path: Path) -> str:
    """The first line of an example, which says what it is."""
    with path.open(encoding="utf-8") as lines:
        return next(lines, "").strip().strip('#"').strip()
