"""The one place that knows about the compiler.

`kernel` compiles a function into whatever calls it.  `entry` compiles a function that Python
calls: once, for one signature, for every model, and keeps the machine code on disk.  `rule`
teaches an operator a new pair of value types, for compiled and interpreted code alike.

With ``NUMBA_DISABLE_JIT=1`` in the environment everything runs interpreted.
"""

import functools
import hashlib
import operator
import os
import pathlib
import sys
import tempfile
import types
from collections.abc import Callable
from importlib.machinery import SourceFileLoader
from typing import Any

import numba as nb
import numpy as np
from llvmlite import ir
from numba.core.caching import IndexDataCacheFile
from numba.core.registry import CPUDispatcher, cpu_target
from numba.extending import intrinsic, overload

from treetop.files import write_whole

INTERPRETED = bool(nb.config.DISABLE_JIT)

# Contraction to fused multiply-add is the one liberty the compiler is given: it gains a tenth,
# rounds less, and keeps NaN and infinity visible.
_NUMERICS: dict[str, Any] = {"error_model": "numpy", "fastmath": {"contract"}}

# Kernels work on arrays that Python owns and make none of their own.  Counting references to
# all arrays of a model in every call would cost six times the work itself.
_OPTIONS = _NUMERICS | {"_nrt": False}

# Ways in from C and from Python take as long to compile as what they lead to.
_WITHIN = _OPTIONS | {"no_cfunc_wrapper": True, "no_cpython_wrapper": True}


class _Kernel(CPUDispatcher):  # type: ignore[misc]
    """A function for compiled code; the first time that Python calls it, a way in is made."""

    @functools.cached_property
    def _from_python(self) -> Callable:
        return nb.njit(**_OPTIONS)(self.py_func)

    def __call__(self, *arguments):
        return self._from_python(*arguments)


def kernel(formula: Callable) -> Callable:
    """Make a function callable from compiled code."""
    if INTERPRETED:
        return formula
    compiled = nb.njit(**_WITHIN)(formula)
    compiled.__class__ = _Kernel
    return compiled


# For kernels that take whole tables: a true call would copy some hundred array descriptors.
inlined = nb.njit(forceinline=True, **_WITHIN)


# --- functions that Python calls --------------------------------------------------------


def function_like(returns, *arguments):
    """The type of a function handed to a kernel, told by samples of what it takes and gives."""
    return nb.types.FunctionType(_signature(returns, arguments))


def entry(returns, *arguments):
    """Make an `Entry` of a function, whose signature is told by samples of its values."""
    return lambda formula: Entry(formula, returns, arguments)


class Entry:
    """A kernel that Python calls, compiled when first used."""

    def __init__(self, formula: Callable, returns, arguments):
        functools.update_wrapper(self, formula)
        self._formula, self._returns, self._arguments = formula, returns, arguments

    def __call__(self, *arguments):
        return self.function(*arguments)

    @functools.cached_property
    def function(self):
        """The compiled function, to be handed to other kernels."""
        if INTERPRETED:
            return self._formula
        compiled = _cached(self._formula)
        if not _on_disk(compiled):
            _announce(self._formula)
        compiled.compile(_signature(self._returns, self._arguments))
        compiled.disable_compile()
        compiled.__class__ = _Compiled
        return compiled


class _Compiled(CPUDispatcher):  # type: ignore[misc]
    """Of one signature: to find its code again takes no search, which each call that it is handed
    to would have to make."""

    def get_compile_result(self, _):
        (code,) = self.overloads.values()
        return code


CompilationError = nb.core.errors.NumbaError


def compiled_function(formula: Callable, returns, *arguments) -> Callable:
    """Compile one function of the user's, or of a model's, for one signature."""
    if INTERPRETED:
        return formula
    return nb.njit(_signature(returns, arguments), **_NUMERICS)(formula)


def inlinable(formula: Callable) -> Callable:
    """Make a function of the user's callable from compiled code."""
    return formula if INTERPRETED or hasattr(formula, "py_func") else nb.njit(**_NUMERICS)(formula)


def written_module(name: str, write: Callable[[], str]) -> types.ModuleType:
    """A module that a program writes: once, to be found again by its name in the cache folder.

    Its functions can be made an `Entry`, whose machine code is then kept on disk, too.
    """
    if name in sys.modules:
        return sys.modules[name]
    place = cache_folder() / f"{name}.py"
    module = types.ModuleType(name)
    if _writable(cache_folder()):
        if not place.exists():
            write_whole(place, write().encode())
        SourceFileLoader(name, str(place)).exec_module(module)
    else:
        exec(write(), module.__dict__)
    sys.modules[name] = module  # where the compiler looks for it
    return module


