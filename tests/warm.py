"""Compile every kernel once, before parallel workers would each start to compile them.

Machine code is named by the sources of the core, and by the file that a kernel stands in.  That of
tests could be older than what they import from `tests/support`, and is removed when that changes.
"""

import hashlib
import shutil
from collections.abc import Iterator
from pathlib import Path

import treetop
from treetop.analysis.timing import repeated
from treetop.core.compilation import prepare
from treetop.core.compiler import Entry, cache_folder
from treetop.core.compiler.shipped import every_entry
from treetop.core.derivatives.called import kernels_of

TESTS = Path(__file__).parent
EXAMPLES = TESTS.parent / "examples"
DIFFERENTIATED = "thermal-flutter", "apogee-burn", "trolley-on-boom", "drag-sail"


def differentiated() -> Iterator[Entry]:
    """What exact derivatives of most models need: flexible bodies, devices, loops, surroundings."""
    for name in DIFFERENTIATED:
        system = treetop.load(EXAMPLES / f"{name}.yaml").build()
        context = system.context()
        yield from kernels_of(system.equations, system.assembly.optional, context.problem)


def remove_stale_code() -> None:
    """Remove machine code whose sources are not in the core, if helpers of tests have changed;
    but for equations in symbols, whose names tell all that they depend on."""
    folder, digest = cache_folder(), hashlib.sha256()
    if folder is None:
        return
    for source in sorted((TESTS / "support").glob("*.py")):
        digest.update(source.name.encode() + source.read_bytes())
    stamp = folder / "support-of-tests"
    if stamp.exists() and stamp.read_text() == digest.hexdigest():
        return
    for each in folder.glob("*/"):
        if not each.name.startswith(("treetop.core.", "equations_")):
            shutil.rmtree(each, ignore_errors=True)
    stamp.write_text(digest.hexdigest())


if __name__ == "__main__":
    remove_stale_code()
    prepare(*every_entry(), repeated)
    prepare(*differentiated())
