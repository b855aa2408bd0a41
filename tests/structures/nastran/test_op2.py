"""OUTPUT2: geometry, matrices and eigenvectors, of both byte orders and lengths of words."""

import numpy as np
import pytest

from op2_files import Op2Writer
from superelements import GRIDS, SCALARS, TURNED, in_own_axes, panel, reduced_panel
from treetop import flexible as fx
from treetop.errors import ModelError

pytestmark = pytest.mark.compiled  # no kernels here

FORMS = [(mark, word) for mark in "<>" for word in (4, 8)]


def described(writer, structure, scalars=SCALARS):
    """Grid points with a turned system, of which 105 has its axes."""
    grids = [(n, 0, *structure.position(str(n)), 3 if n == 105 else 0) for n in GRIDS]
    z, x = TURNED[:, 2], TURNED[:, 0]
    writer.geometry(grids, [(3, 0, 0, 0, 0, *z, *x)], scalars)


@pytest.fixture(scope="module")
def whole():
    return panel()


@pytest.fixture(scope="module")
def matrices(whole):
    return [in_own_axes(matrix) for matrix in reduced_panel(whole)[1:]]


@pytest.mark.parametrize(("mark", "word"), FORMS)
def test_a_superelement_in_one_file(tmp_path, whole, matrices, mark, word):
    writer = Op2Writer(mark, word, label=mark == "<")
    described(writer, whole)
    writer.matrix("MAAX", matrices[0])
    writer.matrix("KAAX", matrices[1])
    writer.block("OES1X1", (105,) + (0,) * 6, [[writer.integers(*range(20))]])  # passed over
    (tmp_path / "se.op2").write_bytes(writer.whole_file())
    s = fx.nastran_superelement(tmp_path / "se.op2").structure
    single = 1e-6 if word == 4 else 1e-12  # positions are single words
    assert np.allclose(s.positions[:11], [whole.position(str(n)) for n in GRIDS], atol=single)
    M, K = reduced_panel(whole)[1:]
    tolerance = 1e-6 if word == 4 else 1e-9  # axes are single words
    assert abs(s.mass.toarray() - M).max() < tolerance * abs(M).max()
    assert abs(s.stiffness.toarray() - K).max() < tolerance * abs(K).max()


def test_matrices_beside_bulk_data_are_those_of_op4(tmp_path, matrices):
    writer = Op2Writer()
    writer.matrix("KAA", matrices[1])
    sparse = np.zeros((7, 5))
    sparse[[1, 2, 5], 1], sparse[6, 4] = (1.5, -2, 3), 1e-300
    writer.matrix("SOME", sparse)
    writer.matrix("SINGLE", np.float32(sparse[:, :2]), single=True)
    (tmp_path / "m.op2").write_bytes(writer.whole_file())
    found = fx.read_op2(tmp_path / "m.op2")
    assert list(found.matrices) == ["KAA", "SOME", "SINGLE"] and found.eigenvectors is None
    assert np.array_equal(found.matrices["KAA"].toarray(), matrices[1])
    assert np.array_equal(found.matrices["SOME"].toarray(), sparse)
    assert np.array_equal(found.matrices["SINGLE"].toarray(), sparse[:, :2])


@pytest.mark.parametrize(("mark", "word"), FORMS)
def test_eigenvectors_in_the_axes_of_grid_points(tmp_path, whole, mark, word):
    structure = whole
    modes = fx.normal_modes(structure, fixed="101", count=3)
    shapes = {}
    for n in GRIDS:
        first = 6 * structure.node(str(n))
        shape = (structure.motion[first : first + 6] @ modes.shapes).reshape(2, 3, -1)
        axes = TURNED if n == 105 else np.eye(3)
        shapes[n] = (axes.T @ shape).reshape(6, -1)
    writer = Op2Writer(mark, word)
    described(writer, structure)
    values = modes.angular_frequencies**2
    writer.eigenvectors(values, shapes, scalars=SCALARS[:2])
    (tmp_path / "m.op2").write_bytes(writer.whole_file())
    read = fx.read_eigenvectors(tmp_path / "m.op2")
    single = 1e-6 if word == 4 else 1e-12
    assert np.allclose(read.values, values, rtol=single)
    assert list(read.shapes) == list(GRIDS)
    boundary = fx.guyan(structure, interface=[str(n) for n in GRIDS]).mass
    (tmp_path / "m.bdf").write_text("GRID,1")
    K = np.eye(66) * 2 - np.eye(66, k=6) - np.eye(66, k=-6)
    small = fx.Structure(
        np.array([structure.position(str(n)) for n in GRIDS]),
        [(k, d) for k in range(11) for d in range(6)], boundary, K,
        {str(n): k for k, n in enumerate(GRIDS)},
    )  # fmt: skip
    found = fx.nastran_shapes(small, tmp_path / "m.op2", read)
    rows = [6 * structure.node(str(n)) + d for n in GRIDS for d in range(6)]
    wanted = structure.motion[rows] @ modes.shapes
    assert np.allclose(found, wanted, atol=10 * single * abs(wanted).max())


def test_what_is_wrong_is_told(tmp_path, whole, matrices):
    writer = Op2Writer()
    described(writer, whole)
    writer.matrix("KAAX", matrices[1])
    content = writer.whole_file()
    (tmp_path / "m.op2").write_bytes(content)
    with pytest.raises(ModelError, match="there is no matrix MAAX"):
        fx.nastran_superelement(tmp_path / "m.op2")
    with pytest.raises(ModelError, match="has no real eigenvectors"):
        fx.read_eigenvectors(tmp_path / "m.op2")
    for wrong, match in (
        (content[:-40], "cut short|cannot be read"),
        (b"GRID,1,,1.,2.,3.", "does not begin with a key"),
        (content[:4] + content[8:], "cannot be read"),
    ):
        (tmp_path / "m.op2").write_bytes(wrong)
        with pytest.raises(ModelError, match=match):
            fx.read_op2(tmp_path / "m.op2")
    writer = Op2Writer()
    writer.matrix("A", np.eye(2))
    writer.matrix("A", np.eye(2))
    (tmp_path / "m.op2").write_bytes(writer.whole_file())
    with pytest.raises(ModelError, match="two matrices of the name A"):
        fx.read_op2(tmp_path / "m.op2")


def test_more_rows_than_the_file_has_bytes_are_refused_at_once(tmp_path):
    """They would fill the memory with nothing."""
    writer = Op2Writer("<", 4)
    writer.matrix("MAAX", np.eye(3))
    content, three = writer.whole_file(), writer.integers(101, 3, 3)
    assert content.count(three) == 1
    (tmp_path / "huge.op2").write_bytes(content.replace(three, writer.integers(101, 3, 2**30)))
    with pytest.raises(ModelError, match="1073741824 rows"):
        fx.read_op2(tmp_path / "huge.op2")
