"""Structures put together equal those built as one."""

import numpy as np
import pytest

from flexible_structures import boom, displacement, frequencies, skew_frame
from treetop.errors import ModelError
from treetop.structures.assemble import Tie, joined, placed
from treetop.structures.elements.beam_frame import BeamFrame
from treetop.structures.elements.beam_section import Section
from treetop.structures.elements.panel_section import PanelSection
from treetop.structures.elements.shell import Shell
from treetop.structures.elements.solid import Material, box, solid_structure

pytestmark = pytest.mark.compiled  # no kernels here

BAR = Section.of(area=1e-3, I_y=2e-7, I_z=5e-7, J=4e-7, E=70e9, G=27e9, density=2700, shear=0.8)


def two_parts():
    """The skew frame again: its thigh, its shin with the camera, and the arm between them."""
    a = np.array([0.1, 0.2, 0.3])
    b = a + [0.9, 1.7, -0.5]
    one, other = BeamFrame(), BeamFrame()
    one.add_node("root", a)
    one.add_node("knee", b)
    one.add_beam("thigh", "root", "knee", BAR, elements=4, y=[0, 1, 1])
    other.add_node("side", b + [0.3, -0.2, 0.1])
    other.add_node("end", [3, 3, 3])
    offsets = ([0.05, 0, 0], [0, 0.02, 0.03])
    other.add_beam("shin", "side", "end", BAR, elements=2, offsets=offsets)
    other.add_body("camera", "end", 3.0, [0.02, 0.03, 0.04], [0.1, 0, 0.02])
    parts = {"thigh": one.structure(), "shin": other.structure()}
    return joined(parts, [Tie("thigh.knee", "shin.side")])


def order(whole, joint):
    """Degrees of freedom of the joined frame, in the order of the whole one."""
    found = {(tuple(joint.positions[n].round(9)), d): k for k, (n, d) in enumerate(joint.degrees)}
    return [found[tuple(whole.positions[n].round(9)), d] for n, d in whole.degrees]


def test_two_parts_tied_by_an_arm_are_the_frame_with_a_link():
    whole, joint = skew_frame(shear=0.8), two_parts()
    k = order(whole, joint)
    for name in ("mass", "stiffness"):
        one, other = getattr(whole, name), getattr(joint, name)
        assert abs(one - other[k][:, k]).max() < 1e-13 * abs(one).max()
    rng = np.random.default_rng(8)
    u = rng.standard_normal(whole.size)
    v = np.zeros(joint.size)
    v[k] = u
    G = whole.geometric(u)
    assert abs(G - joint.geometric(v)[k][:, k]).max() < 1e-12 * abs(G).max()
    field = rng.standard_normal((3, 3))
    loads = [s.points.masses[:, None] * (s.points.positions @ field) for s in (whole, joint)]
    F, H = (s.points.load_stiffness(f) for s, f in zip((whole, joint), loads, strict=True))
    assert abs(F - H[k][:, k]).max() < 1e-11 * abs(F).max()
    side = joint.translation("shin.side").toarray()[:, k]
    assert np.allclose(side, whole.translation("side").toarray(), atol=1e-14)
    forces = whole.recoveries["section"](u)
    assert np.allclose(joint.recoveries["thigh.section"](v), forces[:4], rtol=1e-9)


def test_a_structure_is_the_same_elsewhere():
    turn = np.linalg.qr(np.random.default_rng(1).standard_normal((3, 3)))[0]
    turn *= np.linalg.det(turn)
    s = skew_frame(shear=0.8)
    moved = placed(s, [1, 2, 3], turn)
    assert np.allclose(moved.centre, [1, 2, 3] + turn @ s.centre)
    assert np.allclose(moved.inertia(), turn @ s.inertia() @ turn.T)
    assert np.allclose(frequencies(moved, moved.held("root")), frequencies(s, s.held("root")))
    assert abs(moved.points.mass_matrix() - moved.mass).max() < 1e-13 * abs(moved.mass).max()
    u = np.random.default_rng(2).standard_normal(s.size)
    v = (u.reshape(-1, 3) @ turn.T).ravel()
    field = np.random.default_rng(3).standard_normal((3, 3))
    f = s.points.masses[:, None] * (s.points.positions @ field)
    assert v @ moved.geometric(v) @ v == pytest.approx(u @ s.geometric(u) @ u, rel=1e-9)
    one, other = s.points.load_stiffness(f), moved.points.load_stiffness(f @ turn.T)
    assert v @ other @ v == pytest.approx(u @ one @ u, rel=1e-9)


