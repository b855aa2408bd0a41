"""Python functions that compiled code calls."""

import ctypes
from collections.abc import Callable

from treetop.core.compiler.options import INTERPRETED


class Callback:
    """A function of a whole number and a float that returns a whole number, at an address at which
    compiled code can call it.  It must not raise: nobody would hear of it."""

    _form = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_int64, ctypes.c_double)

    def __init__(self, function: Callable[[int, float], int]):
        self._called = self._form(function)
        self.address: int = ctypes.cast(self._called, ctypes.c_void_p).value or 0


def callback(function: Callable[[int, float], int]):
    """What a bundle takes for a Python function."""
    return function if INTERPRETED else Callback(function)
