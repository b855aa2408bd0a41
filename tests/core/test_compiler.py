"""The one part that knows the compiler."""

import os
import shutil
import subprocess
import sys
from collections import namedtuple
from pathlib import Path

import numpy as np
import pytest
from numba.core.registry import cpu_target

import treetop
from treetop.core import compiler
from treetop.core.cache import say_once
from treetop.core.compiler import (
    INTERPRETED,
    Bundle,
    cached_code,
    compiled_function,
    entry,
    kernel,
)
from treetop.core.compiler.bundles import address_of
from treetop.core.tables.samples import WORK

PACKAGE = Path(treetop.__file__).parent

compiles = pytest.mark.skipif(INTERPRETED, reason="nothing is compiled")


def python(script, **environment):
    """What a script prints in a new process."""
    done = subprocess.run(
        [sys.executable, "-c", script],
        env=os.environ | environment,
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


# --- names of compiled code ---------------------------------------------------------------

NAMES = """
from treetop.core.devices.wheel import act
from treetop.core.formulations.recursive import derivative
from treetop.core.stabilization.baumgarte import derivative as stabilized
for entry in (derivative, act, stabilized):
    print(entry.cached_in.name)
"""


@pytest.fixture(scope="module")
def copied(tmp_path_factory):
    """A copy of the package, and what names machine code of three entries, now and before all
    edits: of the recursion, of wheels, which it calls by their handle, and of one that sees no
    device."""
    folder = tmp_path_factory.mktemp("copied")
    shutil.copytree(PACKAGE, folder / "treetop", ignore=shutil.ignore_patterns("__pycache__"))

    def names():
        return python(NAMES, PYTHONPATH=str(folder)).split()

    return folder / "treetop", names, names()


@compiles
@pytest.mark.parametrize(
    ("source", "which"),
    [
        ("core/joints/screw.py", [True, True, True]),
        ("core/devices/wheel.py", [False, True, False]),
        ("core/spatial/algebra.py", [True, True, True]),
        ("core/compiler/options.py", [True, True, True]),
        ("core/integrators/bdf.py", [False, False, False]),
        ("model/body.py", [False, False, False]),
    ],
)
def test_an_edit_gives_another_name_to_the_code_of_what_can_see_it(copied, source, which):
    package, names, before = copied
    content = (package / source).read_bytes()
    (package / source).write_bytes(content + b"\n# edited\n")
    after = names()
    (package / source).write_bytes(content)
    assert [old != new for old, new in zip(before, after, strict=True)] == which


@compiles
def test_a_copy_of_the_same_sources_shares_the_code(copied):
    _, _, names = copied
    assert names == python(NAMES).split()


@compiles
def test_values_with_fields_in_another_order_have_other_code():
    folder = compiler.cache_folder("test")
    first, second = (namedtuple("Pair", names) for names in ("a b", "b a"))
    kept = cached_code.CachedCode(python, folder)
    signatures = [
        compiler.signatures.signature_of(0.0, (kind(1.0, 2.0),)) for kind in (first, second)
    ]
    names = {kept.place(each, cpu_target.target_context) for each in signatures}
    assert len(names) == 2


def test_the_core_imports_nothing_but_itself_and_files():
    """So its sources are all that kernels can depend on."""
    for source in (PACKAGE / "core").rglob("*.py"):
        for line in source.read_text().splitlines():
            if line.lstrip().startswith(("from treetop", "import treetop")):
                assert line.split()[1].startswith(("treetop.core", "treetop.files.")), source


@pytest.fixture
def twice(twice_path):
    """What an entry prints with a cache folder: its result, and cache hits."""
    return lambda cache: python("import twice", PYTHONPATH=twice_path, TREETOP_CACHE=str(cache))


@compiles
def test_the_second_process_finds_what_the_first_compiled(twice, tmp_path):
    assert [twice(tmp_path / "cache") for _ in range(2)] == ["3.0 0", "3.0 1"]


@compiles
def test_code_of_sources_that_were_edited_meanwhile_is_not_kept(tmp_path, monkeypatch):
    monkeypatch.setattr(cached_code, "edited", lambda: True)
    monkeypatch.setattr(cached_code, "cache_folder", lambda *names: tmp_path)
    assert entry(0.0, 0.0)(_half)(3.0) == 1.5
    assert not list(tmp_path.iterdir())


def _half(x):
    return 0.5 * x


@compiles
def test_without_a_folder_to_write_it_runs_uncached(twice, tmp_path):
    """Nor does it turn to a folder beside the sources, which would be stale after an edit."""
    (tmp_path / "file").touch()
    assert [twice(tmp_path / "file") for _ in range(2)] == ["3.0 0", "3.0 0"]
    assert not list(tmp_path.rglob("*.nb*"))


# --- entries ------------------------------------------------------------------------------


@compiles
def test_compiling_is_announced_once_and_in_words(capsys, monkeypatch):
    monkeypatch.setattr(compiler.cached_code, "cache_folder", lambda *names: None)
    say_once.cache_clear()

    @entry(0.0, 0.0)
    def derivative(x):
        return 2.0 * x

    @entry(0.0, 0.0)
    def half(x):
        return 0.5 * x

    assert derivative(1.5) + half(4.0) == 5.0
    told = "treetop: compiling the dynamics for this machine, once ...\n"
    assert capsys.readouterr().err == told


@compiles
def test_an_entry_compiles_for_one_signature_and_no_other():
    double = entry(0.0, 0.0)(lambda x: 2 * x)
    assert double(1.5) == 3.0
    assert len(double.function.signatures) == 1
    with pytest.raises(TypeError):
        double("text")


@compiles
def test_a_sample_that_is_frozen_later_changes_no_signature():
    sample = np.zeros(1)
    total = entry(0.0, (sample,))(lambda parts: parts[0].sum())
    before = total.signature
    sample.flags.writeable = False
    assert total.signature == before


def test_an_entry_keeps_its_name_and_meaning():
    @entry(0.0, 0.0)
    def half(x):
        """Half of it."""
        return x / 2

    assert (half.__name__, half.__doc__, half(3.0)) == ("half", "Half of it.", 1.5)


def test_a_compiled_function_gives_what_it_gave():
    assert compiled_function(lambda x, y: x + 2 * y, 0.0, 0.0, 0.0)(1.0, 2.0) == 5.0


# --- many arrays under one handle ---------------------------------------------------------


def test_a_bundle_unpacks_to_the_arrays_that_were_packed():
    bundle = Bundle((np.zeros(0), np.zeros((0, 0))), np.zeros(0, dtype=np.int64))
    unpack = bundle.unpack

    @kernel
    def sums(handle):
        (a, b), c = unpack(handle)
        b[1, 0] += 1.0
        return a[2] + b[1, 0] + c[1] + b.shape[1]

    b = np.ones((2, 3))
    handle, kept = bundle.pack((np.arange(4.0), b), np.array([5, 7]))
    assert sums(handle) == 2.0 + 2.0 + 7 + 3
    assert b[1, 0] == 2.0, "the arrays themselves, not copies"
    assert kept


@compiles
@pytest.mark.parametrize(
    "wrong", [np.zeros((2, 3), np.float32), np.zeros(6), np.zeros((2, 3), int)]
)
def test_an_array_of_another_kind_is_not_packed(wrong):
    with pytest.raises(TypeError, match="kernels would take"):
        Bundle(np.zeros((2, 3))).pack(wrong)


@pytest.mark.parametrize(
    "array", [np.zeros(3), np.zeros((4, 5))[1:3], np.zeros(0), np.arange(12).reshape(3, 4)[1]]
)
def test_the_address_of_an_array_is_that_which_numpy_says(array):
    assert address_of(array) == array.__array_interface__["data"][0]
    array.flags.writeable = False
    assert address_of(array) == array.ctypes.data


@compiles
def test_an_array_whose_rows_do_not_follow_one_another_is_not_packed():
    with pytest.raises(AssertionError, match="another order"):
        Bundle(np.zeros((0, 0))).pack(np.ones((2, 3)).T)


@compiles
def test_a_bundle_holds_a_word_for_each_number_that_describes_an_array():
    bundle = Bundle(WORK)
    handle, (words, _) = bundle.pack(WORK)
    assert words.dtype == np.int64
    assert handle == words.ctypes.data


@compiles
def test_tables_are_packed_with_their_own_addresses_whatever_was_there_before():
    bundle = Bundle(np.zeros(0))
    for size in range(1, 50):  # identities of arrays that are gone come again
        table = np.zeros(size)
        table.flags.writeable = False
        for _ in range(2):
            _, (words, _) = bundle.pack(table)
            assert list(words) == [0, 0, size, 8, table.ctypes.data, size, 8]
