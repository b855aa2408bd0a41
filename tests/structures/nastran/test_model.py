"""Structures from bulk data, OUTPUT4 and DMIG; eigenvectors from punch files."""

import numpy as np
import pytest

from flexible_structures import skew_frame
from nastran_files import dmig, op4_binary, punched_modes
from treetop.errors import ModelError
from treetop.structures.nastran import nastran_shapes, nastran_structure, read_eigenvectors
from treetop.structures.nastran.bulk import cards, real
from treetop.structures.nastran.grids import grids

pytestmark = pytest.mark.compiled  # no kernels here

# A cylindrical system whose z axis is the basic y axis, off the origin.
CYLINDER = "CORD2C,7,0,1.,0.,-2.,1.,1.,-2.\n+,1.,0.,5.\n"
ABOUT_Y = np.array([[0, 0, 1], [1, 0, 0], [0, 1, 0]], float).T  # columns: z, x, y of the basic one


def local_axes(p):
    """Radial, around, along, of the system above."""
    x, y, _ = ABOUT_Y.T @ (p - [1, 0, -2])
    r = np.hypot(x, y)
    return ABOUT_Y @ np.array([[x / r, -y / r, 0], [y / r, x / r, 0], [0, 0, 1]])


@pytest.fixture
def frame():
    """The skew frame without its linked node: what all files below describe."""
    return skew_frame()


def written_bulk(s, turned=True):
    """Grid points 10, 20 ... in free and large fields, each third in turned axes."""
    lines = ["SOL 103", "CEND", "BEGIN BULK", "$ a comment", CYLINDER.rstrip()]
    free = np.unique(s.degrees[:, 0])
    for k, node in enumerate(free):
        x, y, z = s.positions[node]
        axes = 7 if turned and k % 3 == 2 else 0
        if k % 3 == 0:
            lines.append(f"GRID,{10 * k + 10},,{x:.15g},{y:.15g},{z:.15g}")
        else:
            lines.append(f"GRID*   {10 * k + 10:16d}{'':16s}{x:16.13f}{y:16.13f}")
            lines.append(f"*       {z:16.13f}{axes:16d}")
    return "\n".join([*lines, "ENDDATA", "junk after the end"])


def turned_matrices(s):
    """Mass and stiffness as Nastran would have them, each grid point in its own axes."""
    free = np.unique(s.degrees[:, 0])
    T = np.eye(s.size)
    for k, node in enumerate(free):
        if k % 3 == 2:
            R = local_axes(s.positions[node])
            for first in (6 * k, 6 * k + 3):
                T[first : first + 3, first : first + 3] = R
    return T, {"MGG": T.T @ s.mass @ T, "KGG": T.T @ s.stiffness @ T}


def test_grids_and_a_binary_file_are_the_structure(tmp_path, frame):
    (tmp_path / "boom.bdf").write_text(written_bulk(frame))
    _, matrices = turned_matrices(frame)
    (tmp_path / "boom.op4").write_bytes(op4_binary(matrices, sparse=True, big=True))
    s = nastran_structure(tmp_path / "boom.bdf", tmp_path / "boom.op4")
    assert list(s.names) == ["10", "20", "30", "40", "50", "60", "70"]
    assert np.allclose(s.positions, frame.positions[np.unique(frame.degrees[:, 0])], atol=1e-12)
    assert abs(s.mass - frame.mass).max() < 1e-12 * abs(frame.mass).max()
    assert abs(s.stiffness - frame.stiffness).max() < 1e-12 * abs(frame.stiffness).max()
    assert np.allclose(s.inertia(), frame.inertia(), rtol=1e-11)


def test_punched_matrices_tell_their_degrees_of_freedom(tmp_path, frame):
    degrees = [(10 * k + 10, c) for k in range(7) for c in range(1, 7)]
    pair = (("MAAX", frame.mass), ("KAAX", frame.stiffness))
    punched = "".join(dmig(name, matrix.toarray(), degrees) for name, matrix in pair)
    text = written_bulk(frame, turned=False).replace("ENDDATA", punched + "ENDDATA")
    (tmp_path / "boom.bdf").write_text(text)
    s = nastran_structure(tmp_path / "boom.bdf", mass="MAAX", stiffness="KAAX")
    assert s.size == 42
    assert abs(s.stiffness - frame.stiffness).max() < 1e-9 * abs(frame.stiffness).max()
    assert s.total_mass == pytest.approx(frame.total_mass, rel=1e-9)


def test_millimetres_and_tonnes(tmp_path, frame):
    bulk = written_bulk(frame, turned=False)
    (tmp_path / "m.bdf").write_text(bulk)
    (tmp_path / "m.op4").write_bytes(
        op4_binary({"MGG": frame.mass.toarray(), "KGG": frame.stiffness.toarray()})
    )
    s = nastran_structure(tmp_path / "m.bdf", tmp_path / "m.op4", length=2.0, kilograms=5.0)
    assert s.total_mass == pytest.approx(5 * frame.total_mass)
    assert np.allclose(s.centre, 2 * frame.centre)
    assert np.allclose(s.inertia(), 20 * frame.inertia())
    assert abs(s.stiffness @ s.rigid_modes()).max() < 1e-12 * abs(s.stiffness).max()


def test_eigenvectors_come_in_the_axes_of_grid_points(tmp_path, frame):
    (tmp_path / "boom.bdf").write_text(written_bulk(frame))
    T, matrices = turned_matrices(frame)
    (tmp_path / "boom.op4").write_bytes(op4_binary(matrices))
    shapes = np.random.default_rng(0).standard_normal((42, 2))
    own = (T.T @ shapes).reshape(7, 6, 2)
    by_grid = {10 * k + 10: own[k] for k in range(7)}
    (tmp_path / "boom.pch").write_text(punched_modes([4.0, 2.5e3], by_grid))
    vectors = read_eigenvectors(tmp_path / "boom.pch")
    assert np.allclose(vectors.values, [4.0, 2.5e3])
    s = nastran_structure(tmp_path / "boom.bdf", tmp_path / "boom.op4")
    assert np.allclose(nastran_shapes(s, tmp_path / "boom.bdf", vectors), shapes, atol=1e-5)


