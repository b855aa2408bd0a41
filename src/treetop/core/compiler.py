"""The one place that knows about the compiler.

`kernel` compiles a function into whatever calls it.  `entry` compiles a function that Python
calls: once, for one signature, for every model, and keeps the machine code on disk.  `rule`
teaches an operator a new pair of value types, for compiled and interpreted code alike.

With ``NUMBA_DISABLE_JIT=1`` in the environment everything runs interpreted.
"""

import functools
import hashlib
import operator
import pathlib
import pickle
import sys
import threading
import types
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import llvmlite
import numba as nb
import numpy as np
from llvmlite import ir
from numba.core.caching import _Cache
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler, CompileResult
from numba.core.registry import CPUDispatcher, cpu_target
from numba.core.serialize import dumps
from numba.extending import intrinsic, overload
from numba.np.numpy_support import as_dtype

from treetop.core.cache import discard, own_folder, read_kept, sources_key, write_kept
from treetop.core.compilation import announced, clock_stopped

INTERPRETED = bool(nb.config.DISABLE_JIT)

# Contraction to fused multiply-add is the one liberty the compiler is given: it gains a tenth,
# rounds less, and keeps NaN and infinity visible.
_NUMERICS: dict[str, Any] = {"error_model": "numpy", "fastmath": {"contract"}}

# Kernels work on arrays that Python owns and make none of their own.  Counting references to
# all arrays of a model in every call would cost six times the work itself.
_OPTIONS = _NUMERICS | {"_nrt": False}

# What others wrote is not trusted with memory: an index beyond an array is an error.
_CHECKED = _NUMERICS | {"boundscheck": True}


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
        """There is no machine code to be told its environment."""


class _LinkedCompiler(Compiler):  # type: ignore[misc]
    """Makes code that is only linked."""

    def compile_extra(self, formula):
        self.state.library = _Linked(self.state.targetctx.codegen(), formula.__qualname__)
        return super().compile_extra(formula)


# Ways in from C and from Python take as long to compile as what they lead to.
_WITHIN = _OPTIONS | {
    "no_cfunc_wrapper": True,
    "no_cpython_wrapper": True,
    "pipeline_class": _LinkedCompiler,
}


class _Kernel(CPUDispatcher):  # type: ignore[misc]
    """A function for compiled code; the first time that Python calls it, a way in is made."""

    @functools.cached_property
    def _from_python(self) -> Callable:
        return nb.njit(**_OPTIONS)(self.py_func)

    def __call__(self, *arguments):
        interpreted = getattr(_trial, "interpreted", False)
        return (self.py_func if interpreted else self._from_python)(*arguments)


_trial = threading.local()


@contextmanager
def interpreted() -> Iterator[None]:
    """Let Python call kernels as they are written, for a first look at what else calls them."""
    _trial.interpreted = True
    try:
        yield
    finally:
        _trial.interpreted = False


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

    @property
    def signature(self):
        """The types of what it returns and takes."""
        return _signature(self._returns, self._arguments)

    @functools.cached_property
    def kept_in(self) -> pathlib.Path | None:
        """The file of its machine code, which need not be there; None if it cannot be kept."""
        kept = self._kept
        return kept and kept.place(self.signature, cpu_target.target_context)

    @property
    def ready(self) -> bool:
        """Whether it can be had without compiling."""
        if INTERPRETED or "function" in self.__dict__:
            return True
        return self.kept_in is not None and self.kept_in.exists()

    @functools.cached_property
    def _kept(self):
        folder = cache_folder(self._formula.__module__)
        return _Kept(self._formula, folder) if folder and not self._formula.__closure__ else None

    @functools.cached_property
    def function(self):
        """The compiled function, to be handed to other kernels."""
        if INTERPRETED:
            return self._formula
        compiled = nb.njit(**_OPTIONS)(self._formula)
        if self._kept:
            compiled._cache = self._kept
        with clock_stopped() if self.ready else announced(self):
            compiled.compile(self.signature)
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
    with clock_stopped():
        return nb.njit(_signature(returns, arguments), **_CHECKED)(formula)


def inlinable(formula: Callable) -> Callable:
    """Make a function of the user's callable from compiled code; one that the user has compiled is
    compiled again, with indices checked."""
    if INTERPRETED:
        return formula
    options = getattr(formula, "targetoptions", _NUMERICS)
    if options.get("boundscheck"):
        return formula
    told = {name: value for name, value in options.items() if name != "nopython"}
    return nb.njit(**(told | _CHECKED))(plain(formula))


def plain(formula: Callable) -> Callable:
    """A function as it was written."""
    return getattr(formula, "py_func", formula)


