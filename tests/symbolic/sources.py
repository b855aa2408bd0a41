"""Generated sources brought to life, with the same face: rates of coordinates and speeds."""

import ctypes
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest

from treetop.symbolic import Equations
from treetop.symbolic.writing.c import prefix_of

FLAGS = ["-std=c99", "-O1", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-shared", "-fPIC"]


class Source(NamedTuple):
    """``equations(t, q, u)`` gives M and f, ``rates(t, q, u)`` gives q' and u'."""

    equations: Callable
    rates: Callable


def in_python(found: Equations, **inputs: float) -> Source:
    names: dict = {}
    exec(compile(found.python(), "generated.py", "exec"), names)
    return Source(
        lambda *state: names["equations"](*state, inputs=inputs),
        lambda *state: names["rates"](*state, inputs=inputs),
    )


def in_c(found: Equations, folder: Path, **inputs: float) -> Source:
    """Compiled by the C compiler of this machine, without a warning."""
    compiler = shutil.which("cc")
    if compiler is None:
        pytest.skip("there is no C compiler 'cc' on this machine")
    source, library = folder / "generated.c", folder / "generated.so"
    source.write_text(found.c(), encoding="utf-8")
    told = subprocess.run(
        [compiler, *FLAGS, str(source), "-o", str(library), "-lm"], capture_output=True, text=True
    )
    assert told.returncode == 0, told.stderr
    functions, prefix = ctypes.CDLL(str(library)), prefix_of(found.name)
    nq, nu = len(found.coordinates), len(found.speeds)
    given = [list(found.parameters.values()), [inputs[str(symbol)] for symbol in found.inputs]]

    def called(name, t, q, u, *results):
        arrays = [np.array(values, dtype=float) for values in (q, u, *given)]
        function = getattr(functions, f"{prefix}_{name}")
        pointers = [a.ctypes.data_as(ctypes.c_void_p) for a in (*arrays, *results)]
        assert function(ctypes.c_double(t), *pointers) == 0 or name == "equations"
        return results

    return Source(
        lambda t, q, u: called("equations", t, q, u, np.zeros((nu, nu)), np.zeros(nu)),
        lambda t, q, u: called("rates", t, q, u, np.zeros(nq), np.zeros(nu)),
    )
