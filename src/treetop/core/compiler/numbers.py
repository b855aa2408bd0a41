"""Kinds of numbers: kernels are written for numbers of any kind, and compiled for several.

A kernel calls `value_of` and `function_of` where a function of a number is more quickly, or more
precisely, differentiated as a whole than step by step.  Kinds beyond the reals register here.
"""

import numba as nb
from numba.extending import overload

from treetop.core.compiler.options import OPTIONS

NUMBER_TYPES: list[type] = [nb.types.Float, nb.types.Integer]  # as the compiler knows them
NUMBER_CLASSES: list[type] = [int, float]  # as interpreted code does

VARYING: set[type] = set()


def varying(kind: type) -> type:
    """Declare a named tuple whose numbers depend on the state, as those of a workspace do: they are
    of the kind that a kernel is compiled for.  Those of other tables remain real."""
    VARYING.add(kind)
    return kind


def is_number(numba_type: nb.types.Type) -> bool:
    """Whether a type is that of a number, of whatever kind."""
    return isinstance(numba_type, tuple(NUMBER_TYPES))


def is_real(numba_type: nb.types.Type) -> bool:
    return isinstance(numba_type, nb.types.Float | nb.types.Integer)


def value_of(x):
    """The value of a number, without what else it carries."""
    return getattr(x, "value", x)


def function_of(x, value, slope):
    """A function of x that has this value, and this derivative, at the value of x."""
    return x.function(value, slope) if hasattr(x, "function") else value


overload(value_of, strict=False, jit_options=OPTIONS)(
    lambda x: (lambda x: x) if is_real(x) else None
)
overload(function_of, strict=False, jit_options=OPTIONS)(
    lambda x, value, slope: (lambda x, value, slope: value) if is_real(x) else None
)