def guarded(law: Callable, count: int) -> Callable:
    """A function of the user's, of (t, what it sees, parameters): it gets the first `count` of
    these, and can change none."""
    law = inlinable(law)

    def call(t, seen, p):
        return law(t, seen, read_only(p)[:count])

    return inlinable(call)


def read_only(array: np.ndarray) -> np.ndarray:
    """The same array, which cannot be changed by this name."""
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


overload(read_only, strict=False, jit_options=_NUMERICS)(
    lambda array: lambda array: _read_only(array)
)


def written_module(name: str, write: Callable[[], str]) -> types.ModuleType:
    """A module that a program writes: once, to be found again by its name in the cache folder.

    Its functions can be made an `Entry`, whose machine code is then kept on disk, too.
    """
    if name in sys.modules:
        return sys.modules[name]
    folder = cache_folder()
    kept = folder and read_kept(folder / f"{name}.py.kept")
    text = kept.decode() if kept else write()
    if folder and not kept:
        write_kept(folder / f"{name}.py.kept", text.encode())
    module = types.ModuleType(name)
    exec(compile(text, f"<{name}>", "exec"), module.__dict__)
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
        words = np.array(_descriptors(values, self._type, []), dtype=np.int64)
        assert words.nbytes == self._size
        return words.ctypes.data, (words, values)


def boxed(handle) -> np.ndarray:
    """A handle as an array, for a bundle within a bundle: ``boxed(handle)[0]`` is the handle."""
    box = np.zeros(1, dtype=object if INTERPRETED else np.int64)
    box[0] = handle
    return box


BOX = np.zeros(1, dtype=np.int64)  # a sample of one


def _descriptors(value, kind, words: list[int]) -> list[int]:
    """Values as compiled code sees them, added to words.

    An array is its owner, parent, sizes, address, shape and strides; a function the address at
    which C calls it, the object, and the address at which kernels call it; None one that nobody
    calls.  Kernels take rows to follow one another, whatever the strides say.
    """
    if isinstance(value, np.ndarray):
        assert value.flags.c_contiguous, "kernels would read this array by another order"
        if (value.dtype, value.ndim) != _numbers(kind):
            raise TypeError(f"kernels would take {value.dtype} of shape {value.shape} for {kind}")
        address = value.__array_interface__["data"][0]  # far quicker than value.ctypes.data
        words += (0, 0, value.size, value.itemsize, address, *value.shape, *value.strides)
    elif value is None:
        words += (0, 0, 0)
    elif callable(value):
        words += _addresses(value)
    else:
        for part, its_kind in zip(value, kind, strict=True):
            _descriptors(part, its_kind, words)
    return words


@functools.lru_cache(maxsize=1024)
def _numbers(kind):
    """Of what kind numbers of an array are, and how many dimensions it has."""
    return as_dtype(kind.dtype), kind.ndim


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


def sources() -> str:
    """What names the sources that kernels can see, and the compiler."""
    return sources_key(f"numba {nb.__version__}, llvmlite {llvmlite.__version__}")


def cache_folder(*names: str) -> pathlib.Path | None:
    """The folder of compiled code, or one in it; None where nothing can be kept."""
    return own_folder(sources(), *names)


class _Kept(_Cache):  # type: ignore[misc]
    """Machine code of one function in files of ours, one for each signature and processor.

    Left to itself, the compiler would turn to a folder beside the sources, where an edit of
    another file leaves its results stale, or to one named by where they are.  Ours is named by what
    they say, so that copies of the same sources share it.  It would also load whatever it finds.
    """

    cache_path = None

    def __init__(self, formula: types.FunctionType, folder: pathlib.Path):
        code = formula.__code__
        self._place = folder / f"{formula.__name__}-{code.co_firstlineno}"
        self._told = sys.version, code.co_code

    def place(self, signature, context) -> pathlib.Path:
        told = repr((signature, context.codegen().magic_tuple(), *self._told))
        return self._place.with_suffix(f".{hashlib.sha256(told.encode()).hexdigest()[:16]}")

    def load_overload(self, signature, target_context):
        target_context.refresh()
        place = self.place(signature, target_context)
        content = read_kept(place)
        if content is None:
            return None
        try:
            kept, payload = pickle.loads(content)
            assert kept == signature, "it is of another signature"
            return CompileResult._rebuild(target_context, *payload)
        except Exception as error:  # of whatever kind: there is another way
            return discard(place, f"it cannot be loaded ({type(error).__name__})")

    def save_overload(self, signature, code):
        if not code.library.has_dynamic_globals:
            content = dumps((signature, code._reduce()))
            write_kept(self.place(signature, code.target_context), content)

    def enable(self):
        """It always is."""

    disable = flush = enable


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
