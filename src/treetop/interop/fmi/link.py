"""Compiled functions and C code, linked to a shared library."""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
import sys
from collections.abc import Iterable
from importlib.util import find_spec
from pathlib import Path

from treetop.errors import TreetopError

SOURCES = Path(__file__).parent / "c"
# Functions of the C library that kernels call, and what instance.c has in the place of Python.
_LIBRARY = (
    "acos acosh asin asinh atan atan2 atanh cbrt ceil cos cosh erf erfc exp exp2 expm1 fabs floor"
    " fmod frexp hypot ldexp lgamma log log10 log1p log2 memcpy memmove memset modf nextafter pow"
    " remainder rint round sin sincos sinh sqrt tan tanh tgamma trunc"
    " PyImport_ImportModule PyLong_AsVoidPtr PyObject_CallFunctionObjArgs PyObject_GetAttrString"
    " Py_DecRef numba_gil_ensure numba_gil_release numba_unpickle NRT_MemInfo_alloc_aligned"
    " numba_frexp numba_ldexp NRT_MemInfo_alloc_safe_aligned NRT_MemInfo_call_dtor"
)
LIBRARY = frozenset(_LIBRARY.split())
# Folders of FMI 2.0 and 3.0 for binaries, and the endings of their names.
SYSTEMS = {"Linux": ("linux", "so"), "Darwin": ("darwin", "dylib"), "Windows": ("windows", "dll")}
PROCESSORS = {"x86_64": "x86_64", "AMD64": "x86_64", "aarch64": "aarch64", "arm64": "aarch64"}


def binary_place(version: int, identifier: str) -> str:
    """Where in an FMU the library of this system is."""
    system, ending = SYSTEMS.get(platform.system(), ("linux", "so"))
    processor = PROCESSORS.get(platform.machine(), platform.machine())
    folder = f"{processor}-{system}"
    if version == 2 and processor == "x86_64":
        folder = {"linux": "linux64", "darwin": "darwin64", "windows": "win64"}[system]
    return f"binaries/{folder}/{identifier}.{ending}"


def compiler() -> list[str]:
    """A C compiler: that which CC names, that of the machine, or zig from PyPI."""
    named = os.environ.get("CC", "").split()
    if named and shutil.which(named[0]):
        return named
    for name in ("cc", "gcc", "clang"):
        if shutil.which(name):
            return [name]
    if find_spec("ziglang"):
        return [sys.executable, "-m", "ziglang", "cc"]
    hint = "install one, or the extra treetop[fmi], which has ziglang"
    raise TreetopError(f"an FMU needs a C compiler, and there is none on this machine ({hint})")


def shared_library(folder: Path, version: int, objects: Iterable[Path], library: Path) -> None:
    """Compile what is the same in all FMUs with the header of a model in a folder."""
    command = [*compiler(), "-std=c11", "-O2", "-fPIC", "-shared", "-fvisibility=hidden", "-w"]
    command += [f"-I{folder}", f"-I{SOURCES}", str(SOURCES / f"fmi{version}.c")]
    command += [*map(str, objects), "-o", str(library)]
    if platform.system() == "Linux":
        command += ["-s", "-lm", "-Wl,--no-undefined", "-Wl,--gc-sections", "-Wl,-Bsymbolic"]
    made = subprocess.run(command, capture_output=True, text=True, check=False)
    if made.returncode:
        last = (made.stderr.strip().splitlines() or ["it says nothing"])[-1]
        raise TreetopError(f"the C compiler {command[0]!r} cannot link the FMU: {last}")
