"""Many arrays under one handle."""

import functools
import weakref

import numba as nb
import numpy as np
from llvmlite import ir
from numba.core.registry import cpu_target
from numba.extending import intrinsic
from numba.np.numpy_support import as_dtype

from treetop.core.compiler.callbacks import Callback
from treetop.core.compiler.options import INTERPRETED
from treetop.core.compiler.signatures import type_of


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
        self._type = type_of(samples)
        count = len(samples)
        self.unpack = (lambda handle: handle[:count]) if INTERPRETED else _loader(self._type)

    @functools.cached_property
    def _size(self):
        context = cpu_target.target_context
        return context.get_abi_sizeof(context.get_value_type(self._type))

    @functools.cached_property
    def _leaves(self):
        return _leaves_of(self._type)

    def pack(self, *values):
        """A handle, and what must be kept alive as long as it is in use."""
        if INTERPRETED:
            return values, (None, values)
        words = np.array(_words(values, self._leaves), dtype=np.int64)
        assert words.nbytes == self._size
        return words.ctypes.data, (words, values)


def boxed(handle) -> np.ndarray:
    """A handle as an array, for a bundle within a bundle: ``boxed(handle)[0]`` is the handle."""
    box = np.zeros(1, dtype=object if INTERPRETED else np.int64)
    box[0] = handle
    return box


BOX = np.zeros(1, dtype=np.int64)  # a sample of one


def _leaves_of(kind):
    """What a bundle of this type holds, in order: of arrays the kind of their numbers and how many
    dimensions they have, of functions None."""
    if isinstance(kind, nb.types.BaseTuple):
        return [leaf for part in kind for leaf in _leaves_of(part)]
    return [(as_dtype(kind.dtype), kind.ndim) if isinstance(kind, nb.types.Array) else None]


def _words(values, leaves):
    """Values as compiled code sees them.

    An array is its owner, parent, sizes, address, shape and strides; a function the address at
    which C calls it, the object, and that at which kernels call it, if there is one; None one that
    nobody calls.  Kernels take rows to follow one another, whatever the strides say.
    """
    words: list[int] = []
    for value, numbers in zip(_flat(values, []), leaves, strict=True):
        if isinstance(value, np.ndarray):
            known = _FROZEN.get(id(value))
            found = known is not None and known[0]() is value
            words += known[1] if found else _array_words(value, numbers)
        elif isinstance(value, Callback):
            words += (value.address, id(value), 0)
        else:
            words += (0, 0, 0) if value is None else _addresses(value)
    return words


_FROZEN: dict[int, tuple[weakref.ref, tuple[int, ...]]] = {}  # by the identities of arrays


def _array_words(array, numbers):
    """An array as compiled code sees it; that of a table, which nobody changes, is kept as long as
    the table: the same ones are packed for every run."""
    words = _described(array, numbers)
    if not array.flags.writeable:
        key = id(array)
        _FROZEN[key] = weakref.ref(array, lambda _: _FROZEN.pop(key, None)), words
    return words


def _described(array, numbers):
    assert array.flags.c_contiguous, "kernels would read this array by another order"
    if (array.dtype, array.ndim) != numbers:
        what = f"kernels would take {array.dtype} of shape {array.shape} for {numbers}"
        raise TypeError(what)
    address = array.__array_interface__["data"][0]  # far quicker than array.ctypes.data
    return (0, 0, array.size, array.itemsize, address, *array.shape, *array.strides)


def _flat(values, leaves):
    """Arrays and functions of nested tuples, added to leaves in order."""
    for part in values:
        if isinstance(part, tuple):
            _flat(part, leaves)
        else:
            leaves.append(part)
    return leaves


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
    """Load a structure leaf by leaf, so that what is not used is not loaded; nothing changes it
    while kernels run, so that a leaf can be loaded where it is first used."""
    if not isinstance(form, ir.LiteralStructType | ir.ArrayType):
        value = builder.load(place)
        value.set_metadata("invariant.load", builder.module.add_metadata([]))
        return value
    parts = form.elements if isinstance(form, ir.LiteralStructType) else [form.element] * len(form)
    value = ir.Constant(form, ir.Undefined)
    for k, part in enumerate(parts):
        there = builder.gep(place, [ir.IntType(32)(0), ir.IntType(32)(k)])
        value = builder.insert_value(value, _load(builder, there, part), k)
    return value
