"""How far a long run has come, shown on a terminal only; what is done next, shown anywhere."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.progress import Progress

PATIENCE = 1.0  # seconds of silence: a short run shows nothing


@contextmanager
def progress(
    duration: float, enabled: bool | None = None
) -> Iterator[Callable[[float, float], None]]:
    """Show the time reached, the step size and the wall time that remains.

    Parameters
    ----------
    duration : float
        Simulated time to go through, s.
    enabled : bool, optional
        Show it or not; when left out, only if standard error is a terminal.

    Yields
    ------
    show : callable
        ``show(elapsed, step)``: simulated time since the start and present step, s.

    Examples
    --------
    >>> with progress(10.0, enabled=False) as show:
    ...     show(5.0, 0.1)
    """
    if not (sys.stderr.isatty() if enabled is None else enabled):
        yield lambda elapsed, step: None
        return
    display = _Display(duration)

    def show(elapsed: float, step: float) -> None:
        display.show(elapsed, f"{elapsed:.6g} of {duration:.6g} s, step {step:.2g} s")

    with closing(display):
        yield show


@contextmanager
def progress_of_runs(
    runs: int, done: int = 0, enabled: bool | None = None
) -> Iterator[Callable[[int, int], None]]:
    """Show how many of many runs are done and have failed, and the wall time that remains.

    Parameters
    ----------
    runs, done : int
        How many there are to be, and how many there are already.
    enabled : bool, optional
        Show it or not; when left out, only if standard error is a terminal.

    Yields
    ------
    show : callable
        ``show(done, failed)``
    """
    if not (sys.stderr.isatty() if enabled is None else enabled):
        yield lambda done, failed: None
        return
    display = _Display(runs, done)

    def show(now: int, failed: int) -> None:
        display.show(now, f"{now} of {runs} runs, {failed} failed")

    with closing(display):
        yield show


def tell(text: str, enabled: bool | None = None) -> None:
    """Say what is being done next, on a terminal or not, unless it is not `enabled`."""
    if enabled is not False:
        print(f"treetop: {text}", file=sys.stderr, flush=True)


class _Display:
    """A bar that appears after a while; rich is imported only then."""

    def __init__(self, duration: float, before: float = 0.0) -> None:
        self.duration, self.before = duration, before
        self.began = time.perf_counter()
        self.bar: Progress | None = None

    def show(self, elapsed: float, status: str) -> None:
        if self.bar is None:
            if time.perf_counter() - self.began < PATIENCE:
                return
            self.bar = self._open()
        wall = time.perf_counter() - self.began
        since = elapsed - self.before
        left = f"{wall * (self.duration - elapsed) / since:.0f} s left" if since > 0 else "starting"
        self.bar.update(self.bar.task_ids[0], completed=elapsed, status=f"{status}, {left}")

    def _open(self) -> Progress:
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TextColumn

        bar = Progress(
            BarColumn(),
            TextColumn("{task.fields[status]}"),
            console=Console(stderr=True, force_terminal=True),
            transient=True,
        )
        bar.add_task("run", total=self.duration, status="")
        bar.start()
        return bar

    def close(self) -> None:
        if self.bar is not None:
            self.bar.stop()
