"""A model that is written and read again is the same."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import treetop as tt
from folders import DOCS
from treetop.errors import TreetopError
from treetop.formats.yaml.load import dumps, loads
from treetop.model.appearance import LOOKS
from treetop.model.beam import LINES
from treetop.model.constraints.kinds import CONSTRAINTS
from treetop.model.forces.kinds import FORCES
from treetop.model.joints import JOINT_KINDS
from treetop.model.quantity import LARGEST
from treetop.model.sensors.kinds import SENSORS
from treetop.model.surfaces import SURFACES


def test_everything_is_in_the_file(text):
    model = loads(text)
    assert {joint.kind.kind for joint in model.joints.values()} == set(JOINT_KINDS)
    assert {force.kind for force in model.forces.values()} == set(FORCES)
    assert {each.kind for each in model.constraints.values()} == set(CONSTRAINTS)
    assert {each.kind for each in model.sensors.values()} == set(SENSORS)
    assert {each.kind for each in model.surfaces.values()} == set(SURFACES)
    assert {body.line.kind for body in model.beams.values()} == set(LINES)
    assert model.bodies["panel"].mass == model.bodies["dish"].mass == 100
    assert model.forces["earth"].mu == pytest.approx(3.986004418e14)
    assert model.run == tt.RunSettings(10800, 10, method=tt.Rk4(0.1, 1e-10, 1e-13), seed=5)
    assert model.joints["track"].inboard == "ground"


def test_round_trip(text):
    model = loads(text)
    again = loads(dumps(model))
    assert again == model
    assert dumps(again) == dumps(model)


def test_units_are_kept(text):
    assert "398600.4418 km^3/s^2" in dumps(loads(text))


def test_save_and_load(text, tmp_path):
    model = loads(text)
    path = tmp_path / "model.yaml"
    model.save(path)
    assert tt.load(path, functions={"drag": print, "dither": print}) == model
    assert [file.name for file in tmp_path.iterdir()] == ["model.yaml"]


def test_the_smallest_model():
    assert dumps(tt.Model("m")) == "treetop: 1\nname: m\n"


numbers = st.floats(-1e9, 1e9)
vectors = st.tuples(numbers, numbers, numbers)
names = st.from_regex(r"[a-z_éß][\w-]{0,8}", fullmatch=True) | st.sampled_from(["no", "y", "null"])
axes = vectors.filter(lambda v: sum(map(abs, v)) > 1e-3)


@pytest.mark.compiled
@given(
    st.text(st.characters(codec="utf-8"), max_size=20).filter(str.isprintable),
    names.filter(lambda name: name != "ground"),
    st.floats(1e-3, 1e9),
    vectors,
    axes,
    axes,
    st.floats(min_value=5e-324, max_value=LARGEST),
)
def test_any_numbers_and_names(title, name, mass, centre, axis, normal, mu):
    model = tt.Model(title)
    body = model.add_body(name, mass, [mass, mass, mass], centre)
    model.add_joint(name, tt.Planar(normal), "ground", body.frame(name, at=centre))
    child = model.add_body(name + "2", mass, [mass, mass, mass])
    model.add_joint(name + "2", tt.Revolute(axis), body, child)
    model.add_force(name, tt.CentralGravity(mu))
    model.set_start(name, x=mass, angle=mu)
    assert loads(dumps(model)) == model


def test_the_page_on_model_files():
    page = DOCS / "guide" / "model-files.md"
    model = loads(page.read_text("utf-8").partition("```yaml\n")[2].partition("```")[0])
    assert model.joints.keys() == {"cable", "hinge"}
    rows = [
        line.split("`")[1] for line in page.read_text("utf-8").splitlines() if line[:3] == "| `"
    ]
    assert rows == [*LOOKS, *JOINT_KINDS, *FORCES, *CONSTRAINTS]


def test_a_model_is_not_saved_to_a_missing_folder(tmp_path):
    with pytest.raises(TreetopError, match="there is no folder"):
        tt.Model("m").save(tmp_path / "nowhere" / "m.yaml")
