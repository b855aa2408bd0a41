"""Moments of mass: against sums over points, and both stiffenings against each other and tables."""

from dataclasses import replace

import numpy as np
import pytest
from scipy import linalg, sparse

from slender import slender
from treetop.errors import ModelError
from treetop.structures.body.modal_integrals import moments, node_motion
from treetop.structures.elements.beam_frame import BeamFrame
from treetop.structures.elements.beam_section import Section
from treetop.structures.elements.panel_section import PanelSection
from treetop.structures.elements.shell import Shell
from treetop.structures.elements.solid import Material, box, solid_structure
from treetop.structures.mass.points import MassPoints
from treetop.structures.modes.modes import Modes, given_modes, normal_modes
from treetop.structures.structure import Structure

pytestmark = pytest.mark.compiled  # no kernels: once is enough

SECTION = Section(1e6, 1.0, 2.0, 1e3, 1.0)
START, BALL, ARM = 0.3, 0.7, 0.2


def boom(elements: int = 4) -> Structure:
    """A beam from x = 0.3 to 1.3 with a ball on an arm at its end."""
    frame = BeamFrame()
    frame.add_node("root", [START, 0, 0])
    frame.add_node("tip", [START + 1, 0, 0])
    frame.add_beam("boom", "root", "tip", SECTION, elements=elements)
    frame.add_body("ball", "tip", BALL, centre=[ARM, 0, 0])
    return frame.structure()


def polynomial_modes(structure: Structure) -> Modes:
    """v = s², v = s³ along y, w = s² along z, u = s: cubic elements represent them exactly."""
    s = structure.positions[:, 0] - START
    shapes = np.zeros((len(s), 6, 4))
    shapes[:, 1, 0], shapes[:, 5, 0] = s**2, 2 * s
    shapes[:, 1, 1], shapes[:, 5, 1] = s**3, 3 * s**2
    shapes[:, 2, 2], shapes[:, 4, 2] = s**2, -2 * s
    shapes[:, 0, 3] = s
    nodes, directions = structure.degrees.T
    return given_modes(structure, shapes[nodes, directions], "root")


def shortenings(s: np.ndarray, arm: np.ndarray) -> np.ndarray:
    """Second derivatives (P, 3, 4, 4): drawn in by ∫ v'v' ds, and on arms by v'v' d more."""
    found = np.zeros((len(s), 3, 4, 4))
    found[:, 0, 0, 0] = found[:, 0, 2, 2] = -4 * s**3 / 3 - 4 * s**2 * arm
    found[:, 0, 0, 1] = found[:, 0, 1, 0] = -3 * s**4 / 2 - 6 * s**3 * arm
    found[:, 0, 1, 1] = -9 * s**5 / 5 - 9 * s**4 * arm
    return found


def curvature(function, size=0.5):
    """Second derivative at 0 of a polynomial of fourth degree: exact but for rounding."""
    each = [(function(h) - 2 * function(0) + function(-h)) / h**2 for h in (size, size / 2)]
    return (4 * each[1] - each[0]) / 3


def slope(function, size=0.5):
    """First derivative at 0 of a polynomial of fourth degree."""
    each = [(function(h) - function(-h)) / (2 * h) for h in (size, size / 2)]
    return (4 * each[1] - each[0]) / 3


