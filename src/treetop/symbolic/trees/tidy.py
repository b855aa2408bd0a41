"""Expressions made shorter, with care: never longer than they were, never for long."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Set

import sympy as sp

from treetop.symbolic.trees.length import length

_MAX_TERMS = 150  # of a sum that is still worth sorting
_WORTH = 1.25  # how much longer a form may be that reads better


def tidy(expression: sp.Expr, constants: Set[sp.Symbol]) -> sp.Expr:
    """The best of a few equal forms: sorted by its constants, with common factors, as it is.

    Before, all is multiplied out and sin² + cos² of one angle becomes one.
    """
    expanded = sp.expand(expression)
    if len(sp.Add.make_args(expanded)) > _MAX_TERMS:
        return expression
    reduced = _reduced(expanded)
    forms = [sorted_by_motion(reduced, constants), sp.factor_terms(reduced), expression]
    lengths = [length(form) for form in forms]
    return next(f for f, n in zip(forms, lengths, strict=True) if n <= _WORTH * min(lengths))


def _reduced(expanded: sp.Expr) -> sp.Expr:
    """Squares of sines or cosines replaced wherever this makes a sum shorter."""
    angles = {function.args[0] for function in expanded.atoms(sp.sin, sp.cos)}
    for angle in sorted(angles, key=sp.default_sort_key):
        s, c = sp.sin(angle), sp.cos(angle)
        for old, new in ((s, c), (c, s)):
            form = sp.expand(_without_squares(expanded, old, new))
            if length(form) < length(expanded):
                expanded = form
    return expanded


def _without_squares(expression: sp.Expr, old: sp.Expr, new: sp.Expr) -> sp.Expr:
    """The expression with ``old**2`` replaced by ``1 - new**2``."""
    return expression.replace(
        lambda e: e.is_Pow and e.base == old and e.exp.is_Integer and e.exp >= 2,
        lambda e: (1 - new**2) ** (e.exp // 2) * old ** (e.exp % 2),
    )


def sorted_by_motion(expanded: sp.Expr, constants: Set[sp.Symbol]) -> sp.Expr:
    """Terms that move in the same way as one, times the sum of their constants."""
    sums: dict[sp.Expr, list[sp.Expr]] = defaultdict(list)
    for term in sp.Add.make_args(expanded):
        fixed, moving = term.as_independent(*(term.free_symbols - constants), as_Add=False)
        sums[moving].append(fixed)
    return sp.Add(*(moving * sp.factor_terms(sp.Add(*fixed)) for moving, fixed in sums.items()))
