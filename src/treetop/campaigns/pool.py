"""Runs on all cores of a machine: a pool of processes, started anew when one of them dies.

Processes compute rows and hand them back; the process that started them writes the store, so that a
process that dies loses nothing but what it was at.
"""

from __future__ import annotations

import gc
import multiprocessing
import os
import pickle
import signal
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool

from treetop.campaigns.one_run import Row, Runner, died
from treetop.errors import TreetopError

AHEAD = 2  # chunks that wait for each process
DEATHS = 3  # of processes that were at a chunk, before its runs are computed one by one
ALONE = 10  # tries of a run by itself: others may kill processes, and that is not its fault
LOOK = 0.5  # s, between two looks whether the process that started this one is still there

_runner: Runner | None = None


class Pool:
    """Processes on this machine; see `treetop.campaigns.engine`."""

    def __init__(self, workers: int) -> None:
        self.workers = workers

    def computed(
        self, runner: Runner, chunks: Iterable[tuple[int, int]], forget: Callable[[], None]
    ) -> Iterator[tuple[int, list[Row]]]:
        """Rows of chunks of runs, each as soon as it is there, with the number of its first
        run."""
        return _computed(runner, chunks, self.workers, forget)

    def close(self) -> None:
        """Nothing is left over: processes end with what they computed."""


def _computed(
    runner: Runner, chunks: Iterable[tuple[int, int]], workers: int, forget: Callable[[], None]
) -> Iterator[tuple[int, list[Row]]]:
    waiting = list(reversed(list(chunks)))
    deaths: Counter[tuple[int, int]] = Counter()
    under_way: dict[Future, tuple[int, int]] = {}
    pool = _pool(runner, workers, forget)
    try:
        while waiting or under_way:
            under_way |= _submitted(pool, waiting, AHEAD * workers - len(under_way))
            done, _ = wait(under_way, return_when=FIRST_COMPLETED)
            broken = False
            for future in done:
                chunk = under_way[future]
                try:
                    rows = future.result()
                except BrokenProcessPool:
                    broken = True
                    continue
                del under_way[future]
                yield chunk[0], rows
            if broken:
                _end(pool)
                yield from _rescued(under_way)
                deaths.update(under_way.values())
                deadly = [chunk for chunk in under_way.values() if deaths[chunk] >= DEATHS]
                waiting += [chunk for chunk in under_way.values() if chunk not in deadly]
                under_way = {}
                for chunk in deadly:
                    yield chunk[0], _one_by_one(runner, chunk, forget)
                pool = _pool(runner, workers, forget)
    finally:
        _end(pool)


def _submitted(
    pool: ProcessPoolExecutor, waiting: list[tuple[int, int]], count: int
) -> dict[Future, tuple[int, int]]:
    """Chunks that a pool has been given; a pool that broke just now takes none."""
    given: dict[Future, tuple[int, int]] = {}
    for _ in range(min(count, len(waiting))):
        chunk = waiting.pop()
        try:
            given[pool.submit(_rows, *chunk)] = chunk
        except BrokenProcessPool as error:
            failed: Future = Future()
            failed.set_exception(error)
            given[failed] = chunk
    return given


def _rescued(under_way: dict[Future, tuple[int, int]]) -> Iterator[tuple[int, list[Row]]]:
    """Rows that were there before the pool broke; what is left is still under way."""
    for future, chunk in list(under_way.items()):
        if future.done() and not future.cancelled() and future.exception() is None:
            del under_way[future]
            yield chunk[0], future.result()


def _one_by_one(runner: Runner, chunk: tuple[int, int], forget: Callable[[], None]) -> list[Row]:
    """Rows of a chunk at which processes died again and again: the run that kills them, alone and
    as often as it is tried, is a row that says so."""
    rows: list[Row] = []
    for k in range(*chunk):
        for attempt in range(ALONE):
            pool = _pool(runner, 1, forget)
            try:
                rows += pool.submit(_rows, k, k + 1).result()
                break
            except BrokenProcessPool:
                if attempt == ALONE - 1:
                    rows.append(died(runner, k))
            finally:
                _end(pool)
    return rows


def _pool(runner: Runner, workers: int, forget: Callable[[], None]) -> ProcessPoolExecutor:
    """Processes that have the runner; where copies of this one are safe to go on with, as on Linux
    and not on macOS, they are copies, and what the runner has need not be sent to them."""
    copies = sys.platform == "linux"
    if not copies:
        _require_sent(runner)
    context = multiprocessing.get_context("fork" if copies else "spawn")
    given = (runner, os.getpid(), forget if copies else None)
    return ProcessPoolExecutor(workers, context, initializer=_begin, initargs=given)


def _require_sent(runner: Runner) -> None:
    """Raise unless other processes can be given the runner."""
    try:
        pickle.dumps(runner)
    except (pickle.PicklingError, AttributeError, TypeError) as error:
        hint = "let functions of the model stand at the top of a module, under their own names"
        what = f"on this system runs cannot be handed to other processes: {error} ({hint})"
        raise TreetopError(what) from None


def _end(pool: ProcessPoolExecutor) -> None:
    """End the processes of a pool, whatever they are at."""
    processes = list((getattr(pool, "_processes", None) or {}).values())
    pool.shutdown(wait=False, cancel_futures=True)
    for process in processes:
        process.kill()
    for process in processes:
        process.join()


def _begin(runner: Runner, parent: int, forget: Callable[[], None] | None) -> None:
    """Be ready to compute: the keyboard is for the process that started this one, and without that
    one there is nothing to do."""
    global _runner
    _runner = runner
    gc.freeze()  # what is there already stays: no use to look through it after every few runs
    if forget is not None:
        forget()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_follow, args=(parent,), daemon=True).start()


def _follow(parent: int) -> None:
    """End with the process that started this one: another is then the parent, or, on Windows, none
    is alive."""
    started_by = multiprocessing.parent_process()
    while os.getppid() == parent and started_by is not None and started_by.is_alive():
        time.sleep(LOOK)
    os._exit(1)


def _rows(first: int, last: int) -> list[Row]:
    assert _runner is not None
    return _runner.rows(first, last)
