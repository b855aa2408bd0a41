"""Kernels compiled before they are needed."""

import io
import os
import subprocess
import sys
from pathlib import Path

import pytest

import treetop
from treetop.core import compilation
from treetop.core.compilation import Schedule, clock_stopped, prepare, reached, run_clock
from treetop.core.compiler import INTERPRETED, entry, kernel

SOURCES = Path(treetop.__file__).parents[1]

compiles = pytest.mark.skipif(INTERPRETED, reason="nothing is compiled")


# --- a clock that stands still --------------------------------------------------------------


class Time:
    """Wall time that a test moves."""

    now = 0.0

    def perf_counter(self):
        return self.now

    def sleep(self, seconds):
        self.now += seconds


@pytest.fixture
def wall(monkeypatch):
    monkeypatch.setattr(compilation, "time", Time())
    return compilation.time


def test_the_clock_of_runs_stands_still_while_something_is_compiled(wall):
    began = run_clock()
    wall.now += 1.0
    with clock_stopped():
        wall.now += 20.0
        with clock_stopped():
            wall.now += 20.0
    wall.now += 2.0
    assert run_clock() - began == 3.0


# --- what is shared -------------------------------------------------------------------------


def inner(x):
    return x + 1.0


PARTS = (inner,)


@entry(0.0, 0.0)
def by_tuple(x):
    return PARTS[0](x)


@entry(0.0, 0.0)
def by_name(x):
    return inner(inner(x))


@entry(0.0, 0.0)
def apart(x):
    return 2.0 * x * x * x - 3.0 * x * x + 4.0 * x - 5.0


def test_functions_are_found_by_name_in_tuples_and_in_closures():
    assert inner.__code__ in reached(by_name.__wrapped__)
    assert inner.__code__ in reached(by_tuple.__wrapped__)
    assert inner.__code__ not in reached(apart.__wrapped__)

    called = kernel(inner)

    def closed(x):
        return called(x)

    assert inner.__code__ in reached(closed)


def test_a_process_takes_what_shares_most_and_another_what_shares_least():
    schedule, first, second = Schedule([by_name, apart, by_tuple]), {}, {}
    assert {schedule.next(first), schedule.next(second)} == {apart, by_name}
    one = first if inner.__code__ in first else second
    assert schedule.next(one) is by_tuple
    assert schedule.next(first) is schedule.next(second) is None


# --- what is shown --------------------------------------------------------------------------


class Terminal(io.StringIO):
    def isatty(self):
        return True


def shown(stream, wall, monkeypatch):
    monkeypatch.setattr(sys, "stderr", stream)
    with compilation._Line([by_name, apart]) as line:
        wall.now += 5.0
        line.count(apart)
        line.count(by_name)
    return stream.getvalue()


def test_elsewhere_than_on_a_terminal_two_lines_are_written(wall, monkeypatch):
    first, second = shown(io.StringIO(), wall, monkeypatch).splitlines()
    assert first.startswith("treetop: compiling the dynamics for this machine, once: 0 of 2, about")
    assert second == "treetop: compiled, in 5 s"


def test_on_a_terminal_one_line_is_written_over_and_then_gone(wall, monkeypatch):
    monkeypatch.setenv("COLUMNS", "100")
    text = shown(Terminal(), wall, monkeypatch)
    assert "\n" not in text
    *lines, last = text.split("\r\x1b[K")[1:]
    assert [line.partition(": ")[2].partition(": ")[2][:6] for line in lines] == [
        "0 of 2",
        "1 of 2",
        "2 of 2",
    ]
    assert all(line.endswith(" s left") for line in lines)
    assert last == ""
    monkeypatch.setenv("COLUMNS", "40")
    assert {len(line) for line in shown(Terminal(), wall, monkeypatch).split("\r\x1b[K")} == {0, 39}


# --- processes ------------------------------------------------------------------------------

MODULE = """
from treetop.core.compiler import entry

@entry(0.0, 0.0)
def twice(x):
    return 2 * x

@entry(0.0, 0.0)
def thrice(x):
    return 3 * x
"""
SCRIPT = """
import os, sys
from treetop.core import compilation
import some_kernels as k
compilation.cores = lambda: 2
{before}
compilation.prepare(k.twice, k.thrice)
print(k.twice(1.0), k.thrice(1.0))
print(sum(sum(e.function.stats.cache_hits.values()) for e in (k.twice, k.thrice)))
"""


@pytest.fixture
def prepared(tmp_path):
    """What a script prints that prepares two kernels: results, and how many it had not to
    compile itself."""
    (tmp_path / "some_kernels.py").write_text(MODULE)
    cache = tmp_path / "cache"
    path = os.pathsep.join(map(str, (tmp_path, SOURCES)))

    def run(before=""):
        done = subprocess.run(
            [sys.executable, "-c", SCRIPT.format(before=before)],
            env=os.environ | {"PYTHONPATH": path, "TREETOP_CACHE": str(cache)},
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, done.stderr
        assert "some_kernels" not in done.stderr
        return done.stdout.splitlines(), done.stderr.splitlines()

    return run


@compiles
def test_kernels_are_compiled_by_other_processes_and_once(prepared):
    results, told = prepared()
    assert results == ["2.0 3.0", "2"]
    assert len(told) == 2
    assert prepared() == (results, [])


@compiles
@pytest.mark.parametrize(
    "before",
    [
        "sys.executable = '/nowhere/python'",
        "compilation.__name__ = 'nowhere'",
        "compilation.cores = lambda: 1",
        "k.twice.__name__ = k.thrice.__name__ = 'other'",
    ],
    ids=["no interpreter", "one that fails", "one core", "not found by name"],
)
def test_what_other_processes_cannot_compile_is_compiled_here(prepared, before):
    results, told = prepared(before)
    assert results == ["2.0 3.0", "0"]
    assert len(told) == 2


@compiles
def test_without_a_cache_folder_kernels_are_compiled_here(tmp_path, prepared):
    (tmp_path / "cache").touch()
    results, told = prepared()
    assert results == ["2.0 3.0", "0"]
    assert any("not kept" in line for line in told)


def test_what_is_requested_is_compiled_with_what_is_prepared(monkeypatch):
    seen = []
    monkeypatch.setattr(type(apart), "ready", False)
    monkeypatch.setattr(compilation, "_compile", lambda entries, line: seen.append(entries))
    monkeypatch.setattr(sys, "stderr", io.StringIO())
    compilation.request(apart, by_name)
    prepare(by_name, by_tuple)
    prepare(by_name)
    assert seen == [[by_name, by_tuple, apart], [by_name]]
