"""Duals in kernels: made of real numbers, and taken apart again."""

import numba as nb
import numpy as np
from llvmlite import ir
from numba.core import cgutils
from numba.extending import intrinsic
from numba.np.arrayobj import make_array, populate_array

from treetop.core.compiler import interpreted_duals
from treetop.core.compiler.conversions import constant_of, handle_of
from treetop.core.compiler.kinds import DUALS, WIDTH
from treetop.core.compiler.options import INTERPRETED

__all__ = [
    "DUALS",
    "DUAL_VECTOR",
    "WIDTH",
    "as_dual",
    "as_duals",
    "as_handle",
    "tangent",
    "with_tangent",
]

_INDEX = ir.IntType(32)
as_handle, as_dual = handle_of(DUALS), constant_of(DUALS.number)
DUAL_VECTOR = np.zeros((0, 1 + WIDTH))  # a sample of what `Duals.rows` gives


@intrinsic
def as_duals(typing_context, rows):
    """An array of duals, of the numbers that it consists of."""
    form = nb.types.Array(DUALS.number, rows.ndim - 1, "C")

    def generate(context, builder, sig, arguments):
        source = make_array(rows)(context, builder, arguments[0])
        made = make_array(form)(context, builder)
        shape = cgutils.unpack_tuple(builder, source.shape)
        strides = cgutils.unpack_tuple(builder, source.strides)
        item = context.get_constant(nb.types.intp, 8 * (1 + WIDTH))
        populate_array(
            made,
            data=builder.bitcast(source.data, made.data.type),
            shape=shape[:-1],
            strides=strides[:-1],
            itemsize=item,
            meminfo=None,
            parent=None,
        )
        return made._getvalue()

    return form(rows), generate


@intrinsic
def tangent(typing_context, x, k):
    """The derivative of a dual along direction k."""

    def generate(context, builder, sig, arguments):
        return builder.extract_element(
            builder.extract_value(arguments[0], 1), builder.trunc(arguments[1], _INDEX)
        )

    return nb.types.float64(x, nb.types.int64), generate


@intrinsic
def with_tangent(typing_context, x, k, slope):
    """A dual with another derivative along direction k."""

    def generate(context, builder, sig, arguments):
        place = builder.trunc(arguments[1], _INDEX)
        tangents = builder.extract_value(arguments[0], 1)
        tangents = builder.insert_element(tangents, arguments[2], place)
        return builder.insert_value(arguments[0], tangents, 1)

    return x(x, nb.types.int64, nb.types.float64), generate


if INTERPRETED:
    as_duals = as_handle = lambda x: x
    as_dual = lambda x: interpreted_duals.Dual(float(x), np.zeros(WIDTH))  # noqa: E731
    tangent, with_tangent = interpreted_duals.tangent, interpreted_duals.with_tangent
