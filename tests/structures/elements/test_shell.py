"""Plates and shells: closed forms, patches, buckling, and pieces that meet at angles."""

import numpy as np
import pytest

from flexible_structures import displacement, frequencies, least_buckling
from treetop.errors import ModelError
from treetop.structures.elements.panel_section import PanelSection
from treetop.structures.elements.shell import Shell

pytestmark = pytest.mark.compiled  # no kernels here

E, NU, RHO, T = 70e9, 0.3, 2700.0, 1e-3
D = E * T**3 / (12 * (1 - NU**2))
SHEET = PanelSection.isotropic(thickness=T, E=E, nu=NU, density=RHO)
UNIT = np.array([[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0]], float)
SCALE = np.sqrt(D / (RHO * T))  # rad/s of a plate of 1 m


def plate(divisions, mass="consistent", corners=UNIT):
    shell = Shell()
    shell.add_panel(corners, divisions, SHEET)
    return shell.structure(mass)


def edges(structure):
    x, y, _ = structure.positions.T
    along_y = np.flatnonzero((x < 1e-9) | (x > x.max() - 1e-9))
    along_x = np.flatnonzero((y < 1e-9) | (y > y.max() - 1e-9))
    return along_y, along_x


def simply_supported(structure):
    """Edges that cannot leave the plane nor turn along themselves, and no rigid motion."""
    along_y, along_x = edges(structure)
    return np.unique(
        np.concatenate(
            [
                structure.held(np.union1d(along_y, along_x), "z"),
                structure.held(along_y, "rx"),
                structure.held(along_x, "ry"),
                structure.held(0, "x y"),
                structure.held(1, "y"),
            ]
        )
    )


def test_cantilever_plate_is_below_the_published_upper_bounds():
    """M. V. Barton, J. Appl. Mech. 18 (1951), by few functions; see the validation case too."""
    s = plate((4, 4))
    found = frequencies(s, s.held(np.flatnonzero(s.positions[:, 0] < 1e-9)))[:5] / SCALE
    barton = np.array([3.492, 8.525, 21.43, 27.33, 31.11])
    assert ((found < barton) & (found > 0.992 * barton)).all()


def test_lumped_and_consistent_mass_have_the_same_rigid_body():
    skew = UNIT @ np.array([[2, 0.3, 0.1], [-0.2, 1, 0.5], [0, 0, 1]]) + [1, 2, 3]
    one, other = plate((2, 3), "consistent", skew), plate((2, 3), "lumped", skew)
    area = np.linalg.norm(np.cross(skew[1] - skew[0], skew[3] - skew[0]))
    assert one.total_mass == pytest.approx(RHO * T * area, rel=1e-13)
    assert other.total_mass == pytest.approx(one.total_mass, rel=1e-14)
    assert np.allclose(one.centre, skew.mean(axis=0), rtol=1e-13)
    assert np.allclose(one.inertia(), other.inertia(), rtol=1e-12)
    assert abs(one.points.mass_matrix() - one.mass).max() <= 1e-15 * abs(one.mass).max()


def distorted():
    """Four crooked elements in a tilted plane."""
    points = np.array(
        [[0, 0], [0.45, 0], [1, 0], [0, 0.6], [0.55, 0.42], [1, 0.5], [0, 1], [0.4, 1], [1, 1]]
    )
    quads = [[0, 1, 4, 3], [1, 2, 5, 4], [3, 4, 7, 6], [4, 5, 8, 7]]
    tilt = np.linalg.qr(np.random.default_rng(2).standard_normal((3, 3)))[0]
    tilt *= np.linalg.det(tilt)
    shell = Shell()
    shell.add_mesh(np.column_stack([points, np.zeros(9)]) @ tilt.T, quads, SHEET, x=tilt[:, 0])
    return shell.structure(), tilt


