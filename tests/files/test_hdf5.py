"""HDF5 files that lead elsewhere, or say to be larger than they are."""

import h5py
import numpy as np
import pytest

from treetop.errors import TreetopError
from treetop.files.hdf5 import require_plain


def _virtual(file, away):
    layout = h5py.VirtualLayout((3,), "f8")
    layout[:] = h5py.VirtualSource(away, "x", shape=(3,))
    file.create_virtual_dataset("x", layout)


def _loop(file, away):
    file.create_group("g")["again"] = file["/"]
    file["g/x"] = 1.0


HOSTILE = {
    "another file": lambda f, away: f.create_dataset("x", (3,), "u1", external=[(away, 0, 3)]),
    "link": lambda f, away: f.__setitem__("x", h5py.ExternalLink(away, "/x")),
    "another place": lambda f, away: f.__setitem__("x", h5py.SoftLink("/y")),
    "other arrays": _virtual,
    "twice": _loop,
    "packed": lambda f, away: f.create_dataset("x", data=np.zeros(99), compression="lzf"),
    "numbers or texts": lambda f, away: f.create_dataset("x", data=np.zeros(9, "f8,f8")),
    "not an array": lambda f, away: f.__setitem__("x", np.dtype("f8")),
    "more than": lambda f, away: [f.create_group(str(k)) for k in range(10_001)],
    "far larger": lambda f, away: f.create_dataset("x", (10**12,), "u1"),
    "far larger ": lambda f, away: f.create_dataset("x", (10**11,), "f8", chunks=(1000,)),
    " far larger": lambda f, away: f.create_dataset(
        "x", data=np.zeros(2**27, "u1"), compression=9, chunks=(2**20,)
    ),
}


@pytest.mark.parametrize("what", HOSTILE)
def test_hostile_files_are_refused_before_anything_is_read(tmp_path, what):
    away = tmp_path / "away"
    away.write_bytes(b"secret")
    with h5py.File(tmp_path / "file.nc", "w") as file:
        HOSTILE[what](file, str(away))
    size = (tmp_path / "file.nc").stat().st_size
    with (
        h5py.File(tmp_path / "file.nc") as file,
        pytest.raises(TreetopError, match=f"cannot be read: .*{what.strip()}"),
    ):
        require_plain(file, size, TreetopError)


def test_plain_arrays_pass(tmp_path):
    with h5py.File(tmp_path / "file.nc", "w") as file:
        group = file.create_group("g")
        group.create_dataset("packed", data=np.zeros(10_000), compression=9, shuffle=True)
        group["text"], file["names"], file["none"] = "a", ["b", "c"], np.zeros(0)
        file.create_dataset("sums", data=np.arange(99), fletcher32=True)
    with h5py.File(tmp_path / "file.nc") as file:
        require_plain(file, (tmp_path / "file.nc").stat().st_size, TreetopError)
