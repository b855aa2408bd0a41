"""Kernels compiled before they are needed: on all cores, while one line says how far it has come.

Most of the time goes into inner functions that entries share, and a process compiles each of them
once.  So every process takes next what shares most with what it has compiled already, and begins
with what has most that no other process knows.  The code goes to the cache folder, from where this
process loads it.
"""

from __future__ import annotations

import gc
import os
import pickle
import shutil
import subprocess
import sys
import threading
import time
import types
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from importlib import import_module
from typing import TYPE_CHECKING

from treetop.core.cache import say_once

if TYPE_CHECKING:
    from treetop.core.compiler import Entry

RATE = 7e-4  # s per byte of bytecode, to begin with
BLINK = 0.5  # s between two looks at the clock
COLLECTED = 20_000, 10, 5  # objects made between two looks for garbage, and how often for older
WHAT = "the dynamics for this machine, once"

Code = dict[types.CodeType, int]  # functions, and how many bytes of bytecode each has


# --- a clock that stands still ------------------------------------------------------------------


class _Spent(threading.local):
    """Wall time of a thread that went into compiling, s."""

    seconds = 0.0
    inside = False


_spent = _Spent()


def run_clock() -> float:
    """Wall time of this thread since some moment, s, but for what compiling took."""
    return time.perf_counter() - _spent.seconds


@contextmanager
def clock_stopped() -> Iterator[None]:
    """Let `run_clock` stand still meanwhile."""
    if _spent.inside:
        yield
        return
    began, _spent.inside = time.perf_counter(), True
    try:
        yield
    finally:
        _spent.seconds += time.perf_counter() - began
        _spent.inside = False


# --- what is to be done ---------------------------------------------------------------------------

_requested: list[Entry] = []


def request(*entries: Entry) -> None:
    """Let these be compiled together with what is prepared next."""
    _requested.extend(entries)


def prepare(*entries: Entry) -> None:
    """Compile kernels that are not in the cache folder, on all cores."""
    wanted = dict.fromkeys((*entries, *_requested))
    _requested.clear()
    missing = [entry for entry in wanted if not entry.ready]
    if missing:
        with clock_stopped(), _Line(missing) as line:
            _compile(missing, line)


@contextmanager
def announced(entry: Entry) -> Iterator[None]:
    """Say that one kernel is being compiled, unless several are."""
    with _collected_seldom():
        if _spent.inside:
            yield
        elif sys.stderr.isatty():
            with clock_stopped(), _Line([entry]):
                yield
        else:
            say_once(f"compiling {WHAT} ...")
            with clock_stopped():
                yield


@contextmanager
def _collected_seldom() -> Iterator[None]:
    """Look for garbage less often: the compiler makes many objects, most of which stay, and to look
    through them all takes an eighth of its time."""
    before = gc.get_threshold()
    gc.set_threshold(*COLLECTED)
    try:
        yield
    finally:
        gc.set_threshold(*before)


def _compile(entries: Sequence[Entry], line: _Line) -> None:
    """Compile in processes side by side where there can be several; what is left over, in this
    one."""
    alone = [entry for entry in entries if not _elsewhere(entry)]
    schedule = Schedule([entry for entry in entries if entry not in alone])
    if schedule.waiting:
        count = min(cores(), len(schedule.waiting))
        workers = [_Worker(schedule, line) for _ in range(count)] if count > 1 else []
        try:
            while any(worker.is_alive() for worker in workers):
                line.show()
                time.sleep(BLINK)
        finally:
            for worker in workers:
                worker.end()
    for entry in entries:
        if not entry.ready:
            _ = entry.function
            line.count(entry)


def _elsewhere(entry: Entry) -> bool:
    """Whether another process can find an entry by its name, and hand it over."""
    module = sys.modules.get(entry.__module__)
    return entry.cached_in is not None and getattr(module, entry.__name__, None) is entry.real


def cores() -> int:
    """How many processes may run at a time; one, if other interpreters cannot be started."""
    if getattr(sys, "frozen", False) or "python" not in os.path.basename(sys.executable or ""):
        return 1
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def reached(formula: Callable) -> Code:
    """The functions of this package, or of its own, that a function calls, itself among them."""
    found: Code = {}
    packages = "treetop", formula.__module__.partition(".")[0]
    waiting: list[object] = [formula]
    while waiting:
        each = waiting.pop()
        each = getattr(each, "py_func", each)
        if isinstance(each, tuple):
            waiting += each
        elif isinstance(each, types.FunctionType) and each.__module__.startswith(packages):
            code = each.__code__
            if code not in found:
                found[code] = len(code.co_code)
                waiting += _named(each)
    return found


