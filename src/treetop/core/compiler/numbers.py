"""Kinds of numbers: kernels are written for numbers of any kind, and compiled for several.

A kernel calls `value_of` and `function_of` where a function of a number is more quickly, or more
precisely, differentiated as a whole than step by step.  Where it chooses by numbers, and is to be
compiled for several runs at once, it calls `where`, `all_of` and `any_of` of what comparisons give,
which are joined by ``&`` and ``|``.  Kinds beyond the reals register here.
"""

import numba as nb
from numba.extending import overload

from treetop.core.compiler.options import WITHIN

NUMBER_TYPES: list[type] = [nb.types.Float, nb.types.Integer]  # as the compiler knows them
NUMBER_CLASSES: list[type] = [int, float]  # as interpreted code does

BRANCHES = (
    "a branch on a comparison of lanes, which may hold in some and not in others: choose by "
    "where(condition, a, b), or ask all_of(condition) or any_of(condition)"
)

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


def where(condition, a, b):
    """a where the condition holds, else b: in each run, if the numbers are those of several."""
    return condition.where(a, b) if hasattr(condition, "where") else a if condition else b


def all_of(condition):
    """Whether a condition holds in all runs."""
    return condition.all() if hasattr(condition, "all") else condition


def any_of(condition):
    """Whether a condition holds in any run."""
    return condition.any() if hasattr(condition, "any") else condition


def _is_truth(x):
    return isinstance(x, nb.types.Boolean)


overload(where, strict=False, jit_options=WITHIN)(
    lambda condition, a, b: (
        (lambda condition, a, b: a if condition else b) if _is_truth(condition) else None
    )
)
for _question in (all_of, any_of):
    overload(_question, strict=False, jit_options=WITHIN)(
        lambda condition: (lambda condition: condition) if _is_truth(condition) else None
    )
overload(value_of, strict=False, jit_options=WITHIN)(
    lambda x: (lambda x: x) if is_real(x) else None
)
overload(function_of, strict=False, jit_options=WITHIN)(
    lambda x, value, slope: (lambda x, value, slope: value) if is_real(x) else None
)
