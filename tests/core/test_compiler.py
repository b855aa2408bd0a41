"""The one part that knows the compiler."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import treetop
from treetop.core import compiler
from treetop.core.cache import say_once
from treetop.core.compiler import INTERPRETED, Bundle, compiled_function, entry, kernel
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


# --- the cache folder ---------------------------------------------------------------------

FOLDER = "from treetop.core.compiler import sources; print(sources())"


@pytest.fixture
def copied(tmp_path):
    """A copy of the package, and what names its cache folder."""
    shutil.copytree(PACKAGE, tmp_path / "treetop", ignore=shutil.ignore_patterns("__pycache__"))
    return tmp_path / "treetop", lambda: python(FOLDER, PYTHONPATH=str(tmp_path))


@compiles
@pytest.mark.parametrize(
    "source", ["core/joints/screw.py", "core/spatial/algebra.py", "core/compiler/options.py"]
)
def test_an_edit_of_a_source_makes_another_cache_folder(copied, source):
    package, folder = copied
    before = folder()
    with (package / source).open("a") as file:
        file.write("\n# edited\n")
    assert folder() != before


@compiles
def test_a_new_source_makes_another_cache_folder(copied):
    package, folder = copied
    before = folder()
    (package / "core" / "new.py").touch()
    assert folder() != before


@compiles
def test_a_copy_of_the_same_sources_shares_the_cache_folder(copied):
    _, folder = copied
    assert folder() == compiler.sources()


@compiles
def test_an_edit_outside_the_core_keeps_the_cache_folder(copied):
    package, folder = copied
    before = folder()
    with (package / "model" / "body.py").open("a") as file:
        file.write("\n# edited\n")
    assert folder() == before


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
