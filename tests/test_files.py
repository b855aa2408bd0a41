"""Files that are written whole."""

import os
from pathlib import Path

from treetop.files import write_whole


def test_a_file_is_on_the_disk_before_it_takes_the_place_of_another(tmp_path, monkeypatch):
    """So that after a failure of power there is the old one or the new one, whole."""
    done, replace = [], Path.replace
    monkeypatch.setattr(os, "fsync", lambda handle: done.append("sync"))
    monkeypatch.setattr(Path, "replace", lambda *both: (done.append("replace"), replace(*both)))
    write_whole(tmp_path / "result", b"all")
    assert done == ["sync", "replace", "sync"]
    assert (tmp_path / "result").read_bytes() == b"all" and len(list(tmp_path.iterdir())) == 1
