"""Compile every kernel once, before parallel workers would each start to compile them."""

import importlib
import pkgutil
from collections.abc import Iterator

import treetop
from treetop.core.compilation import prepare
from treetop.core.compiler import Entry


def entries() -> Iterator[Entry]:
    """All of the package; one that is imported elsewhere comes more than once."""
    for found in pkgutil.walk_packages(treetop.__path__, "treetop."):
        if not found.name.endswith("__main__"):
            values = vars(importlib.import_module(found.name)).values()
            yield from (value for value in values if isinstance(value, Entry))


if __name__ == "__main__":
    prepare(*entries())
