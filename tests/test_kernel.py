"""The one module that knows the compiler."""

import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import numpy as np
import pytest

import treetop
from treetop import _kernel, cache
from treetop._kernel import INTERPRETED, Bundle, compiled_function, entry, kernel
from treetop.assembly.tables import WORK

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

FOLDER = "from treetop._kernel import sources; print(sources())"


@pytest.fixture
def copied(tmp_path):
    """A copy of the package, and what names its cache folder."""
    shutil.copytree(PACKAGE, tmp_path / "treetop", ignore=shutil.ignore_patterns("__pycache__"))
    return tmp_path / "treetop", lambda: python(FOLDER, PYTHONPATH=str(tmp_path))


@compiles
@pytest.mark.parametrize("source", ["dynamics/joints/screw.py", "spatial/algebra.py", "_kernel.py"])
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
    (package / "dynamics" / "new.py").touch()
    assert folder() != before


@compiles
def test_a_copy_of_the_same_sources_shares_the_cache_folder(copied):
    _, folder = copied
    assert folder() == _kernel.sources()


KERNELS = ("dynamics", "integrate", "linear", "spatial")


@compiles
def test_what_no_kernel_can_see_keeps_the_cache_folder(copied):
    package, folder = copied
    before = folder()
    with (package / "system.py").open("a") as file:
        file.write("\n# edited\n")
    assert folder() == before


def test_nothing_above_the_kernels_is_seen_by_them():
    """What the hash leaves out, no hashed module imports."""
    left_out = {Path(name).stem for name in cache.ABOVE} - {"model"}
    assert all((PACKAGE / name).exists() for name in cache.ABOVE)
    for source in PACKAGE.rglob("*.py"):
        if source.relative_to(PACKAGE).parts[0] in {"spatial", "dynamics", "integrate", "assembly"}:
            for line in source.read_text().splitlines():
                if line.startswith(("from treetop.", "import treetop.")):
                    assert line.split()[1].split(".")[1] not in left_out, f"{source}: {line}"


def test_what_kernels_take_from_the_model_is_hashed():
    """Assembly reads models to fill tables; what says how tables look is seen by kernels."""
    tables = [PACKAGE / "assembly" / name for name in ("tables.py", "kinds.py")]
    kernels = [path for part in KERNELS for path in (PACKAGE / part).rglob("*.py")]
    for source in [*kernels, *tables]:
        for line in source.read_text().splitlines():
            if line.startswith("from treetop.model"):
                seen = line.split()[1].removeprefix("treetop.").replace(".", "/") + ".py"
                assert seen in cache.SEEN, f"{source}: {line}"


def test_all_that_is_above_the_kernels_is_left_out():
    """An edit of it compiles nothing."""
    contract = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text())
    layers = contract["tool"]["importlinter"]["contracts"][0]["layers"]
    above = " | ".join(layers[: layers.index("integrate")]).split(" | ")
    assert set(above) <= {Path(name).stem for name in cache.ABOVE}


@pytest.fixture
def twice(tmp_path):
    """A module with an entry; what it prints with a cache folder: its result, and cache hits."""
    (tmp_path / "twice.py").write_text(
        "from treetop._kernel import entry\n"
        "@entry(0.0, 0.0)\n"
        "def twice(x):\n"
        "    return 2 * x\n"
        "print(twice(1.5), sum(twice.function.stats.cache_hits.values()))\n"
    )
    path = f"{tmp_path}{os.pathsep}{PACKAGE.parent}"
    return lambda cache: python("import twice", PYTHONPATH=path, TREETOP_CACHE=str(cache))


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
def test_what_is_being_compiled_is_told_with_its_module(capsys, monkeypatch):
    """Every formulation has a derivative."""
    monkeypatch.setattr(_kernel, "cache_folder", lambda *names: None)

    @entry(0.0, 0.0)
    def derivative(x):
        return 2.0 * x

    assert derivative(1.5) == 3.0
    assert f"compiling '{__name__}.derivative'" in capsys.readouterr().err


@compiles
def test_an_entry_compiles_for_one_signature_and_no_other():
    double = entry(0.0, 0.0)(lambda x: 2 * x)
    assert double(1.5) == 3.0
    assert len(double.function.signatures) == 1
    with pytest.raises(TypeError):
        double("text")


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
