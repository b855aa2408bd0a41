"""Runs on a cluster, by dask.distributed: see `treetop.campaigns.engine`.

Workers compute rows and hand them back; the process that started the campaign writes the store. A
chunk whose worker dies is computed again by another, and rows that come twice are the same bits.
"""

from __future__ import annotations

import threading
import time
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from queue import Empty, Queue
from typing import TYPE_CHECKING, Any

from treetop.campaigns.one_run import Row, Runner, died
from treetop.core.compiler import sources
from treetop.errors import TreetopError
from treetop.results.record import versions

if TYPE_CHECKING:
    from distributed import Client

TIMEOUT = 30.0  # s without any worker, or without an answer at first, before it is given up
AHEAD = 2  # chunks that wait for each worker
ALONE = 3  # tries of a run by itself: each is some deaths of workers already
LOOK = 0.5  # s, between two looks whether the cluster is still there
CAUSES = "look whether its scheduler and workers run, and can be reached from here"

_alone = threading.Lock()  # threads of a worker compute one after another


class Cluster:
    """A cluster that answers.

    Parameters
    ----------
    given : Client, cluster or str
        A client or a cluster of dask.distributed, or the address of a scheduler, such as
        ``"tcp://10.0.0.1:8786"``.

    Raises
    ------
    TreetopError
        If it does not answer in time, or no worker of it does.
    """

    def __init__(self, given: Any) -> None:
        try:
            import distributed
        except ImportError:
            hint = "install it: pip install 'treetop[cluster]'"
            raise TreetopError(f"a cluster needs dask.distributed ({hint})") from None
        self.address = str(getattr(given, "scheduler_address", given))
        self._own = not isinstance(given, distributed.Client)
        self.client: Client = self._connected(given) if self._own else given
        if not self._own and given.scheduler is not None:
            self.address = given.scheduler.address
        try:
            self.client.wait_for_workers(1, timeout=TIMEOUT)
        except (TimeoutError, OSError):
            self.close()
            raise self._silent("it has no worker") from None

    def _connected(self, given: Any) -> Client:
        """A client of a cluster, or of an address."""
        from distributed.deploy.cluster import Cluster as Deployed

        whole = isinstance(given, str) and ":" in given
        if not (whole or isinstance(given, Deployed)):
            hint = "give a client or cluster of dask.distributed, or an address such as"
            raise TreetopError(f"{given!r} is not a cluster ({hint} 'tcp://10.0.0.1:8786')")
        made: Queue[Client | Exception] = Queue()
        # By itself a client may wait for ever, for something that listens and says nothing.
        threading.Thread(target=_connect, args=(given, made), daemon=True).start()
        try:
            found = made.get(timeout=TIMEOUT)
        except Empty:
            raise self._silent("nothing comes from there") from None
        if isinstance(found, Exception):
            raise self._silent(found)
        return found

    def _silent(self, cause: Any) -> TreetopError:
        what = f"the cluster at {self.address} does not answer within {TIMEOUT:g} s: {cause}"
        return TreetopError(" ".join(f"{what} ({CAUSES})".split()))

    @property
    def workers(self) -> int:
        """How many there are now."""
        return len(self.client.ncores())

    def close(self) -> None:
        """Let go of it; a client that was given goes on."""
        if self._own:
            self.client.close(timeout=TIMEOUT)

    def computed(
        self, runner: Runner, chunks: Iterable[tuple[int, int]], _forget: Callable[[], None]
    ) -> Iterator[tuple[int, list[Row]]]:
        """Rows of chunks of runs, each as soon as it is there, with the number of its first run."""
        from distributed import KilledWorker

        payload, waiting = _packed(runner), deque(chunks)
        under_way: dict[Any, tuple[int, int]] = {}
        arrived: Queue[Any] = Queue()
        deaths: Counter[tuple[int, int]] = Counter()
        try:
            while waiting or under_way:
                while waiting and len(under_way) < AHEAD * max(1, self.workers):
                    chunk = waiting.popleft()
                    future = self.client.submit(_rows, payload, *chunk, pure=False)
                    under_way[future] = chunk
                    future.add_done_callback(arrived.put)
                future = self._next_done(arrived)
                chunk = under_way.pop(future)
                try:
                    rows = future.result(timeout=TIMEOUT)
                except TimeoutError:  # its worker died before anyone had fetched the rows
                    waiting.appendleft(chunk)
                    continue
                except KilledWorker:
                    deaths[chunk] += 1
                    first, last = chunk
                    if last - first > 1:  # one of its runs may kill them: each by itself
                        waiting.extendleft((k, k + 1) for k in range(first, last))
                    elif deaths[chunk] < ALONE:
                        waiting.appendleft(chunk)
                    else:
                        yield first, [died(runner, first)]
                    continue
                yield chunk[0], rows
        except _lost_errors() as error:
            raise self._gone(" ".join(str(error).split()) or repr(error)) from None
        finally:
            self.client.cancel(list(under_way), force=True)

    def _next_done(self, arrived: Queue[Any]) -> Any:
        """What is done next; a cluster that is gone is seen."""
        seen = time.monotonic()
        while True:
            try:
                return arrived.get(timeout=LOOK)
            except Empty:
                if self.client.status == "closed":
                    raise self._gone("its scheduler is gone") from None
                if self.client.status == "running" and self.workers:
                    seen = time.monotonic()
                if time.monotonic() - seen > TIMEOUT:
                    cause = f"no worker of it has been there for {TIMEOUT:g} s"
                    raise self._gone(cause) from None

    def _gone(self, cause: Any) -> TreetopError:
        kept = "what is computed is in the store, and the campaign can be gone on with"
        return TreetopError(f"the cluster at {self.address} is lost: {cause} ({kept})")


def _connect(given: Any, made: Queue[Any]) -> None:
    """Put a client there, or why there is none."""
    from distributed import Client

    try:
        made.put(Client(given, timeout=TIMEOUT, set_as_default=False))
    except Exception as error:  # a network may fail in any way
        made.put(error)


def _lost_errors() -> tuple[type[BaseException], ...]:
    from concurrent.futures import CancelledError

    from distributed.client import FutureCancelledError

    return OSError, CancelledError, FutureCancelledError


def _packed(runner: Runner) -> bytes:
    """The runner as bytes, with functions of the user by value where workers could not import
    them."""
    import cloudpickle

    try:
        return cloudpickle.dumps((runner, versions(), sources()))
    except Exception as error:  # what a function refers to may fail in any way
        hint = "let functions of the model refer to what can be pickled"
        raise TreetopError(f"runs cannot be handed to workers: {error} ({hint})") from None


@lru_cache(maxsize=4)
def _unpacked(payload: bytes) -> Runner:
    """The runner, once for each campaign that a worker takes part in."""
    import cloudpickle

    runner, of_versions, of_sources = cloudpickle.loads(payload)
    if (of_versions, of_sources) != (versions(), sources()):
        what = f"a worker has other versions of the software: {versions()}, not {of_versions}"
        if of_versions == versions():
            what = "a worker has another Treetop of the same version: its sources differ"
        raise TreetopError(f"{what} (bits would differ: install the same ones everywhere)")
    return runner  # type: ignore[no-any-return]


def _rows(payload: bytes, first: int, last: int) -> list[Row]:
    with _alone:
        return _unpacked(payload).rows(first, last)
