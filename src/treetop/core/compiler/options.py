"""Options of the compiler, and code that is only linked into other code."""

from typing import Any

import numba as nb
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler

INTERPRETED = bool(nb.config.DISABLE_JIT)

# Contraction to fused multiply-add is the one liberty the compiler is given: it gains a tenth,
# rounds less, and keeps NaN and infinity visible.
NUMERICS: dict[str, Any] = {"error_model": "numpy", "fastmath": {"contract"}}

# Kernels work on arrays that Python owns and make none of their own.  Counting references to
# all arrays of a model in every call would cost six times the work itself.
OPTIONS = NUMERICS | {"_nrt": False}

# What others wrote is not trusted with memory: an index beyond an array is an error.
CHECKED = NUMERICS | {"boundscheck": True}


class _Linked(JITCodeLibrary):  # type: ignore[misc]
    """Code that becomes a part of what calls it.

    The compiler would make machine code of it as well, which nobody calls: half of its time.
    """

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._verify_declare_only_symbols()
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:
        self._ensure_finalized()
        return 0

    @property
    def codegen(self):
        return self

    def set_env(self, name: str, environment) -> None:
        """There is no machine code that needs its environment."""


class _LinkedAsIs(_Linked):
    """Code that is optimised only with what it becomes a part of."""

    def _optimize_final_module(self) -> None:
        pass


# Optimising each function with all that it calls, at every level, makes evaluations a twentieth
# faster, but takes a third of the time to compile what is called once a step or less.
ONCE_A_STEP = "treetop.core.integrators.", "treetop.core.outputs.", "treetop.core.control."


class _LinkedCompiler(Compiler):  # type: ignore[misc]
    """Makes code that is only linked."""

    def compile_extra(self, formula):
        library = _LinkedAsIs if formula.__module__.startswith(ONCE_A_STEP) else _Linked
        self.state.library = library(self.state.targetctx.codegen(), formula.__qualname__)
        return super().compile_extra(formula)


# Ways in from C and from Python take as long to compile as what they lead to.
WITHIN = OPTIONS | {
    "no_cfunc_wrapper": True,
    "no_cpython_wrapper": True,
    "pipeline_class": _LinkedCompiler,
}
