"""The folder of compiled code: damaged files, folders of others, full disks."""

import os
import pickle
import shutil
import stat
import subprocess
import sys
from pathlib import Path

import pytest

import treetop
from treetop.core import cache
from treetop.core.cache import read_cached, user_folder, write_cached
from treetop.core.compiler import INTERPRETED

PACKAGE = Path(treetop.__file__).parent

compiles = pytest.mark.skipif(INTERPRETED, reason="nothing is compiled")
owned = pytest.mark.skipif(not hasattr(os, "geteuid"), reason="files have no owners here")


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A place for a cache, not yet there."""
    monkeypatch.setenv("TREETOP_CACHE", str(tmp_path / "new" / "cache"))
    for function in (user_folder, cache.say_once):
        function.cache_clear()
    yield tmp_path / "new" / "cache"
    user_folder.cache_clear()


# --- files --------------------------------------------------------------------------------


def test_what_is_written_is_read(tmp_path):
    write_cached(tmp_path / "code", b"some code")
    assert read_cached(tmp_path / "code") == b"some code"
    assert [each.name for each in tmp_path.iterdir()] == ["code"]


DAMAGES = {
    "emptied": lambda content: b"",
    "truncated": lambda content: content[:-3],
    "half": lambda content: content[: len(content) // 2],
    "longer": lambda content: content + b"\0",
    "a bit": lambda content: content[:-1] + bytes([content[-1] ^ 4]),
    "its digest": lambda content: bytes([content[0] ^ 4]) + content[1:],
    "of others": lambda content: pickle.dumps(print),
}


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES)
def test_a_damaged_file_is_removed_and_told(tmp_path, damage, capsys):
    path = tmp_path / "code"
    write_cached(path, b"some code")
    path.write_bytes(damage(path.read_bytes()))
    assert read_cached(path) is None
    assert not path.exists()
    assert capsys.readouterr().err == "treetop: code: it is damaged; it is compiled again\n"


@owned
@pytest.mark.parametrize("mode", [0o622, 0o602, 0o660])
def test_a_file_that_others_can_write_is_not_read(tmp_path, mode, capsys):
    write_cached(tmp_path / "code", b"some code")
    (tmp_path / "code").chmod(mode)
    assert read_cached(tmp_path / "code") is None
    assert "others can write" in capsys.readouterr().err


@pytest.mark.posix
def test_links_and_pipes_are_not_read(tmp_path, capsys):
    write_cached(tmp_path / "code", b"some code")
    (tmp_path / "link").symlink_to(tmp_path / "code")
    os.mkfifo(tmp_path / "pipe")
    assert read_cached(tmp_path / "link") is None
    assert read_cached(tmp_path / "pipe") is None


def test_a_full_disk_leaves_nothing(tmp_path, monkeypatch, capsys):
    def full(handle):
        raise OSError(28, "No space left on device")

    cache.say_once.cache_clear()
    monkeypatch.setattr(os, "fsync", full)
    write_cached(tmp_path / "code", b"some code")
    write_cached(tmp_path / "more", b"some code")
    assert not list(tmp_path.iterdir())
    assert capsys.readouterr().err.count("No space left on device") == 1


# --- folders ------------------------------------------------------------------------------


@owned
def test_a_new_folder_is_closed_to_others_whatever_the_umask(folder):
    before = os.umask(0)
    try:
        made = user_folder("key", "module")
    finally:
        os.umask(before)
    assert made == folder / "key" / "module"
    for each in (made, made.parent, folder, folder.parent):
        assert stat.S_IMODE(each.stat().st_mode) == 0o700


@owned
@pytest.mark.parametrize("which", [".", "key", "key/module"])
@pytest.mark.parametrize("mode", [0o777, 0o720, 0o702])
def test_a_folder_that_others_can_write_to_is_not_used(folder, capsys, which, mode):
    (folder / "key" / "module").mkdir(parents=True, mode=0o700)
    (folder / which).chmod(mode)
    assert user_folder("key", "module") is None
    assert "compiled code is not kept: others can write to" in capsys.readouterr().err


@owned
def test_a_folder_of_another_user_is_not_used(folder, capsys, monkeypatch):
    folder.mkdir(parents=True, mode=0o700)
    other = os.geteuid() + 1
    monkeypatch.setattr(os, "geteuid", lambda: other)
    assert user_folder("key") is None
    assert "belongs to another user" in capsys.readouterr().err


@owned
def test_a_folder_in_one_that_anybody_can_write_to_is_not_used(folder, capsys):
    folder.parent.mkdir()
    folder.parent.chmod(0o777)
    assert user_folder("key") is None
    folder.parent.chmod(0o1777)  # where only owners remove, as in /tmp
    user_folder.cache_clear()
    assert user_folder("key") == folder / "key"


def test_a_link_in_place_of_a_folder_is_not_used(folder, tmp_path):
    folder.mkdir(parents=True, mode=0o700)
    (tmp_path / "elsewhere").mkdir()
    (folder / "key").symlink_to(tmp_path / "elsewhere")
    assert user_folder("key") is None


@pytest.mark.parametrize(
    ("system", "known", "place"),
    [
        ("linux", {}, ".cache/treetop"),
        ("linux", {"XDG_CACHE_HOME": "elsewhere"}, "elsewhere/treetop"),
        ("darwin", {}, "Library/Caches/treetop"),
        ("win32", {}, "AppData/Local/treetop/Cache"),
        ("win32", {"LOCALAPPDATA": "Local"}, "Local/treetop/Cache"),
    ],
)
def test_the_folder_is_where_each_system_has_such_things(system, known, place):
    """As platformdirs has it too."""
    folder = cache._usual(system, {name: str(Path.home() / value) for name, value in known.items()})
    assert folder == Path.home() / place


def test_modes_say_nothing_where_files_have_no_owners(folder, monkeypatch):
    """Every folder seems open to all on Windows."""
    monkeypatch.delattr(os, "geteuid", raising=False)
    folder.parent.mkdir()
    folder.parent.chmod(0o777)
    assert user_folder("key") == folder / "key"


def test_no_home_at_all(folder, monkeypatch, capsys):
    def homeless():
        raise RuntimeError("Could not determine home directory.")

    for name in ("TREETOP_CACHE", "XDG_CACHE_HOME", "HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(Path, "home", homeless)
    assert user_folder("key") is None
    assert user_folder("key", "other") is None
    assert capsys.readouterr().err.count("compiled code is not kept: Could not") == 1


# --- machine code -------------------------------------------------------------------------


@pytest.fixture
def twice(twice_path, tmp_path):
    """What a process says that calls an entry: its result, cache hits, and what it says of
    files."""

    def run(first=""):
        done = subprocess.run(
            [sys.executable, "-c", f"{first}\nimport twice"],
            env=os.environ | {"PYTHONPATH": twice_path, "TREETOP_CACHE": str(tmp_path / "cache")},
            capture_output=True,
            text=True,
            timeout=300,
        )
        return done.returncode, done.stdout.strip(), done.stderr

    return run


@pytest.fixture(scope="module")
def kept():
    """Folders of compiled code, by what was compiled."""
    return {}


@pytest.fixture
def compiled(twice, tmp_path, kept, tmp_path_factory):
    """The file of its machine code, which a process has compiled once for all tests."""
    if "twice" not in kept:
        assert twice()[:2] == (0, "3.0 0")
        kept["twice"] = tmp_path_factory.mktemp("kept") / "cache"
        shutil.copytree(tmp_path / "cache", kept["twice"])
    else:
        shutil.copytree(kept["twice"], tmp_path / "cache")
    (path,) = (each for each in tmp_path.glob("cache/*/twice/*") if each.is_file())
    return path


@compiles
def test_damaged_machine_code_is_compiled_again(twice, compiled):
    compiled.write_bytes(DAMAGES["a bit"](compiled.read_bytes()))
    code, printed, said = twice()
    assert (code, printed) == (0, "3.0 0")
    assert "is damaged; it is compiled again" in said
    assert twice()[:2] == (0, "3.0 1")


@compiles
def test_machine_code_of_something_else_is_compiled_again(twice, compiled):
    write_cached(compiled, pickle.dumps("another version of the compiler"))
    code, printed, said = twice()
    assert (code, printed) == (0, "3.0 0")
    assert "cannot be loaded (ValueError); it is compiled again" in said
    assert twice()[1] == "3.0 1"


@pytest.mark.posix
@compiles
def test_a_disk_that_fills_up_while_compiling_ends_no_run(twice, tmp_path):
    full = "import resource, sys; resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))"
    code, printed, said = twice(f"{full}; sys.dont_write_bytecode = True")  # it would be cut short
    assert (code, printed) == (0, "3.0 0")
    assert said.count("compiled code is not kept") == 1
    assert not list(tmp_path.glob("cache/*/twice/*"))
    assert [twice()[1] for _ in range(2)] == ["3.0 0", "3.0 1"]


@compiles
def test_code_of_a_file_that_was_edited_is_compiled_again(twice, compiled, tmp_path):
    source = tmp_path / "twice.py"
    source.write_text(source.read_text().replace("2 * x", "4.0 * x"))
    assert [twice()[1] for _ in range(2)] == ["6.0 0", "6.0 1"]


@pytest.mark.posix
@compiles
def test_code_that_another_wrote_is_not_run(twice, compiled, tmp_path):
    (tmp_path / "cache").chmod(0o777)
    code, printed, said = twice()
    assert (code, printed) == (0, "3.0 0")
    assert said.count("others can write to") == 1


def test_a_folder_in_the_place_of_a_file_is_not_read(tmp_path, capsys):
    (tmp_path / "code").mkdir()
    assert read_cached(tmp_path / "code") is None
    assert "is not what it should be" in capsys.readouterr().err
