"""Signatures, from samples of values."""

import numba as nb
import numpy as np


def signature_of(returns, arguments):
    return type_of(returns)(*(type_of(a) for a in arguments))


def type_of(sample):
    if isinstance(sample, nb.types.Type):
        return sample
    if isinstance(sample, tuple):
        parts = [type_of(part) for part in sample]
        if type(sample) is tuple and len(set(parts)) == 1:
            return nb.types.UniTuple(parts[0], len(parts))
        return nb.types.BaseTuple.from_types(parts, type(sample))
    if isinstance(sample, np.ndarray):  # whether others have frozen a sample says nothing
        return nb.typeof(sample).copy(readonly=False)
    return nb.typeof(sample)