@pytest.mark.parametrize("stiffening", ["none", "foreshortening"])
def test_moments_are_derivatives_of_sums_over_points(stiffening):
    structure = boom()
    modes = polynomial_modes(structure)
    found = moments(modes, stiffening)
    points = structure.points
    r, m = points.positions, points.masses
    shapes = (points.shape @ modes.shapes).reshape(-1, 3, 4)
    s = np.minimum(r[:, 0] - START, 1.0)
    H = shortenings(s, r[:, 0] - START - s)
    if stiffening == "none":
        H = 0 * H

    def place(q):
        return r + shapes @ q + 0.5 * np.einsum("pakl,k,l->pa", H, q, q)

    def inertia(q):
        return sum(
            n * (p @ p * np.eye(3) - np.outer(p, p)) for n, p in zip(m, place(q), strict=True)
        )

    def momentum(q):
        each = np.cross(place(q)[:, :, None], shapes + H @ q, axis=1)
        return np.tensordot(m, each, 1)

    rng = np.random.default_rng(1)
    nothing = np.zeros(4)
    np.testing.assert_allclose(found.mass, m.sum())
    np.testing.assert_allclose(found.first0, m @ r, atol=1e-14)
    np.testing.assert_allclose(found.inertia0, inertia(nothing), atol=1e-13)
    np.testing.assert_allclose(found.arm, momentum(nothing), atol=1e-13)
    np.testing.assert_allclose(found.modal_mass, np.einsum("p,pak,pal->kl", m, shapes, shapes))
    for d in rng.standard_normal((12, 4)):
        expected = {
            "first1": slope(lambda h, d=d: m @ place(h * d)),
            "first2": curvature(lambda h, d=d: m @ place(h * d)),
            "inertia1": slope(lambda h, d=d: inertia(h * d)),
            "inertia2": curvature(lambda h, d=d: inertia(h * d)),
            "turn": slope(lambda h, d=d: momentum(h * d)),
        }
        along = {
            "first1": found.first1 @ d,
            "first2": found.first2 @ d @ d,
            "inertia1": np.tensordot(d, found.inertia1, 1),
            "inertia2": np.einsum("k,l,klab->ab", d, d, found.inertia2),
            "turn": np.einsum("l,lka->ak", d, found.turn),
        }
        for name, value in expected.items():
            np.testing.assert_allclose(along[name], value, atol=1e-11, err_msg=name)


def test_both_stiffenings_agree_at_nodes_and_between():
    modes = polynomial_modes(boom(4))
    one, other = moments(modes), moments(modes, "foreshortening")
    tips = [node_motion(modes, "tip", word).second for word in (None, "foreshortening")]
    np.testing.assert_allclose(tips[0][:, :3, :3], tips[1][:, :3, :3], atol=1e-11)
    np.testing.assert_allclose(tips[1], shortenings(np.ones(1), np.zeros(1))[0], atol=1e-12)
    bending = np.s_[:3, :3]
    np.testing.assert_allclose(one.inertia2[bending], other.inertia2[bending], atol=1e-12)


def spinning(modes: Modes, stiffening: str, rate: float, hub: float, plane: str) -> np.ndarray:
    """Frequencies across the plane of spin about z, or in it, of a beam on a hub."""
    found = moments(modes, stiffening)
    stiffness = found.modal_stiffness - rate**2 * (
        found.inertia2[:, :, 2, 2] / 2 + hub * found.first2[0]
    )
    tip = np.abs(modes.structure.translation("tip") @ modes.shapes)
    of_plane = tip.argmax(axis=0) == (2 if plane == "flap" else 1)
    return np.sqrt(np.linalg.eigvalsh(stiffness[np.ix_(of_plane, of_plane)]))


@pytest.mark.parametrize(
    ("rate", "hub", "flap"),
    [
        (4, 0, [5.585001420884815, 24.2733493944487, 63.9667604931149, 123.2614848982232]),
        (12, 0, [13.17015048998968, 37.60311232962895, 79.61447848909413, 140.5343544668905]),
        (12, 5, [35.20820455684182, 84.91408019985435, 149.1831617686782, 230.2921936250494]),
    ],
)
@pytest.mark.parametrize("stiffening", ["geometric", "foreshortening"])
def test_rotating_cantilever(stiffening, rate, hub, flap):
    """Frequencies by two unrelated methods; in the plane of spin lag² = flap² - rate²."""
    modes = normal_modes(slender(24), "root", count=30)
    found = spinning(modes, stiffening, rate, hub, "flap")[:4]
    np.testing.assert_allclose(found, flap, rtol=2e-3)
    found = spinning(modes, stiffening, rate, hub, "lag")[:4]
    np.testing.assert_allclose(found, np.sqrt(np.square(flap) - rate**2), rtol=2e-3)


