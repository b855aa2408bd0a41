"""Structures that cannot be, and such as hardly are."""

import warnings
from dataclasses import replace

import numpy as np
import pytest
from scipy import sparse

from flexible_structures import THIN, boom, skew_frame
from treetop.errors import ModelError
from treetop.structures.checks import without_mechanism
from treetop.structures.elements.beam_frame import BeamFrame
from treetop.structures.elements.beam_section import Section
from treetop.structures.elements.panel_section import PanelSection
from treetop.structures.elements.shell import Shell

pytestmark = pytest.mark.compiled  # no kernels here


def test_a_frame_in_two_parts_is_told_with_its_nodes():
    frame = BeamFrame()
    for name, x in (("root", 0), ("knee", 1), ("gap", 1.5), ("tip", 2)):
        frame.add_node(name, [x, 0, 0])
    frame.add_beam("boom", "root", "knee", THIN, elements=3)
    frame.add_beam("rod", "gap", "tip", THIN)
    with pytest.raises(ModelError, match=r"nothing connects nodes 'gap', 'tip' to the rest"):
        frame.structure()
    frame.add_link("knee", "gap")
    assert frame.structure().size == 30


def test_a_hinge_in_a_structure_of_matrices_is_a_mechanism_with_its_node():
    s = boom(4)
    assert without_mechanism(s) is s
    assert without_mechanism(skew_frame()).size == 42
    bent = s.held("boom.2", "ry")
    loose = s.stiffness.tolil()
    loose[bent, :] = 0
    loose[:, bent] = 0
    with pytest.raises(ModelError, match=r"node 'boom\.2' can move without resistance"):
        without_mechanism(replace(s, stiffness=loose.tocsr()))


def test_two_booms_hinged_to_each_other_are_a_mechanism():
    one = boom(2)
    n = one.size
    outer = np.concatenate([one.held("tip")[:4], [n], one.held("tip")[5:], n + 1 + np.arange(12)])
    K = np.zeros((n + 13, n + 13))
    for place in (np.arange(n), outer):
        K[np.ix_(place, place)] += one.stiffness.toarray()
    twin = [[5, 4]] + [[node, direction] for node in (3, 4) for direction in range(6)]
    hinged = replace(
        one,
        positions=np.array([[x, 0, 0] for x in (0, 10, 5, 20, 15, 10)]),
        degrees=np.vstack([one.degrees, twin]),
        motion=None,
        mass=sparse.csr_array(np.eye(n + 13)),
        stiffness=sparse.csr_array(K),
    )
    with pytest.raises(ModelError, match=r"nodes .* can move without resistance"):
        without_mechanism(hinged)
    turns = np.ix_([n, one.held("tip")[4]], [n, one.held("tip")[4]])
    K[turns] += [[1e4, -1e4], [-1e4, 1e4]]  # a spring in the hinge
    assert without_mechanism(replace(hinged, stiffness=sparse.csr_array(K)))


def test_a_boom_that_weighs_tonnes_is_told_with_its_mass():
    mm = Section.tube(outer=50, inner=46, E=70e9, G=27e9, density=2700)
    with pytest.warns(UserWarning, match=r"weighs 8\.14e\+06 kg, 8\.14e\+03 t, at a size of 10 m"):
        boom(2, mm)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        boom(2, Section.tube(outer=0.05, inner=0.046, E=70e9, G=27e9, density=2700))
    shell = Shell()
    thick = PanelSection.isotropic(thickness=2, E=70e9, nu=0.3, density=2700)
    shell.add_panel([[0, 0, 0], [2, 0, 0], [2, 1, 0], [0, 1, 0]], (1, 1), thick)
    with pytest.warns(UserWarning, match="weighs"):
        shell.structure()


def test_matrices_of_the_wrong_size_are_told():
    s = boom(2)
    with pytest.raises(ModelError, match=r"mass: a matrix of shape \(12, 12\) for 18 degrees"):
        replace(s, mass=s.mass[:12, :12])
    with pytest.raises(ModelError, match=r"degrees: node 2 of 2 nodes.*wrong number of nodes"):
        replace(s, positions=s.positions[:2], motion=None)


@pytest.mark.parametrize(
    "wrong, match",
    [
        (lambda: Section(np.inf, 1, 1, 1, 1), r"section\.axial: is inf \(a positive number\)"),
        (lambda: Section("7", 1, 1, 1, -1), r"(?s)axial: is '7'.*mass: is -1"),
        (lambda: Section.tube(outer=1, inner=2, E=1, G=1, density=1), "less than 1"),
        (lambda: boom(2.5), r"beams\.boom\.elements: is 2\.5"),
        (lambda: boom(2, None), "0 sections for 2 elements"),
        (lambda: boom(2, Section(1, 1, 1, 1, 0)), "the frame has no mass"),
        (lambda: boom(2).node(1.5), r"there is no node 1\.5"),
        (lambda: boom(2).held("root", "q"), "no direction is named 'q'"),
    ],
)
def test_what_is_given_is_looked_over(wrong, match):
    with pytest.raises(ModelError, match=match):
        wrong()
