"""Options of the compiler."""

from typing import Any

import numba as nb

from treetop.core.compiler.pipelines import EntryCompiler, LinkedCompiler

INTERPRETED = bool(nb.config.DISABLE_JIT)

# Contraction to fused multiply-add is the one liberty the compiler is given: it gains a tenth,
# rounds less, and keeps NaN and infinity visible.
NUMERICS: dict[str, Any] = {"error_model": "numpy", "fastmath": {"contract"}}

# Kernels work on arrays that Python owns and make none of their own.  Counting references to
# all arrays of a model in every call would cost six times the work itself.
OPTIONS = NUMERICS | {"_nrt": False}

# What others wrote is not trusted with memory: an index beyond an array is an error.
CHECKED = NUMERICS | {"boundscheck": True}


FROM_PYTHON = OPTIONS | {"pipeline_class": EntryCompiler}

# Ways in from C and from Python take as long to compile as what they lead to.
WITHIN = OPTIONS | {
    "no_cfunc_wrapper": True,
    "no_cpython_wrapper": True,
    "pipeline_class": LinkedCompiler,
}