def _named(formula: types.FunctionType) -> Iterator[object]:
    """What a function may mean by the names in it, those of other modules among them."""
    names = formula.__code__.co_names
    yield from (cell.cell_contents for cell in formula.__closure__ or ())
    for value in map(formula.__globals__.get, names):
        if isinstance(value, types.ModuleType):
            yield from (getattr(value, name, None) for name in names)
        yield value


class Schedule:
    """Which entry a process compiles next."""

    def __init__(self, entries: Sequence[Entry]) -> None:
        self.waiting = {entry: reached(entry.__wrapped__) for entry in entries}
        self._taken: Code = {}  # what any process knows
        self._lock = threading.Lock()

    def next(self, known: Code) -> Entry | None:
        """What shares most with what a process knows, else what has most that none knows; None if
        nothing is left.  What the process knows is brought up to date."""
        with self._lock:
            if not self.waiting:
                return None
            chosen = max(self.waiting, key=lambda entry: self._merit(entry, known))
            code = self.waiting.pop(chosen)
            known |= code
            self._taken |= code
            return chosen

    def _merit(self, entry: Entry, known: Code) -> tuple[int, int]:
        code = self.waiting[entry].items()
        shared = sum(size for each, size in code if each in known)
        return shared, sum(size for each, size in code if each not in self._taken)


# --- processes ----------------------------------------------------------------------------------


class _Worker(threading.Thread):
    """Hands entries to another process, one after the other."""

    def __init__(self, schedule: Schedule, line: _Line) -> None:
        super().__init__(daemon=True)
        self._schedule, self._line = schedule, line
        self._process: subprocess.Popen[str] | None = None
        with suppress(OSError):
            self._process = subprocess.Popen(
                [sys.executable, "-c", f"from {__name__} import serve; serve()"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,  # what goes wrong is said where it is tried again
                text=True,
                env=os.environ | {"PYTHONPATH": os.pathsep.join(p or os.curdir for p in sys.path)},
            )
        self.start()

    def run(self) -> None:
        known: Code = {}
        while self._process and (entry := self._schedule.next(known)):
            stdin, stdout = self._process.stdin, self._process.stdout
            assert stdin
            assert stdout
            try:
                named = entry.__module__, entry.__name__, entry.kind
                print(pickle.dumps(named).hex(), file=stdin, flush=True)
                answered = stdout.readline()
            except (OSError, ValueError):
                answered = ""
            if not answered:
                return
            self._line.count(entry)

    def end(self) -> None:
        if self._process:
            self._process.kill()
            self._process.communicate()


def serve() -> None:
    """Compile what is named on standard input, until that ends."""
    gc.freeze()
    for line in sys.stdin:
        module, name, kind = pickle.loads(bytes.fromhex(line))
        entry: Entry = getattr(import_module(module), name)
        _ = (entry.for_kind(kind) if kind else entry).function
        print(name, flush=True)


# --- what is shown ------------------------------------------------------------------------------


class _Line:
    """How many kernels are compiled, and how long the rest will take: on a terminal one line that
    is written over, elsewhere one at the start and one at the end."""

    def __init__(self, entries: Sequence[Entry]) -> None:
        self._code = {entry: reached(entry.__wrapped__) for entry in entries}
        self._left = set(entries)
        together: Code = {code: size for each in self._code.values() for code, size in each.items()}
        self._began = time.perf_counter()
        self._end = self._began + RATE * sum(together.values()) / min(cores(), len(entries))
        self._terminal = sys.stderr.isatty()

    def __enter__(self) -> _Line:
        self._write(self._text())
        return self

    def __exit__(self, *error: object) -> None:
        spent = time.perf_counter() - self._began
        self._write("" if self._terminal else f"treetop: compiled, in {spent:.0f} s")

    def count(self, entry: Entry) -> None:
        """One more is done."""
        self._left.discard(entry)
        work = {each: sum(code.values()) for each, code in self._code.items()}
        done = 1.0 - sum(work[each] for each in self._left) / sum(work.values())
        now = time.perf_counter()
        self._end = now + (now - self._began) * (1.0 - done) / done
        self.show()

    def show(self) -> None:
        if self._terminal:
            self._write(self._text())

    def _text(self) -> str:
        done, left = len(self._code) - len(self._left), self._end - time.perf_counter()
        text = f"treetop: compiling {WHAT}: {done} of {len(self._code)}"
        return f"{text}, about {max(left, 1.0):.0f} s left"

    def _write(self, text: str) -> None:
        if self._terminal:  # a line that is broken could not be written over
            text = f"\r\x1b[K{text[: shutil.get_terminal_size().columns - 1]}"
        print(text, end="" if self._terminal else "\n", file=sys.stderr, flush=True)
