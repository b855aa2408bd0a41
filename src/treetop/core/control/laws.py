"""Control laws: one compiled function that tells them apart.

A law is run at a sample: of what it reads z, remembers x, and its parameters p, it makes commands
u.  What it writes into x it finds there at the next sample.
"""

import functools

import numpy as np

from treetop.core.compiler import compiled_function, entry, function_like, inlinable
from treetop.core.compiler.user_functions import read_only

# (law, t, z, x, p, u) -> 0
LAW = (0, 0, 0.0, *(np.zeros(0),) * 4)
LAW_TYPE = function_like(*LAW)

PASS_ON = 0  # commands that take effect later
USER = 1  # functions of the user's, from here on


@entry(*LAW)
def laws(law, t, z, x, p, u):
    """The laws that come with the code."""
    if law == PASS_ON:
        for k in range(u.size):
            u[k] = z[k]
    return 0


def laws_with(functions):
    """One compiled function that runs these functions of the user's, too."""
    return _compiled(tuple(functions)) if functions else laws.function


@functools.lru_cache(maxsize=64)
def _compiled(functions):
    def pass_on(law, t, z, x, p, u):
        for k in range(u.size):
            u[k] = z[k]
        return 0

    chain = pass_on
    for number, function in enumerate(functions):
        chain = _or_else(USER + number, inlinable(function), inlinable(chain))
    return compiled_function(chain, *LAW)


def _or_else(number, function, others):
    def choose(law, t, z, x, p, u):
        if law == number:
            function(t, read_only(z), x, read_only(p), u)
            return 0
        return others(law, t, z, x, p, u)

    return choose
