"""Named tuples of numbers of several kinds: which type two of them have in common, and casts.

The compiler unifies numbers, and tuples without names.  Where one branch gives a vector of zeros,
and another a vector of duals, values of ours have to be unified as well.
"""

from numba import types
from numba.core import cgutils
from numba.core.imputils import lower_cast


def _unify(self, context, other):
    if getattr(other, "instance_class", None) is not self.instance_class:
        return None
    parts = [a if a == b else context.unify_pairs(a, b) for a, b in zip(self, other, strict=True)]
    if any(part is None for part in parts):
        return None
    return types.BaseTuple.from_types(parts, self.instance_class)


def _can_convert_to(self, context, other):
    if getattr(other, "instance_class", None) is not self.instance_class:
        return None
    ways = [context.can_convert(a, b) for a, b in zip(self, other, strict=True)]
    return None if any(way is None for way in ways) else max(ways)


for _named in (types.NamedTuple, types.NamedUniTuple):
    _named.unify, _named.can_convert_to = _unify, _can_convert_to


@lower_cast(types.BaseNamedTuple, types.BaseNamedTuple)
def _cast(context, builder, source, target, value):
    parts = cgutils.unpack_tuple(builder, value, len(source))
    pairs = zip(parts, source, target, strict=True)
    return context.make_tuple(builder, target, [context.cast(builder, *each) for each in pairs])
