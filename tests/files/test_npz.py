"""Archives of arrays."""

import io
import zipfile

import numpy as np
import pytest

from treetop.errors import TreetopError
from treetop.files import npz
from treetop.files.npz import npz_arrays, npz_content


def test_arrays_come_back_and_numpy_reads_them_too():
    arrays = {
        "a": np.arange(6.0).reshape(2, 3), "b": np.asfortranarray(np.eye(3)), "c": np.array("text"),
        "d": np.zeros((0, 3)), "e": np.array(["x", "yz"]), "f": np.array(2.5), "g": np.array(""),
    }  # fmt: skip
    content = npz_content(arrays)
    found = npz_arrays(content, TreetopError)
    with np.load(io.BytesIO(content)) as theirs:
        for name, value in arrays.items():
            for other in (found[name], theirs[name]):
                assert other.dtype == value.dtype and np.array_equal(other, value)


def test_archives_of_others_have_no_seal():
    content = io.BytesIO()
    np.savez(content, a=np.ones(3))
    assert (npz_arrays(content.getvalue(), TreetopError)["a"] == 1).all()


def archive(*members):
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as file:
        for name, what in members:
            file.writestr(name, what)
    return content.getvalue()


def array(shape, content=b"", kind="<f8"):
    file = io.BytesIO()
    told = {"descr": kind, "fortran_order": False, "shape": shape}
    np.lib.format.write_array_header_1_0(file, told)
    return file.getvalue() + content


@pytest.mark.parametrize(
    "member",
    [array((10**12,)), array((2**62, 4)), array((-1,)), array((3,), bytes(8)), array((0,), b"x"),
     array((1,), bytes(8), "|O"), b"", b"no array"],
)  # fmt: skip
def test_arrays_that_are_not_as_long_as_they_say(member):
    with pytest.raises(TreetopError, match="cannot be read"):
        npz_arrays(archive(("a.npy", member)), TreetopError)


def zeros(size):
    """They pack to a thousandth."""
    return archive(("a.npy", array((size // 8,), bytes(size))))


def test_an_archive_that_is_far_larger_than_its_file(monkeypatch):
    monkeypatch.setattr(npz, "FREE", 2**10)
    assert npz_arrays(zeros(2**7), TreetopError)["a"].nbytes == 2**7
    with pytest.raises(TreetopError, match="far larger than it is"):
        npz_arrays(zeros(2**20), TreetopError)


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_two_arrays_of_one_name():
    twice = ("a.npy", array((1,), bytes(8)))
    with pytest.raises(TreetopError, match="of one name"):
        npz_arrays(archive(twice, twice), TreetopError)
