"""URDF files as models: what is taken over, what is listed, and what is refused."""

import warnings
from pathlib import Path

import numpy as np
import pytest

import treetop as tt
from formats.urdf.robots import ROBOTS
from treetop.formats.urdf.values import nearest_possible
from treetop.formats.yaml.load import dumps, loads

BY_NAME = {file.stem: file for file in ROBOTS}
MASS = '<inertial><mass value="1"/><inertia {}/></inertial>'
ROUND = MASS.format('ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"')
CORNERS = "vertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0"
SOLID = f"solid\nfacet normal 0 0 1\nouter loop\n{CORNERS}\nendloop\nendfacet\nendsolid\n"
LOOSE = '<link name="loose"/></robot>'


def two_links(inside: str = "", joint: str = "", kind: str = "revolute") -> str:
    return f"""<robot name="two">
  <link name="base"/>
  <link name="arm">{ROUND}{inside}</link>
  <joint name="hinge" type="{kind}"><parent link="base"/><child link="arm"/>{joint}</joint>
</robot>"""


@pytest.fixture
def robot(tmp_path):
    """Add the robot in a text to a model, or load it: the model, frames and warnings."""

    def add(text: str, model: tt.Model | None = None, **options):
        file = tmp_path / "robot.urdf"
        file.write_text(text)
        model = model or tt.Model("any")
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            frames = model.add_urdf(file, **options)
        return model, frames, [str(each.message) for each in caught]

    return add


def refusal(robot, text: str, **options) -> str:
    with pytest.raises(tt.ModelError) as error:
        robot(text, **options)
    return str(error.value)


@pytest.mark.parametrize("file", ROBOTS, ids=lambda file: file.stem)
@pytest.mark.filterwarnings("ignore::UserWarning")
def test_robots_are_sound_and_survive_yaml(file):
    model = tt.load(file)
    model.validate()
    assert loads(dumps(model)) == model


@pytest.mark.filterwarnings("ignore::UserWarning")
def test_links_without_mass_are_frames_where_they_are_fixed():
    model = tt.load(BY_NAME["turret"])
    assert set(model.bodies) == {"_1_deck", "ring", "yoke", "rotor", "counterweight", "shutter"}
    assert model.frame("counterweight.eye").at == (0.0, 0.0, 0.1)
    assert model.joints["shutter_hinge"].inboard == "counterweight.shutter_hinge"
    assert model.bodies["rotor"].mass == 0.0
    assert model.bodies["rotor"].inertia[0] == (0.003, 0.0002, 0.0)


def test_what_is_not_taken_over_is_listed():
    with pytest.warns(UserWarning) as caught:
        tt.load(BY_NAME["six_axis"])
    listed = "\n".join(str(each.message) for each in caught)
    for words in (
        "<transmission> is not read: shoulder_transmission",
        "collision geometry is not read: shoulder, upper_arm",
        "the limit of effort is not applied",
        "the limit of velocity is not applied",
        "limits have no stops unless stop_stiffness is given",
    ):
        assert words in listed
    assert all(Path(each.filename) == Path(__file__) for each in caught)


@pytest.mark.filterwarnings("ignore::UserWarning")
def test_mimicking_joints_start_where_they_may():
    model = tt.load(BY_NAME["hand"])
    assert model.constraints["index_curl_mimic"].weights == {
        "index_curl.angle": 1.0,
        "index_flexion.angle": -0.7,
    }
    assert model.start["index_curl"]["angle"] == pytest.approx(0.7 * 0.05 - 0.02)
    assert model.start["pull"] == {"slide": 0.001}


