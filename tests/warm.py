"""Compile every kernel once, before parallel workers would each start to compile them.

Most of the time goes into the inner functions that kernels share, which a process compiles once. So
what most of them call is compiled first, and processes that know it do the rest; meanwhile another
one compiles what calls nothing of the kind.
"""

import importlib
import os
import pkgutil
import sys
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import treetop
from treetop.core.compiler import Entry

FIRST = "treetop.core.formulations.recursive"
APART = (
    "treetop.core.integrators.",
    "treetop.core.formulations.user_equations",
    "treetop.core.stabilization.",
)
# Of the others these take longest and come first, so that no core is idle at the end; what one line
# names shares even more.
LONGEST = [
    ("treetop.core.formulations.closed_loop.recursive",),
    (
        "treetop.core.formulations.kane_absolute",
        "treetop.core.formulations.kane",
        "treetop.core.formulations.closed_loop.kane",
    ),
    ("treetop.core.formulations.newton_euler", "treetop.core.formulations.udwadia"),
]


def main() -> None:
    modules = {entry.__module__ for entry in entries()} - {FIRST}
    apart = {name for name in modules if name.startswith(APART)}
    others = modules - apart - {name for names in LONGEST for name in names}
    context = get_context("fork" if sys.platform == "linux" else "spawn")
    beside = context.Process(target=compiled, args=(sorted(apart),))
    beside.start()
    compiled([FIRST])
    with ProcessPoolExecutor(os.cpu_count(), mp_context=context) as pool:
        list(pool.map(compiled, [*LONGEST, *([name] for name in sorted(others))]))
    beside.join()
    sys.exit(beside.exitcode)


def entries() -> Iterator[Entry]:
    """All of the package; one that is imported elsewhere comes more than once."""
    for found in pkgutil.walk_packages(treetop.__path__, "treetop."):
        if not found.name.endswith("__main__"):
            values = vars(importlib.import_module(found.name)).values()
            yield from (value for value in values if isinstance(value, Entry))


def compiled(modules: Iterable[str]) -> None:
    for name in modules:
        for value in vars(importlib.import_module(name)).values():
            if isinstance(value, Entry) and value.__module__ == name:
                _ = value.function


if __name__ == "__main__":
    main()
