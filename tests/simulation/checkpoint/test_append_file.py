"""A file that only grows, and what of it counts."""

import numpy as np
import pytest

import treetop as tt
from treetop.simulation.checkpoint.append_file import AppendFile


def test_what_was_appended_is_read(tmp_path, rng):
    trail, numbers = AppendFile(tmp_path / "trail"), rng.normal(size=(7, 3))
    for part in np.split(numbers, [2, 2, 5]):
        trail.append(part)
    again = AppendFile(trail.path, trail.size, trail.checksum)
    assert again.read().tobytes() == numbers.tobytes()


def test_what_was_not_finished_does_not_count(tmp_path):
    trail = AppendFile(tmp_path / "trail")
    trail.append(np.arange(3.0))
    again = AppendFile(trail.path, trail.size, trail.checksum)
    trail.append(np.arange(5.0))  # by a process that died before it could say so
    assert again.read().tolist() == [0, 1, 2]
    again.append(np.array([9.0]))
    assert again.read().tolist() == [0, 1, 2, 9]
    assert trail.path.stat().st_size == again.size


@pytest.mark.parametrize("content", [b"", bytes(24)], ids=["cut off", "changed"])
def test_damage_is_told(tmp_path, content):
    trail = AppendFile(tmp_path / "trail")
    trail.append(np.arange(3.0))
    trail.path.write_bytes(content)
    with pytest.raises(tt.TreetopError, match="trail: is damaged"):
        trail.read()


def test_one_that_is_gone_is_told(tmp_path):
    trail = AppendFile(tmp_path / "trail")
    trail.append(np.arange(3.0))
    trail.path.unlink()
    with pytest.raises(tt.TreetopError, match=r"trail: there is no such file.*begin anew"):
        trail.read()
