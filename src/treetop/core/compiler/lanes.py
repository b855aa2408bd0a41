"""Lanes: numbers of several runs side by side, so that a kernel computes them all at once.

A number of K lanes is a vector of the machine.  What is done to it is done in every lane, each as
if it were alone: to the bit what the kernel computes for one run.  A comparison gives a mask, a
truth value for each lane.  Kernels choose by it lane by lane (`where`), or ask whether it holds in
all of them (`all_of`, `any_of`); to branch on it is an error of the compiler.

In memory an array of lanes is a NumPy array of reals with one more dimension, of K numbers.
"""

import operator

import numba as nb
import numpy as np
from llvmlite import ir
from numba.core import cgutils
from numba.core.datamodel import models, register_default
from numba.core.imputils import lower_builtin, lower_cast, lower_constant
from numba.core.typeconv import Conversion
from numba.core.typing.templates import AbstractTemplate, infer_global, signature
from numba.extending import intrinsic, overload

from treetop.core.compiler import named_tuples  # noqa: F401  lanes and reals in one value
from treetop.core.compiler.numbers import (
    BRANCHES,
    NUMBER_TYPES,
    all_of,
    any_of,
    function_of,
    is_real,
    value_of,
    where,
)
from treetop.core.compiler.options import WITHIN

_DOUBLE, _BIT, _INDEX = ir.DoubleType(), ir.IntType(1), ir.IntType(32)


class Lanes(nb.types.Type):  # type: ignore[misc]
    """The type of numbers of so many lanes."""

    def __init__(self, width):
        self.width = width
        self.memory = np.dtype(np.float64), (width,)
        super().__init__(name=f"Lanes({width}) of {__package__}.kinds")

    def unify(self, context, other):
        return self if is_real(other) else None

    def can_convert_from(self, context, other):
        return Conversion.safe if is_real(other) else None


class Mask(nb.types.Type):  # type: ignore[misc]
    """The type of what comparisons of such numbers give."""

    def __init__(self, width):
        self.width = width
        super().__init__(name=f"Mask({width})")

    def unify(self, context, other):
        return self if isinstance(other, nb.types.Boolean) else None

    def can_convert_from(self, context, other):
        return Conversion.safe if isinstance(other, nb.types.Boolean) else None


NUMBER_TYPES.append(Lanes)


def are_lanes(x):
    return isinstance(x, Lanes)


@register_default(Lanes)
class _LanesModel(models.DataModel):  # type: ignore[misc]
    """In registers a vector; in memory without the alignment that one would ask for."""

    def __init__(self, manager, kind):
        self._vector = ir.VectorType(_DOUBLE, kind.width)
        super().__init__(manager, kind)

    def get_value_type(self):
        return self._vector

    def get_data_type(self):
        return ir.LiteralStructType([self._vector], packed=True)

    def as_data(self, builder, value):
        return builder.insert_value(ir.Constant(self.get_data_type(), ir.Undefined), value, 0)

    def from_data(self, builder, data):
        return builder.extract_value(data, 0)

    def load_from_data_pointer(self, builder, place, align=None):
        return builder.load(cgutils.gep_inbounds(builder, place, 0, 0), align=8)

    def as_argument(self, builder, value):
        return value

    def from_argument(self, builder, value):
        return value

    get_argument_type = get_value_type
    as_return = as_data
    from_return = from_data
    get_return_type = get_data_type


@register_default(Mask)
class _MaskModel(models.PrimitiveModel):  # type: ignore[misc]
    def __init__(self, manager, kind):
        super().__init__(manager, kind, ir.VectorType(_BIT, kind.width))


def _spread(builder, number, width):
    """A vector that has one number everywhere."""
    form = ir.VectorType(number.type, width)
    first = builder.insert_element(ir.Constant(form, ir.Undefined), number, _INDEX(0))
    everywhere = ir.Constant(ir.VectorType(_INDEX, width), [_INDEX(0)] * width)
    return builder.shuffle_vector(first, ir.Constant(form, ir.Undefined), everywhere)


@lower_cast(nb.types.Float, Lanes)
@lower_cast(nb.types.Integer, Lanes)
def _cast(context, builder, source, target, value):
    return _spread(builder, context.cast(builder, value, source, nb.types.float64), target.width)


@lower_cast(nb.types.Boolean, Mask)
def _cast_truth(context, builder, source, target, value):
    bit = builder.trunc(value, _BIT) if value.type.width > 1 else value
    return _spread(builder, bit, target.width)


@lower_constant(Lanes)
def _constant(context, builder, kind, value):
    form = ir.VectorType(_DOUBLE, kind.width)
    return ir.Constant(form, [_DOUBLE(float(value))] * kind.width)


# --- operators --------------------------------------------------------------------------------


def _is_truth(x):
    return isinstance(x, nb.types.Boolean)


def _operator(op, kind, plain, result, generate):
    """An operator on two values of a kind, one of which may be a plain one."""

    @infer_global(op)
    class Template(AbstractTemplate):  # type: ignore[misc]
        def generic(self, arguments, keywords):
            if keywords or len(arguments) != 2:
                return None
            wide = next((a for a in arguments if isinstance(a, kind)), None)
            if wide is None or not all(a == wide or plain(a) for a in arguments):
                return None
            return signature(result(wide.width), wide, wide)

    lower_builtin(op, kind, kind)(generate)