def test_a_sprung_hinge_turns_by_its_moment():
    a, b = boom(2), placed(boom(2), [10, 0, 0])
    s = joined({"a": a, "b": b}, [Tie("a.tip", "b.root", {"ry": 700.0})])
    u = displacement(s, s.translation("b.tip").T @ [0, 0, 1.0], s.held("a.root"))
    bent = 20**3 / (3 * 1.4e4) + 10 * 10 / 700.0
    assert (s.translation("b.tip") @ u)[2] == pytest.approx(bent, rel=1e-10)


def test_a_body_on_a_plate_and_a_beam_on_a_solid():
    shell = Shell()
    sheet = PanelSection.isotropic(thickness=1e-3, E=70e9, nu=0.3, density=2700)
    shell.add_panel([[0, 0, 0], [2, 0, 0], [2, 1, 0], [0, 1, 0]], (2, 1), sheet)
    shell.name_node("corner", [2, 1, 0])
    body = BeamFrame()
    body.add_node("foot", [2, 1, 0.1])
    body.add_body("lamp", "foot", 5.0, [0.1, 0.1, 0.1])
    parts = {"panel": shell.structure(), "lamp": body.structure()}
    s = joined(parts, [Tie("panel.corner", "lamp.foot")])
    assert s.total_mass == pytest.approx(5 + 2 * 2.7)
    assert np.allclose(s.centre, (5 * np.array([2, 1, 0.1]) + 5.4 * np.array([1, 0.5, 0])) / 10.4)
    points, cells = box([1, 1, 1], (1, 1, 1))
    names = {"face": [1, 0.5, 0.5]}
    block = solid_structure(points, cells, Material(70e9, 0.3, 2700), names=names)
    mast = placed(boom(3), [1, 0.5, 0.5])
    s = joined({"block": block, "mast": mast}, [Tie("block.face", "mast.root")])
    x = frequencies(s)
    assert (x[:6] < 1e-3 * x[6]).all() and x[6] > 0.1


def test_ties_that_cannot_be():
    a, b = boom(1), placed(boom(1), [10, 0, 0])
    with pytest.raises(ModelError, match=r"nothing connects nodes 'b\.root', 'b\.tip'"):
        joined({"a": a, "b": b}, [])
    with pytest.raises(ModelError, match=r"no node is named 'b\.rot'.*did you mean b\.root"):
        joined({"a": a, "b": b}, [Tie("a.tip", "b.rot")])
    both = [Tie("a.tip", "b.root"), Tie("a.root", "b.root")]
    with pytest.raises(ModelError, match=r"b\.root follows already along x"):
        joined({"a": a, "b": b}, both)
    circle = [Tie("a.tip", "b.root"), Tie("b.root", "a.tip")]
    with pytest.raises(ModelError, match="in a circle"):
        joined({"a": a, "b": b}, circle)
    with pytest.raises(ModelError, match="is no rotation"):
        placed(a, [0, 0, 0], 2 * np.eye(3))
    with pytest.raises(ModelError, match="a spring of -1"):
        joined({"a": a, "b": b}, [Tie("a.tip", "b.root", {"ry": -1.0})])


def test_a_spring_at_the_end_of_an_arm_resists_no_motion_as_one_piece():
    """A bar on a spring at a distance: the arm's end goes along as the first node turns."""
    above = placed(boom(2), [0, 0, 0.4])
    whole = joined({"one": boom(2), "two": above}, [Tie("one.tip", "two.root", {"x": 300.0})])
    resisted = whole.stiffness @ whole.rigid_modes()
    usual = abs(whole.stiffness) @ np.abs(whole.rigid_modes())
    assert np.abs(resisted).max() < 1e-12 * usual.max()
    turned = np.zeros(whole.size)
    turned[whole.held("one.tip", "ry")] = 0.01  # which moves the end of the arm by 4 mm along x
    pull = (whole.stiffness @ turned)[whole.held("two.root", "x")]
    np.testing.assert_allclose(pull, -300.0 * 0.01 * 0.4, rtol=1e-9)
