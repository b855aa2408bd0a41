"""Many arrays under one handle."""

import ctypes
import functools
import math
import re
import weakref

import numba as nb
import numpy as np
from llvmlite import ir
from numba.core.datamodel import models, register_default
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

    handle = np.uint64(0)  # nothing else that kernels take is unsigned

    def __init__(self, *samples):
        self.type = type_of(samples)
        count = len(samples)
        self.unpack = (lambda handle: handle[:count]) if INTERPRETED else _loader(self.type)

    @functools.cached_property
    def _size(self):
        context = cpu_target.target_context
        return context.get_abi_sizeof(context.get_value_type(self.type))

    @functools.cached_property
    def _leaves(self):
        return _leaves_of(self.type)

    def pack(self, *values, kind=None):
        """A handle, and what must be kept alive as long as it is in use; `kind` is that of numbers
        which are not real."""
        if INTERPRETED:
            return values, (None, values)
        leaves = self._leaves if kind is None else _leaves_of(kind.type_of(self.type))
        words = np.array(_words(values, leaves), dtype=np.int64)
        assert words.nbytes == self._size
        handle = words.ctypes.data
        _PACKED[handle] = weakref.ref(words, lambda _: _PACKED.pop(handle, None)), self, values
        return handle, (words, values)


_PACKED: dict[int, tuple[weakref.ref, Bundle, tuple]] = {}  # by handles in use


def packed_in(handle) -> tuple[Bundle, tuple]:
    """The bundle that a handle in use is of, and what is packed in it."""
    _, bundle, values = _PACKED[int(handle)]
    return bundle, values


def boxed(*handles) -> np.ndarray:
    """Handles as an array, for bundles within a bundle: ``boxed(handle)[0]`` is the handle."""
    box = np.zeros(len(handles), dtype=object if INTERPRETED else np.uint64)
    for k, handle in enumerate(handles):
        box[k] = handle
    return box


BOX = np.zeros(1, dtype=np.uint64)  # a sample of one


class Handle(nb.types.Type):  # type: ignore[misc]
    """A handle of a bundle whose numbers are of another kind than the real ones."""

    memory = np.dtype(np.uint64), ()

    def __init__(self, kind):
        self.kind = kind
        super().__init__(name=f"Handle({kind.name})")


@register_default(Handle)
class _HandleModel(models.PrimitiveModel):  # type: ignore[misc]
    def __init__(self, manager, handle):
        super().__init__(manager, handle, ir.IntType(64))


def _leaves_of(kind):
    """What a bundle of this type holds, in order: of arrays how many dimensions they have, the
    machine's numbers that they consist of, and how many each item has along further dimensions; of
    functions None."""
    if isinstance(kind, nb.types.BaseTuple):
        return [leaf for part in kind for leaf in _leaves_of(part)]
    if not isinstance(kind, nb.types.Array):
        return [None]
    memory = getattr(kind.dtype, "memory", None)
    return [(kind.ndim, *(memory or (as_dtype(kind.dtype), ())))]


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
    ndim, dtype, item = numbers
    if (array.dtype, array.ndim, array.shape[ndim:]) != (dtype, ndim + len(item), item):
        what = f"kernels would take {array.dtype} of shape {array.shape} for {numbers}"
        raise TypeError(what)
    sizes = array.size, array.itemsize
    if item:
        count = math.prod(item)
        sizes = array.size // count, array.itemsize * count
    return (0, 0, *sizes, address_of(array), *array.shape[:ndim], *array.strides[:ndim])


def address_of(array):
    """Where the numbers of an array begin: what follows the head that every object has, in NumPy's
    C interface.  Ten times as quick as NumPy's own ways to ask, for the some hundred arrays that a
    run writes."""
    return _WORD(id(array) + object.__basicsize__).value


_WORD = ctypes.c_size_t.from_address


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
            form = context.get_value_type(signature.return_type)
            place = builder.inttoptr(arguments[0], form.as_pointer())
            return _Loaded(builder, place, form)

        found = handle.kind.type_of(kind) if isinstance(handle, Handle) else kind
        return found(handle), generate

    return unpack


class _Loaded(ir.Instruction):  # type: ignore[misc]
    """A structure loaded leaf by leaf: thousands of instructions, written once for each form."""

    def __init__(self, builder, place, form):
        super().__init__(builder.block, form, "load", [place], name="unpacked")
        self._invariant = builder.module.add_metadata([]).get_reference()
        builder._insert(self)

    def _to_string(self):
        text, (place,) = _text_of(self.type), self.operands
        named = {PLACE: place.get_reference()[1:], RESULT: self.name, INVARIANT: self._invariant}
        for placeholder, name in named.items():
            text = text.replace(placeholder, name)
        return text


PLACE, RESULT, INVARIANT = '"place"', "<result>", "!0"
_TEXTS: dict[str, str] = {}  # by forms


def _text_of(form):
    """How to load a structure, with placeholders for names."""
    key = str(form)
    if key not in _TEXTS:
        module = ir.Module()
        function = ir.Function(module, ir.FunctionType(ir.VoidType(), [form.as_pointer()]), "load")
        function.args[0].name = PLACE.strip('"')
        builder = ir.IRBuilder(function.append_basic_block())
        last = _load(builder, function.args[0], form).name
        text = "\n  ".join(map(str, function.blocks[0].instructions))
        text = re.sub(r'%"\.(\d+)"', rf'%"{RESULT}:\1"', text)
        _TEXTS[key] = text.replace(f'"{RESULT}:{last[1:]}"', f'"{RESULT}"')
    return _TEXTS[key]


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
