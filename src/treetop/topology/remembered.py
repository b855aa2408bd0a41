"""What follows from a mechanism alone, found once for each."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, TypeVar
from weakref import WeakKeyDictionary

if TYPE_CHECKING:
    from treetop.topology.mechanism import Mechanism

T = TypeVar("T")


def remembered(formula: Callable[[Mechanism], T]) -> Callable[[Mechanism], T]:
    """Let a function of a mechanism, which never changes, find its answer once: run after run of a
    system asks for it."""
    known: WeakKeyDictionary[Mechanism, T] = WeakKeyDictionary()

    @wraps(formula)
    def answer(model: Mechanism) -> T:
        if model not in known:
            known[model] = formula(model)
        return known[model]

    return answer
