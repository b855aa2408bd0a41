"""Machine code kept on disk."""

import functools
import hashlib
import pathlib
import pickle
import sys
import types
from collections.abc import Iterator

import llvmlite
import numba as nb
from numba.core.caching import _Cache
from numba.core.compiler import CompileResult
from numba.core.serialize import dumps

from treetop.core.cache import discard, read_cached, user_folder, write_cached
from treetop.core.sources import PACKAGE, edited, sources_key

COMPILER = f"numba-{nb.__version__}-llvmlite-{llvmlite.__version__}"


def sources() -> str:
    """What names the sources of the core, and the compiler."""
    return f"{COMPILER}-{sources_key()}"


def cache_folder(*names: str) -> pathlib.Path | None:
    """The folder of compiled code, or one in it; None where nothing can be kept."""
    return user_folder(COMPILER, *names)


def in_core(formula: types.FunctionType) -> bool:
    """Whether a function stands in the core, where imports tell all that it depends on."""
    return formula.__module__.startswith(f"{PACKAGE}.")


def _own_file(formula: types.FunctionType) -> str:
    """What names the source of a function outside the core, which may call anything in it."""
    path = pathlib.Path(formula.__code__.co_filename)
    if not path.is_file():
        return sources_key()
    return sources_key() + hashlib.sha256(path.read_bytes()).hexdigest()


def _tuples(value: object) -> Iterator[type]:
    """The classes of named tuples in a type, or in a signature."""
    if isinstance(value, nb.core.typing.Signature):
        value = (value.return_type, *value.args)
    if isinstance(value, nb.types.FunctionType):
        value = value.signature
        yield from _tuples(value)
    elif isinstance(value, nb.types.BaseTuple):
        if isinstance(value, nb.types.BaseNamedTuple):
            yield value.instance_class
        value = tuple(value)
    if isinstance(value, tuple):
        for each in value:
            yield from _tuples(each)


def _source(formula: types.FunctionType, signature: object) -> str:
    """What names all that a function with such arguments depends on: values bring operators along,
    and their fields have an order."""
    classes = sorted(set(_tuples(signature)), key=lambda kind: (kind.__module__, kind.__name__))
    fields = repr([(kind.__name__, kind._fields) for kind in classes])  # type: ignore[attr-defined]
    if not in_core(formula):
        return _own_file(formula) + fields
    return sources_key({formula.__module__, *(kind.__module__ for kind in classes)}) + fields


class CachedCode(_Cache):  # type: ignore[misc]
    """Machine code of one function in files of ours, one for each signature and processor.

    Left to itself, the compiler would turn to a folder beside the sources, where an edit of
    another file leaves its results stale, or to one named by where they are.  Ours are named by
    what the sources say that a function can see, so that copies of them share its code, and edits
    of others keep it.  It would also load whatever it finds.
    """

    cache_path = None

    def __init__(self, formula: types.FunctionType, folder: pathlib.Path):
        code = formula.__code__
        self._path = folder / f"{formula.__name__}-{code.co_firstlineno}"
        self._version = sys.version, code.co_code
        self._source = functools.partial(_source, formula)

    def place(self, signature, context) -> pathlib.Path:
        seen = self._source(signature)
        key = repr((signature, seen, context.codegen().magic_tuple(), *self._version))
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
        if not code.library.has_dynamic_globals and not addressed and not edited():
            content = dumps((signature, code._reduce()))
            write_cached(self.place(signature, code.target_context), content)

    def enable(self):
        """It always is."""

    disable = flush = enable


def cached_code(formula: types.FunctionType) -> CachedCode | None:
    """What keeps the machine code of a function; None if it cannot be kept."""
    folder = cache_folder(formula.__module__)
    return CachedCode(formula, folder) if folder and not formula.__closure__ else None
