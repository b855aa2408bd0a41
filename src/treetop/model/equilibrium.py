"""What of a start follows from equilibrium: joints by their names, flexible bodies among them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from reprlib import repr as short
from typing import TYPE_CHECKING, Any

from treetop.errors import ModelError, Problem
from treetop.model.spec import path, unknown
from treetop.model.tree import spanning_tree

if TYPE_CHECKING:
    from treetop.model.model import Model


def equilibrium_of(joints: Any) -> tuple[str, ...] | None:
    """Checked names; ``True``, or none of them, stands for the modes of all flexible bodies."""
    if isinstance(joints, bool):
        return () if joints else None
    if isinstance(joints, (list, tuple)) and all(isinstance(each, str) for each in joints):
        return tuple(joints)
    hint = "write true, or a list of joints and flexible bodies such as [boom, hinge]"
    what = f"{short(joints)} does not tell what is in equilibrium"
    raise ModelError([Problem(what, "equilibrium", hint)])


def equilibrium_problems(model: Model, names: Sequence[str]) -> Iterator[Problem]:
    """Names that stand for no joint that moves; with loops no joint finds its place alone."""
    tree, closing = spanning_tree(model)
    known = [joint.name for joint in tree if joint.kind.speeds]
    if closing and names:
        what = f"joint '{closing[0].name}' closes a loop: coordinates change together"
        hint = "write 'equilibrium: true', and prescribe what is to stay"
        yield Problem(what, "equilibrium", hint)
        return
    for k, name in enumerate(names):
        if name not in known:
            yield unknown("joint", name, known, path("equilibrium", k))
