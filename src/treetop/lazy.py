"""Names of packages that are found when first used, so that only what is asked for is imported."""

import sys
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any


def found_when_used(package: str, homes: Mapping[str, tuple[str, ...]]) -> Callable[[str], Any]:
    """The ``__getattr__`` of a package, of the names that each of its modules has for it."""
    home_of = {name: home for home, names in homes.items() for name in names}

    def find(name: str) -> Any:
        if name not in home_of:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        value = getattr(import_module(f"{package}.{home_of[name]}"), name)
        setattr(sys.modules[package], name, value)
        return value

    return find