@pytest.mark.parametrize("stiffening", ["geometric", "foreshortening"])
def test_columns_buckle(stiffening):
    """Under a load at the tip π² EI / 4 L², under their own weight 7.83735 EI / L² (Greenhill)."""
    modes = normal_modes(slender(24), "root", count=20)
    at_tip = -node_motion(modes, "tip", stiffening).second[0]
    by_weight = -moments(modes, stiffening).first2[0]
    for softened, critical in ((at_tip, np.pi**2 / 4), (by_weight, 7.83735)):
        loads = linalg.eigvalsh(softened, modes.stiffness)
        np.testing.assert_allclose(1 / loads[-1], critical, rtol=1e-3)


def strip(kind: str) -> Structure:
    """The beam as a plate or a solid, 0.05 by 0.01 of its length and without contraction."""
    if kind == "plate":
        shell = Shell()
        section = PanelSection.isotropic(thickness=0.01, E=1e7, nu=0.0, density=1e3)
        shell.add_panel([[0, 0, 0], [1, 0, 0], [1, 0.05, 0], [0, 0.05, 0]], (12, 1), section)
        return shell.structure()
    points, cells = box([1, 0.05, 0.01], (12, 1, 1))
    return solid_structure(points, cells, Material(1e7, 0.0, 1e3))


@pytest.mark.parametrize(("kind", "error"), [("plate", 2e-3), ("solid", 5e-3)])
def test_plates_and_solids_stiffen_as_beams_do(kind, error):
    """At a rate of 12 √(EI / ρA L⁴) on a hub of five lengths, the first two flap frequencies."""
    structure = strip(kind)
    unit = np.sqrt(1e7 * 0.01**2 / 12 / 1e3)
    held = np.flatnonzero(structure.positions[:, 0] < 1e-9)
    held = np.intersect1d(held, structure.degrees[:, 0]).tolist()
    found = moments(normal_modes(structure, held, count=12))
    K = found.modal_stiffness - (12 * unit) ** 2 * (
        found.inertia2[:, :, 2, 2] / 2 + 5 * found.first2[0]
    )
    squares = np.linalg.eigvalsh(K)
    for flap in (35.20820455684182, 84.91408019985435):
        nearest = np.abs(np.sqrt(squares) / unit / flap - 1).min()
        assert nearest < error


def test_without_stiffening_spin_softens():
    """Across the plane of spin nothing changes; in it the square of the rate is lost."""
    modes = normal_modes(slender(8), "root", count=8)
    plain = spinning(modes, "none", 0, 0, "flap")
    np.testing.assert_allclose(spinning(modes, "none", 3, 0, "flap"), plain, rtol=1e-9)
    lag = spinning(modes, "none", 3, 0, "lag")
    np.testing.assert_allclose(lag, np.sqrt(plain**2 - 9), rtol=1e-9)


def test_a_free_beam_stiffens_as_one_held_in_its_middle():
    """Its frame moves with its mass centre or its middle; the symmetric flap is the same."""
    beam = slender(24, start=-0.5)
    free, held = normal_modes(beam, count=16), normal_modes(beam, "middle", count=40)
    rate = 10.0
    found = []
    for modes, moving in ((free, False), (held, True)):
        for stiffening in ("geometric", "foreshortening"):
            these = moments(modes, stiffening)
            ends = [(beam.translation(n) @ modes.shapes)[2] for n in ("root", "tip")]
            flap = np.flatnonzero(np.abs(ends[0] + ends[1]) + np.abs(ends[0] - ends[1]) > 1e-3)
            square = np.ix_(flap, flap)
            K = these.modal_stiffness[square] - rate**2 / 2 * these.inertia2[square][..., 2, 2]
            M = these.modal_mass[square]
            if moving:  # the frame's displacement along z is eliminated
                M = M - np.outer(these.first1[2, flap], these.first1[2, flap]) / these.mass
            squares = np.sort(np.linalg.eigvals(np.linalg.solve(M, K)).real)
            symmetric = np.sqrt(squares[squares > 0])
            # At rest it is at 22.4; its neighbours are antisymmetric, below 20 and above 60.
            found.append(symmetric[np.argmin(np.abs(symmetric - 25.7))])
    np.testing.assert_allclose(found[:2], found[2:], rtol=1e-6)
    np.testing.assert_allclose(found[0], found[1], rtol=1e-3)
    assert found[0] > 1.2 * 22.37


