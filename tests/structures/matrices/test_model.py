"""Structures from matrices as Abaqus, Ansys and others write them."""

import numpy as np
import pytest
import scipy.io
from scipy import sparse

from flexible_structures import boom
from treetop import flexible as fx
from treetop.errors import ModelError

pytestmark = pytest.mark.compiled  # no kernels here

NUMBERS = [7, 3, 12, 40, 41]  # of nodes, not in order


@pytest.fixture(scope="module")
def beam():
    return boom(4)


def degrees(structure):
    return [(NUMBERS[node], direction + 1) for node, direction in structure.degrees]


def nodes(structure):
    return dict(zip(NUMBERS, structure.positions, strict=True))


def abaqus(path, structure, matrix, triangle=True):
    lines = ["** MATRIX", "*MATRIX INPUT, NAME=K"]
    rows, entries = degrees(structure), matrix.tocoo()
    for i, j, value in zip(entries.row, entries.col, entries.data, strict=True):
        if not triangle or i <= j:
            (a, k), (b, l) = rows[i], rows[j]
            lines.append(f"{a},{k}, {b},{l},  {value:.16e}")
    path.write_text("\n".join(lines))


def harwell_boeing(path, matrix, symmetric=True):
    M = sparse.csc_array(sparse.tril(matrix) if symmetric else matrix)
    M.sort_indices()

    def lines(values, width, per, form):
        texts = [f"{value:{form}}" for value in values]
        groups = [texts[k : k + per] for k in range(0, len(texts), per)]
        return ["".join(text.rjust(width) for text in group) for group in groups]

    body = [
        lines(M.indptr + 1, 10, 8, "d"),
        lines(M.indices + 1, 10, 8, "d"),
        [line.replace("e", "D") for line in lines(M.data, 25, 3, ".16e")],
    ]
    counts = [len(part) for part in body]
    kind = "RSA" if symmetric else "RUA"
    head = [
        f"{'A matrix':72s}{'KEY':8s}",
        "".join(f"{n:14d}" for n in (sum(counts), *counts, 0)),
        f"{kind:14s}" + "".join(f"{n:14d}" for n in (*M.shape, M.nnz, 0)),
        f"{'(8I10)':16s}{'(8I10)':16s}{'(3D25.16)':20s}{'':20s}",
    ]
    path.write_text("\n".join(head + [line for part in body for line in part]) + "\n")


def same(found, beam):
    place = {degree: k for k, degree in enumerate(degrees(beam))}
    names = {node: int(name) for name, node in found.names.items()}
    rows = [place[names[int(node)], int(d) + 1] for node, d in found.degrees]
    for one, other in ((found.mass, beam.mass), (found.stiffness, beam.stiffness)):
        other = other.toarray()[np.ix_(rows, rows)]
        assert abs(one.toarray() - other).max() < 1e-12 * abs(other).max()
    assert found.total_mass == pytest.approx(beam.total_mass)


@pytest.mark.parametrize("triangle", [True, False])
def test_lines_of_abaqus(tmp_path, beam, triangle):
    abaqus(tmp_path / "M.mtx", beam, beam.mass, triangle)
    abaqus(tmp_path / "K.mtx", beam, beam.stiffness, triangle)
    text = "*NODE\n" + "\n".join(f"{n}, {x}, {y}, {z}" for n, (x, y, z) in nodes(beam).items())
    (tmp_path / "boom.inp").write_text(text)
    same(fx.matrix_structure(tmp_path / "boom.inp", tmp_path / "M.mtx", tmp_path / "K.mtx"), beam)


def test_matrix_market_with_degrees(tmp_path, beam):
    scipy.io.mmwrite(tmp_path / "M.mtx", sparse.coo_array(beam.mass), symmetry="symmetric")
    scipy.io.mmwrite(tmp_path / "K.mtx", sparse.coo_array(beam.stiffness), symmetry="general")
    found = fx.matrix_structure(
        nodes(beam), tmp_path / "M.mtx", tmp_path / "K.mtx", degrees=degrees(beam)
    )
    same(found, beam)


def test_matrix_market_in_full(tmp_path, beam):
    """As SciPy reads it too."""
    from treetop.structures.matrices.market import read_market

    for symmetry in ("general", "symmetric"):
        scipy.io.mmwrite(tmp_path / "K.mtx", beam.stiffness.toarray(), symmetry=symmetry)
        found = read_market((tmp_path / "K.mtx").read_text())
        assert np.array_equal(found.toarray(), scipy.io.mmread(tmp_path / "K.mtx"))


@pytest.mark.parametrize("symmetric", [True, False])
def test_harwell_boeing_with_the_mapping_of_ansys(tmp_path, beam, symmetric):
    harwell_boeing(tmp_path / "M.matrix", beam.mass, symmetric)
    harwell_boeing(tmp_path / "K.matrix", beam.stiffness, symmetric)
    words = ("UX", "UY", "UZ", "ROTX", "ROTY", "ROTZ")
    rows = [f"{k:8d}{n:8d}  {words[d - 1]}" for k, (n, d) in enumerate(degrees(beam), start=1)]
    (tmp_path / "K.mapping").write_text("\n".join(["Matrix Eqn  Node  DOF", *rows]))
    found = fx.matrix_structure(
        nodes(beam), tmp_path / "M.matrix", tmp_path / "K.matrix", degrees=tmp_path / "K.mapping"
    )
    same(found, beam)
    assert np.allclose(fx.normal_modes(found, fixed="7", count=4).frequencies,
                       fx.normal_modes(beam, fixed="root", count=4).frequencies)  # fmt: skip


def test_an_independent_reader_reads_the_same(tmp_path, beam):
    harwell_boeing(tmp_path / "K.rua", beam.stiffness, symmetric=False)
    text = (tmp_path / "K.rua").read_text().replace("D", "E")
    (tmp_path / "K.rua").write_text(text)
    from treetop.structures.matrices.harwell_boeing import read_harwell_boeing

    theirs = scipy.io.hb_read(tmp_path / "K.rua")
    assert np.array_equal(read_harwell_boeing(text).toarray(), theirs.toarray())


def test_what_is_wrong_is_told(tmp_path, beam):
    abaqus(tmp_path / "M.mtx", beam, beam.mass)

    def refused(match, text, **more):
        (tmp_path / "K.mtx").write_text(text)
        with pytest.raises(ModelError, match=match):
            fx.matrix_structure(nodes(beam), tmp_path / "M.mtx", tmp_path / "K.mtx", **more)

    refused("line 1 is not node, degree, node, degree, value", "1,2,x,4,5")
    refused("line 2 has an internal node", "7,1,7,1,1.\n-1,1,7,1,1.")
    refused("line 1 holds node 7; write matrices without supports", "7,1,7,1,1e36")
    refused("gives an entry another value", "7,1,7,2,1.\n7,2,7,1,2.")
    refused("cannot be read", "")
    refused(
        "a complex matrix; real",
        "%%MatrixMarket matrix coordinate complex general\n1 1 1\n1 1 2 3\n",
    )
    refused(
        "in place of", "t\n 3 1 1 1 0\nRUA 1 1 1 0\n(8I10)          (8I10)          (3D25.16)\n"
    )
    refused(r"degrees leave out \(3, 2\)", "7,1,7,1,1.", degrees=[(3, 1)])
    refused("there is no GRID 99", "99,1,99,1,1.")
