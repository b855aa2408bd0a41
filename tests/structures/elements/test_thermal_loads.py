"""Thermal strain bends and stretches structures as closed forms say, wherever they are put."""

import numpy as np
import pytest
from scipy.sparse.linalg import spsolve

from treetop import ModelError
from treetop.flexible import (
    BeamFrame,
    PanelSection,
    Section,
    Shell,
    Tie,
    joined,
    load_structure,
    placed,
    save_structure,
    thermal_load,
)
from treetop.structures.elements.thermal_loads import stretches

L = 4.0
TUBE = Section.tube(outer=0.05, inner=0.048, E=70e9, G=26e9, density=2700.0)
STRAIN, GRADIENT = 2e-4, 3e-3
TURN = np.linalg.qr(np.random.default_rng(3).standard_normal((3, 3)))[0]
TURN *= np.linalg.det(TURN)


def boom(shear=False, count=5):
    frame = BeamFrame()
    frame.add_node("root", [0, 0, 0])
    frame.add_node("tip", [L, 0, 0])
    section = TUBE
    if shear:
        section = Section.of(
            area=1e-4, I_y=2e-8, I_z=5e-8, J=1e-8, E=70e9, G=26e9, density=2700.0, shear=0.5
        )
    frame.add_beam("boom", "root", "tip", section, elements=count)
    return frame.structure()


def displacement(structure, load, held):
    loose = np.setdiff1d(np.arange(structure.size), held)
    u = np.zeros(structure.size)
    u[loose] = spsolve(structure.stiffness[loose][:, loose].tocsc(), load[loose])
    return u


@pytest.mark.parametrize("shear", [False, True])
def test_a_cantilever_bends_away_from_its_warm_side(shear):
    structure = boom(shear)
    load = thermal_load(structure, STRAIN, [0.0, 0.6 * GRADIENT, 0.8 * GRADIENT])
    u = displacement(structure, load, structure.held("root"))
    tip, turn = structure.translation("tip") @ u, structure.rotation("tip") @ u
    across = GRADIENT * L**2 / 2
    assert np.allclose(tip, [STRAIN * L, -0.6 * across, -0.8 * across], rtol=1e-9)
    assert np.allclose(turn, [0.0, 0.8 * GRADIENT * L, -0.6 * GRADIENT * L], rtol=1e-9, atol=1e-15)


def test_a_beam_held_at_both_ends_stays_and_is_pressed():
    structure = boom()
    held = np.concatenate([structure.held("root"), structure.held("tip")])
    load = thermal_load(structure, STRAIN, [0.0, GRADIENT, 0.0])
    u = displacement(structure, load, held)
    assert np.allclose(u, 0.0, atol=1e-15)
    ends = structure.translation("tip") @ load, structure.rotation("tip") @ load
    assert np.isclose(ends[0][0], TUBE.axial * STRAIN)
    assert np.isclose(ends[1][2], -TUBE.bending_z * GRADIENT)


def test_a_panel_bulges_towards_its_warm_side():
    shell = Shell()
    section = PanelSection.isotropic(thickness=0.02, E=70e9, nu=0.3, density=2700.0)
    flat = [[0, 0], [0.5, 0], [1.2, 0], [1.2, 0.7], [0.7, 0.7], [0, 0.7]]
    points = np.column_stack([flat, np.zeros(6)])
    quads = [[0, 1, 4, 5], [1, 2, 3, 4]]
    shell.add_mesh(points, quads, section)
    for k, at in enumerate(points):
        shell.name_node(f"p{k}", at)
    structure = shell.structure()
    load = thermal_load(structure, STRAIN, [0.0, 0.0, GRADIENT])
    u = displacement(structure, load, structure.held("p0"))
    for k, (x, y, _) in enumerate(points):
        expected = [STRAIN * x, STRAIN * y, -0.5 * GRADIENT * (x * x + y * y)]
        assert np.allclose(structure.translation(f"p{k}") @ u, expected, rtol=1e-9, atol=1e-13)
    assert np.isclose(structure.thermal.sizes.sum(), 1.2 * 0.7)


def test_a_structure_elsewhere_bends_alike():
    moved = placed(boom(), [1.0, 2.0, 3.0], TURN)
    g = np.array([0.0, GRADIENT, -GRADIENT])
    u = displacement(moved, thermal_load(moved, STRAIN, TURN @ g), moved.held("root"))
    expected = TURN @ [STRAIN * L, -GRADIENT * L**2 / 2, GRADIENT * L**2 / 2]
    assert np.allclose(moved.translation("tip") @ u, expected, rtol=1e-9)
    across = moved.thermal.across[0]
    assert np.allclose(across @ TURN[:, 0], 0.0, atol=1e-15)
    whole = stretches(moved.thermal)[0]
    assert np.allclose(whole.rotation @ moved.rigid_modes()[:, 3:], np.eye(3), atol=1e-14)


def test_parts_that_are_joined_are_warmed_each_by_itself():
    second = placed(boom(), [L, 0.0, 0.0])
    both = joined({"one": boom(), "two": second}, [Tie("one.tip", "two.root")])
    g = [0.0, GRADIENT, 0.0]
    u = displacement(both, thermal_load(both, 0.0, g), both.held("one.root"))
    assert np.isclose((both.translation("two.tip") @ u)[1], -GRADIENT * (2 * L) ** 2 / 2)
    u = displacement(both, thermal_load(both, 0.0, g, "two"), both.held("one.root"))
    assert np.isclose((both.translation("two.tip") @ u)[1], -GRADIENT * L**2 / 2)
    assert np.allclose(both.translation("one.tip") @ u, 0.0, atol=1e-12)


def test_files_keep_them(tmp_path):
    structure = boom()
    save_structure(structure, tmp_path / "boom.npz")
    again = load_structure(tmp_path / "boom.npz")
    one, other = (thermal_load(each, STRAIN, [0.0, GRADIENT, 0.0]) for each in (structure, again))
    assert np.array_equal(one, other)
    assert again.thermal.labels == structure.thermal.labels


def test_stretches_make_up_the_whole():
    structure = boom(count=6)
    parts, whole = stretches(structure.thermal, None, 3), stretches(structure.thermal)[0]
    assert np.allclose(sum(part.expansion for part in parts), whole.expansion)
    assert np.allclose(sum(part.gradient for part in parts), whole.gradient)
    assert np.allclose(sum(part.rotation for part in parts) / 3, whole.rotation)


@pytest.mark.parametrize(
    ("asked", "what"),
    [
        (lambda s: thermal_load(s, np.nan), "is nan"),
        (lambda s: thermal_load(s, 0.0, [1.0]), "gradient"),
        (lambda s: thermal_load(s, 0.0, elements="arm"), "no element or beam is named 'arm'"),
        (lambda s: stretches(s.thermal, None, 9), "9 segments of 5 elements"),
    ],
)
def test_what_cannot_be_meant_is_refused(asked, what):
    with pytest.raises(ModelError, match=what):
        asked(boom())
