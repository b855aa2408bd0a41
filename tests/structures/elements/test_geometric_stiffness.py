"""Geometric stiffness: against nonlinear energies by differences, and by loads that buckle."""

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from flexible_structures import boom, displacement, least_buckling, skew_frame
from treetop.structures.elements.beam_element import GAUSS_3, Beams
from treetop.structures.elements.beam_frame import BeamFrame
from treetop.structures.elements.beam_section import Section
from treetop.structures.elements.panel_section import PanelSection
from treetop.structures.elements.shell import Shell
from treetop.structures.elements.solid import Material, box, solid_structure

pytestmark = pytest.mark.compiled  # no kernels here

BAR = Section(3e6, 200.0, 500.0, 90.0, 1.0, shear_y=4e5, shear_z=6e5)


def buckling_factor(structure, load, held):
    return least_buckling(structure, displacement(structure, load, held), held)


def exact_strain(fields, q):
    """Γ and κ of E. Reissner's beam for the twelve degrees of freedom of an element, not small."""
    du, theta, dtheta = (rows[0] @ q for rows in (fields.du, fields.rotation, fields.drotation))
    R = Rotation.from_rotvec(theta).as_matrix()
    gamma = R.T @ (np.array([1, 0, 0]) + du) - [1, 0, 0]
    h = 1e-6
    slope = (
        Rotation.from_rotvec(theta + h * dtheta).as_matrix()
        - Rotation.from_rotvec(theta - h * dtheta).as_matrix()
    ) / (2 * h)
    W = R.T @ slope
    return np.concatenate([gamma, [W[2, 1], W[0, 2], W[1, 0]]])


@pytest.mark.parametrize("arm", [0.0, 0.4])
def test_beam_agrees_with_a_nonlinear_energy(arm):
    """Half the second difference of ∫ N · Γ + M · κ at constant N and M, with an arm that turns."""
    rng = np.random.default_rng(4)
    offset = arm * np.array([0.3, -0.5, 0.8])
    frame = BeamFrame()
    frame.add_node("a", [0, 0, 0])
    frame.add_node("b", np.array([1.3, 0, 0]) - offset)
    frame.add_beam("bar", "a", "b", BAR, y=[0, 1, 0], offsets=([0, 0, 0], offset))
    s = frame.structure()
    L = np.array([1.3])
    one = np.ones(1)
    beam = Beams(
        L, 3e6 * one, 200 * one, 500 * one, 90 * one,
        12 * 500 / (4e5 * L**2), 12 * 200 / (6e5 * L**2),
    )  # fmt: skip
    caused = 1e-3 * rng.standard_normal(12)

    def ends(x):
        q = x.copy()
        q[6:9] += Rotation.from_rotvec(x[9:]).as_matrix() @ offset - offset
        return q

    first_order = caused.copy()
    first_order[6:9] += np.cross(caused[9:], offset)

    def energy(x):
        total = 0.0
        for at, weight in zip(*GAUSS_3, strict=True):
            xi = (1 + at) / 2
            strain = exact_strain(beam.fields(xi), ends(x))
            total += 0.5 * weight * L[0] * (beam.forces(xi)[0] @ first_order) @ strain
        return total

    G = s.geometric(caused)
    h = 1e-3
    for _ in range(5):
        x = rng.standard_normal(12)
        second = (energy(h * x) + energy(-h * x) - 2 * energy(0 * x)) / h**2
        assert second == pytest.approx(x @ G @ x, rel=3e-5)


def test_columns_buckle_at_the_loads_of_Euler():
    s = boom(4)
    push = s.translation("tip").T @ [-1.0, 0, 0]
    cantilever = np.pi**2 * 1.4e4 / (4 * 10**2)
    assert buckling_factor(s, push, s.held("root")) == pytest.approx(cantilever, rel=1e-4)
    pinned = np.concatenate([s.held("root", "x y z rx"), s.held("tip", "y z")])
    assert buckling_factor(s, push, pinned) == pytest.approx(4 * cantilever, rel=1e-3)


def test_a_deep_cantilever_tips_sideways_at_the_load_of_Prandtl():
    """4.0126 √(EI GJ) / L²: S. P. Timoshenko and J. M. Gere, Theory of Elastic Stability, 6.3."""
    deep = Section(1e9, 1e9, 200.0, 90.0, 1.0)
    s = boom(16, deep, length=2.0)
    load = s.translation("tip").T @ [0, 0, 1.0]
    exact = 4.0126 * np.sqrt(200 * 90) / 2**2
    assert buckling_factor(s, load, s.held("root")) == pytest.approx(exact, rel=2e-3)


