"""A tree as text for a terminal."""

from __future__ import annotations

from collections.abc import Iterator

from treetop.view.diagram.tree import Tree
from treetop.view.text import short


def text(tree: Tree) -> str:
    """The tree in lines: joints with their kinds, the bodies on them, what closes loops."""
    lines = [tree.title, tree.nodes[0].name + _marks(tree, 0), *_branches(tree)]
    if tree.links:
        lines.append("")
    lines += [f"[{k}] {link.text}" for k, link in enumerate(tree.links, start=1)]
    return "\n".join(lines)


def _branches(tree: Tree) -> Iterator[str]:
    below = tree.children()
    waiting = [(child, "") for child in reversed(below[0])]
    while waiting:
        child, margin = waiting.pop()
        each = tree.nodes[child]
        last = child == below[each.parent][-1]
        body = f"{short(each.name)}, {each.about}{' ~ bends' if each.flexible else ''}"
        yield (
            f"{margin}{'└' if last else '├'}─ {short(each.joint)} ({each.kind}) ── "
            f"{body}{_marks(tree, child)}"
        )
        margin += "   " if last else "│  "
        waiting += [(further, margin) for further in reversed(below[child])]


def _marks(tree: Tree, node: int) -> str:
    """The numbers of what else is joined to a body."""
    numbers = [f"[{k}]" for k, link in enumerate(tree.links, start=1) if node in link.nodes]
    return "".join(f" {number}" for number in numbers)
