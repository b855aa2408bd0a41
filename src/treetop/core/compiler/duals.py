"""Duals: numbers that carry derivatives, so that what a kernel computes is differentiated exactly.

    x + Σ x_k ε_k    ε_j ε_k = 0

A dual is a value and K tangents x_k, the derivatives along K directions.  Operators and functions
follow the rules of differentiation.  A comparison by order looks at values, so that every branch is
that of the value.  Two duals are equal only if their tangents are: what is left out because it is
zero must not change either.

In memory an array of duals is a NumPy array of reals with one more dimension, of 1 + K numbers.
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

from treetop.core.compiler import named_tuples  # noqa: F401  duals and reals in one value
from treetop.core.compiler.numbers import NUMBER_TYPES, function_of, is_real, value_of
from treetop.core.compiler.options import WITHIN

_DOUBLE, _INDEX = ir.DoubleType(), ir.IntType(32)


class Dual(nb.types.Type):  # type: ignore[misc]
    """The type of duals with so many tangents."""

    def __init__(self, width):
        self.width = width
        self.memory = np.dtype(np.float64), (1 + width,)
        super().__init__(name=f"Dual({width}) of {__package__}.kinds")

    def unify(self, context, other):
        return self if is_real(other) else None

    def can_convert_from(self, context, other):
        return Conversion.safe if is_real(other) else None


NUMBER_TYPES.append(Dual)


@register_default(Dual)
class _DualModel(models.DataModel):  # type: ignore[misc]
    """In registers a value and a vector; in memory without gaps, which a vector by itself would
    ask for."""

    def __init__(self, manager, kind):
        self._vector = ir.VectorType(_DOUBLE, kind.width)
        super().__init__(manager, kind)

    def get_value_type(self):
        return ir.LiteralStructType([_DOUBLE, self._vector])

    def get_data_type(self):
        return ir.LiteralStructType([_DOUBLE, self._vector], packed=True)

    def as_data(self, builder, value):
        data = ir.Constant(self.get_data_type(), ir.Undefined)
        for k in range(2):
            data = builder.insert_value(data, builder.extract_value(value, k), k)
        return data

    def from_data(self, builder, data):
        value = ir.Constant(self.get_value_type(), ir.Undefined)
        for k in range(2):
            value = builder.insert_value(value, builder.extract_value(data, k), k)
        return value

    def load_from_data_pointer(self, builder, place, align=None):
        value = ir.Constant(self.get_value_type(), ir.Undefined)
        for k in range(2):
            part = builder.load(cgutils.gep_inbounds(builder, place, 0, k), align=8)
            value = builder.insert_value(value, part, k)
        return value

    def as_argument(self, builder, value):
        return tuple(builder.extract_value(value, k) for k in range(2))

    def from_argument(self, builder, parts):
        value = ir.Constant(self.get_value_type(), ir.Undefined)
        for k in range(2):
            value = builder.insert_value(value, parts[k], k)
        return value

    def get_argument_type(self):
        return _DOUBLE, self._vector

    as_return = as_data
    from_return = from_data

    def get_return_type(self):
        return self.get_data_type()


def _parts(builder, dual):
    return builder.extract_value(dual, 0), builder.extract_value(dual, 1)


def _dual(builder, value, tangents):
    form = ir.LiteralStructType([_DOUBLE, tangents.type])
    made = builder.insert_value(ir.Constant(form, ir.Undefined), value, 0)
    return builder.insert_value(made, tangents, 1)


def _zeros(kind):
    return ir.Constant(ir.VectorType(_DOUBLE, kind.width), [_DOUBLE(0.0)] * kind.width)


def _spread(builder, number, like):
    """A vector that has one number everywhere."""
    form, count = like.type, like.type.count
    first = builder.insert_element(ir.Constant(form, ir.Undefined), number, _INDEX(0))
    everywhere = ir.Constant(ir.VectorType(_INDEX, count), [_INDEX(0)] * count)
    return builder.shuffle_vector(first, ir.Constant(form, ir.Undefined), everywhere)


def _times(builder, tangents, number):
    return builder.fmul(tangents, _spread(builder, number, tangents))


@lower_cast(nb.types.Float, Dual)
@lower_cast(nb.types.Integer, Dual)
def _cast(context, builder, source, target, value):
    value = context.cast(builder, value, source, nb.types.float64)
    return _dual(builder, value, _zeros(target))


@lower_constant(Dual)
def _constant(context, builder, kind, value):
    return _dual(builder, _DOUBLE(float(value)), _zeros(kind))


# --- arithmetic -----------------------------------------------------------------------------

# Tangents are None of a number that is real, and of a result to which it adds none.


def _add(b, x, dx, y, dy):
    both = dx is not None and dy is not None
    return b.fadd(x, y), b.fadd(dx, dy) if both else dy if dx is None else dx


def _sub(b, x, dx, y, dy):
    if dx is None:
        return b.fsub(x, y), b.fneg(dy)
    return b.fsub(x, y), dx if dy is None else b.fsub(dx, dy)


def _mul(b, x, dx, y, dy):
    left = None if dx is None else _times(b, dx, y)
    right = None if dy is None else _times(b, dy, x)
    both = left is not None and right is not None
    return b.fmul(x, y), b.fadd(left, right) if both else right if left is None else left


def _div(b, x, dx, y, dy):
    quotient, inverse = b.fdiv(x, y), b.fdiv(_DOUBLE(1.0), y)
    if dy is None:
        return quotient, _times(b, dx, inverse)
    if dx is None:
        return quotient, _times(b, dy, b.fneg(b.fmul(quotient, inverse)))
    return quotient, _times(b, b.fsub(dx, _times(b, dy, quotient)), inverse)


def _binary(op, law):
    @infer_global(op)
    class Template(AbstractTemplate):  # type: ignore[misc]
        def generic(self, arguments, keywords):
            if keywords or len(arguments) != 2:
                return None
            wide = next((a for a in arguments if isinstance(a, Dual)), None)
            if wide is None or not all(a == wide or is_real(a) for a in arguments):
                return None
            return signature(wide, *(a if a == wide else nb.types.float64 for a in arguments))

    def generate(context, builder, sig, arguments):
        given = []
        for kind, value in zip(sig.args, arguments, strict=True):
            given += _parts(builder, value) if isinstance(kind, Dual) else (value, None)
        return _dual(builder, *law(builder, *given))

    for kinds in ((Dual, Dual), (Dual, nb.types.Float), (nb.types.Float, Dual)):
        lower_builtin(op, *kinds)(generate)


for _ops, _law in (
    ((operator.add, operator.iadd), _add),
    ((operator.sub, operator.isub), _sub),
    ((operator.mul, operator.imul), _mul),
    ((operator.truediv, operator.itruediv), _div),
):
    for _op in _ops:
        _binary(_op, _law)


@infer_global(operator.neg)
@infer_global(operator.pos)
class _Sign(AbstractTemplate):  # type: ignore[misc]
    def generic(self, arguments, keywords):
        found = len(arguments) == 1 and isinstance(arguments[0], Dual)
        return signature(arguments[0], arguments[0]) if found else None


@lower_builtin(operator.neg, Dual)
def _neg(context, builder, sig, arguments):
    value, tangents = _parts(builder, arguments[0])
    return _dual(builder, builder.fneg(value), builder.fneg(tangents))


@lower_builtin(operator.pos, Dual)
def _pos(context, builder, sig, arguments):
    return arguments[0]


# --- comparisons ------------------------------------------------------------------------------


def _compare(op):
    @infer_global(op)
    class Template(AbstractTemplate):  # type: ignore[misc]
        def generic(self, arguments, keywords):
            wide = next((a for a in arguments if isinstance(a, Dual)), None)
            if wide is None or not all(a == wide or is_real(a) for a in arguments):
                return None
            return signature(nb.types.boolean, wide, wide)

    return Template


def _by_order(op, sign):
    _compare(op)

    def generate(context, builder, sig, arguments):
        (a, _), (b, _) = (_parts(builder, value) for value in arguments)
        return builder.fcmp_ordered(sign, a, b)

    lower_builtin(op, Dual, Dual)(generate)


def _same(builder, arguments):
    """Whether values and tangents are the same."""
    (a, da), (b, db) = (_parts(builder, value) for value in arguments)
    apart = builder.fcmp_unordered("!=", da, db)
    bits = builder.bitcast(apart, ir.IntType(apart.type.count))
    alike = builder.icmp_unsigned("==", bits, bits.type(0))
    return builder.and_(builder.fcmp_ordered("==", a, b), alike)


for _op, _symbol in (
    (operator.lt, "<"),
    (operator.le, "<="),
    (operator.gt, ">"),
    (operator.ge, ">="),
):
    _by_order(_op, _symbol)
_compare(operator.eq)
_compare(operator.ne)


@lower_builtin(operator.eq, Dual, Dual)
def _eq(context, builder, sig, arguments):
    return _same(builder, arguments)


@lower_builtin(operator.ne, Dual, Dual)
def _ne(context, builder, sig, arguments):
    return builder.not_(_same(builder, arguments))


# --- what a dual consists of --------------------------------------------------------------------


@intrinsic
def _value(typing_context, x):
    return nb.types.float64(x), lambda c, b, s, a: b.extract_value(a[0], 0)


@intrinsic
def _chained(typing_context, x, value, slope):
    def generate(context, builder, sig, arguments):
        dual, value, slope = arguments
        return _dual(builder, value, _times(builder, builder.extract_value(dual, 1), slope))

    return x(x, nb.types.float64, nb.types.float64), generate


def is_dual(x):
    return isinstance(x, Dual)


overload(value_of, strict=False, jit_options=WITHIN)(
    lambda x: (lambda x: _value(x)) if is_dual(x) else None
)
overload(function_of, strict=False, jit_options=WITHIN)(
    lambda x, value, slope: (
        (lambda x, value, slope: _chained(x, value, slope)) if is_dual(x) else None
    )
)
