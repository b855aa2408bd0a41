"""Models in MJCF files: what is taken over, what is noted, what is refused."""

import warnings
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

import treetop as tt
from treetop.cli import main
from treetop.errors import ModelError

pytest.importorskip("mujoco", reason="MuJoCo is not installed: pip install treetop[mjcf]")
pytestmark = [pytest.mark.compiled]

MODELS = Path(__file__).parent / "models"
BALL = '<body name="ball"><freejoint name="f"/><geom name="b" size="0.1"/>{}</body>'


def read(tmp_path, inside, more="", **options):
    file = tmp_path / "m.xml"
    file.write_text(f"<mujoco>{more}<worldbody>{inside}</worldbody></mujoco>")
    model = tt.Model("m")
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        frames = model.add_mjcf(file, **options)
    return model, frames, [str(each.message).split(": ", 1)[1] for each in told]


def test_several_joints_of_one_body(tmp_path):
    inside = (
        '<body name="a" pos="1 0 0"><joint name="x" type="slide" axis="1 0 0"/>'
        '<joint name="z" axis="0 0 1" pos="0 0.2 0"/><geom size="0.1" mass="2"/></body>'
    )
    model, frames, _ = read(tmp_path, inside)
    assert list(model.joints) == ["x", "z"] and list(frames) == ["a"]
    assert [body.mass for body in model.bodies.values()] == [0, 2]
    system = model.build()
    now = system.evaluate(system.state(x={"slide": 0.5}, z={"angle": np.pi / 2}))
    assert np.allclose(now.body["a"].position, [1.7, 0.2, 0])  # about (1.5, 0.2, 0), by 90 deg


def test_it_is_put_on_a_body(tmp_path):
    model = tt.Model("craft")
    bus = model.add_body("bus", mass=10, inertia=[1, 1, 1])
    model.add_joint("free", tt.Free(), model.ground, bus)
    with pytest.warns(UserWarning, match="gravity of the file is left to the model"):
        frames = model.add_mjcf(
            MODELS / "arm.xml", on=bus.frame("port", at=[0, 0, 1]), prefix="arm"
        )
    assert "arm_yaw" in model.joints and "arm_upper" in model.bodies
    assert model.joints["arm_yaw"].inboard.startswith("bus")
    assert frames["bracket"].body == "arm_upper"  # which has no mass
    assert model.devices["arm_drive"].gear == 20 and model.devices["arm_drive"].torque == 2
    assert not any(isinstance(force, tt.UniformGravity) for force in model.forces.values())
    before = model.copy()
    with pytest.raises(ModelError), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        model.add_mjcf(MODELS / "arm.xml", on=bus, prefix="x", stop_stiffness=-1)
    assert model == before


def test_what_is_not_taken_over_is_listed(tmp_path):
    more = (
        '<tendon/><sensor/><asset><texture name="t" builtin="flat" width="2" height="2"/></asset>'
    )
    inside = BALL.format('<camera/><composite type="cable" count="3 1 1"/><joint armature="1"/>')
    inside = inside.replace(
        '<freejoint name="f"/>', '<joint name="h" range="-1 1" limited="true"/>'
    )
    _, _, told = read(tmp_path, inside.replace('<joint armature="1"/>', ""), more)
    assert "<tendon> is not read" in told and "<sensor> is not read" in told
    assert "<composite> is not read: ball" in told
    assert "limits have no stops unless stop_stiffness is given: h" in told
    _, _, told = read(tmp_path, BALL.replace("freejoint", 'joint armature="1"').format(""))
    assert "armature, the inertia of rotors, is left out: f" in told


def test_stops_and_contacts(tmp_path):
    inside = '<geom type="plane" size="1 1 1" name="floor" friction="0.7"/>' + BALL.format("")
    model, _, told = read(tmp_path, inside, contact_stiffness=1e4, contact_damping=0.5)
    contact = model.forces["contact_floor_b"]
    assert {contact.a.kind, contact.b.kind} == {"plane", "sphere"} and contact.friction == 1.0
    assert told == ["the gravity of the file is left to the model that it is put into"]
    model.add_force("gravity", tt.UniformGravity())
    system = model.build()
    now = system.evaluate(system.state(f={"position": [0, 0, 0.09]}))  # by 1 cm in the floor
    pushed = 1e4 * 0.01**1.5 / model.bodies["ball"].mass - 9.81
    assert now.body["ball"].acceleration[2] == pytest.approx(pushed, rel=1e-9)
    inside = BALL.replace('freejoint name="f"', 'joint name="f" range="-30 20" ref="10"').format("")
    model, _, _ = read(tmp_path, inside, stop_stiffness=100)
    stop = model.forces["f_stop"]
    assert np.allclose([stop.lower, stop.upper], np.radians([-40, 10]))


