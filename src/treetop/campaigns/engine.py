"""What computes runs: processes on this machine, or the workers of a cluster."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Protocol

from treetop.campaigns.one_run import Row, Runner
from treetop.campaigns.pool import Pool
from treetop.errors import TreetopError


class Engine(Protocol):
    """Computes rows of runs; truth is in the store, which it does not know."""

    @property
    def workers(self) -> int:
        """How many runs are computed at a time."""

    def computed(
        self,
        runner: Runner,
        chunks: Iterable[tuple[int, int]],
        forget: Callable[[], None],
    ) -> Iterator[tuple[int, list[Row]]]:
        """Rows of chunks of runs, each as soon as it is there, with the number of its first run;
        processes that are copies of this one call `forget` first, to let go of what only this one
        holds."""

    def close(self) -> None:
        """Let go of what it has."""


def engine_of(workers: int | None, cluster: Any) -> Engine:
    """The engine that is asked for: a process for each core unless said."""
    if cluster is None:
        processes = (os.cpu_count() or 1) if workers is None else workers
        if processes < 1:
            raise TreetopError("a campaign needs 1 process or more")
        return Pool(processes)
    if workers is not None:
        raise TreetopError("a cluster has workers of its own (leave out 'workers')")
    from treetop.campaigns.cluster import Cluster

    return Cluster(cluster)
