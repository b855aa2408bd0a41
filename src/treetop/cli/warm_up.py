"""treetop warm-up: every kernel compiled for this machine, before a run needs it."""

import json
import os

import click

from treetop.cli.options import as_json
from treetop.errors import TreetopError


@click.command("warm-up")
@as_json
def warm_up(as_json: bool) -> None:
    """Compile all dynamics for the processor of this machine, once.

    A wheel that brings compiled code along has it for every processor of the last ten years. Code
    made for the processor of this machine is a little faster, and is used from then on.
    """
    os.environ["TREETOP_PROCESSOR"] = "native"  # here, and in processes that are started from here
    from treetop.core.compilation import prepare
    from treetop.core.compiler import INTERPRETED, cache_folder
    from treetop.core.compiler.shipped import every_entry, processor, say_warm

    if INTERPRETED:
        raise TreetopError("nothing is compiled: NUMBA_DISABLE_JIT is set (run without it)")
    if cache_folder() is None:
        raise TreetopError("nothing can be kept (name a private folder in TREETOP_CACHE)")
    entries = every_entry()
    prepare(*entries)
    say_warm()
    done = {"kernels": len(entries), "processor": processor(), "folder": str(cache_folder())}
    text = f"{len(entries)} kernels are compiled for {done['processor']}, in {done['folder']}"
    click.echo(json.dumps(done) if as_json else text)
