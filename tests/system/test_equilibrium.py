"""Where systems stay as they are, against closed forms."""

import numpy as np
import pytest

import treetop as tt
from chains import chain
from flexible_craft import boom_modes, four_bar
from random_trees import JOINTS, random_motion, random_tree
from treetop.analysis import vibration
from treetop.errors import ModelError, TreetopError
from treetop.formats.yaml.load import loads
from treetop.structures.elements.beam_frame import BeamFrame
from treetop.structures.elements.beam_section import Section
from treetop.structures.modes.modes import normal_modes
from treetop.system import load_stepping
from treetop.system.equilibrium import equilibrium
from treetop.system.state_jacobian import is_known_tree

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


# --- far from where one begins ------------------------------------------------------------


def cantilever(pieces, load):
    """Rods with springs between them, like a beam of unit length with EI = 1, and a dead load."""
    m, h, at = tt.Model("elastica"), 1 / pieces, None
    for k in range(pieces):
        rod = m.add_body(f"rod{k}", h, [1e-6, h**3 / 12, h**3 / 12], centre=[h / 2, 0, 0])
        m.add_joint(f"j{k}", tt.Revolute([0, 0, 1]), at or m.ground, rod)
        m.add_force(f"s{k}", tt.JointSpring(f"j{k}", stiffness=pieces * (1 if k else 2)))
        at = rod.frame("end", at=[h, 0, 0])
    m.add_force("load", tt.FrameForce(at, force=[0, -load, 0], axes="inertial"))
    return m.build()


def test_a_strip_bends_as_the_elastica():
    """P L² = 10 EI: deflection 0.81061, shortening 0.55500, slope 1.43029 (Mattiasson 1981), which
    rods approach by the square of their length."""
    seen = []
    for pieces in (8, 16):
        system = cantilever(pieces, 10.0)
        rest = equilibrium(system, system.state(), system.speed_labels)
        slope = sum(rest[f"j{k}.angle"] for k in range(pieces))
        end = system.evaluate(rest).body[f"rod{pieces - 1}"].position
        end = end + np.array([np.cos(slope), np.sin(slope), 0]) / pieces
        seen.append([-end[1], 1 - end[0], -slope])
    coarse, fine = np.array(seen)
    assert fine + (fine - coarse) / 3 == pytest.approx([0.81061, 0.55500, 1.43029], abs=2e-4)


@pytest.mark.parametrize("load", [0.1, 100.0, 1e4])
def test_a_run_from_an_equilibrium_stays_there(load):
    system = cantilever(4, load)
    rest = equilibrium(system, system.state(), system.speed_labels)
    run = tt.simulate(system, rest, duration=1.0, every=0.5)
    angles = run.data.coordinates.values
    assert np.abs(angles - angles[0]).max() < 1e-9


def snapping(load):
    """Two springs of stiffness 1, length 1, aslant by 0.3, over a slider: V = k (l - l0)²."""
    m = tt.Model("truss")
    apex = m.add_body("apex", 1.0)
    m.add_joint("rail", tt.Prismatic([0, 1, 0]), m.ground, apex)
    for name, x in (("left", -1.0), ("right", 1.0)):
        foot = m.ground.frame(name, at=[x, 0, 0])
        m.add_force(name, tt.SpringDamper(foot, apex, length=np.hypot(1, 0.3), stiffness=100.0))
    m.add_force("load", tt.JointEffort("rail", effort=-load))
    return m.build()


@pytest.mark.parametrize("load", [0.5, 1.9, 3.0, 20.0])
def test_a_truss_snaps_through_to_where_it_carries_its_load(load):
    """Its greatest load above is 1.0; beyond that the path turns back twice."""
    system = snapping(load)
    rest = equilibrium(system, system.state(rail={"slide": 0.3}), ["rail.slide_rate"])
    y = rest["rail.slide"]
    force = 2 * 100.0 * (np.hypot(1, 0.3) - np.hypot(1, y)) * y / np.hypot(1, y)
    assert force == pytest.approx(load, rel=1e-9)


