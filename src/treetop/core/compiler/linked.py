"""Code that is linked into what calls it, and kept on disk for other processes and other callers.

Most of the time to compile a kernel goes into the functions that it calls, and most of these are
called by other kernels as well.
"""

from __future__ import annotations

import functools
import hashlib
import itertools
import os
import pickle
import sys
import types
import zlib
from inspect import iscode
from typing import Any

import llvmlite.binding as llvm
from numba.core.bytecode import FunctionIdentity
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompileResult
from numba.core.serialize import dumps

from treetop.core.cache import discard, read_cached
from treetop.core.compiler.cached_code import cache_folder, in_core, keep_with_next, source_of
from treetop.core.compiler.shipped import native_target

# Functions are told apart by a number for each.  Those of several processes are linked together.
FunctionIdentity._unique_ids = itertools.count(int.from_bytes(os.urandom(5), "big"))


class Code(JITCodeLibrary):  # type: ignore[misc]
    """Code of one function, with what is linked into it."""

    def _optimize_functions(self, module: Any) -> None:
        """Only those that have a body: a pipeline of passes is set up for each."""
        module.data_layout = self._codegen._data_layout
        for function in module.functions:
            if not function.is_declaration:
                manager, builder = self._codegen._function_pass_manager()
                manager.run(function, builder)


class Linked(Code):
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
    def codegen(self) -> Linked:
        return self

    def set_env(self, name: str, environment: Any) -> None:
        """There is no machine code that needs its environment."""


class LinkedAsIs(Linked):
    """Code that is optimised only with what it becomes a part of."""

    def _optimize_final_module(self) -> None:
        pass


class Part:
    """The code of one function of the core, for one signature: what it is named by, and its
    file."""

    def __init__(self, formula: types.FunctionType, state: Any) -> None:
        code, self.arguments = formula.__code__, state.args
        written = code.co_code, code.co_names, code.co_consts, code.co_varnames
        meant = state.args, state.return_type, state.flags.summary()
        known = formula.__module__, formula.__qualname__, code.co_firstlineno, written, meant
        source = source_of(formula, (*state.args, state.return_type))
        key = repr((known, source, _target(), sys.implementation.cache_tag))
        self.name = hashlib.sha256(key.encode()).hexdigest()[:16]
        folder, called = cache_folder(formula.__module__), code.co_name.strip("<>")
        self.place = folder and folder / f"{called}-{code.co_firstlineno}.{self.name}.part"

    def load(self, state: Any) -> CompileResult | None:
        """What was compiled before; None if nothing was."""
        library = state.library
        content = read_cached(self.place) if self.place else None
        if not self.place or content is None:
            return None
        try:
            arguments, bitcode, fields = pickle.loads(content)
            assert arguments == self.arguments, "it is of another signature"
            library._final_module = llvm.parse_bitcode(zlib.decompress(bitcode))
        except Exception as error:  # of whatever kind: there is another way
            discard(self.place, f"it cannot be loaded ({type(error).__name__})")
            return None
        library._finalize_final_module()
        context = state.targetctx
        found = dict.fromkeys(CompileResult._fields) | fields
        description = found["fndesc"]
        way_in = context.get_executable(library, description, found["environment"])
        context.insert_user_function(way_in, description, [library])
        return CompileResult(
            **found
            | {
                "typing_context": state.typingctx,
                "target_context": context,
                "library": library,
                "entry_point": way_in,
            }
        )

    def save(self, made: CompileResult) -> None:
        """Keep what was compiled, unless it is of this process alone."""
        library = made.library
        if not self.place or library.has_dynamic_globals or made.reload_init:
            return
        made.fndesc.typemap = made.fndesc.calltypes = None  # which nobody needs any more
        fields = {
            "environment": made.environment,
            "fndesc": made.fndesc,
            "signature": made.signature,
            "objectmode": False,
            "lifted": (),
            "reload_init": [],
            "referenced_envs": made._find_referenced_environments(),
        }
        bitcode = zlib.compress(library._final_module.as_bitcode(), level=1)
        content = self.arguments, bitcode, fields
        keep_with_next(self.place, dumps(content))


def part_of(formula: types.FunctionType, state: Any) -> Part | None:
    """What keeps the code of a function; None if something other than sources and types says what
    it does."""
    nested = any(map(iscode, formula.__code__.co_consts))
    if nested or formula.__closure__ or not in_core(formula) or "0x" in repr(state.args):
        return None
    return Part(formula, state)


@functools.cache
def _target() -> tuple[str, str, str]:
    return native_target()
