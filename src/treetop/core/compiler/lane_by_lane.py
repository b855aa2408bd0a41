"""Kernels that choose by numbers, as searches in tables do: of lanes, they are called for one lane
after another."""

import functools
import inspect
from collections.abc import Callable

import numba as nb
import numpy as np
from numba.core import cgutils
from numba.extending import intrinsic, overload
from numba.np.arrayobj import make_array, populate_array

from treetop.core.compiler.interpreted_lanes import Lanes as InterpretedLanes
from treetop.core.compiler.interpreted_lanes import lane, with_lane
from treetop.core.compiler.kernels import kernel
from treetop.core.compiler.lanes import Lanes, Mask
from treetop.core.compiler.options import INTERPRETED, WITHIN


def by_lane(formula: Callable) -> Callable:
    """Make a function callable from compiled code, whose arguments may be lanes: numbers, arrays
    and named tuples of such. It returns numbers, or tuples of them."""
    if INTERPRETED:
        return _interpreted(formula)
    compiled = kernel(formula)
    names = ", ".join(inspect.signature(formula).parameters)
    real = _written(names, f"called({names})", called=compiled)

    def choose(*arguments):
        width = next(filter(None, map(_width_in, arguments)), 0)
        if not width:
            return real
        views = {f"view_{k}": _view(k) for k in range(width)}
        calls = [", ".join(f"{view}({name})" for name in names.split(", ")) for view in views]
        text = ", ".join(f"called({call})" for call in calls)
        return _written(names, f"together({text})", called=compiled, together=_together, **views)

    @functools.wraps(formula)
    def function(*arguments):
        return compiled(*arguments)

    overload(function, strict=False, jit_options=WITHIN)(
        _written(names, f"choose({names})", choose=choose)
    )
    return function


def _written(names: str, text: str, **known: object) -> Callable:
    """A function of arguments of these names."""
    return eval(f"lambda {names}: {text}", known)


def _width_in(kind: nb.types.Type) -> int:
    """How many lanes there are in a type; 0 if it is real."""
    if isinstance(kind, Lanes):
        return int(kind.width)
    if isinstance(kind, nb.types.Array):
        return _width_in(kind.dtype)
    if isinstance(kind, nb.types.BaseTuple):
        return max(map(_width_in, kind), default=0)
    return 0


def _real(kind: nb.types.Type) -> nb.types.Type:
    """What a type becomes in one lane."""
    if isinstance(kind, Lanes):
        return nb.types.float64
    if isinstance(kind, nb.types.Array) and isinstance(kind.dtype, Lanes):
        return nb.types.Array(nb.types.float64, kind.ndim, "A")
    if isinstance(kind, nb.types.BaseTuple):
        parts = [_real(part) for part in kind]
        return nb.types.BaseTuple.from_types(parts, getattr(kind, "instance_class", tuple))
    return kind


@functools.cache
def _view(k: int) -> Callable:
    """What a value is in lane k: of an array a view, through which it can be written."""

    @intrinsic
    def view(typing_context, value):
        def generate(context, builder, sig, arguments):
            return _viewed(context, builder, value, arguments[0], k)

        return _real(value)(value), generate

    return view


def _viewed(context, builder, kind, value, k):
    real = _real(kind)
    if real == kind:
        return value
    if isinstance(kind, Lanes):
        return builder.extract_element(value, cgutils.int32_t(k))
    if isinstance(kind, nb.types.BaseTuple):
        parts = zip(kind, cgutils.unpack_tuple(builder, value, len(kind)), strict=True)
        made = [_viewed(context, builder, part, each, k) for part, each in parts]
        return context.make_tuple(builder, real, made)
    return array_in_lane(context, builder, kind, value, cgutils.intp_t(k))


def array_in_lane(context, builder, kind, value, k):
    """The numbers of an array of lanes in lane k, where they stand."""
    real = _real(kind)
    source, made = make_array(kind)(context, builder, value), make_array(real)(context, builder)
    populate_array(
        made,
        data=builder.gep(builder.bitcast(source.data, made.data.type), [k]),
        shape=cgutils.unpack_tuple(builder, source.shape),
        strides=cgutils.unpack_tuple(builder, source.strides),
        itemsize=context.get_constant(nb.types.intp, 8),
        meminfo=None,
        parent=None,
    )
    return made._getvalue()


@intrinsic
def _together(typing_context, *found):
    """What each lane has found, as lanes."""
    kinds = found[0] if len(found) == 1 and isinstance(found[0], nb.types.BaseTuple) else found
    real, width = kinds[0], len(kinds)

    def wide(kind):
        if isinstance(kind, nb.types.BaseTuple):
            named = getattr(kind, "instance_class", tuple)
            return nb.types.BaseTuple.from_types([wide(part) for part in kind], named)
        return Mask(width) if isinstance(kind, nb.types.Boolean) else Lanes(width)

    def gathered(context, builder, kind, values):
        form = wide(kind)
        if isinstance(kind, nb.types.BaseTuple):
            parts = zip(*(cgutils.unpack_tuple(builder, each) for each in values), strict=True)
            made = [
                gathered(context, builder, part, each)
                for part, each in zip(kind, parts, strict=True)
            ]
            return context.make_tuple(builder, form, made)
        target = nb.types.boolean if isinstance(form, Mask) else nb.types.float64
        vector = context.get_constant_undef(form)
        for k, value in enumerate(values):
            number = context.cast(builder, value, kind, target)
            vector = builder.insert_element(vector, number, cgutils.int32_t(k))
        return vector

    def generate(context, builder, sig, arguments):
        values = cgutils.unpack_tuple(builder, arguments[0], width)
        return gathered(context, builder, real, values)

    return wide(real)(nb.types.StarArgTuple.from_types(kinds)), generate


# --- interpreted ----------------------------------------------------------------------------------


def _interpreted(formula: Callable) -> Callable:
    @functools.wraps(formula)
    def function(*arguments):
        width = next(filter(None, map(_interpreted_width, arguments)), 0)
        if not width:
            return formula(*arguments)
        found = []
        for k in range(width):
            seen = [_in_lane(each, k) for each in arguments]
            found.append(formula(*seen))
            for value, used in zip(arguments, seen, strict=True):
                _write_back(value, used, k)
        return _gathered(found)

    return function


def _interpreted_width(value) -> int:
    if isinstance(value, InterpretedLanes):
        return len(value.numbers)
    if isinstance(value, np.ndarray):
        value = tuple(value.flat) if value.dtype == object else ()
    return max(map(_interpreted_width, value), default=0) if isinstance(value, tuple) else 0


def _in_lane(value, k):
    if isinstance(value, InterpretedLanes):
        return lane(value, k)
    if isinstance(value, np.ndarray) and _interpreted_width(value):
        return np.array([lane(each, k) for each in value.flat]).reshape(value.shape)
    if isinstance(value, tuple):
        parts = [_in_lane(each, k) for each in value]
        return type(value)(*parts) if hasattr(value, "_fields") else tuple(parts)
    return value


def _write_back(value, used, k):
    """Let lane k of an array have what was written."""
    width = _interpreted_width(value) if isinstance(value, np.ndarray) else 0
    for place in np.ndindex(value.shape) if width else ():
        value[place] = with_lane(value[place], k, used[place], width)


def _gathered(found):
    if isinstance(found[0], tuple):
        parts = [_gathered(list(each)) for each in zip(*found, strict=True)]
        return type(found[0])(*parts) if hasattr(found[0], "_fields") else tuple(parts)
    return InterpretedLanes(np.array(found, dtype=float))
