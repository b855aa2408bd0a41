"""Machine code kept on disk."""

import hashlib
import pathlib
import pickle
import sys
import types

import llvmlite
import numba as nb
from numba.core.caching import _Cache
from numba.core.compiler import CompileResult
from numba.core.serialize import dumps

from treetop.core.cache import discard, read_cached, sources_key, user_folder, write_cached


def sources() -> str:
    """What names the sources that kernels can see, and the compiler."""
    return sources_key(f"numba {nb.__version__}, llvmlite {llvmlite.__version__}")


def cache_folder(*names: str) -> pathlib.Path | None:
    """The folder of compiled code, or one in it; None where nothing can be kept."""
    return user_folder(sources(), *names)


def in_core(formula: types.FunctionType) -> bool:
    """Whether the name of the folder tells all that a function depends on."""
    return formula.__module__.startswith("treetop.core.")


def _other_source(formula: types.FunctionType) -> str:
    """What names the source of a function outside the core, whose folder tells nothing of it."""
    path = pathlib.Path(formula.__code__.co_filename)
    if in_core(formula) or not path.is_file():
        return ""
    return hashlib.sha256(path.read_bytes()).hexdigest()


class CachedCode(_Cache):  # type: ignore[misc]
    """Machine code of one function in files of ours, one for each signature and processor.

    Left to itself, the compiler would turn to a folder beside the sources, where an edit of
    another file leaves its results stale, or to one named by where they are.  Ours is named by what
    they say, so that copies of the same sources share it.  It would also load whatever it finds.
    """

    cache_path = None

    def __init__(self, formula: types.FunctionType, folder: pathlib.Path):
        code = formula.__code__
        self._path = folder / f"{formula.__name__}-{code.co_firstlineno}"
        self._version = sys.version, code.co_code, _other_source(formula)

    def place(self, signature, context) -> pathlib.Path:
        key = repr((signature, context.codegen().magic_tuple(), *self._version))
        return self._path.with_suffix(f".{hashlib.sha256(key.encode()).hexdigest()[:16]}")

    def load_overload(self, signature, target_context):
        target_context.refresh()
        place = self.place(signature, target_context)
        content = read_cached(place)
        if content is None:
            return None
        try:
            found, payload = pickle.loads(content)
            assert found == signature, "it is of another signature"
            return CompileResult._rebuild(target_context, *payload)
        except Exception as error:  # of whatever kind: there is another way
            return discard(place, f"it cannot be loaded ({type(error).__name__})")

    def save_overload(self, signature, code):
        addressed = "0x" in repr(signature)  # a function among the arguments, of this process
        if not code.library.has_dynamic_globals and not addressed:
            content = dumps((signature, code._reduce()))
            write_cached(self.place(signature, code.target_context), content)

    def enable(self):
        """It always is."""

    disable = flush = enable


def cached_code(formula: types.FunctionType) -> CachedCode | None:
    """What keeps the machine code of a function; None if it cannot be kept."""
    folder = cache_folder(formula.__module__)
    return CachedCode(formula, folder) if folder and not formula.__closure__ else None
