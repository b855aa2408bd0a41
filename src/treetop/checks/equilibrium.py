"""What of a start follows from equilibrium: joints by their names, flexible bodies among them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from treetop.errors import Problem
from treetop.model.specification import path, unknown

if TYPE_CHECKING:
    from treetop.topology.mechanism import Mechanism


def equilibrium_problems(mechanism: Mechanism, names: Sequence[str]) -> Iterator[Problem]:
    """Names that stand for no joint that moves, and for no beam; with loops no joint finds its
    place alone."""
    tree, closing = mechanism.tree
    moving = [joint.name for joint in tree if joint.kind.speeds]
    known = [*moving, *mechanism.model.beams] if names else []
    if closing and names:
        what = f"joint '{closing[0].name}' closes a loop: coordinates change together"
        hint = "write 'equilibrium: true', and prescribe what is to stay"
        yield Problem(what, "equilibrium", hint)
        return
    for k, name in enumerate(names):
        if name not in known:
            yield unknown("joint", name, known, path("equilibrium", k))
