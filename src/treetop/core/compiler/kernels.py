"""Functions for compiled code."""

import functools
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import numba as nb
from numba.core.registry import CPUDispatcher

from treetop.core.compiler.cached_code import cached_code, in_core
from treetop.core.compiler.options import INTERPRETED, OPTIONS, WITHIN


class _Kernel(CPUDispatcher):  # type: ignore[misc]
    """A function for compiled code; the first time that Python calls it, a way in is made."""

    @functools.cached_property
    def _from_python(self) -> Callable:
        compiled = nb.njit(**OPTIONS)(self.py_func)
        cached = cached_code(self.py_func) if in_core(self.py_func) else None
        if cached:
            compiled._cache = cached
        return compiled

    def __call__(self, *arguments):
        interpreted = getattr(_trial, "interpreted", False)
        return (self.py_func if interpreted else self._from_python)(*arguments)


_trial = threading.local()


@contextmanager
def interpreted() -> Iterator[None]:
    """Let Python call kernels as they are written, for a first look at what else calls them."""
    _trial.interpreted = True
    try:
        yield
    finally:
        _trial.interpreted = False


def kernel(formula: Callable) -> Callable:
    """Make a function callable from compiled code."""
    if INTERPRETED:
        return formula
    compiled = nb.njit(**WITHIN)(formula)
    compiled.__class__ = _Kernel
    return compiled


def reproducible(formula: Callable) -> Callable:
    """Make a function callable from compiled code whose arithmetic gives the same bits on every
    platform: sums, products, quotients and square roots, each rounded for itself."""
    if INTERPRETED:
        return formula
    compiled = nb.njit(**(WITHIN | {"fastmath": False}))(formula)
    compiled.__class__ = _Kernel
    return compiled


# For kernels that take whole tables: a true call would copy some hundred array descriptors.
inlined = nb.njit(forceinline=True, **WITHIN)
