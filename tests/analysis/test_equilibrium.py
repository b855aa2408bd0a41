"""Where systems stay as they are, against closed forms."""

import numpy as np
import pytest

import treetop as tt
from flexible_craft import boom_modes, four_bar
from treetop.analysis import equilibrium
from treetop.errors import ModelError, TreetopError
from treetop.flexible.beams import BeamFrame
from treetop.flexible.modes import normal_modes
from treetop.flexible.section import Section
from treetop.formats.yaml import loads

pytestmark = pytest.mark.compiled  # many evaluations, which say no more of kernels interpreted

SPIN, RADIUS, AXIAL = 3.0, 0.4, 500.0


def rotor():
    """A beam of unit length and mass per length on a hub that is driven."""
    frame = BeamFrame()
    frame.add_node("root", [0, 0, 0])
    frame.add_node("tip", [1, 0, 0])
    section = Section(AXIAL, 1e6, 1e6, 1e6, 1.0, rotary_y=1e-3, rotary_z=1e-3)
    frame.add_beam("beam", "root", "tip", section, elements=24)
    m = tt.Model("rotor")
    hub = m.add_body("hub", mass=1, inertia=[1, 1, 1])
    m.add_joint("axle", tt.Revolute([0, 0, 1]), m.ground, hub)
    m.add_constraint("drive", tt.Prescribed("axle.angle", f"{SPIN} * t"))
    beam = m.add_flexible_body("beam", normal_modes(frame.structure(), "root", count=6))
    beam.frame("tip", node="tip")
    m.add_joint("clamp", tt.Fixed(), hub.frame("rim", at=[RADIUS, 0, 0]), beam)
    m.set_start("axle", rate=SPIN)
    return m


def test_a_beam_that_is_driven_round_stretches_as_a_rod_does():
    """EA u'' + ρA Ω² (r + x + u) = 0 with u(0) = 0 and u'(1) = 0."""
    system = rotor().build()
    tip = system.evaluate(equilibrium(system, system.start())).body["beam tip"].position
    k = SPIN / np.sqrt(AXIAL)
    exact = (np.tan(k) / k + RADIUS / np.cos(k)) - 1 - RADIUS
    assert tip[0] - 1 - RADIUS == pytest.approx(exact, rel=1e-3)


def test_coordinates_that_are_driven_do_not_change():
    system = rotor().build()
    with pytest.raises(TreetopError, match=r"'axle\.rate' is prescribed"):
        equilibrium(system, system.start(), ["axle.rate"])


def test_a_loop_that_is_held_by_a_drive_rests():
    m = four_bar(held="root")
    m.add_constraint("drive", tt.Prescribed("j1.angle", "1.2"))
    m.add_force("sideways", tt.UniformGravity([0, -9.81, 0]))
    m.set_start("j1", angle=1.2, rate=0.0)
    system = m.build()
    rest = equilibrium(system, system.start())
    now = system.evaluate(rest)
    assert np.abs(now.speed_rates).max() < 1e-7
    bent = [system.joint_values(rest)[f"coupler.mode{k}"] for k in (1, 2, 3)]
    assert np.abs(bent).max() > 1e-4, "its weight bends it"


def test_joints_of_a_loop_do_not_change_alone():
    system = four_bar(held="root").build()
    with pytest.raises(TreetopError, match="change together"):
        equilibrium(system, system.start(), ["j2.rate"])


# --- as the start of a model --------------------------------------------------------------


def sagging():
    m = tt.Model("sagging")
    boom = m.add_flexible_body("boom", boom_modes(count=6, length=2.0))
    m.add_joint("clamp", tt.Fixed(), m.ground, boom.frame("root", node="root"))
    m.add_force("weight", tt.UniformGravity())
    m.set_equilibrium()
    return m


@pytest.mark.parametrize("formulation", ["recursive", "kane", "newton-euler"])
def test_a_model_starts_as_its_loads_bend_it(formulation):
    system = sagging().build(formulation)
    start = system.start()
    assert np.abs(system.evaluate(start).speed_rates).max() < 1e-8
    assert system.joint_values(start)["boom.mode1"] != 0.0


def test_equilibrium_in_a_file(tmp_path):
    model = sagging()
    model.save(tmp_path / "sagging.yaml")
    assert "equilibrium: true" in (tmp_path / "sagging.yaml").read_text()
    read = tt.load(tmp_path / "sagging.yaml")
    assert read.equilibrium == ()
    own, other = model.build(), read.build()
    assert np.array_equal(own.start().vector, other.start().vector)


def test_joints_may_be_named():
    m = tt.Model("hinged")
    boom = m.add_flexible_body("boom", boom_modes(count=2))
    m.add_joint("hinge", tt.Revolute([0, 0, 1]), m.ground, boom.frame("root", node="root"))
    m.add_force("torque", tt.JointEffort("hinge", effort=0.1))
    m.add_force("spring", tt.JointSpring("hinge", stiffness=2.0))
    m.set_equilibrium("boom", "hinge")
    system = m.build()
    assert system.joint_values(system.start())["hinge.angle"] == pytest.approx(0.05, rel=1e-9)


@pytest.mark.parametrize(
    ("word", "told"),
    [
        ("[bom]", "unknown joint 'bom'"),
        ("boom", "does not tell what is in equilibrium"),
        ("3", "does not tell what is in equilibrium"),
    ],
)
def test_what_stands_for_no_joint_is_told(word, told):
    text = f"""
    bodies: {{boom: {{mass: 1, inertia: [1, 1, 1]}}}}
    joints: {{hinge: {{kind: revolute, axis: [0, 0, 1], outboard: boom}}}}
    equilibrium: {word}
    """
    with pytest.raises(ModelError, match=told):
        loads(text)


def test_named_joints_beside_a_loop_are_refused():
    m = four_bar(held="root")
    m.set_equilibrium("coupler")
    with pytest.raises(ModelError, match="'j4' closes a loop"):
        m.build()