# --- many arrays under one handle -------------------------------------------------------


class Bundle:
    """Passes many arrays through calls as one handle.

    A model has some sixty arrays.  As arguments they would be several hundred numbers, which
    every call copies and the compiler labours over.  What reads one bundle also reads another that
    begins with the same arrays.  Functions may be among them: samples of those are what
    `function_like` gives.

    Attributes
    ----------
    handle
        A sample of a handle, for signatures.
    unpack : function
        For kernels: from a handle to the arrays, nested as the samples were.
    """

    handle = 0

    def __init__(self, *samples):
        self._type = _type_of(samples)
        count = len(samples)
        self.unpack = (lambda handle: handle[:count]) if INTERPRETED else _loader(self._type)

    @functools.cached_property
    def _size(self):
        context = cpu_target.target_context
        return context.get_abi_sizeof(context.get_value_type(self._type))

    def pack(self, *values):
        """A handle, and what must be kept alive as long as it is in use."""
        if INTERPRETED:
            return values, (None, values)
        words = np.array(_descriptors(values, []), dtype=np.int64)
        assert words.nbytes == self._size
        return words.ctypes.data, (words, values)


def boxed(handle) -> np.ndarray:
    """A handle as an array, for a bundle within a bundle: ``boxed(handle)[0]`` is the handle."""
    box = np.zeros(1, dtype=object if INTERPRETED else np.int64)
    box[0] = handle
    return box


BOX = np.zeros(1, dtype=np.int64)  # a sample of one


def _descriptors(value, words: list[int]) -> list[int]:
    """Values as compiled code sees them, added to words.

    An array is its owner, parent, sizes, address, shape and strides; a function the address at
    which C calls it, the object, and the address at which kernels call it; None one that nobody
    calls.  Kernels take rows to follow one another, whatever the strides say.
    """
    if isinstance(value, np.ndarray):
        assert value.flags.c_contiguous, "kernels would read this array by another order"
        address = value.__array_interface__["data"][0]  # far quicker than value.ctypes.data
        words += (0, 0, value.size, value.itemsize, address, *value.shape, *value.strides)
    elif value is None:
        words += (0, 0, 0)
    elif callable(value):
        words += _addresses(value)
    else:
        for part in value:
            _descriptors(part, words)
    return words


@functools.lru_cache(maxsize=1024)
def _addresses(function):
    (signature,) = function.nopython_signatures
    code = function.get_compile_result(signature)
    names = code.fndesc.llvm_cfunc_wrapper_name, code.fndesc.llvm_func_name
    outside, inside = map(code.library.get_pointer_to_function, names)
    return outside, id(function), inside


def _loader(kind):
    @intrinsic
    def unpack(typing_context, handle):
        def generate(context, builder, signature, arguments):
            form = context.get_value_type(kind)
            return _load(builder, builder.inttoptr(arguments[0], form.as_pointer()), form)

        return kind(nb.types.int64), generate

    return unpack


def _load(builder, place, form):
    """Load a structure leaf by leaf, so that what is not used is not loaded."""
    if not isinstance(form, ir.LiteralStructType | ir.ArrayType):
        return builder.load(place)
    parts = form.elements if isinstance(form, ir.LiteralStructType) else [form.element] * len(form)
    value = ir.Constant(form, ir.Undefined)
    for k, part in enumerate(parts):
        there = builder.gep(place, [ir.IntType(32)(0), ir.IntType(32)(k)])
        value = builder.insert_value(value, _load(builder, there, part), k)
    return value


# --- signatures -------------------------------------------------------------------------


def _signature(returns, arguments):
    return _type_of(returns)(*(_type_of(a) for a in arguments))


def _type_of(sample):
    if isinstance(sample, nb.types.Type):
        return sample
    if isinstance(sample, tuple):
        parts = [_type_of(part) for part in sample]
        return nb.types.BaseTuple.from_types(parts, type(sample))
    return nb.typeof(sample)


# --- machine code kept on disk ----------------------------------------------------------


def _cached(formula):
    """Compile with a cache folder of our own; without one where it cannot be written.

    Left to itself, the compiler would turn to a folder beside the sources, where an edit of
    another file leaves its results stale, or to one named by where they are.  Ours is named by what
    they say, so that copies of the same sources share it.
    """
    folder = cache_folder() / formula.__module__
    if not _writable(folder):
        return nb.njit(**_OPTIONS)(formula)
    usual, nb.config.CACHE_DIR = nb.config.CACHE_DIR, str(folder)
    try:
        compiled = nb.njit(cache=True, **_OPTIONS)(formula)
    finally:
        nb.config.CACHE_DIR = usual
    own = compiled._cache
    own._cache_file = IndexDataCacheFile(str(folder), own._impl.filename_base, "the same sources")
    return compiled