def test_an_analysis_set_orders_the_rows(tmp_path, frame):
    sets = "ASET1,123456,20,THRU,49\nASET,60,123456\nENDDATA"  # 25 and so on are no grid points
    (tmp_path / "m.bdf").write_text(written_bulk(frame, turned=False).replace("ENDDATA", sets))
    keep = np.concatenate([np.arange(6, 24), np.arange(30, 36)])
    inner = np.setdiff1d(np.arange(42), keep)
    K = frame.stiffness.toarray()
    guyan = np.zeros((42, len(keep)))
    guyan[keep] = np.eye(len(keep))
    guyan[inner] = -np.linalg.solve(K[np.ix_(inner, inner)], K[np.ix_(inner, keep)])
    reduced = {"MAA": guyan.T @ frame.mass @ guyan, "KAA": guyan.T @ K @ guyan}
    (tmp_path / "m.op4").write_bytes(op4_binary(reduced))
    s = nastran_structure(tmp_path / "m.bdf", tmp_path / "m.op4", mass="MAA", stiffness="KAA")
    assert list(s.names) == ["20", "30", "40", "60"]
    assert s.total_mass == pytest.approx(frame.total_mass)
    assert np.allclose(s.inertia(), frame.inertia())


def test_a_set_that_names_no_grid_points_is_told(tmp_path, frame):
    bulk = written_bulk(frame, turned=False).replace("ENDDATA", "ASET1,123,A,THRU,9\nENDDATA")
    (tmp_path / "m.bdf").write_text(bulk)
    matrices = {"MGG": frame.mass.toarray(), "KGG": frame.stiffness.toarray()}
    (tmp_path / "m.op4").write_bytes(op4_binary(matrices))
    with pytest.raises(ModelError, match=r"m\.bdf:\d+: ASET1 does not name grid points"):
        nastran_structure(tmp_path / "m.bdf", tmp_path / "m.op4")


def test_numbers_and_fields_as_Nastran_has_them():
    assert [real(t) for t in ("1.5+3", "-7.-4", "1.D2", "2.5E-1", "3")] == [
        1500,
        -7e-4,
        100,
        0.25,
        3,
    ]
    lines = [
        "GRID           1       0     1.0     2.0     3.0",
        "GRID*,2,,4.0,5.0",
        "*,6.0",
        "GRID,3,,.5",
    ]
    found = grids(cards(lines))
    assert [g.position.tolist() for g in found] == [[1, 2, 3], [4, 5, 6], [0.5, 0, 0]]


def refused(tmp_path, match, bulk, op4=None, **more):
    (tmp_path / "b.bdf").write_text(bulk)
    if op4 is not None:
        (tmp_path / "b.op4").write_bytes(op4_binary(op4))
    with pytest.raises(ModelError, match=match):
        nastran_structure(tmp_path / "b.bdf", tmp_path / "b.op4", **more)


def test_what_is_wrong_with_files_is_told(tmp_path):
    eye = {"MGG": np.eye(6), "KGG": np.eye(6)}
    two = "GRID,1\nGRID,2,,1.\n"
    refused(
        tmp_path,
        r"b\.bdf: degrees: matrices have 6 rows, 2 grid points have 12 \(wrong number",
        two,
        eye,
    )
    refused(
        tmp_path, r"b\.op4: there is no matrix KAA \(there are MGG, KGG\)", two, stiffness="KAA"
    )
    refused(
        tmp_path, r"b\.op4: degrees: there is no GRID 5", two, degrees=[(5, c) for c in range(1, 7)]
    )
    refused(tmp_path, r"b\.bdf:2: GRID 1 is there twice", "GRID,1\nGRID,1")
    refused(tmp_path, r"b\.bdf:1: there is no coordinate system 9", "GRID,1,9,1.,2.,3.")
    refused(tmp_path, r"b\.bdf:1: field 4 of GRID is 'x'", "GRID,1,,x")
    refused(tmp_path, r"b\.bdf:1: continues nothing", "+,1,2")
    refused(tmp_path, r"b\.bdf: there are no GRID cards", "PARAM,POST,-1")
    (tmp_path / "b.pch").write_text("$TITLE\n$DISPLACEMENTS\n")
    with pytest.raises(ModelError, match=r"b\.pch: has no eigenvectors"):
        read_eigenvectors(tmp_path / "b.pch")
    lines = punched_modes([4.0, 9.0], {1: np.ones((6, 2))}).splitlines()
    scalar = [" ".join(line.split()[:3]) for line in lines[-2:-1]]  # one number instead of six
    (tmp_path / "b.pch").write_text("\n".join(lines[:-2] + scalar))
    with pytest.raises(ModelError, match=r"b\.pch: eigenvector 2 is not whole"):
        read_eigenvectors(tmp_path / "b.pch")


@pytest.mark.filterwarnings("error")
def test_numbers_whose_powers_are_not_finite_are_refused(tmp_path):
    card = "CORD2R,7,0,0.,0.,0.,0.,0.,1.E+99,\n+,1.,0.,0.\nGRID,1,7,0.,0.,0."
    (tmp_path / "far.bdf").write_text(card)
    with pytest.raises(ModelError, match=r"1.E.99.*a number, at most 1e.75"):
        nastran_structure(tmp_path / "far.bdf")
