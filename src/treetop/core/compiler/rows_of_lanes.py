"""Numbers that stand side by side in a row, taken as lanes: a kernel of real numbers does to as
many columns of a table what it does to one."""

import numba as nb
import numpy as np
from llvmlite import ir
from numba.extending import intrinsic
from numba.np.arrayobj import make_array

from treetop.core.compiler import interpreted_lanes
from treetop.core.compiler.conversions import constant_of
from treetop.core.compiler.kinds import lanes
from treetop.core.compiler.options import INTERPRETED

__all__ = ["COLUMNS", "columns_at", "one_column", "put_columns", "same_in_columns"]

COLUMNS = 8  # whatever the processor, since code is also made for others: vectors are divided
_LANES = lanes(COLUMNS).number
same_in_columns = constant_of(_LANES)


def _place(context, builder, kind, table, i, k):
    """Where so many numbers of row i begin, at column k."""
    array = make_array(kind)(context, builder, table)
    _, count = (builder.extract_value(array.shape, m) for m in range(2))
    first = builder.gep(array.data, [builder.add(builder.mul(i, count), k)])
    return builder.bitcast(first, ir.VectorType(ir.DoubleType(), COLUMNS).as_pointer())


@intrinsic
def columns_at(typing_context, table, i, k):
    """The numbers of row i from column k on."""

    def generate(context, builder, sig, arguments):
        return builder.load(_place(context, builder, table, *arguments), align=8)

    assert table.layout == "C"
    return _LANES(table, nb.types.int64, nb.types.int64), generate


@intrinsic
def put_columns(typing_context, table, i, k, x):
    """Write them."""

    def generate(context, builder, sig, arguments):
        *place, x = arguments
        builder.store(x, _place(context, builder, table, *place), align=8)
        return context.get_dummy_value()

    assert table.layout == "C"
    return nb.types.void(table, nb.types.int64, nb.types.int64, _LANES), generate


@intrinsic
def one_column(typing_context, k):
    """One in column k, zero in the others."""

    def generate(context, builder, sig, arguments):
        return builder.insert_element(
            ir.Constant(context.get_value_type(_LANES), [0.0] * COLUMNS),
            ir.Constant(ir.DoubleType(), 1.0),
            builder.trunc(arguments[0], ir.IntType(32)),
        )

    return _LANES(nb.types.int64), generate


if INTERPRETED:

    def columns_at(table, i, k):
        return interpreted_lanes.Lanes(table[i, k : k + COLUMNS].copy())

    def put_columns(table, i, k, x):
        table[i, k : k + COLUMNS] = x.numbers

    def same_in_columns(number):
        return interpreted_lanes.Lanes(np.full(COLUMNS, float(number)))

    def one_column(k):
        return interpreted_lanes.Lanes(np.eye(COLUMNS)[k])
