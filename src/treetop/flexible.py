"""Public name of `treetop.structures`."""

from typing import Any

from treetop import structures

__all__ = structures.__all__


def __getattr__(name: str) -> Any:
    return getattr(structures, name)


def __dir__() -> list[str]:
    return __all__