def four_bars(block):
    m = tt.Model("four-bar and block")
    a, c = (m.add_body(n, 1.0, [0.1, 0.1, 0.1], centre=[0.5, 0, 0]) for n in "ac")
    b = m.add_body("b", 1.0, [0.1, 0.1, 0.1], centre=[1, 0, 0])
    m.add_joint("j1", tt.Revolute([0, 0, 1]), m.ground, a)
    m.add_joint("j2", tt.Revolute([0, 0, 1]), a.frame("end", at=[1, 0, 0]), b)
    m.add_joint("j3", tt.Revolute([0, 0, 1]), m.ground.frame("far", at=[2, 0, 0]), c)
    ends = c.frame("end", at=[1, 0, 0]), b.frame("end", at=[2, 0, 0])
    m.add_joint("j4", tt.Revolute([0, 0, 1]), *ends, cut=True)
    m.add_force("weight", tt.UniformGravity([0, -9.81, 0]))
    m.add_force("spring", tt.JointSpring("j1", stiffness=5.0, rest=1.5))
    if block:
        m.add_joint("block", block, m.ground, m.add_body("block", 1.0, [1, 1, 1]))
    for joint, angle in (("j1", 1.2), ("j2", -1.2), ("j3", 1.2)):
        m.set_start(joint, angle=angle)
    m.set_hold("j1")
    return m.build()


@pytest.mark.parametrize(
    ("block", "what"), [(tt.Free(), "velocity.y"), (tt.Prismatic([0, 1, 0]), "slide_rate")]
)
def test_a_block_that_falls_beside_a_loop_is_named(block, what):
    system, alone = four_bars(block), four_bars(None)
    with pytest.raises(TreetopError, match=f"nothing holds against what acts along 'block.{what}'"):
        equilibrium(system, system.start())
    rest = equilibrium(system, system.start(), ["j1.rate", "j2.rate", "j3.rate"])
    expected = equilibrium(alone, alone.start())
    assert rest["j1.angle"] == pytest.approx(expected["j1.angle"], rel=1e-12)
    # 5 (1.5 - x) = 2 · 9.81 cos x: halves of a and c, and b as a whole
    x = expected["j1.angle"]
    assert 5 * (1.5 - x) == pytest.approx(2 * 9.81 * np.cos(x), abs=1e-9)


def test_a_spacecraft_in_orbit_finds_how_to_point():
    """Its inertia has products, so that no axis of the body points at the Earth."""
    mu, radius = 3.986004418e14, 7e6
    n = np.sqrt(mu / radius**3)
    tilt = np.array([[np.cos(0.2), np.sin(0.2), 0], [-np.sin(0.2), np.cos(0.2), 0], [0, 0, 1]])
    m = tt.Model("tilted")
    bus = m.add_body("bus", 200.0, (tilt.T @ np.diag([60.0, 90.0, 100.0]) @ tilt).tolist())
    m.add_joint("orbit", tt.Free(), m.ground, bus)
    m.add_force("earth", tt.CentralGravity(mu))
    system = m.build()
    orbit = {"position": [radius, 0, 0], "velocity": [0, n * radius, 0]}
    state = system.state(orbit=orbit | {"angular_velocity": [0, 0, n]})
    turns = [f"orbit.angular_velocity.{axis}" for axis in "xyz"]
    rest = equilibrium(system, state, turns)
    q = rest["orbit.attitude"]
    assert abs(2 * np.arctan2(q[3], q[0])) == pytest.approx(0.2, rel=1e-9)
    assert vibration(system, rest).stable


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
        ("boom", "does not say what is in equilibrium"),
        ("3", "does not say what is in equilibrium"),
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


@pytest.mark.parametrize("seed", range(2))
def test_exact_derivatives_of_a_tree_are_those_by_differences(seed, monkeypatch):
    """Trees of many sorts of joints, in motion."""
    kinds = [kind for kind in JOINTS if kind != "free" and "curvilinear" not in kind]
    model = random_tree(seed, bodies=14, kinds=kinds, grounded=True, efforts=False)
    system, found = model.build(), []
    assert is_known_tree(system)
    speeds, state = (
        [*range(system.tables.tree.u_at[-1])],
        system.state(**random_motion(model, seed)),
    )
    for many in (0, 10**9):
        monkeypatch.setattr(load_stepping, "KNOWN_TREES", many)
        task = load_stepping.Task(system, speeds, speeds)
        found.append(load_stepping.Look(task, state).by_rates)
    exact, differences = found
    far = 1e-9 * np.abs(exact).max()
    np.testing.assert_allclose(exact, differences, rtol=0, atol=far)


def test_a_cantilever_of_rods_rests_where_differences_say(monkeypatch):
    system = chain(24, bending=10.0).build()
    rest = equilibrium(system, system.state(), system.speed_labels)
    monkeypatch.setattr(load_stepping, "KNOWN_TREES", 10**9)
    again = equilibrium(system, system.state(), system.speed_labels)
    assert rest.vector[0] < -0.01
    np.testing.assert_allclose(rest.vector, again.vector, rtol=0, atol=1e-9)
