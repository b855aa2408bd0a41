"""External superelements: 105 rows, of 11 grid points and 39 modal coordinates."""

import numpy as np
import pytest
import scipy.linalg

import treetop as tt
from nastran_files import dmig, op4_binary
from superelements import (
    GRIDS,
    SCALARS,
    as_punched,
    bulk,
    degrees,
    in_own_axes,
    panel,
    punched,
    reduced_panel,
    written,
)
from treetop import flexible as fx
from treetop.errors import ModelError

pytestmark = pytest.mark.compiled


@pytest.fixture(scope="module")
def whole():
    return panel()


@pytest.fixture(scope="module")
def matrices(whole):
    """Mass and stiffness in basic axes."""
    _, M, K = reduced_panel(whole)
    assert M.shape == (105, 105)
    return M, K


@pytest.fixture(scope="module")
def superelement(whole, matrices, tmp_path_factory):
    M, K = (in_own_axes(matrix) for matrix in matrices)
    return fx.nastran_superelement(
        *written(tmp_path_factory.mktemp("se"), whole, {"MAAX": M, "KAAX": K})
    )


def rigid(structure):
    """Motions as one piece (105, 6) of the boundary, by hand."""
    found = np.zeros((105, 6))
    for k, number in enumerate(GRIDS):
        x, y, z = structure.position(str(number))
        found[6 * k : 6 * k + 6] = np.eye(6)
        found[6 * k : 6 * k + 3, 3:] = [[0, z, -y], [-z, 0, x], [y, -x, 0]]
    return found


def test_frequencies_and_effective_masses_are_those_of_the_matrices(superelement, matrices, whole):
    M, K = matrices
    sizes, shapes = scipy.linalg.eigh(M[6:, 6:], K[6:, 6:])  # this way low modes are exact
    squares, shapes = 1 / sizes[::-1], (shapes / np.sqrt(sizes))[:, ::-1]
    modes = fx.normal_modes(superelement.structure, fixed="101", count=30)
    assert np.allclose(modes.angular_frequencies**2, squares[:30], rtol=1e-9, atol=0)
    participation = shapes.T @ (M @ rigid(whole))[6:]
    found = fx.effective_masses(modes).of_modes
    assert np.allclose(found, participation[:30] ** 2, rtol=1e-9, atol=1e-9 * whole.total_mass)


def test_rigid_mass_properties_follow_from_the_boundary(superelement, whole):
    s = superelement.structure
    assert s.total_mass == pytest.approx(whole.total_mass, rel=1e-12)
    assert np.allclose(s.centre, whole.centre, atol=1e-12)
    assert np.allclose(s.inertia(), whole.inertia(), rtol=1e-9, atol=1e-9)
    assert superelement.boundary == tuple(map(str, GRIDS))
    assert s.modal.sum() == len(SCALARS)


def test_punched_cards_say_it_in_one_file(tmp_path, whole, matrices):
    M, K = (as_punched(in_own_axes(matrix)) for matrix in matrices)
    damping, loss = 1e-3 * K, 0.02 * K
    load = np.zeros((105, 1))
    load[3], load[104] = 7.0, -2.0
    for component in (0, 1):  # of scalar points, both are met
        text = punched(
            whole, {"KAAX": K, "MAAX": M, "BAAX": damping, "K4AAX": loss}, component=component
        )
        head, *cards = dmig("PAX", np.diag(load[:, 0]), degrees(component)).splitlines()
        text += head[:24] + f"{9:8d}" + head[32:] + "\n"  # rectangular, with its one column
        text += f"DMIG*   {'PAX':16s}{1:16d}{0:16d}\n"
        text += "\n".join(line for line in cards if line.startswith("*")) + "\n"
        (tmp_path / "se.pch").write_text(text)
        se = fx.nastran_superelement(tmp_path / "se.pch")
        wanted = 1 / scipy.linalg.eigh(M[6:, 6:], K[6:, 6:], eigvals_only=True)[::-1]
        modes = fx.normal_modes(se.structure, fixed="101", count=20)
        assert np.allclose(modes.angular_frequencies**2, wanted[:20], rtol=1e-9)
        assert np.allclose(se.damping.matrix.toarray(), 1e-3 * se.structure.stiffness.toarray())
        assert np.allclose(se.loss.toarray(), 0.02 * se.structure.stiffness.toarray())
        assert se.loads[3, 0] == 7.0 and se.loads[104, 0] == -2.0


