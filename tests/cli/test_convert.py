"""treetop convert: models as YAML files."""

import shutil

import pytest

import treetop as tt
from formats.urdf.robots import ROBOTS

ROVER = next(file for file in ROBOTS if file.stem == "rover")

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")


@pytest.fixture
def rover(tmp_path) -> str:
    shutil.copy(ROVER, tmp_path)
    return "rover.urdf"


def test_a_robot(treetop, rover):
    assert (
        "written to rover.yaml: 9 bodies, 9 joints"
        in treetop("convert", rover, "rover.yaml").stdout
    )
    assert tt.load("rover.yaml") == tt.load(rover)


def test_with_options(treetop, rover):
    treetop("convert", rover, "rover.yaml", "--free", "--stop-stiffness", "1e4", "--strict")
    model = tt.load("rover.yaml")
    assert model.name == "rover"
    assert isinstance(model.joints["base"].kind, tt.Free)
    assert model.forces["pan_stop"].stiffness == 1e4


def test_a_model_is_written_as_it_is(treetop, pendulum):
    treetop("convert", pendulum, "again.yaml")
    assert tt.load("again.yaml") == tt.load(pendulum)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("rover.urdf", "rover.txt"), "a model is written as YAML (.yaml)"),
        (("pendulum.yaml", "pendulum.yaml"), "would replace"),
        (("pendulum.yaml", "out.yaml", "--free"), "--free is for URDF, MJCF and SDF files"),
        (("none.urdf", "out.yaml"), "none.urdf: there is no such file"),
        (("rover.urdf", "none/out.yaml"), "there is no folder"),
    ],
)
def test_refusals(treetop, rover, pendulum, arguments, words):
    assert words in treetop("convert", *arguments, code=2).stderr


def test_a_robot_is_checked_and_run(treetop, rover):
    told = treetop("check", rover)
    assert "9 bodies, 9 joints, 7 degrees of freedom" in told.stdout
    treetop("run", rover, "--duration", "0.1")
    assert tt.load_run("rover.nc").model == tt.load(rover)
