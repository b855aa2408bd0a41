"""Real numbers and handles, taken for those of another kind of numbers."""

from numba.extending import intrinsic


def handle_of(kind):
    """A function that takes a handle, as Python gives it, for that of a bundle of such numbers."""

    @intrinsic
    def as_handle(typing_context, handle):
        return kind.handle(handle), lambda c, b, s, a: a[0]

    return as_handle


def constant_of(kind):
    """A function that takes a real number for one of another type: a dual that does not change,
    or lanes that are all the same."""

    @intrinsic
    def as_constant(typing_context, number):
        return kind(number), lambda c, b, s, a: c.cast(b, a[0], number, kind)

    return as_constant
