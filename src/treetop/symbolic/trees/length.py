"""How long expressions are: by their nodes, which are counted faster than operations."""

from __future__ import annotations

import sympy as sp

LONG = 60  # nodes of an expression that is better written once, under a name of its own
LEGIBLE = 5000  # nodes, in all, of equations that a person may still read


def length(*expressions: sp.Expr) -> int:
    """The number of nodes."""
    count, waiting = 0, list(expressions)
    while waiting:
        waiting.extend(waiting.pop().args)
        count += 1
    return count