def test_a_weight_on_an_arm_is_a_pendulum():
    """Points on an arm d under forces f have the stiffness of f · d against turning."""
    frame = BeamFrame()
    frame.add_node("hub", [0, 0, 0])
    frame.add_body("bob", "hub", 2.0, centre=[0, 0, -3.0])
    s = frame.structure()
    weight = np.outer(s.points.masses, [0, 0, -9.81])
    assert np.allclose(
        s.points.load_stiffness(weight).toarray()[3:, 3:], 2 * 9.81 * 3 * np.diag([1, 1, 0])
    )


@pytest.mark.parametrize("shear", [None, 2e5])
def test_tension_that_varies_within_elements_is_seen(shear):
    """Two elements under centrifugal load: the whole stiffness is ∫ N(x) v'² dx, N by hand."""
    section = Section(3e6, 200.0, 500.0, 90.0, 2.0, shear_y=shear, shear_z=shear)
    s = boom(2, section, length=1.6)
    held = s.held("root")
    forces = s.points.masses[:, None] * s.points.positions * [1, 0, 0]
    caused = displacement(s, s.points.load(forces), held)
    G = s.geometric(caused) + s.points.load_stiffness(forces)
    u = np.random.default_rng(3).standard_normal(s.size)
    u[held] = 0
    one = np.ones(1)
    phi = [0.0 if shear is None else 12 * EI / (shear * 0.8**2) for EI in (500.0, 200.0)]
    beam = Beams(0.8 * one, 3e6 * one, 200 * one, 500 * one, 90 * one, phi[0] * one, phi[1] * one)
    total = 0.0
    for start, ends in ((0.0, ("root", "boom.1")), (0.8, ("boom.1", "tip"))):
        q = np.concatenate([u[s.held(end)] for end in ends])
        for x, weight in zip(*np.polynomial.legendre.leggauss(8), strict=True):
            xi = (1 + x) / 2
            tension = 2.0 * (1.6**2 - (start + 0.8 * xi) ** 2) / 2
            du, strain = beam.fields(xi).du[0] @ q, beam.strains(xi)[0] @ q
            total += 0.4 * weight * tension * (du[1:] @ du[1:] - strain[1:3] @ strain[1:3])
    assert u @ G @ u == pytest.approx(total, rel=1e-11)


def strip(width=0.1, thickness=0.01, length=2.0):
    """A plate along x that is a slender beam."""
    shell = Shell()
    w = width / 2
    corners = [[0, -w, 0], [length, -w, 0], [length, w, 0], [0, w, 0]]
    sheet = PanelSection.isotropic(thickness=thickness, E=70e9, nu=0.0, density=2700)
    shell.add_panel(corners, (8, 2), sheet)
    shell.name_node("tip", [length, 0, 0])
    return shell.structure()


def brick():
    points, cells = box([1, 0.5, 0.3], (2, 1, 1))
    return solid_structure(points, cells, Material(70e9, 0.3, 2700))


@pytest.mark.parametrize("structure", [skew_frame, lambda: skew_frame(shear=0.8), strip, brick])
def test_turning_as_one_piece_strains_nothing_whatever_the_stress(structure):
    s = structure()
    rng = np.random.default_rng(6)
    caused, theta = rng.standard_normal(s.size), rng.standard_normal(3)
    u = s.rigid_modes()[:, 3:] @ theta
    second = np.zeros((len(s.positions), 6))
    second[:, :3] = 0.5 * np.cross(theta, np.cross(theta, s.positions))
    work = -2 * caused @ s.stiffness @ second[tuple(s.degrees.T)]
    assert u @ s.geometric(caused) @ u == pytest.approx(work, rel=1e-10)


def test_a_strip_tips_aside_alike_under_loads_across_and_along_its_face():
    """By Prandtl's formula the loads are as the roots of the other bending stiffness."""
    s = strip()
    held = s.held(np.flatnonzero(s.positions[:, 0] < 1e-9))
    loads = [s.translation("tip").T @ way for way in ([0, 0, 1.0], [0, 1.0, 0])]
    flat, edge = (buckling_factor(s, load, held) for load in loads)
    assert flat / edge == pytest.approx(10, rel=3e-3)
