"""The one place that knows about the compiler.

`kernel` compiles a function into whatever calls it.  `entry` compiles a function that Python
calls: once, for one signature, for every model, and keeps the machine code on disk.  `rule`
teaches an operator a new pair of value types, for compiled and interpreted code alike.

With ``NUMBA_DISABLE_JIT=1`` in the environment everything runs interpreted.
"""

from treetop.core.compiler.bundles import BOX, Bundle, boxed
from treetop.core.compiler.cached_code import cache_folder, sources
from treetop.core.compiler.callbacks import callback
from treetop.core.compiler.entries import Entry, entry, function_like
from treetop.core.compiler.kernels import inlined, interpreted, kernel, reproducible
from treetop.core.compiler.lane_by_lane import by_lane
from treetop.core.compiler.numbers import all_of, any_of, function_of, value_of, varying, where
from treetop.core.compiler.operators import either, rule
from treetop.core.compiler.options import INTERPRETED
from treetop.core.compiler.user_functions import (
    CompilationError,
    compiled_function,
    guarded,
    inlinable,
    plain,
    read_only,
    written_module,
)

__all__ = [
    "BOX",
    "INTERPRETED",
    "Bundle",
    "CompilationError",
    "Entry",
    "all_of",
    "any_of",
    "boxed",
    "by_lane",
    "cache_folder",
    "callback",
    "compiled_function",
    "either",
    "entry",
    "function_like",
    "function_of",
    "guarded",
    "inlinable",
    "inlined",
    "interpreted",
    "kernel",
    "plain",
    "read_only",
    "reproducible",
    "rule",
    "sources",
    "value_of",
    "varying",
    "where",
    "written_module",
]
