"""The paths by which forces of constraints pass through a tree to the ground."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from treetop.core.tables.tables import Constraints, Paths, Tree


def constraint_paths(
    tree: Tree, constraints: Constraints, loop_at: np.ndarray, added_at: np.ndarray
) -> Paths:
    """Paths of the constraints beyond the tree's joints; `loop_at` and `added_at` are the first
    constraints of joints that close loops, and of further constraints."""
    first, pair_at = int(constraints.joint_at[-1]), constraints.pair_at.tolist()
    parent, u_at, bodies = tree.parent.tolist(), tree.u_at.tolist(), constraints.bodies.tolist()
    pairs_of_rows = [
        bodies[a:b] for a, b in zip(pair_at[first:], pair_at[first + 1 :], strict=False)
    ]
    inward = [_inward(parent, {body for pair in pairs for body in pair}) for pairs in pairs_of_rows]
    speeds = [[j for i in path for j in range(u_at[i], u_at[i + 1])] for path in inward]
    met_first: dict[int, int] = {}  # which constraint has met a speed first
    low = [
        min((met_first.setdefault(j, k) for j in path), default=k) for k, path in enumerate(speeds)
    ]
    return Paths(
        body_at=_offsets(inward),
        body=np.array([i for path in inward for i in path], dtype=np.int64),
        speed_at=_offsets(speeds),
        speed=np.array([j for path in speeds for j in path], dtype=np.int64),
        low=np.array(low, dtype=np.int64),
        group_at=np.append(loop_at, added_at[1:]) - first,
    )


def _inward(parent: list[int], bodies: Iterable[int]) -> list[int]:
    """The bodies that forces on given bodies pass on their way to the ground, outermost first."""
    passed: set[int] = set()
    for body in bodies:
        while body > 0 and body not in passed:
            passed.add(body)
            body = parent[body]
    return sorted(passed, reverse=True)


def _offsets(paths: list[list[int]]) -> np.ndarray:
    return np.cumsum([0, *map(len, paths)], dtype=np.int64)