def test_a_weld_holds(tmp_path):
    inside = (
        '<body name="a"><joint name="ja"/><geom size="0.1"/></body>'
        '<body name="b" pos="1 0 0" euler="0 0 30"><freejoint name="fb"/><geom size="0.1"/></body>'
    )
    file = tmp_path / "m.xml"
    equality = '<equality><weld name="w" body1="a" body2="b"/></equality>'
    file.write_text(f"<mujoco><worldbody>{inside}</worldbody>{equality}</mujoco>")
    with pytest.warns(UserWarning, match="hold exactly"):
        model = tt.load(file)
    run = tt.simulate(model, duration=0.3)
    apart = run["a.position"].values - run["b.position"].values
    assert np.allclose(np.linalg.norm(apart, axis=1), 1, atol=1e-6)


def test_a_ball_joint_called_as_its_body_gets_another_name(tmp_path):
    """Else `arm.attitude` would be that of the joint or of the body."""
    inside = '<body name="arm" pos="1 0 0"><joint name="arm" type="ball"/><geom size="0.1"/></body>'
    model, _, _ = read(tmp_path, inside)
    assert list(model.joints) == ["arm_ball"]
    model.validate()


def test_meshes_and_includes_come_from_the_folder(tmp_path):
    from treetop.formats.meshes.stl import stl_content

    (tmp_path / "parts").mkdir()
    corners = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1.0]])
    faces = corners[[[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]]]
    (tmp_path / "parts" / "w.stl").write_bytes(stl_content(faces))
    (tmp_path / "ball.xml").write_text(
        '<mujoco><body name="in"><joint name="j"/><geom type="mesh" mesh="w"/></body></mujoco>'
    )
    more = '<compiler meshdir="parts"/><asset><mesh file="w.stl"/></asset>'
    model, _, _ = read(tmp_path, '<include file="ball.xml"/>', more)
    assert model.bodies["in"].mass == pytest.approx(1000 / 6, rel=1e-6)
    assert np.allclose(model.bodies["in"].centre, [0.25] * 3, atol=1e-6)
    (look,) = model.bodies["in"].looks
    assert len(look.surface[1]) == 4
    for wrong in ("../secret.xml", "/etc/passwd", "none.xml", "m.xml"):
        with pytest.raises(ModelError):
            read(tmp_path, f'<include file="{wrong}"/>')
    for wrong in ("../../x.stl", "/etc/passwd.stl", "none.stl"):
        with pytest.raises(ModelError):
            read(tmp_path, BALL.format(""), f'<asset><mesh file="{wrong}"/></asset>')


def test_the_command_line(tmp_path):
    out = tmp_path / "legged.yaml"
    result = CliRunner().invoke(main, ["convert", str(MODELS / "legged.xml"), str(out)])
    assert result.exit_code == 0, result.output
    assert "13 bodies, 13 joints" in result.output
    assert len(tt.load(out).joints) == 13
    (tmp_path / "bad.xml").write_text(
        "<mujoco><worldbody><body><geom/></body></worldbody></mujoco>"
    )
    result = CliRunner().invoke(main, ["check", str(tmp_path / "bad.xml")])
    assert result.exit_code == 2 and "cannot be read" in result.output
    options = ["--stop-stiffness", "100", "--contact-stiffness", "1e4"]
    source = str(MODELS / "cart_pole.xml")
    result = CliRunner().invoke(main, ["convert", source, str(out), *options])
    assert result.exit_code == 0, result.output
    assert "slide_stop" in tt.load(out).forces
    result = CliRunner().invoke(main, ["convert", source, str(out), "--free"])
    assert result.exit_code == 2 and "--free is not for MJCF files" in result.output