def test_constant_strain_and_curvature_pass_through_distorted_elements():
    """The patch test: edges moved as under constant N and M, the inside follows, at rest."""
    s, tilt = distorted()
    x, y, _ = (s.positions @ tilt).T
    exact = np.zeros((len(x), 6))
    exact[:, 0] = 1e-3 * x + 0.3e-3 * y
    exact[:, 1] = 0.3e-3 * x - 0.4e-3 * y
    w_x, w_y = 2e-2 * x + 0.5e-2 * y, 0.5e-2 * x - 1e-2 * y
    exact[:, 2] = 1e-2 * x**2 + 0.5e-2 * x * y - 0.5e-2 * y**2
    exact[:, 3], exact[:, 4] = w_y, -w_x
    u = (exact.reshape(-1, 2, 3) @ tilt.T).ravel()
    inside = (x > 1e-9) & (x < 1 - 1e-9) & (y > 1e-9) & (y < 1 - 1e-9)
    held = s.held(np.flatnonzero(~inside))
    found = displacement(s, -s.stiffness[:, held] @ u[held], held)
    found[held] = u[held]
    assert np.allclose(found, u, atol=1e-9)
    force = s.recoveries["resultants"](found)
    membrane = E * T / (1 - NU**2) * np.array([1e-3 - NU * 0.4e-3, -0.4e-3 + NU * 1e-3])
    assert np.allclose(force[:, :2], membrane, rtol=1e-8)
    assert np.allclose(force[:, 3], -D * (2e-2 - NU * 1e-2), rtol=1e-6)
    stress = s.recoveries["stress"](found)
    assert np.allclose(stress[:, 0, 0], membrane[0] / T + 6 * force[:, 3] / T**2)


def test_a_supported_plate_buckles_at_its_load():
    """N = 4 π² D / b² for a square plate pressed along x."""
    s = plate((4, 4))
    held = simply_supported(s)
    squeezed = np.zeros((len(s.positions), 6))
    squeezed[:, 0] = -s.positions[:, 0]
    squeezed[:, 1] = NU * s.positions[:, 1]
    factor = least_buckling(s, squeezed.ravel(), held)
    assert factor * E * T == pytest.approx(4 * np.pi**2 * D, rel=2e-3)


def test_a_folded_strip_bends_as_a_channel():
    """A U of three strips is a beam of that section: moments pass around the folds."""
    shell = Shell()
    length, width, height, t = 4.0, 0.2, 0.1, 2e-3
    sheet = PanelSection.isotropic(thickness=t, E=E, nu=0.0, density=RHO)
    a, b = np.array([0, 0, 0]), np.array([0, width, 0])
    up, along = np.array([0, 0, height]), np.array([length, 0, 0])
    for p, q in ((a + up, a), (a, b), (b, b + up)):
        shell.add_panel([p, p + along, q + along, q], (8, 1), sheet)
    shell.name_node("tip", [length, width / 2, 0])
    s = shell.structure()
    area = t * (width + 2 * height)
    z = 2 * t * height * height / 2 / area
    I = 2 * (t * height**3 / 12 + t * height * (height / 2 - z) ** 2) + width * t * z**2
    I += width * t**3 / 12
    held = s.held(np.flatnonzero(s.positions[:, 0] < 1e-9))
    weight = np.outer(s.points.masses, [0, 0, -1.0])
    u = displacement(s, s.points.load(weight), held)
    bent = RHO * area * length**4 / (8 * E * I)
    sheared = RHO * area * length**2 / 2 / (E / 2 * 2 * height * t)  # the webs carry it
    assert -(s.translation("tip") @ u)[2] == pytest.approx(bent + sheared, rel=5e-3)


def test_what_a_shell_cannot_be_made_of():
    shell = Shell()
    warped = UNIT + [[0, 0, 0], [0, 0, 0], [0, 0, 0.1], [0, 0, 0]]
    with pytest.raises(ModelError, match=r"out of its plane by 0\.0"):
        shell.add_panel(warped, (1, 1), SHEET)
    with pytest.raises(ModelError, match="not convex"):
        shell.add_panel(UNIT * [[1], [1], [0.2], [1]], (1, 1), SHEET)
    with pytest.raises(ModelError, match="wrong number of nodes"):
        shell.add_mesh(UNIT[:3], [[0, 1, 2, 3]], SHEET)
    shell.add_panel(UNIT, (1, 1), SHEET)
    shell.name_node("corner", [1.1, 1, 0])
    with pytest.raises(ModelError, match=r"no node is at .*the nearest is at 1, 1, 0"):
        shell.structure()
    with pytest.raises(ModelError, match=r"section.thickness: is 0"):
        PanelSection.isotropic(thickness=0, E=E, nu=NU, density=RHO)
