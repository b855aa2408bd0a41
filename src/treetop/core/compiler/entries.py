"""Functions that Python calls."""

from __future__ import annotations

import functools
import pathlib
from collections.abc import Callable
from typing import Any

import numba as nb
from numba.core.registry import CPUDispatcher, cpu_target

from treetop.core.compilation import announced, clock_stopped
from treetop.core.compiler.cached_code import cached_code
from treetop.core.compiler.options import FROM_PYTHON, INTERPRETED
from treetop.core.compiler.signatures import signature_of


def function_like(returns, *arguments):
    """The type of a function handed to a kernel, given by samples of what it takes and gives."""
    return nb.types.FunctionType(signature_of(returns, arguments))


def entry(returns, *arguments):
    """Make an `Entry` of a function, whose signature is given by samples of its values."""
    return lambda formula: Entry(formula, returns, arguments)


class Entry:
    """A kernel that Python calls, compiled when first used."""

    __name__: str
    __wrapped__: Callable
    kind: Any = None  # of numbers, if not real ones

    def __init__(self, formula: Callable, returns, arguments):
        functools.update_wrapper(self, formula)
        self._formula, self._returns, self._arguments = formula, returns, arguments

    def __call__(self, *arguments):
        return self.function(*arguments)

    @property
    def signature(self):
        """The types of what it returns and takes."""
        return signature_of(self._returns, self._arguments)

    @property
    def real(self) -> Entry:
        """The entry for real numbers, which its module has under its name."""
        return self

    @functools.cached_property
    def cached_in(self) -> pathlib.Path | None:
        """The file of its machine code, which need not be there; None if it cannot be kept."""
        cached = self._cached
        return cached and cached.place(self.signature, cpu_target.target_context)

    @property
    def ready(self) -> bool:
        """Whether it can be had without compiling."""
        if INTERPRETED or "function" in self.__dict__:
            return True
        if self._cached and self._cached.shipped(self.signature):
            return True
        return self.cached_in is not None and self.cached_in.exists()

    @functools.cached_property
    def _cached(self):
        return cached_code(self._formula)

    @functools.cached_property
    def function(self):
        """The compiled function, to be handed to other kernels."""
        if INTERPRETED:
            return self._formula
        compiled = nb.njit(**FROM_PYTHON)(self._formula)
        if self._cached:
            compiled._cache = self._cached
        with clock_stopped() if self.ready else announced(self):
            compiled.compile(self.signature)
        (code,) = compiled.overloads.values()
        # Asked for in each call that the function is handed to.
        code.library.get_pointer_to_function = functools.cache(code.library.get_pointer_to_function)
        compiled.disable_compile()
        compiled.__class__ = _Compiled
        compiled.entry = self
        return compiled

    @functools.cache  # noqa: B019  # entries live as long as the program
    def for_kind(self, kind) -> Entry:
        """The entry for numbers of another kind, to be handed to kernels of that kind."""
        return _OtherKind(self, kind)


class _OtherKind(Entry):
    """An entry for another kind of numbers, which Python does not call."""

    def __init__(self, entry: Entry, kind):
        super().__init__(entry._formula, entry._returns, entry._arguments)
        self._real, self.kind = entry, kind

    @property
    def real(self) -> Entry:
        return self._real

    @property
    def signature(self):
        return self.kind.signature_of(super().signature)


class _Compiled(CPUDispatcher):  # type: ignore[misc]
    """A dispatcher of one signature: to find its code again takes no search, which each call that
    it is handed to would have to make."""

    def get_compile_result(self, _):
        (code,) = self.overloads.values()
        return code