def test_modal_coordinates_of_grid_points_in_the_q_set(tmp_path, superelement, whole, matrices):
    """Older decks use components of grid points for modes."""
    M, K = (in_own_axes(matrix) for matrix in matrices)
    rows = degrees()[:66] + [(200 + k // 6, 1 + k % 6) for k in range(39)]
    lines = bulk(whole, sets=False).splitlines()
    lines = [line for line in lines if not line.startswith("SPOINT")]
    lines += [f"GRID,{200 + k}" for k in range(7)]
    lines += ["QSET1,123456,200,THRU,205", "QSET,206,123", "ASET1,123456,101,THRU,111"]
    text = "\n".join(lines) + "\n" + dmig("KAAX", K, rows) + dmig("MAAX", M, rows)
    (tmp_path / "se.pch").write_text(text)
    s = fx.nastran_superelement(tmp_path / "se.pch").structure
    assert s.modal.sum() == 39 and "203.4" in s.names
    assert s.total_mass == pytest.approx(superelement.structure.total_mass, rel=1e-8)


def test_millimetres_and_tonnes_change_nothing(tmp_path, whole, matrices, superelement):
    """A file in mm, t, s, of a modal coordinate that is in mm as well."""
    scale = np.tile([1.0, 1, 1, 1e3, 1e3, 1e3], 11).tolist() + [1.0] * 39
    M, K = (in_own_axes(m) * np.outer(scale, scale) / 1e3 for m in matrices)
    (tmp_path / "se.pch").write_text(bulk(whole, length=1e-3))
    (tmp_path / "se.op4").write_bytes(op4_binary({"KAAX": K, "MAAX": M}))
    s = fx.nastran_superelement(
        tmp_path / "se.pch", tmp_path / "se.op4", length=1e-3, kilograms=1e3
    ).structure
    mass = abs(s.mass - superelement.structure.mass).max()
    assert mass < 1e-9 * abs(s.mass).max()
    with pytest.warns(UserWarning, match="is the file in mm and t"):
        fx.nastran_structure(
            tmp_path / "se.pch", tmp_path / "se.op4", mass="MAAX", stiffness="KAAX"
        )


def craft(modes, torque):
    """A hub with the panel on a hinge, turned by a torque."""
    m = tt.Model("craft")
    bus = m.add_body("bus", mass=80, inertia=[20, 25, 30])
    m.add_joint("free", tt.Free(), m.ground, bus)
    array = m.add_flexible_body("array", modes, damping=0.005, stiffening="none")
    port = bus.frame("port", at=[0.5, 0, 0])
    m.add_joint("hinge", tt.Revolute([0, 0, 1]), port, array.frame("root", node="101"))
    array.frame("tip", node="111")
    m.add_force("torque", tt.FrameForce(bus, torque=torque))
    m.add_force("spring", tt.JointSpring("hinge", stiffness=50, damping=5))
    return m


def departure(one, other, names=("bus.position", "bus.attitude", "hinge.angle")):
    """The greatest difference of two runs, beside how far each quantity moves."""
    return max(
        abs(one[name].values - other[name].values).max() / np.ptp(other[name].values, axis=0).max()
        for name in names
    )


def test_a_moving_craft_is_that_of_the_whole_structure(superelement, whole):
    """Second-order terms differ by a part of the deformation, and first-order ones by rounding."""
    modes = [
        fx.normal_modes(superelement.structure, fixed="101", count=6),
        fx.craig_bampton(whole, interface=[str(g) for g in GRIDS[1:]], fixed="101", count=39)
        .normal()
        .chosen(range(6)),
    ]
    fast, slow = np.array([1.5, 0.5, 2.0]), np.array([1.5, 0.5, 2.0]) * 1e-4
    options = {"duration": 4.0, "rtol": 1e-11, "atol": 1e-13}
    one, other = (tt.simulate(craft(each, fast), **options) for each in modes)
    assert abs(other["array tip.position"].values).max() > 0.02  # it does move
    assert departure(one, other) < 1e-5
    one, other = (tt.simulate(craft(each, slow), **options) for each in modes)
    assert departure(one, other) < 1e-9


def test_a_boundary_of_one_grid_point(tmp_path, whole):
    """All that bends is in the modal coordinates; the choice of the origin changes nothing."""
    modes = fx.normal_modes(whole, fixed="101", count=12)
    R = whole.rigid_modes(whole.position("101"))
    T = np.hstack([R, modes.shapes])
    M, K = (T.T @ (matrix @ T) for matrix in (whole.mass, whole.stiffness))
    assert 0 < abs(K[:6]).max() < 1e-4  # the rounding that such files have in them
    x, y, z = whole.position("101")
    rows = [(1, c) for c in range(1, 7)] + [(100 + k, 0) for k in range(12)]
    text = f"GRID*,1,,{x:.15g},{y:.15g}\n*,{z:.15g}\nSPOINT,100,THRU,111\n"
    (tmp_path / "se.pch").write_text(text + dmig("KAAX", K, rows) + dmig("MAAX", M, rows))
    s = fx.nastran_superelement(tmp_path / "se.pch").structure
    found = fx.normal_modes(s, fixed="1", count=12)
    assert np.allclose(found.frequencies, modes.frequencies, rtol=1e-8)
    assert np.allclose(s.inertia(), whole.inertia(), rtol=1e-6)
    here, far = (
        fx.reduced(fx.normal_modes(fx.placed(s, p), fixed="1", count=3), "1").moments
        for p in ([0, 0, 0], [10.0, 0, 0])
    )
    d, grown = np.array([10.0, 0, 0]), far.inertia1 - here.inertia1
    for k, first in enumerate(here.first1.T):
        moved = 2 * d @ first * np.eye(3) - np.outer(d, first) - np.outer(first, d)
        assert np.allclose(grown[k], moved, atol=1e-8)


def test_modal_coordinates_are_no_places(superelement):
    with pytest.raises(ModelError, match="'9001' is a modal coordinate, and no place"):
        superelement.structure.translation("9001")
    with pytest.raises(ModelError, match="has no degrees of freedom of its own there"):
        fx.normal_modes(superelement.structure, fixed="9001")
    modes = fx.normal_modes(superelement.structure, fixed="101", count=2)
    with pytest.raises(ModelError, match="foreshortening is known for one straight beam"):
        fx.reduced(modes, "111", stiffening="foreshortening")


def test_it_is_kept_in_files_and_placed(tmp_path, superelement):
    s = superelement.structure
    fx.save_structure(s, tmp_path / "se.npz")
    read = fx.load_structure(tmp_path / "se.npz")
    assert np.array_equal(read.degrees, s.degrees)
    turned = fx.placed(read, [1, 2, 3], [[0, -1, 0], [1, 0, 0], [0, 0, 1]])
    one, other = (fx.normal_modes(each, fixed="101", count=5) for each in (s, turned))
    assert np.allclose(one.frequencies, other.frequencies, rtol=1e-9)


def refused(tmp_path, match, whole, matrices, text=None):
    (tmp_path / "se.pch").write_text(text or punched(whole, matrices))
    with pytest.raises(ModelError, match=match):
        fx.nastran_superelement(tmp_path / "se.pch")


def test_what_is_wrong_is_told(tmp_path, whole, matrices):
    M, K = matrices
    refused(tmp_path, "there is no matrix MAAX", whole, {"KAAX": K})
    negative = M.copy()
    negative[80, 80] = -1.0
    refused(tmp_path, "no positive kinetic energy", whole, {"KAAX": K, "MAAX": negative})
    loose = K.copy()
    loose[80, :] = loose[:, 80] = 0.0
    refused(tmp_path, "node '9015' can move without resistance", whole, {"KAAX": loose, "MAAX": M})
    both = {"KAAX": K, "MAAX": M}
    twice = punched(whole, both).replace("SPOINT  ", "SPOINT       101\nSPOINT  ")
    refused(tmp_path, "is a GRID and an SPOINT", whole, both, twice)
    text = punched(whole, {"KAAX": K, "MAAX": M})
    refused(
        tmp_path, "does not name", whole, both, text.replace("THRU        9039", "THRU       x")
    )
    grids = bulk(whole, sets=False).replace("SPOINT", "$POINT")
    square = grids + "".join(
        dmig(n, in_own_axes(m)[:66, :66], degrees()[:66]) for n, m in both.items()
    )
    refused(tmp_path, "has no scalar points and no q-set", whole, both, square)
    lopsided = K.copy()
    lopsided[3, 70] += 1e3
    (tmp_path / "se.pch").write_text(bulk(whole))
    (tmp_path / "se.op4").write_bytes(op4_binary({"KAAX": lopsided, "MAAX": M}))
    with pytest.raises(ModelError, match="a matrix is not symmetric"):
        fx.nastran_superelement(tmp_path / "se.pch", tmp_path / "se.op4")
    (tmp_path / "se.op4").write_bytes(op4_binary({"KAAX": K[:99, :99], "MAAX": M[:99, :99]}))
    (tmp_path / "se.pch").write_text(bulk(whole, sets=False))
    with pytest.raises(ModelError, match="have 99 rows, 11 grid points have 66, scalar points 39"):
        fx.nastran_superelement(tmp_path / "se.pch", tmp_path / "se.op4")
