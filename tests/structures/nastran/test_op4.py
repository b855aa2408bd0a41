"""Matrices of OUTPUT4 files."""

import struct

import numpy as np
import pytest

from nastran_files import op4_binary, op4_text
from treetop.errors import ModelError
from treetop.structures.nastran import read_op4

pytestmark = pytest.mark.compiled  # no kernels here

RNG = np.random.default_rng(5)
KGG = RNG.standard_normal((9, 9)) * (RNG.random((9, 9)) < 0.4)
PHI = RNG.standard_normal((5, 3))
BOTH = {"KGG": KGG, "PHI": PHI}


@pytest.mark.parametrize("sparse, big", [(False, False), (True, False), (True, True)])
@pytest.mark.parametrize("mark, word", [("<", 4), (">", 4), ("<", 8)])
def test_binary_of_any_sort_comes_back_to_the_last_bit(tmp_path, sparse, big, mark, word):
    (tmp_path / "m.op4").write_bytes(op4_binary(BOTH, mark, word, sparse, big))
    found = read_op4(tmp_path / "m.op4")
    assert list(found) == ["KGG", "PHI"]
    assert (found["KGG"].toarray() == KGG).all()
    assert (found["PHI"].toarray() == PHI).all()


@pytest.mark.parametrize("sparse, big", [(False, False), (True, False), (True, True)])
def test_text_of_any_sort_comes_back(tmp_path, sparse, big):
    (tmp_path / "m.op4").write_text(op4_text(BOTH, sparse, big))
    found = read_op4(tmp_path / "m.op4")
    assert np.allclose(found["KGG"].toarray(), KGG, rtol=1e-15)
    assert np.allclose(found["PHI"].toarray(), PHI, rtol=1e-15)


def test_single_and_complex_numbers_in_binary(tmp_path):
    """One column each of types 1 and 4, as strings of a small matrix."""

    def record(*parts):
        content = b"".join(parts)
        return struct.pack("<i", len(content)) + content + struct.pack("<i", len(content))

    def integers(*values):
        return struct.pack(f"<{len(values)}i", *values)

    end = record(integers(2, 1, 1), struct.pack("<f", 1.0))
    single = record(integers(1, 4, 2, 1), b"S       ")
    single += record(integers(1, 0, 3), integers(65536 * 3 + 2), struct.pack("<2f", 1.5, -2.25))
    twofold = record(integers(1, 3, 2, 4), b"Z       ")
    twofold += record(integers(1, 2, 4), struct.pack("<2d", 3.0, -7.0))
    (tmp_path / "m.op4").write_bytes(single + end + twofold + end)
    found = read_op4(tmp_path / "m.op4")
    assert (found["S"].toarray().ravel() == [0, 1.5, -2.25, 0]).all()
    assert (found["Z"].toarray().ravel() == [0, 3 - 7j, 0]).all()


def test_text_as_it_is_written_elsewhere(tmp_path):
    """Five numbers a line, negative ones without a space between, single and complex ones."""
    (tmp_path / "m.op4").write_text(
        "       2       3       2       1R       1P,5E16.9\n"
        "       2       0       5\n"
        "  196610\n"
        " 1.500000000E+00-2.500000000D-01\n"
        "  131073\n"
        "-4.000000000E+02\n"
        "       3       1       1\n"
        " 1.000000000E+00\n"
        "       1      -3       2       4C       1P,5E16.9\n"
        "       1       0       6\n"
        "       5       2\n"
        " 3.000000000E+00-7.000000000E+00\n"
        "       2       1       1\n"
        " 1.000000000E+00\n"
    )
    found = read_op4(tmp_path / "m.op4")
    assert (found["R"].toarray() == [[0, -400], [0, 1.5], [0, -0.25]]).all()
    assert (found["C"].toarray() == [[0], [3 - 7j], [0]]).all()


@pytest.mark.parametrize("content", [b"", b"abc", b"hello, these are words\n"])
def test_what_is_no_such_file(tmp_path, content):
    (tmp_path / "m.op4").write_bytes(content)
    if content:
        with pytest.raises(ModelError, match=r"m\.op4: cannot be read"):
            read_op4(tmp_path / "m.op4")
    with pytest.raises(ModelError, match="no such file"):
        read_op4(tmp_path / "none.op4")


@pytest.mark.parametrize("kind", [op4_binary, op4_text])
def test_files_cut_short(tmp_path, kind):
    whole = kind(BOTH)
    content = whole if isinstance(whole, bytes) else whole.encode()
    for length in (40, 200, len(content) // 2, len(content) - 60):
        (tmp_path / "m.op4").write_bytes(content[:length])
        with pytest.raises(ModelError, match=r"m\.op4: cannot be read"):
            read_op4(tmp_path / "m.op4")
