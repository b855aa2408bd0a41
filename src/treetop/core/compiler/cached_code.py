"""Machine code kept on disk."""

import functools
import hashlib
import pathlib
import pickle
import re
import sys
import types
from collections.abc import Iterator

import numba as nb
from numba.core.caching import _Cache
from numba.core.compiler import CompileResult
from numba.core.serialize import dumps

from treetop.core.cache import discard, read_cached, read_packaged, user_folder, write_cached
from treetop.core.compiler.shipped import BASELINE, COMPILER, baseline_target, shipped_folder
from treetop.core.sources import PACKAGE, edited, sources_key


def sources() -> str:
    """What names the sources of the core, and the compiler; with the processors that code which is
    not compiled here was made for: it rounds in other places."""
    return "-".join((COMPILER, sources_key(), *([BASELINE] if shipped_folder() else [])))


def cache_folder(*names: str) -> pathlib.Path | None:
    """The folder of compiled code, or one in it; None where nothing can be kept."""
    return user_folder(COMPILER, *names)


def in_core(formula: types.FunctionType) -> bool:
    """Whether a function stands in the core, where imports tell all that it depends on."""
    return str(formula.__module__).startswith(f"{PACKAGE}.")


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


def source_of(formula: types.FunctionType, signature: object) -> str:
    """What names all that a function with such arguments depends on: values bring operators along,
    and their fields have an order."""
    classes = sorted(set(_tuples(signature)), key=lambda kind: (kind.__module__, kind.__name__))
    fields = repr([(kind.__name__, kind._fields) for kind in classes])  # type: ignore[attr-defined]
    if not in_core(formula):
        return _own_file(formula) + fields
    kinds = set(re.findall(r"treetop[\w.]+", repr(signature)))  # of numbers that are not real
    return sources_key({formula.__module__, *kinds, *(c.__module__ for c in classes)}) + fields


class CachedCode(_Cache):  # type: ignore[misc]
    """Machine code of one function in files of ours, one for each signature and processor.

    Left to itself, the compiler would turn to a folder beside the sources, where an edit of
    another file leaves its results stale, or to one named by where they are.  Ours are named by
    what the sources say that a function can see, so that copies of them share its code, and edits
    of others keep it.  It would also load whatever it finds.
    """

    cache_path = None

    def __init__(self, formula: types.FunctionType, folder: pathlib.Path | None):
        code = formula.__code__
        self._folder = folder
        self._name = f"{formula.__name__}-{code.co_firstlineno}"
        self._module = formula.__module__
        self._version = sys.implementation.cache_tag, code.co_code
        self._source = functools.partial(source_of, formula)

    def place(self, signature, context) -> pathlib.Path | None:
        """The file in the cache folder; None if there is no such folder."""
        target = context.codegen().magic_tuple()
        return self._folder and self._folder / self._file(signature, target)

    def shipped(self, signature) -> pathlib.Path | None:
        """The file that came with the package; None if there is none, or none is to be taken."""
        folder = shipped_folder()
        path = folder and folder / self._module / self._file(signature, baseline_target())
        return path if path and path.is_file() else None

    def _file(self, signature, target: tuple[str, ...]) -> str:
        key = repr((signature, self._source(signature), target, *self._version))
        return f"{self._name}.{hashlib.sha256(key.encode()).hexdigest()[:16]}"

    def load_overload(self, signature, target_context):
        target_context.refresh()
        places = {
            self.shipped(signature): read_packaged,
            self.place(signature, target_context): read_cached,
        }
        for place, read in places.items():
            content = read(place) if place else None
            if content is None:
                continue
            try:
                found, payload = pickle.loads(content)
                assert found == signature, "it is of another signature"
                return CompileResult._rebuild(target_context, *payload)
            except Exception as error:  # of whatever kind: there is another way
                why = f"it cannot be loaded ({type(error).__name__})"
                discard(place, why, remove=read is read_cached)
        return None

    def save_overload(self, signature, code):
        addressed = "0x" in repr(signature)  # a function among the arguments, of this process
        place = self.place(signature, code.target_context)
        if _keep_waiting() and place and not code.library.has_dynamic_globals and not addressed:
            write_cached(place, dumps((signature, code._reduce())))

    def enable(self):
        """It always is."""

    disable = flush = enable


AT_A_TIME = 50
_waiting: list[tuple[pathlib.Path, bytes]] = []


def keep_with_next(place: pathlib.Path, content: bytes) -> None:
    """Write a file of what is linked into other code, together with others: whether sources were
    edited is not looked up for each."""
    _waiting.append((place, content))
    if len(_waiting) >= AT_A_TIME:
        _keep_waiting()


def _keep_waiting() -> bool:
    """Write what waits, unless sources were edited; whether code can be kept."""
    waiting, _waiting[:] = list(_waiting), []
    if edited():
        return False
    for place, content in waiting:
        write_cached(place, content, lasting=False)
    return True


def cached_code(formula: types.FunctionType) -> CachedCode | None:
    """What keeps the machine code of a function; None if it cannot be kept."""
    return None if formula.__closure__ else CachedCode(formula, cache_folder(formula.__module__))