def _arithmetic(name):
    return lambda context, builder, sig, arguments: getattr(builder, name)(*arguments)


def _comparison(symbol, ordered):
    def generate(context, builder, sig, arguments):
        return (builder.fcmp_ordered if ordered else builder.fcmp_unordered)(symbol, *arguments)

    return generate


for _ops, _name in (
    ((operator.add, operator.iadd), "fadd"),
    ((operator.sub, operator.isub), "fsub"),
    ((operator.mul, operator.imul), "fmul"),
    ((operator.truediv, operator.itruediv), "fdiv"),
):
    for _op in _ops:
        _operator(_op, Lanes, is_real, Lanes, _arithmetic(_name))

for _op, _symbol in (
    (operator.lt, "<"),
    (operator.le, "<="),
    (operator.gt, ">"),
    (operator.ge, ">="),
    (operator.eq, "=="),
    (operator.ne, "!="),
):
    _operator(_op, Lanes, is_real, Mask, _comparison(_symbol, _op is not operator.ne))

for _op, _name in ((operator.and_, "and_"), (operator.or_, "or_"), (operator.xor, "xor")):
    _operator(_op, Mask, _is_truth, Mask, _arithmetic(_name))


def _sign(op, generate):
    @infer_global(op)
    class Template(AbstractTemplate):  # type: ignore[misc]
        def generic(self, arguments, keywords):
            found = len(arguments) == 1 and are_lanes(arguments[0])
            return signature(arguments[0], arguments[0]) if found else None

    lower_builtin(op, Lanes)(generate)


_sign(operator.neg, lambda context, builder, sig, arguments: builder.fneg(arguments[0]))
_sign(operator.pos, lambda context, builder, sig, arguments: arguments[0])


# --- masks --------------------------------------------------------------------------------------


def _is_mask(x):
    return isinstance(x, Mask)


def _no_branch(mask):
    if _is_mask(mask):
        raise nb.errors.TypingError(BRANCHES)


for _test in (bool, operator.truth, operator.not_):
    overload(_test, strict=False)(_no_branch)


def _whether(symbol, count):
    """Whether as many bits of a mask are set."""

    @intrinsic
    def found(typing_context, mask):
        def generate(context, builder, sig, arguments):
            bits = builder.bitcast(arguments[0], ir.IntType(mask.width))
            return builder.icmp_unsigned(symbol, bits, bits.type(count(mask.width)))

        return nb.types.boolean(mask), generate

    return found


_all, _any = _whether("==", lambda width: 2**width - 1), _whether("!=", lambda width: 0)
overload(all_of, strict=False, jit_options=WITHIN)(
    lambda condition: (lambda condition: _all(condition)) if _is_mask(condition) else None
)
overload(any_of, strict=False, jit_options=WITHIN)(
    lambda condition: (lambda condition: _any(condition)) if _is_mask(condition) else None
)


@intrinsic
def _select(typing_context, mask, a, b):
    common = typing_context.unify_pairs(a, b)
    if are_lanes(common) or is_real(common):
        common = Lanes(mask.width)

    def chosen(context, builder, kind, mask, a, b):
        if isinstance(kind, nb.types.BaseTuple):
            pairs = zip(*(cgutils.unpack_tuple(builder, each) for each in (a, b)), strict=True)
            parts = zip(kind, pairs, strict=True)
            made = [chosen(context, builder, part, mask, *pair) for part, pair in parts]
            return context.make_tuple(builder, kind, made)
        return builder.select(mask, a, b)

    def generate(context, builder, sig, arguments):
        a, b = (
            context.cast(builder, value, kind, common)
            for value, kind in zip(arguments[1:], sig.args[1:], strict=True)
        )
        return chosen(context, builder, common, arguments[0], a, b)

    return common(mask, a, b), generate


overload(where, strict=False, jit_options=WITHIN)(
    lambda condition, a, b: (
        (lambda condition, a, b: _select(condition, a, b)) if _is_mask(condition) else None
    )
)


# --- single lanes -------------------------------------------------------------------------------


@intrinsic
def lane(typing_context, x, k):
    """The number in lane k."""

    def generate(context, builder, sig, arguments):
        return builder.extract_element(arguments[0], builder.trunc(arguments[1], _INDEX))

    return nb.types.float64(x, nb.types.int64), generate


@intrinsic
def with_lane(typing_context, x, k, number):
    """Lanes with another number in lane k."""

    def generate(context, builder, sig, arguments):
        vector, k, number = arguments
        return builder.insert_element(vector, number, builder.trunc(k, _INDEX))

    return x(x, nb.types.int64, nb.types.float64), generate


overload(value_of, strict=False, jit_options=WITHIN)(
    lambda x: (lambda x: x) if are_lanes(x) else None
)
overload(function_of, strict=False, jit_options=WITHIN)(
    lambda x, value, slope: (lambda x, value, slope: value) if are_lanes(x) else None
)
