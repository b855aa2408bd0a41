"""Functions that others wrote, and modules that a program writes."""

import sys
import types
from collections.abc import Callable

import numba as nb
import numpy as np
from numba.extending import intrinsic, overload

from treetop.core.cache import read_cached, write_cached
from treetop.core.compilation import clock_stopped
from treetop.core.compiler.cached_code import cache_folder
from treetop.core.compiler.options import CHECKED, INTERPRETED, NUMERICS
from treetop.core.compiler.signatures import signature_of

CompilationError = nb.core.errors.NumbaError


def compiled_function(formula: Callable, returns, *arguments) -> Callable:
    """Compile one function defined by the user, or of a model's, for one signature."""
    if INTERPRETED:
        return formula
    with clock_stopped():
        return nb.njit(signature_of(returns, arguments), **CHECKED)(formula)


def inlinable(formula: Callable) -> Callable:
    """Make a function defined by the user callable from compiled code; one that the user has
    compiled is compiled again, with indices checked."""
    if INTERPRETED:
        return formula
    options = getattr(formula, "targetoptions", NUMERICS)
    if options.get("boundscheck"):
        return formula
    options_used = {name: value for name, value in options.items() if name != "nopython"}
    return nb.njit(**(options_used | CHECKED))(plain(formula))


def plain(formula: Callable) -> Callable:
    """A function as it was written."""
    return getattr(formula, "py_func", formula)


def guarded(law: Callable, count: int) -> Callable:
    """A function defined by the user, of (t, what it sees, parameters): it gets the first `count`
    of these, and can change none."""
    law = inlinable(law)

    def call(t, seen, p):
        return law(t, seen, read_only(p)[:count])

    return inlinable(call)


def read_only(array: np.ndarray) -> np.ndarray:
    """A view of the array through which it cannot be changed."""
    view = array.view()
    view.flags.writeable = False
    return view


@intrinsic
def _read_only(typing_context, array):
    def generate(context, builder, signature, arguments):
        if context.enable_nrt:
            context.nrt.incref(builder, signature.args[0], arguments[0])
        return arguments[0]

    return array.copy(readonly=True)(array), generate


overload(read_only, strict=False, jit_options=NUMERICS)(
    lambda array: lambda array: _read_only(array)
)


def written_module(name: str, write: Callable[[], str]) -> types.ModuleType:
    """A module that a program writes: once, to be found again by its name in the cache folder.

    Its functions can be made an `Entry`, whose machine code is then kept on disk, too.
    """
    if name in sys.modules:
        return sys.modules[name]
    folder = cache_folder()
    cached = folder and read_cached(folder / f"{name}.py.kept")
    text = cached.decode() if cached else write()
    if folder and not cached:
        write_cached(folder / f"{name}.py.kept", text.encode())
    module = types.ModuleType(name)
    exec(compile(text, f"<{name}>", "exec"), module.__dict__)
    sys.modules[name] = module  # where the compiler looks for it
    return module
