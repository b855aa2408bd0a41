"""Frames of beams: rigid-body properties, statics, frequencies against closed forms, buckling."""

import numpy as np
import pytest

from flexible_structures import THIN, boom, displacement, frequencies, skew_frame
from treetop.errors import ModelError
from treetop.structures.elements.beam_frame import BeamFrame
from treetop.structures.elements.beam_section import Section

pytestmark = pytest.mark.compiled  # no kernels here

CLAMPED_FREE = np.array([1.875104068711961, 4.694091132974175, 7.854757438237613])
FREE_FREE = np.array([4.730040744862704, 7.853204624095838, 10.99560783800167])


@pytest.mark.parametrize("shear", [None, 5 / 6])
def test_lumped_and_consistent_mass_have_the_same_rigid_body(shear):
    one, other = skew_frame("consistent", shear), skew_frame("lumped", shear)
    assert np.isclose(one.total_mass, other.total_mass, rtol=1e-14)
    assert np.allclose(one.centre, other.centre, rtol=1e-13)
    assert np.allclose(one.inertia(), other.inertia(), rtol=1e-13)


@pytest.mark.parametrize("mass", ["consistent", "lumped"])
def test_points_have_the_mass_matrix_and_move_rigidly(mass):
    s = skew_frame(mass, 0.8)
    p = s.points
    assert abs(p.mass_matrix() - s.mass).max() <= 1e-15 * abs(s.mass).max()
    about = [1, 2, 3]
    moved = (p.shape @ s.rigid_modes(about)).reshape(-1, 3, 6)
    arms = p.positions - about
    assert np.allclose(moved[:, :, :3], np.eye(3), atol=1e-14)
    for axis in range(3):
        assert np.allclose(moved[:, :, 3 + axis], np.cross(np.eye(3)[axis], arms), atol=1e-13)
    x = p.positions - s.centre
    spread = np.einsum("p,pi,pj->ij", p.masses, x, x)
    assert np.allclose(np.trace(spread) * np.eye(3) - spread, s.inertia(), rtol=1e-13)


def test_rigid_motion_strains_nothing_and_moves_every_node():
    s = skew_frame(shear=0.8)
    modes = s.rigid_modes([1, 2, 3])
    assert abs(s.stiffness @ modes).max() < 1e-14 * abs(s.stiffness).max()
    side = np.vstack([s.translation("side") @ modes, s.rotation("side") @ modes])
    arm = s.position("side") - [1, 2, 3]
    assert np.allclose(side[:3, 3:].T, np.cross(np.eye(3), arm), atol=1e-14)
    assert np.allclose(side[3:, 3:], np.eye(3), atol=1e-14)


def test_cantilever_frequencies_converge_at_fourth_order():
    errors = []
    for elements in (4, 8):
        w = frequencies(s := boom(elements), s.held("root"))
        exact = CLAMPED_FREE**2 * np.sqrt(1.4e4 / 1.2 / 1e4)
        errors.append([np.abs(w / one - 1).min() for one in exact])
    assert np.max(errors[1]) < 1e-3
    assert np.log2(errors[0][1] / errors[1][1]) == pytest.approx(4, abs=0.3)


def test_lumped_mass_converges_at_second_order():
    exact = CLAMPED_FREE[0] ** 2 * np.sqrt(1.4e4 / 1.2 / 1e4)
    errors = []
    for elements in (4, 8):
        s = boom(elements, mass="lumped")
        errors.append(frequencies(s, s.held("root"))[0] / exact - 1)
    assert np.log2(errors[0] / errors[1]) == pytest.approx(2, abs=0.1)


def test_free_beam_has_six_rigid_motions_and_its_frequencies():
    w = frequencies(boom(12))
    assert (w[:6] < 1e-4 * w[6]).all()
    exact = FREE_FREE**2 * np.sqrt(1.4e4 / 1.2 / 1e4)
    assert max(np.abs(w / one - 1).min() for one in exact) < 1e-3


def test_shear_in_a_cantilever_with_a_load_at_its_tip_is_exact():
    section = Section(2.8e7, 1.4e4, 1.4e4, 1e4, 1.2, shear_y=1e5, shear_z=1e5)
    s = boom(3, section)
    u = displacement(s, s.translation("tip").T @ [0, 0, 1.0], s.held("root"))
    assert (s.translation("tip") @ u)[2] == pytest.approx(10**3 / (3 * 1.4e4) + 10 / 1e5, rel=1e-11)
    forces = s.recoveries["section"](u)
    assert np.allclose(forces[:, :, 2], 1)
    assert np.allclose(forces[:, :, 4], [[-10, -20 / 3], [-20 / 3, -10 / 3], [-10 / 3, 0]])


def test_cantilever_under_its_weight():
    s = boom(4)
    weight = np.zeros((len(s.points.masses), 3))
    weight[:, 2] = -9.81 * s.points.masses
    u = displacement(s, s.points.load(weight), s.held("root"))
    exact = -1.2 * 9.81 * 10**4 / (8 * 1.4e4)  # w L⁴ / 8 EI
    assert (s.translation("tip") @ u)[2] == pytest.approx(exact, rel=1e-10)


def test_names_that_are_not_there():
    s = boom(2)
    with pytest.raises(ModelError, match=r"no node is named 'tipp'.*did you mean tip"):
        s.node("tipp")
    with pytest.raises(ModelError, match="there is no node 7"):
        s.node(7)
    frame = BeamFrame()
    frame.add_node("root", [0, 0, 0])
    with pytest.raises(ModelError, match=r"no node is named 'roof'.*did you mean root"):
        frame.add_beam("boom", "roof", "root", THIN)


def test_a_structure_says_what_it_is():
    assert repr(boom(2)) == "<Structure of 3 nodes, 18 degrees of freedom, 12 kg>"
    assert len({boom(2), boom(2)}) == 2
