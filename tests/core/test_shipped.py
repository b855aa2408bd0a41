"""Machine code that came with the package."""

import os
import shutil
import subprocess
import sys

import pytest

from treetop.core.cache import say_once, user_folder
from treetop.core.compiler import INTERPRETED, cached_code, shipped
from treetop.core.compiler.shipped import BASELINE, shipped_folder

pytestmark = [
    pytest.mark.compiled,
    pytest.mark.skipif(INTERPRETED, reason="nothing is compiled"),
    pytest.mark.skipif(not BASELINE, reason="there is no baseline for this processor"),
    pytest.mark.skipif(bool(BASELINE) and not shipped.has_baseline(), reason="it is too old"),
]

SCRIPT = """
import sys
from pathlib import Path
from treetop.core.compiler import shipped
shipped.FOLDER = Path(sys.argv[1])
from treetop.core.compiler import entry, sources
import summed
print(summed.total(0.1).hex(), sum(summed.total.function.stats.cache_hits.values()), sources())
print(shipped.name(), summed.total.cached_in)
"""
SUMMED = """
from treetop.core.compiler import entry

@entry(0.0, 0.0)
def total(x):
    '''A sum whose last bits depend on how it is contracted and ordered.'''
    found = 0.0
    for k in range(1000):
        found += x * k * 0.3 + found * 1e-3 / (k + 1.7)
    return found
"""


@pytest.fixture(scope="module")
def process(tmp_path_factory):
    """What a new process says that calls a kernel: the bits of its result, how often code was
    found, the name of all code, where it would be kept; and its messages."""
    place = tmp_path_factory.mktemp("summed")
    (place / "summed.py").write_text(SUMMED)

    def run(folder, cache, **environment):
        path = os.pathsep.join([str(place), *filter(None, sys.path)])
        known = {"PYTHONPATH": path, "TREETOP_CACHE": str(cache)}
        done = subprocess.run(
            [sys.executable, "-c", SCRIPT, str(folder)],
            env=os.environ | known | environment,
            capture_output=True,
            text=True,
            timeout=300,
        )
        assert done.returncode == 0, done.stderr
        return (*done.stdout.split(), done.stderr)

    return run


@pytest.fixture(scope="module")
def made(process, tmp_path_factory):
    """A folder as a wheel has it, with code for the baseline; and the bits that it gives."""
    place = tmp_path_factory.mktemp("made")
    baseline = {"NUMBA_CPU_NAME": BASELINE, "NUMBA_CPU_FEATURES": ""}
    bits, _, _, name, cached, _ = process(place / "none", place / "cache", **baseline)
    (place / "kernels" / name / "summed").mkdir(parents=True)
    shutil.copy(cached, place / "kernels" / name / "summed")
    return place / "kernels", bits


@pytest.fixture
def folder(made, tmp_path):
    """A copy of it, which a test may damage."""
    return shutil.copytree(made[0], tmp_path / "kernels")


def test_it_is_taken_as_it_is_and_gives_the_same_bits(process, made, tmp_path):
    bits, hits, sources, _, _, said = process(made[0], tmp_path / "cache")
    assert (bits, hits, said) == (made[1], "1", "")
    assert sources.endswith(f"-{BASELINE}")
    assert not [each for each in tmp_path.rglob("summed/*") if each.is_file()]


def test_it_is_taken_where_nothing_can_be_kept(process, made, tmp_path):
    (tmp_path / "cache").touch()
    bits, hits, *_, said = process(made[0], tmp_path / "cache")
    assert (bits, hits) == (made[1], "1")
    assert "compiling" not in said


def test_damaged_code_is_compiled_here_and_stays_where_it_is(process, folder, tmp_path):
    (file,) = (each for each in folder.rglob("*") if each.is_file())
    file.write_bytes(file.read_bytes()[:-1])
    _, hits, *_, said = process(folder, tmp_path / "cache")
    assert hits == "0"
    assert "damaged" in said and file.is_file()
    assert process(folder, tmp_path / "cache")[1] == "1"


def test_code_of_other_sources_is_compiled_here_as_usual(process, folder, tmp_path):
    (only,) = folder.iterdir()
    only.rename(only.with_name(only.name[:-1] + ("0" if only.name[-1] != "0" else "1")))
    _, hits, sources, _, _, said = process(folder, tmp_path / "cache")
    assert (hits, said.startswith("treetop: compiling the dynamics for this machine")) == ("0", 1)
    assert BASELINE not in sources


# --- which a process takes ------------------------------------------------------------------


@pytest.fixture
def chosen(folder, tmp_path, monkeypatch):
    """What a process would take."""
    monkeypatch.setattr(shipped, "FOLDER", folder)
    monkeypatch.setenv("TREETOP_CACHE", str(tmp_path / "cache"))
    monkeypatch.delenv("TREETOP_PROCESSOR", raising=False)

    def ask():
        for each in (shipped_folder, user_folder, say_once):
            each.cache_clear()
        return shipped_folder()

    yield ask
    shipped_folder.cache_clear()
    user_folder.cache_clear()


def test_the_wheel_is_used_until_all_is_compiled_for_the_machine(chosen, monkeypatch):
    assert chosen() is not None and shipped.processor() == BASELINE
    shipped.say_warm()
    assert chosen() is None and shipped.processor() != BASELINE
    monkeypatch.setenv("TREETOP_PROCESSOR", "baseline")
    assert chosen() is not None
    monkeypatch.setenv("TREETOP_PROCESSOR", "native")
    assert chosen() is None


def test_a_processor_without_its_features_takes_none(chosen, monkeypatch, capsys):
    features = dict.fromkeys(shipped.FEATURES[BASELINE], True)
    found = shipped.llvm.get_host_cpu_features
    monkeypatch.setattr(shipped.llvm, "get_host_cpu_features", lambda: features | {"fma": False})
    assert chosen() is None
    monkeypatch.setenv("TREETOP_PROCESSOR", "baseline")
    assert chosen() is None
    assert "has no effect" in capsys.readouterr().err
    monkeypatch.setattr(shipped.llvm, "get_host_cpu_features", found)
    assert chosen() is not None


def test_another_compiler_or_python_takes_none(chosen, monkeypatch):
    monkeypatch.setattr(shipped, "COMPILER", "numba-0.61.0-llvmlite-0.44.0")
    assert chosen() is None
    monkeypatch.undo()
    assert "numba" in shipped.name() and sys.implementation.cache_tag in shipped.name()


def test_a_processor_that_was_named_is_compiled_for(chosen, monkeypatch):
    monkeypatch.setattr(shipped.nb.config, "CPU_NAME", "generic")
    assert chosen() is None


def test_checkpoints_and_campaigns_know_it(chosen, monkeypatch):
    """By the name of all code: results differ in the last bits."""
    assert chosen() is not None
    ours = cached_code.sources()
    monkeypatch.setenv("TREETOP_PROCESSOR", "native")
    assert chosen() is None
    assert ours == f"{cached_code.sources()}-{BASELINE}"


def test_a_wrong_word_is_told(chosen, monkeypatch, capsys):
    monkeypatch.setenv("TREETOP_PROCESSOR", "fast")
    assert chosen() is not None
    assert "it can be native or baseline" in capsys.readouterr().err
