"""Flexible bodies in a model: frames at nodes, names, and what cannot act along modes."""

import dataclasses

import numpy as np
import pytest

import treetop as tt
from flexible_craft import boom_modes
from treetop.errors import ModelError
from treetop.model.paths import keys_of, with_numbers
from treetop.structures.elements.beam_frame import BeamFrame
from treetop.structures.elements.beam_section import Section
from treetop.structures.modes.modes import normal_modes


def boom_on_the_ground():
    m = tt.Model("boom")
    boom = m.add_flexible_body("boom", boom_modes())
    m.add_joint("wall", tt.Fixed(), m.ground, boom.frame("root", node="root"))
    return m, boom


@pytest.mark.parametrize(
    "force",
    [
        tt.RigidStop("boom", upper=0.1, coordinate="mode1"),
        tt.Latch("boom", place=0.1, coordinate="mode1"),
        tt.DryFriction("boom", coulomb=0.1, coordinate="mode1"),
    ],
)
def test_what_would_hold_a_mode_is_refused(force):
    m, _ = boom_on_the_ground()
    m.add_force("force", force)
    with pytest.raises(ModelError, match="modes cannot be held"):
        m.build()


def test_names_of_nodes_may_be_given_to_others():
    """Both are there, and results distinguish them."""
    m, boom = boom_on_the_ground()
    boom.frame("tip", node="tip")
    m.add_joint("fly", tt.Free(), m.ground, m.add_body("boom tip", mass=1, inertia=[1, 1, 1]))
    system = m.build()
    now = system.evaluate(system.state(fly={"position": [7.0, 8.0, 9.0]}))
    assert now.body["boom tip"].position == pytest.approx([7, 8, 9])
    assert now.body["boom tip_"].position == pytest.approx([5, 0, 0])
    m, boom = boom_on_the_ground()
    boom.frame("x tip", node="tip")
    other = m.add_flexible_body("boom x", boom_modes())
    m.add_joint("boom x tip", tt.Fixed(), m.ground, other.frame("tip", node="tip"))
    system = m.build()
    assert {"boom x tip", "boom x tip_"} < set(system.body_names)
    assert len(set(system.body_names)) == len(system.body_names)
    assert len(set(system.joint_names)) == len(system.joint_names)


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"name": ""}, "'' cannot be a name"),
        ({"name": ["tip"]}, "is not a name"),
        ({"node": ["tip"]}, r"frames\.tip\.node: \['tip'\] is no node"),
        ({"node": True}, "True is no node"),
        ({"node": 99}, "there is no node 99"),
    ],
)
def test_frames_that_cannot_be(wrong, message):
    _, boom = boom_on_the_ground()
    with pytest.raises(ModelError, match=message):
        boom.frame(**{"name": "tip", "node": "tip", **wrong})


def test_a_number_that_is_the_name_of_another_node_is_refused():
    frame = BeamFrame()
    for name, x in (("1", 0), ("2", 1), ("3", 2)):
        frame.add_node(name, [x, 0, 0])
    rod = Section(1e5, 10.0, 10.0, 5.0, mass=0.5, rotary_y=1e-4, rotary_z=1e-4)
    frame.add_beam("a", "1", "2", rod)
    frame.add_beam("b", "2", "3", rod)
    body = tt.Model("x").add_flexible_body("b", normal_modes(frame.structure(), count=2))
    assert body.frame("first", node=0).node == 0
    assert body.frame("second", node="2").node == "2"
    with pytest.raises(ModelError, match=r"node 2, counted from 0, is not the node .* named '2'"):
        body.frame("third", node=2)


def test_a_start_without_names_is_refused():
    m, _ = boom_on_the_ground()
    system = m.build()
    with pytest.raises(ModelError, match=r"start\.boom: \[1, 2\] has no names .* mode1, mode2"):
        system.state(boom=[1, 2])


def test_nodes_by_number_are_kept_in_files(tmp_path):
    """Node 0 is a node as others are, and numbers of NumPy are numbers."""
    m = tt.Model("boom")
    boom = m.add_flexible_body("boom", boom_modes(()))
    m.add_joint("wall", tt.Fixed(), m.ground, boom.frame("root", node=0))
    boom.frame("tip", node=np.int64(1), at=[0.1, 0, 0])
    m.save(tmp_path / "boom.yaml")
    again = tt.load(tmp_path / "boom.yaml").bodies["boom"].frames
    assert again == boom.frames and again["root"].node == 0


