"""What of a start is held while the rest is put right: coordinates and speeds by their labels."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from treetop.errors import Problem
from treetop.model.specification import path, unknown
from treetop.topology.spanning_tree import cut_instead

if TYPE_CHECKING:
    from treetop.topology.mechanism import Mechanism


def hold_problems(mechanism: Mechanism, labels: Iterable[str]) -> Iterator[Problem]:
    """Problems of labels that stand for no coordinate, speed or joint of the tree."""
    labels = tuple(labels)
    if not labels:
        return
    tree, closing = mechanism.tree
    apart = {joint.name: joint for joint in closing}
    known = [label for joint in tree for label in _labels(joint.name, joint.kind)]
    for k, label in enumerate(labels):
        joint = label.partition(".")[0]
        if joint in apart:
            what = f"joint '{joint}' closes a loop: its coordinates follow from the other joints"
            hint = f"hold others, or {cut_instead(mechanism, apart[joint])}"
            yield Problem(what, path("hold", k), hint)
        elif label not in known:
            yield unknown("coordinate or speed", label, known, path("hold", k))


def _labels(name: str, kind: Any) -> Iterator[str]:
    yield name
    for item in (*kind.coordinates, *kind.speeds):
        yield f"{name}.{item.name}"
        if item.size == 3:
            yield from (f"{name}.{item.name}.{axis}" for axis in "xyz")
