"""Signatures, from samples of values."""

import numba as nb


def signature_of(returns, arguments):
    return type_of(returns)(*(type_of(a) for a in arguments))


def type_of(sample):
    if isinstance(sample, nb.types.Type):
        return sample
    if isinstance(sample, tuple):
        parts = [type_of(part) for part in sample]
        return nb.types.BaseTuple.from_types(parts, type(sample))
    return nb.typeof(sample)