@functools.cache
def _writable(folder: pathlib.Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=folder).close()
    except OSError:
        return False
    return True


# Layers above the kernels, on which by the import contract none can depend; and finite elements,
# readers of files, messages and public names, which no kernel knows.
_ABOVE = {
    "__init__.py",
    "errors.py",
    "files.py",
    "flexible",
    "formats",
    "model",
    "progress.py",
    "cli",
    "view",
    "validation",
    "analysis",
    "symbolic",
    "simulation.py",
    "checkpoint",
    "journey.py",
    "joining.py",
    "course",
    "leg.py",
    "watching.py",
    "switching",
    "transfer.py",
    "keeping.py",
    "impulse.py",
    "collision.py",
    "answering.py",
    "snapshot.py",
    "determinacy.py",
    "uniqueness.py",
    "sharing.py",
    "user_functions.py",
    "friction.py",
    "function_checks.py",
    "assembling.py",
    "mass.py",
    "contradiction.py",
    "result",
    "system.py",
    "partials.py",
    "state.py",
}

# Of the model, kernels know the numbers that stand in these.
_SEEN = {"model/constraints.py", "model/expression.py", "model/joint_physics.py"}


@functools.cache
def cache_folder() -> pathlib.Path:
    """The folder of compiled code, named by a hash of the sources: an edit leaves nothing stale."""
    package = pathlib.Path(__file__).parent
    digest = hashlib.sha256(nb.__version__.encode())
    for source in sorted(package.rglob("*.py")):
        place = source.relative_to(package)
        if place.parts[0] not in _ABOVE or place.as_posix() in _SEEN:
            digest.update(place.as_posix().encode() + source.read_bytes())
    base = os.environ.get("TREETOP_CACHE")
    home = os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache"
    return pathlib.Path(base or pathlib.Path(home) / "treetop") / digest.hexdigest()[:16]


def _on_disk(compiled) -> bool:
    files = getattr(compiled._cache, "_cache_file", None)
    return files is not None and os.path.exists(files._index_path)


def _announce(formula: Callable) -> None:
    name = f"{formula.__module__.removeprefix('treetop.')}.{formula.__name__}"
    print(f"treetop: compiling '{name}' for this machine, once ...", file=sys.stderr, flush=True)


# --- operators on values ----------------------------------------------------------------

_RULES: dict[tuple, Callable] = {}
_METHOD = {
    operator.add: "__add__",
    operator.sub: "__sub__",
    operator.mul: "__mul__",
    operator.truediv: "__truediv__",
    operator.pow: "__pow__",
    operator.matmul: "__matmul__",
    operator.neg: "__neg__",
}
_REFLECTED = {  # with a number on the left
    operator.add: "__radd__",
    operator.sub: "__rsub__",
    operator.mul: "__rmul__",
    operator.truediv: "__rtruediv__",
}
_IN_PLACE = {operator.add: operator.iadd, operator.sub: operator.isub}


def rule(op: Callable, *kinds: type):
    """Define an operator for one or two values, at least one of them of our value types."""

    def register(formula):
        _RULES[op, *kinds] = formula
        if kinds[0] is float:
            setattr(kinds[1], _REFLECTED[op], lambda b, a: _interpret(op, a, b))
        else:
            setattr(kinds[0], _METHOD[op], lambda *values: _interpret(op, *values))
        for symbol in (op, _IN_PLACE.get(op, op)):
            _overload(symbol, kinds, formula)
        return formula

    return register


def either(of_numbers: Callable, kind: type, of_kind: Callable) -> Callable:
    """A function of a number or of one of our values, for compiled and interpreted code alike."""

    def function(x):
        return of_kind(x) if isinstance(x, kind) else of_numbers(x)

    def numbers(x):
        return of_numbers(x)

    def values(x):
        return of_kind(x)

    overload(function, strict=False, jit_options=_OPTIONS)(
        lambda x: values if _is(x, kind) else numbers
    )
    return function


def _overload(symbol, kinds, formula):
    def one(a):
        return formula if _is(a, kinds[0]) else None

    def two(a, b):
        return formula if _is(a, kinds[0]) and _is(b, kinds[1]) else None

    choose = one if len(kinds) == 1 else two
    overload(symbol, strict=False, jit_options=_OPTIONS)(choose)


def _interpret(op, *values):
    kinds = (float if isinstance(value, (int, float)) else type(value) for value in values)
    formula = _RULES.get((op, *kinds))
    return NotImplemented if formula is None else formula(*values)


def _is(numba_type, value_type):
    if value_type is float:
        return isinstance(numba_type, (nb.types.Float, nb.types.Integer))
    return getattr(numba_type, "instance_class", None) is value_type