def test_on_a_body_with_a_prefix(robot):
    model = tt.Model("craft")
    bus = model.add_body("bus", mass=100, inertia=[9, 9, 9])
    model.add_joint("flight", tt.Free(), model.ground, bus)
    mount = bus.frame("mount", at=[1, 0, 0], attitude=[0.5, 0.5, 0.5, 0.5])
    text = two_links(joint='<origin xyz="0 0 2"/><axis xyz="0 0 3"/>', kind="continuous")
    _, left, _ = robot(text, model, on=mount, prefix="left")
    _, right, _ = robot(text, model, on="bus", prefix="right")
    assert list(model.joints) == ["flight", "left_hinge", "right_hinge"]
    assert left["base"].at == mount.at
    assert model.frame("bus.left_hinge").at == pytest.approx((3.0, 0.0, 0.0))  # z is x of the bus
    assert right["arm"] is model.bodies["right_arm"]
    model.validate()
    before = dumps(model)
    assert "the name 'left_arm' is taken already" in refusal(
        robot, text, model=model, prefix="left"
    )
    assert dumps(model) == before


def test_limits_as_stops(robot):
    joint = '<limit lower="0.2" upper="1" effort="1" velocity="1"/>'
    model, _, listed = robot(two_links(joint=joint), stop_stiffness=1e4, stop_damping=2)
    stop = model.forces["hinge_stop"]
    assert (stop.lower, stop.upper, stop.stiffness, stop.damping) == (0.2, 1.0, 1e4, 2.0)
    assert model.start["hinge"] == {"angle": 0.2}
    assert any("start at the stop that is nearest to zero" in line for line in listed)
    assert "stiffness" in refusal(robot, two_links(joint=joint), stop_stiffness=-1)


def test_damping_and_friction(robot):
    model, *_ = robot(two_links(joint='<dynamics damping="0.5" friction="2"/>'))
    assert model.forces["hinge_damping"].damping == 0.5
    assert model.forces["hinge_friction"].coulomb == 2.0
    _, _, listed = robot(two_links(joint='<dynamics damping="0.5"/>', kind="floating"))
    assert any("damping of a joint without one coordinate" in line for line in listed)


def test_a_floating_joint_called_as_its_link_gets_another_name(robot):
    model, *_ = robot(two_links(kind="floating").replace('name="hinge"', 'name="arm"', 1))
    assert "arm" in model.bodies and "arm_" in model.joints
    model.validate()


def test_inertias_that_no_body_has(robot):
    text = two_links().replace(
        ROUND, MASS.format('ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="5"')
    )
    model, _, listed = robot(text)
    assert np.diag(model.bodies["arm"].inertia) == pytest.approx([2, 2, 4])
    assert any("the nearest possible one is taken: arm" in line for line in listed)
    assert "robot.urdf:3: link 'arm'.inertial: no body has this inertia" in refusal(
        robot, text, strict=True
    )


def test_the_nearest_inertia_is_the_nearest():
    """No inertia of three points at random is nearer; one that is possible stays as it is."""
    rng = np.random.default_rng(3)
    for _ in range(20):
        wrong = rng.normal(size=(3, 3))
        wrong = wrong + wrong.T
        nearest = nearest_possible(wrong)
        second = np.trace(nearest) / 2 * np.eye(3) - nearest
        assert np.linalg.eigvalsh(second).min() > -1e-12
        assert nearest_possible(nearest) == pytest.approx(nearest, abs=1e-12)
        for _ in range(50):
            x = rng.normal(size=(3, 3)) * rng.uniform(0, 1)
            other = np.trace(x @ x.T) * np.eye(3) - x @ x.T
            for share in (1.0, 1e-3):  # also from the nearest one a little towards another
                tried = nearest + share * (other - nearest)
                assert np.linalg.norm(tried - wrong) >= np.linalg.norm(nearest - wrong) - 1e-12


def test_visual_geometry(robot, tmp_path):
    (tmp_path / "meshes").mkdir()
    (tmp_path / "meshes" / "arm.stl").write_text(SOLID)
    shapes = (
        '<box size="1 2 3"/>',
        '<sphere radius="2"/>',
        '<mesh filename="meshes/arm.stl" scale="2 2 2"/>',
    )
    paint = '<material name=""><color rgba="1 0 0.5 0.5"/></material>'
    place = '<origin xyz="1 0 0" rpy="0 0 1.5707963267948966"/>'
    visual = "".join(
        f"<visual>{place}<geometry>{each}</geometry>{paint}</visual>" for each in shapes
    )
    model, *_ = robot(two_links(visual))
    box, sphere, mesh = model.bodies["arm"].looks
    assert (box.size, box.at, box.colour, box.opacity) == ((1, 2, 3), (1, 0, 0), "#ff0080", 0.5)
    assert box.attitude == pytest.approx((0.5**0.5, 0, 0, 0.5**0.5))
    assert (sphere.radius, mesh.file, mesh.scale) == (2.0, "meshes/arm.stl", 2.0)
    model.save(tmp_path / "two.yaml")
    assert tt.load(tmp_path / "two.yaml").bodies["arm"].looks[2].surface.triangles.shape == (1, 3)


