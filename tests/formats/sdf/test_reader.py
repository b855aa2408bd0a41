"""Robots in SDF files, against the same robot described in Python."""

import os
import warnings
from pathlib import Path

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

import treetop as tt
from cases import cases
from mutating_xml import assert_read_or_refused, mutants
from treetop.errors import ModelError

ARM = Path(__file__).parent / "arm.sdf"
COUNT = int(os.environ.get("TREETOP_MUTANTS", "300")) // 2

pytestmark = [pytest.mark.compiled, pytest.mark.filterwarnings("ignore::UserWarning")]


def R(*angles):
    """Turned about the fixed axes x, y and z."""
    return Rotation.from_euler("xyz", angles).as_matrix()


def described():
    """The robot of the file, its bodies at the poses that the file gives to links."""
    m = tt.Model("arm")
    base = m.add_body("base", mass=4, inertia=[0.2, 0.3, 0.25], centre=[0, 0, 0.05])
    tensor = np.diag([0.02, 0.05, 0.06])
    tensor[0, 1] = tensor[1, 0] = 0.001
    turned = R(0, 0, 0.5) @ tensor @ R(0, 0, 0.5).T
    upper = m.add_body("upper", mass=2, inertia=turned.tolist(), centre=[0.2, 0, 0])
    fore = m.add_body("fore", mass=1, inertia=[0.01, 0.02, 0.02])
    foot = m.ground.frame("foot", at=[0.5, 0, 1.1], attitude=R(0, 0, 0.3).tolist())
    m.add_joint("foot", tt.Fixed(), foot, base)
    outboard = upper.frame("j", at=[-0.1, 0.02, 0], attitude=R(0, 0, 0.2).tolist())
    place = np.array([0.3, 0.1, 0.3]) + R(0.2, 0.1, 0) @ [-0.1, 0.02, 0]
    attitude = R(0.2, 0.1, 0) @ R(0, 0, 0.2)
    inboard = base.frame("j", at=place.tolist(), attitude=attitude.tolist())
    m.add_joint("shoulder", tt.Revolute([0, 1, 0]), inboard, outboard)
    m.add_force("damping", tt.JointSpring("shoulder", damping=0.3))
    at = upper.frame("k", at=[0.5, 0, 0], attitude=R(0, 0.4, 0).tolist())
    m.add_joint("slide", tt.Prismatic([1, 0, 0]), at, fore)
    return m


def test_it_moves_as_the_robot_in_Python():
    wanted, found = described(), tt.load(ARM)
    states = []
    for model in (wanted, found):
        model.add_force("gravity", tt.UniformGravity())
        system = model.build()
        now = system.evaluate(
            system.state(
                shoulder={"angle": 0.4, "rate": 0.7}, slide={"slide": 0.1, "slide_rate": -1}
            )
        )
        states.append(now)
    for what in ("position", "acceleration", "angular_acceleration"):
        one, other = (getattr(now.body["fore"], what) for now in states)
        assert np.allclose(one, other, atol=1e-10), what
    energies = [now.kinetic_energy for now in states]
    assert energies[0] == pytest.approx(energies[1], rel=1e-12)


def test_what_is_not_taken_over_is_listed():
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        model = tt.load(ARM)
    text = "\n".join(str(each.message) for each in told)
    assert "<plugin> is not read" in text and "collision geometry is not read" in text
    assert "the frame of a link is that of its joint: upper" in text
    assert model.bodies["base"].looks[0].colour == "#ff0000"


def test_a_model_that_nothing_holds_is_free(tmp_path):
    text = ARM.read_text()
    a, b = text.index('<joint name="foot"'), text.index("<plugin")
    (tmp_path / "m.sdf").write_text(text[:a] + text[b:])
    model = tt.load(tmp_path / "m.sdf")
    assert isinstance(model.joints["base"].kind, tt.Free)
    assert np.allclose(model.start["base"]["position"], [0.5, 0, 1.1])
    static = text[:a].replace("<pose>0.5", "<static>1</static><pose>0.5", 1) + text[b:]
    (tmp_path / "m.sdf").write_text(static)
    assert all(not isinstance(j.kind, tt.Free) for j in tt.load(tmp_path / "m.sdf").joints.values())


@cases(
    "old new words",
    """
    type="revolute"       | type="ball"              | type 'ball' is not read
    0.3 0.1 0.4 0.2 0.1 0 | 0.3 0.1                  | six finite numbers
    relative_to="upper"   | relative_to="fore"       | leads back to it
    <parent>base</parent> | <parent>no</parent>      | there is no link 'no'
    <child>upper</child>  |                          | is missing
    <link name="fore">    | <link name="upper">      | taken by another part
    <mass>4</mass>        | <mass>-4</mass>          | less than 0
    <model                | <model name='x'/><model  | there are 2 models
    """,
)
def test_wrong_files_are_refused_in_words(tmp_path, old, new, words):
    assert old in ARM.read_text()
    (tmp_path / "m.sdf").write_text(ARM.read_text().replace(old, new, 1))
    with pytest.raises(ModelError, match=words):
        tt.load(tmp_path / "m.sdf")


def test_mutants_are_read_or_refused_in_words(tmp_path):
    rng, target = np.random.default_rng(20261118), tmp_path / "m.sdf"
    for k, content in zip(range(COUNT), mutants(ARM.read_bytes(), rng), strict=False):
        target.write_bytes(content)
        assert_read_or_refused(target, by_command=k % 10 == 0)
