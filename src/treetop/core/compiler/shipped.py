"""Machine code that a wheel brings along, for every processor that has what a baseline asks for.

A process takes all of it or none: what is in the cache folder does not change which bits come out.
It is taken until the user has everything compiled for the processor of the machine, and only if it
was made from these sources, by this compiler, for this Python.
"""

from __future__ import annotations

import functools
import os
import pkgutil
import platform
import sys
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

import llvmlite
import llvmlite.binding as llvm
import numba as nb
from numba.core.registry import cpu_target

from treetop.core.cache import read_cached, say_once, user_folder, write_cached
from treetop.core.sources import PACKAGE, sources_key

if TYPE_CHECKING:
    from treetop.core.compiler.entries import Entry

# What compilers call x86-64-v3 has been made since 2013, with fused multiply-add among it.
PROCESSORS = {"x86_64": "x86-64-v3", "AMD64": "x86-64-v3"}
BASELINE = PROCESSORS.get(platform.machine(), "")
FEATURES = {
    "x86-64-v3": [
        "avx", "avx2", "bmi", "bmi2", "cx16", "f16c", "fma", "lzcnt", "movbe", "popcnt", "sahf",
        "sse3", "sse4.1", "sse4.2", "ssse3", "xsave",
    ],
}  # fmt: skip

COMPILER = f"numba-{nb.__version__}-llvmlite-{llvmlite.__version__}"
FOLDER = Path(__file__).parents[2] / "kernels"
CHOICE = "TREETOP_PROCESSOR"
CHOICES = "native", "baseline"


def name() -> str:
    """What names a whole of compiled code: the compiler, this kind of Python, and all sources."""
    return f"{COMPILER}-{sys.implementation.cache_tag}-{sources_key()}"


@functools.cache
def shipped_folder() -> Path | None:
    """The folder of code that this process takes; None if it compiles for its own processor."""
    choice = os.environ.get(CHOICE, "")
    if choice not in ("", *CHOICES):
        say_once(f"{CHOICE} is {choice!r}; it can be {' or '.join(CHOICES)}: left out of account")
        choice = ""
    folder = FOLDER / name()
    usable = nb.config.CPU_NAME is None and has_baseline() and folder.is_dir()
    if choice == "baseline" and not usable:
        say_once(f"there is no code for {BASELINE or 'any baseline'} here: {CHOICE} has no effect")
    if not usable or choice == "native" or (not choice and _is_warm()):
        return None
    return folder


def has_baseline() -> bool:
    """Whether the processor, and the system, can run code for the baseline."""
    llvm.initialize_native_target()
    features = llvm.get_host_cpu_features()
    return bool(BASELINE) and all(features.get(each) for each in FEATURES[BASELINE])


def baseline_target() -> tuple[str, str, str]:
    """What the compiler says of itself when it makes code for the baseline."""
    return native_target()[0], BASELINE, ""


def native_target() -> tuple[str, str, str]:
    """What the compiler says of itself: the system, the processor and its features."""
    return cpu_target.target_context.codegen().magic_tuple()


def processor() -> str:
    """What code is made for, to be told: the baseline, or the processor of the machine."""
    return BASELINE if shipped_folder() else native_target()[1]


def _mark() -> Path | None:
    """The file that says that all is compiled for this processor."""
    folder = user_folder(COMPILER)
    return folder and folder / f"{name()}-{native_target()[1]}"


def _is_warm() -> bool:
    mark = _mark()
    return mark is not None and mark.exists() and read_cached(mark) is not None


def say_warm() -> None:
    """Remember that all is compiled for this processor."""
    mark = _mark()
    if mark:
        write_cached(mark, native_target()[2].encode())


def every_entry() -> list[Entry]:
    """All kernels of the core that Python calls: what a wheel has, and a warm-up compiles."""
    from treetop.core.compiler.entries import Entry  # which looks for its code by this module

    found: dict[Entry, None] = {}
    for each in pkgutil.walk_packages(import_module(PACKAGE).__path__, f"{PACKAGE}."):
        values = vars(import_module(each.name)).values()
        found |= dict.fromkeys(value for value in values if isinstance(value, Entry))
    return list(found)
