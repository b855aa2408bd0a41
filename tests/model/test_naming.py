"""Names that parts cannot have are refused when they are added, with the reason."""

import pytest

import treetop as tt

pytestmark = pytest.mark.compiled  # no kernels

ODD = [
    "", " ", ".", "a.b", " a", "a ", "a  b", "a\n", "a\tb", "1a", "-a", "a/b", "a\\b", "a'b", 'a"b',
    "a:b", "#a", "*", "~", "[a]", "a\u200b", "\U0001f680", None, 3, 2.5, True, ["a"],
]  # fmt: skip
USUAL = ["a b", "_a", "é", "日本", "if", "None", "null", "base", "time", "a-b", "b free", "x lock"]

ADD = {
    "bodies": lambda m, name: m.add_body(name, 1),
    "bodies.b.frames": lambda m, name: m.bodies["b"].frame(name),
    "beams": lambda m, name: m.add_beam(name, tt.Cable(1, mass_per_length=1)),
    "joints": lambda m, name: m.add_joint(name, tt.Free(), m.ground, "b"),
    "forces": lambda m, name: m.add_force(name, tt.UniformGravity()),
    "constraints": lambda m, name: m.add_constraint(name, tt.Distance("b", "ground", length=1)),
    "devices": lambda m, name: m.add_device(name, tt.Wheel("b", [1, 0, 0], 0.1)),
    "sensors": lambda m, name: m.add_sensor(name, tt.Gyro("b", every=0.5)),
    "controllers": lambda m, name: m.add_controller(name, tt.Bdot("m", every=1, gain=1)),
    "surfaces": lambda m, name: m.add_surface(name, tt.Plate("b", size=[1, 1])),
    "events": lambda m, name: m.add_event(name, tt.time.rises(1)),
    "stages": lambda m, name: m.add_stage(name),
}


def model():
    m = tt.Model("names")
    m.add_body("b", 1)
    return m


@pytest.mark.parametrize("section", ADD)
def test_names_that_parts_cannot_have(section):
    for name in ODD:
        m = model()
        with pytest.raises(tt.ModelError) as error:
            ADD[section](m, name)
        (problem,) = error.value.problems
        assert problem.where.startswith(section)
        assert "cannot be a name" in problem.what or "is not a name" in problem.what
        assert m == model()


@pytest.mark.parametrize("section", ADD)
def test_names_that_parts_may_have(section):
    m = model()
    for name in USUAL:
        ADD[section](m, name)
    with pytest.raises(tt.ModelError, match="'base' is"):
        ADD[section](m, "base")


@pytest.mark.parametrize(
    ("text", "line", "where"),
    [
        ("bodies:\n  1a: {mass: 1}", 2, "bodies.1a"),
        ("bodies:\n  b:\n    mass: 1\n    frames:\n      '': {at: [1, 0, 0]}", 2, "bodies.b"),
        ("forces:\n  a.b: {kind: uniform-gravity}", 2, "forces.a.b"),
        ("bodies:\n  ground: {mass: 1}", 2, "bodies.ground"),
        ("forces:\n  environment: {kind: uniform-gravity}", 2, "forces.environment"),
    ],
)  # fmt: skip
def test_a_file_with_such_a_name_is_named(tmp_path, text, line, where):
    path = tmp_path / "odd.yaml"
    path.write_text(f"{text}\ntreetop: 1\n")
    with pytest.raises(tt.ModelError) as error:
        tt.load(path)
    first = error.value.problems[0]
    assert (first.file, first.line) == (str(path), line)
    assert first.where.startswith(where)
