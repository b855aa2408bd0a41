"""Compile every kernel once, before parallel workers would each start to compile them.

The cache is named by the sources of the core.  Machine code of what tests define themselves could
be older than they are, and is removed.
"""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import treetop
from treetop.analysis.timing import repeated
from treetop.core.compilation import prepare
from treetop.core.compiler import Entry, cache_folder
from treetop.core.compiler.shipped import every_entry
from treetop.core.derivatives.called import kernels_of

EXAMPLES = Path(__file__).parents[1] / "examples"
DIFFERENTIATED = "thermal-flutter", "apogee-burn", "trolley-on-boom", "drag-sail"


def differentiated() -> Iterator[Entry]:
    """What exact derivatives of most models need: flexible bodies, devices, loops, surroundings."""
    for name in DIFFERENTIATED:
        system = treetop.load(EXAMPLES / f"{name}.yaml").build()
        context = system.context()
        yield from kernels_of(system.equations, system.assembly.optional, context.problem)


def remove_code_from_elsewhere() -> None:
    """Remove machine code whose sources are not in the core, but for equations in symbols: their
    names tell all that they depend on."""
    for each in (cache_folder() or Path(os.devnull)).glob("*/"):
        if not each.name.startswith(("treetop.core.", "equations_")):
            shutil.rmtree(each, ignore_errors=True)


if __name__ == "__main__":
    remove_code_from_elsewhere()
    prepare(*every_entry(), repeated)
    prepare(*differentiated())
