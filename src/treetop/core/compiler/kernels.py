"""Functions for compiled code."""

import functools
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import numba as nb
from numba.core.compiler_lock import global_compiler_lock
from numba.core.registry import CPUDispatcher
from numba.core.sigutils import normalize_signature

from treetop.core.compiler.cached_code import cached_code, in_core
from treetop.core.compiler.options import FROM_PYTHON, INTERPRETED, WITHIN


class _Kernel(CPUDispatcher):  # type: ignore[misc]
    """A function for compiled code; the first time that Python calls it, a way in is made."""

    @functools.cached_property
    def _from_python(self) -> Callable:
        compiled = nb.njit(**FROM_PYTHON)(self.py_func)
        cached = cached_code(self.py_func) if in_core(self.py_func) else None
        if cached:
            compiled._cache = cached
        return compiled

    def compile(self, signature):
        """As others are, but for timers that listen to each call of what compiles within."""
        with global_compiler_lock, self._compiling_counter:
            arguments, returned = normalize_signature(signature)
            if arguments not in self.overloads:
                self.add_overload(self._compiler.compile(arguments, returned))
            return self.overloads[arguments].entry_point

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


def _kernel(formula: Callable, **options: object) -> Callable:
    if INTERPRETED:
        return formula
    compiled = nb.njit(**(WITHIN | options))(formula)
    compiled.__class__ = _Kernel
    return compiled


def kernel(formula: Callable) -> Callable:
    """Make a function callable from compiled code."""
    return _kernel(formula)


def reproducible(formula: Callable) -> Callable:
    """Make a function callable from compiled code whose arithmetic gives the same bits on every
    platform: sums, products, quotients and square roots, each rounded for itself."""
    return _kernel(formula, fastmath=False)


def inlined(formula: Callable) -> Callable:
    """Make a function a part of the compiled code that calls it: one that takes whole tables, of
    which a true call would copy some hundred array descriptors."""
    return _kernel(formula, forceinline=True)