def test_meshes_come_from_the_folders_given_alone(robot, tmp_path):
    packages = tmp_path / "packages"
    (packages / "two").mkdir(parents=True)
    (packages / "two" / "arm.stl").write_text(SOLID)
    (tmp_path.parent / "outside.stl").write_text(SOLID)

    def mesh(name: str) -> str:
        return two_links(f'<visual><geometry><mesh filename="{name}"/></geometry></visual>')

    for folder in (packages, packages / "two"):
        model, *_ = robot(mesh("package://two/arm.stl"), packages=folder)
        assert len(model.bodies["arm"].looks) == 1
    for name, reason in (
        ("../outside.stl", "outside the folder"),
        (str(tmp_path.parent / "outside.stl"), "outside the folder"),
        ("package://../../outside.stl", "outside the folder"),
        ("package://two/none.stl", "no such file"),
        ("file:///etc/passwd.stl", "neither package:// nor a path"),
        ("arm.dae", "none of .stl"),
    ):
        model, _, listed = robot(mesh(name), packages=packages)
        assert not model.bodies["arm"].looks
        assert any(reason in line and "left out" in line for line in listed), listed
    _, _, listed = robot(mesh("package://two/arm.stl"))
    assert any("no folder of packages is given" in line for line in listed)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "this is not XML: no element found"),
        ("<robot><link></robot>", "robot.urdf:1: this is not XML: mismatched tag"),
        ("<robot/>", "there is no link"),
        ("<model/>", "this is not URDF"),
        ("<!DOCTYPE a [<!ENTITY b 'c'>]><robot/>", "document types and entities are not read"),
        (f"<robot>{'<a>' * 60}{'</a>' * 60}</robot>", "too many levels"),
        ("<robot><xacro:macro/></robot>", "expand it first"),
        (two_links(kind="spherical"), "joint 'hinge': unknown type 'spherical'"),
        (two_links(joint='<axis xyz="0 0 0"/>'), "an axis of zero length"),
        (two_links(joint='<origin xyz="0 0"/>'), "origin: xyz: 3 numbers are needed, not 2"),
        (two_links(joint='<origin rpy="0 0 nan"/>'), "nan is not a finite number"),
        (two_links().replace('child link="arm"', 'child link="am"'), "did you mean 'arm'?"),
        (two_links().replace('child link="arm"', 'child link="base"'), "not lead to this joint"),
        (two_links().replace("</robot>", LOOSE), "the child of none: base, loose"),
        (two_links().replace("<link name=\"base\"/>", ""), "unknown link 'base'"),
        (two_links().replace("<link name=\"base\"/>", "<link/>"), "'name' is missing"),
        (two_links(joint='<mimic joint="hinge"/>'), "it follows itself"),
        (two_links(joint='<mimic joint="hing"/>'), "did you mean 'hinge'?"),
        (two_links().replace('value="1"', 'value="-1"'), "less than 0"),
        (two_links().replace('izz="1"', ""), "'izz' is missing"),
    ],
)  # fmt: skip
def test_wrong_files_are_refused_in_words(robot, text, words):
    message = refusal(robot, text)
    assert words in message
    assert message.count("robot.urdf") == len(message.splitlines())


def test_other_formats_are_refused_by_name(tmp_path):
    file = tmp_path / "model.xml"
    file.write_text("<model/>")
    with pytest.raises(tt.ModelError, match="this is not URDF"):
        tt.load(file)