@pytest.mark.parametrize(
    ("order", "cut"), [("4312", ""), ("1342", ""), ("1342", "4"), ("1234", "2"), ("2143", "2")]
)
@pytest.mark.parametrize("stiffening", ["geometric", "none"])
def test_loops_close_at_joints_of_the_user_in_any_order(order, cut, stiffening):
    m = tt.Model("four bar")
    crank, rocker = (m.add_body(name, mass=2, inertia=[1, 1, 1]) for name in ("crank", "rocker"))
    coupler = m.add_flexible_body("coupler", boom_modes(count=2), stiffening=stiffening)
    ends = {
        "1": (m.ground, crank),
        "2": (crank.frame("end", at=[1, 0, 0]), coupler.frame("a", node="root")),
        "3": (m.ground.frame("far", at=[5, 0, 0]), rocker),
        "4": (rocker.frame("end", at=[1, 0, 0]), coupler.frame("b", node="tip")),
    }
    for name in order:
        m.add_joint(f"j{name}", tt.Revolute([0, 0, 1]), *ends[name], cut=name == cut)
    labels = {label.partition(".")[0] for label in m.build().coordinate_labels}
    closing = cut or max("24", key=order.index)
    assert labels == {"j1", "j2", "j3", "j4", "coupler"} - {f"j{closing}"}


def squares_of(body):
    """Squares of the frequencies of modes, and damping ratios, by what dynamics has of them."""
    of = body.moments
    squares = of.modal_stiffness.diagonal() / of.modal_mass.diagonal()
    return squares, of.modal_damping.diagonal() / (2 * np.sqrt(squares))


@pytest.mark.parametrize("factor", [1.1, (0.9, 1.0, 1.2, 1.05)])
def test_frequencies_are_multiplied_and_damping_ratios_remain(factor):
    modes, m = boom_modes(), tt.Model("boom")
    plain = m.add_flexible_body("plain", modes, damping=0.01)
    tuned = m.add_flexible_body("tuned", modes, damping=0.01, frequency_factor=factor)
    expected = squares_of(plain)[0] * np.square(factor)
    np.testing.assert_allclose(squares_of(tuned)[0], expected, rtol=1e-14)
    np.testing.assert_allclose(squares_of(tuned)[1], 0.01, rtol=1e-12)
    np.testing.assert_array_equal(tuned.moments.first1, plain.moments.first1)
    np.testing.assert_allclose(tuned.reduced.angular_frequencies**2, expected, rtol=1e-14)


def test_frequencies_and_damping_vary_by_their_paths():
    m, boom = boom_on_the_ground()
    with pytest.raises(ModelError, match="only frequency_factor can be varied"):
        keys_of(m, "bodies.boom.damping")  # none is described: there is no number
    m.bodies["boom"] = dataclasses.replace(boom, damping=0.01)
    values = {"bodies.boom.frequency_factor": 1.2, "bodies.boom.damping": 0.02}
    twin = with_numbers(m, {keys_of(m, path): value for path, value in values.items()})
    squares, ratios = squares_of(twin.bodies["boom"])
    np.testing.assert_allclose(squares, 1.44 * squares_of(boom)[0], rtol=1e-14)
    np.testing.assert_allclose(ratios, 0.02, rtol=1e-12)
    assert squares_of(m.bodies["boom"])[1] == pytest.approx(0.01)


@pytest.mark.parametrize("wrong", [0.0, -1.0, np.nan, "stiff", (1.0, -1.0), ()])
def test_factors_that_no_frequency_has_are_refused(wrong):
    with pytest.raises(ModelError, match="is no factor of frequencies"):
        tt.Model("boom").add_flexible_body("boom", boom_modes(), frequency_factor=wrong)


def test_factors_that_are_not_one_for_each_mode_are_refused():
    body = tt.Model("boom").add_flexible_body("boom", boom_modes(), frequency_factor=(1.0, 1.1))
    with pytest.raises(ModelError, match="2 factors of frequencies for 4 modes"):
        assert body.reduced