def test_second_order_displacements_of_a_free_body_move_no_mass():
    found = moments(normal_modes(slender(8, rotary_y=1e-4, rotary_z=1e-4), count=10))
    drawn_in = found.turn + found.turn.swapaxes(0, 1)  # what is symmetric is r × H
    assert np.abs(found.first2).max() < 1e-10 > np.abs(drawn_in).max()
    assert np.abs(found.inertia2).max() > 1


@pytest.mark.parametrize(("stiffening", "twist"), [("geometric", -1.0), ("foreshortening", 0.0)])
def test_nodes_on_links_swing_about_what_carries_them(stiffening, twist):
    """A link d adds ½ θ × (θ × d); geometric stiffness knows besides that bending in two planes
    twists the beam, here by ½ ∫ (v' w'' - v'' w') ds = -1.
    """
    frame = BeamFrame()
    frame.add_node("root", [START, 0, 0])
    frame.add_node("tip", [START + 1, 0, 0])
    frame.add_node("side", [START + 1, 0.5, 0])
    frame.add_beam("boom", "root", "tip", SECTION, elements=4)
    frame.add_link("tip", "side")
    modes = polynomial_modes(frame.structure())
    tip, side = (node_motion(modes, name, stiffening) for name in ("tip", "side"))
    d = np.array([0, 0.5, 0])
    expected = np.zeros((3, 4, 4))
    for k, one in enumerate(tip.rotations.T):
        for l, other in enumerate(tip.rotations.T):
            both = np.cross(one, np.cross(other, d)) + np.cross(other, np.cross(one, d))
            expected[:, k, l] = both / 2
    expected[2, 1, 2] += 0.5 * twist
    expected[2, 2, 1] += 0.5 * twist
    np.testing.assert_allclose(side.second - tip.second, expected, atol=1e-9)
    np.testing.assert_allclose(side.shapes - tip.shapes, np.cross(tip.rotations, d, axisa=0).T)


def lumps() -> Structure:
    """Five balls in space, joined by springs along all axes: each has its mass at its node."""
    rng = np.random.default_rng(5)
    positions, masses = rng.standard_normal((5, 3)), rng.uniform(1, 2, 5)
    degrees = np.array([(node, d) for node in range(5) for d in range(3)])
    spread = rng.standard_normal((15, 15))
    mass = sparse.csr_array(np.diag(np.repeat(masses, 3)))
    stiffness = sparse.csr_array(spread @ spread.T)
    return Structure(positions, degrees, mass, stiffness)


def test_nodes_serve_where_there_are_no_points():
    bare = lumps()
    masses = bare.mass.diagonal()[::3]
    points = MassPoints(masses, bare.positions, sparse.eye_array(15).tocsr())
    one, other = (moments(normal_modes(s, count=6)) for s in (bare, replace(bare, points=points)))
    for name in ("inertia1", "inertia2", "turn", "first1", "arm"):
        np.testing.assert_allclose(getattr(one, name), getattr(other, name), atol=1e-10)
    assert np.abs(one.inertia2).max() > 0.1


def test_bad_input():
    modes = normal_modes(slender(4), "root", count=3)
    with pytest.raises(ModelError, match=r"'some' is no stiffening.*geometric, foreshortening"):
        moments(modes, "some")
    with pytest.raises(ModelError, match="no geometric stiffness"):
        moments(normal_modes(lumps(), count=2), "geometric")
    with pytest.raises(ModelError, match="not on one straight line"):
        moments(normal_modes(lumps(), count=2), "foreshortening")
    with pytest.raises(ModelError, match="cannot shorten"):
        moments(normal_modes(slender(4), ["root", "tip"], count=2), "foreshortening")
