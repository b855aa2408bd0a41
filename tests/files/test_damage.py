"""Files that are written whole."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from folders import SUPPORT
from treetop.errors import TreetopError
from treetop.files import whole
from treetop.files.whole import write_whole


@pytest.mark.posix
def test_a_file_is_on_the_disk_before_it_takes_the_place_of_another(tmp_path, monkeypatch):
    """So that after a failure of power there is the old one or the new one, whole."""
    done, replace = [], Path.replace
    monkeypatch.setattr(os, "fsync", lambda handle: done.append("sync"))
    monkeypatch.setattr(Path, "replace", lambda *both: (done.append("replace"), replace(*both)))
    write_whole(tmp_path / "result", b"all")
    assert done == ["sync", "replace", "sync"]
    assert (tmp_path / "result").read_bytes() == b"all" and len(list(tmp_path.iterdir())) == 1


@pytest.mark.posix
def test_parts_of_files_are_swept_when_their_process_is_gone(tmp_path):
    """And none that is still being written."""
    write = "from treetop.files.whole import _part; from pathlib import Path; import os, time\n"
    write += "with _part(Path('.')) as (part, file):\n"
    write += "    file.write(b'half'); file.flush(); print('ready', flush=True); time.sleep(60)"
    with subprocess.Popen(
        [sys.executable, "-c", write], cwd=tmp_path, stdout=subprocess.PIPE
    ) as other:
        assert other.stdout.readline() == b"ready\n"
        write_whole(tmp_path / "result", b"all")
        assert len(list(tmp_path.iterdir())) == 2
        other.kill()
        other.wait()
    write_whole(tmp_path / "result", b"all")
    assert [each.name for each in tmp_path.iterdir()] == ["result"]


FULL = """
import resource, signal, sys
from treetop.errors import TreetopError
from flexible_structures import boom
from treetop.flexible import save_structure
structure = boom(40)
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (2000, 2000))
sys.dont_write_bytecode = True
try:
    save_structure(structure, sys.argv[1])
except TreetopError as error:
    print(error)
"""


@pytest.mark.posix
@pytest.mark.parametrize("name", ["s.nc", "s.npz"])
def test_a_disk_that_is_full_leaves_what_was_there(tmp_path, name):
    """HDF5 itself would not survive it."""
    (tmp_path / name).write_bytes(b"before")
    path = [str(SUPPORT), *sys.path]
    ended = subprocess.run(
        [sys.executable, "-c", FULL, str(tmp_path / name)],
        env=os.environ | {"PYTHONPATH": os.pathsep.join(path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == 0, ended.stderr
    assert f"{name}: cannot be written: File too large" in ended.stdout
    assert [each.read_bytes() for each in tmp_path.iterdir()] == [b"before"]


@pytest.mark.posix
def test_names_that_cannot_be_written_to(tmp_path):
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    for name in ("loop", "x" * 300, "a\0b"):
        with pytest.raises(TreetopError, match="cannot be written"):
            write_whole(tmp_path / name, b"")


def test_a_file_is_closed_before_it_is_moved_where_the_system_asks_for_it(tmp_path, monkeypatch):
    """Windows moves no open file; elsewhere it is open until then, so that nobody sweeps it."""
    handles, replace = [], Path.replace

    def moved(part, path):
        with pytest.raises(OSError, match="Bad file descriptor"):
            os.fstat(handles[0])
        return replace(part, path)

    monkeypatch.setattr(whole, "fcntl", None)
    monkeypatch.setattr(os, "fsync", handles.append)
    monkeypatch.setattr(Path, "replace", moved)
    write_whole(tmp_path / "result", b"all")
    assert [each.read_bytes() for each in tmp_path.iterdir()] == [b"all"]
