"""Gravity fields from files, and shapes of small bodies: what is read, and what is refused."""

import pytest

import treetop as tt
from brick import CORNERS, FACES, obj
from treetop.environment.gravity_fields import field
from treetop.environment.icgem import to_degree
from treetop.environment.small_bodies import GRAVITATION
from treetop.formats.yaml.load import loads, save
from treetop.model.environment.planet import mu_of

EPOCH = "2026-07-01T06:30:00 UTC"
FILE = """treetop: 1
epoch: 2026-07-01T06:30:00 UTC
environment: {kind: %s, gravity: %s}
bodies: {bus: {mass: 1, inertia: [1, 1, 1]}}
joints: {flight: {kind: free, outboard: bus}}
"""


def gfc(degree=8, mu=None, **header):
    """EGM2008 in an ICGEM file."""
    own = field("EGM2008", degree)
    mu = own.mu if mu is None else mu
    lines = ["modelname EGM2008", f"earth_gravity_constant {mu!r}", f"radius {own.radius!r}"]
    lines += [f"max_degree {degree}", *(f"{key} {value}" for key, value in header.items())]
    lines += ["end_of_head", "gfc 0 0 1.0 0.0"]
    rows = ((n, m) for n in range(2, degree + 1) for m in range(n + 1))
    lines += [f"gfc {n} {m} {own.C[n, m].item()!r} {own.S[n, m].item()!r}" for n, m in rows]
    return "\n".join([*lines, ""])


def craft(environment):
    model = tt.Model("craft", epoch=EPOCH)
    bus = model.add_body("bus", 100, [10, 10, 10])
    model.add_joint("flight", tt.Free(), model.ground, bus)
    model.set_environment(environment)
    return model


def test_a_file_of_coefficients_is_a_field(tmp_path):
    path = tmp_path / "mine.gfc"
    path.write_text(gfc())
    for given in ((path, 6), (str(path), 6), {"file": str(path), "degree": 6}):
        found = tt.Earth(gravity=given)
        assert found.gravity.coefficients.degree == 6
        assert (found.gravity.coefficients.C == field("EGM2008", 6).C).all()
        assert mu_of(found) == field("EGM2008").mu
    assert found.words["gravity"].endswith("mine.gfc to degree 6")


@pytest.mark.parametrize(
    ("text", "degree", "said"),
    [
        (gfc(), 9, r"gravity\.degree: '.*mine.gfc': EGM2008 has no degree 9 .*at most 8"),
        ("gfc 0 0 1 0\n", 8, "no line end_of_head"),
        (gfc() + "gfc 2 0 1 0\n", 8, r"mine.gfc', line \d+: coefficients .* come twice"),
        (gfc(norm="half"), 8, "norm is 'half'"),
    ],
)
def test_files_of_coefficients_that_are_wrong(tmp_path, text, degree, said):
    path = tmp_path / "mine.gfc"
    path.write_text(text)
    with pytest.raises(tt.ModelError, match=said):
        tt.Earth(gravity=(path, degree))


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (lambda path: tt.Earth(gravity=(path, 4)), "is of another .*give a field of the Earth"),
        (
            lambda path: tt.Mars(gravity={"file": path, "degree": 4, "axes": "principal"}),
            "the Moon",
        ),
    ],
)
def test_a_field_of_another_planet(tmp_path, given, said):
    path = tmp_path / "mine.gfc"
    path.write_text(gfc(mu=4.28283e13))
    with pytest.raises(tt.ModelError, match=said):
        craft(given(str(path))).build()


def test_tides_of_a_field_that_has_them(tmp_path):
    path = tmp_path / "mine.gfc"
    path.write_text(gfc(tide_system="mean_tide"))
    with pytest.raises(tt.ModelError, match="have the permanent tide in them"):
        craft(tt.Earth(gravity=(path, 4), sun=True, moon=True, tides=True)).build()


def test_model_files_name_what_is_beside_them(tmp_path):
    folder = tmp_path / "models"
    folder.mkdir()
    (folder / "mine.gfc").write_text(gfc())
    (tmp_path / "other.gfc").write_text(gfc())
    path = folder / "craft.yaml"

    def read(gravity, kind="earth"):
        path.write_text(FILE % (kind, gravity))
        return tt.load(path)

    for text in ("{file: mine.gfc, degree: 5}", "[mine.gfc, 5]"):
        assert read(text).environment.gravity.coefficients.degree == 5
    for text, said in (
        ("{file: none.gfc, degree: 5}", ":3: .*none.gfc.*beside the model"),
        ("{file: ../other.gfc, degree: 5}", ":3: .*other.gfc.*beside the model"),
        ("{file: mine.gfc, degree: 9}", ":3: .*has no degree 9"),
        ("{file: mine.gfc, degree: 5, content: x}", "unknown key 'content'"),
        ("{file: 3, degree: 5}", "is not the name of a file"),
        ("{file: mine.gfc}", "'degree' is missing"),
        ("{degree: 5}", "has no coefficients"),
        ("{file: mine.gfc, field: EGM2008, degree: 5}", "has two sources"),
    ):
        with pytest.raises(tt.ModelError, match=said):
            read(text)


def test_saved_models_and_results_carry_the_coefficients_along(tmp_path):
    (tmp_path / "mine.gfc").write_text(gfc())
    model = craft(tt.Earth(gravity=(tmp_path / "mine.gfc", 5)))
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    save(model, elsewhere / "craft.yaml")
    again = tt.load(elsewhere / "craft.yaml")
    assert again.environment.gravity.file == "mine.gfc"
    assert (again.environment.gravity.coefficients.C == field("EGM2008", 5).C).all()
    from treetop.formats.attachments import attachments
    from treetop.formats.yaml.writer import dumps

    held = attachments(again)
    (tmp_path / "mine.gfc").unlink()
    assert len(held["mine.gfc"]) < 0.5 * len(gfc())
    back = loads(dumps(again), held=held)
    assert (back.environment.gravity.coefficients.C == field("EGM2008", 5).C).all()
    assert back.environment.gravity.coefficients.mu == field("EGM2008").mu


def test_the_part_of_a_file_up_to_a_degree():
    part = to_degree(gfc().encode(), 3).decode()
    assert "max_degree 3" in part
    assert part.count("gfc ") == 1 + 3 + 4


def test_a_solid_has_its_parameter_by_density_or_by_the_planet(tmp_path):
    path = tmp_path / "brick.obj"
    path.write_text(obj())
    solid = tt.Polyhedron(file=path, scale="1 km", density="2 g/cm^3")
    assert mu_of(tt.Planet(gravity=solid)) == pytest.approx(GRAVITATION * 2000.0 * 6e9, rel=1e-14)
    assert solid.centre == pytest.approx([1500.0, 1000.0, 500.0])
    assert mu_of(tt.Planet(mu=12.0, gravity=tt.Polyhedron(CORNERS, FACES))) == 12.0
    lumps = tt.Planet(gravity=tt.Mascons(["2e9 kg", 1e9], [[1, 0, 0], [-2, 0, 0]]))
    assert mu_of(lumps) == pytest.approx(GRAVITATION * 3e9)


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda: tt.Polyhedron(CORNERS, FACES[:-1]), "not closed: 3 edges"),
        (lambda: tt.Polyhedron(CORNERS, FACES[:, ::-1]), "seen from inside"),
        (lambda: tt.Polyhedron(CORNERS), "vertices and faces belong together"),
        (lambda: tt.Polyhedron(density=1), "a polyhedron has no faces"),
        (lambda: tt.Polyhedron(CORNERS, FACES, file="a.obj"), "two surfaces"),
        (lambda: tt.Polyhedron(file="none.obj"), "none.obj"),
        (lambda: tt.Polyhedron(file=3), "such as asteroid.obj"),
        (lambda: tt.Mascons([], []), "no masses are given"),
        (lambda: tt.Mascons([1, -1], [[0, 0, 0], [1, 0, 0]]), r"masses\[1\]: -1 kg is not above 0"),
        (lambda: tt.Mascons([1], [[0, 0, 0], [1, 0, 0]]), "1 masses at 2 positions"),
        (lambda: craft(tt.Planet(gravity=tt.Polyhedron(CORNERS, FACES))).build(), "or a density"),
        (
            lambda: craft(tt.Planet(mu=1, gravity=tt.Mascons([1], [[0, 0, 0]]))).build(),
            "has masses or a density of its own",
        ),
    ],
)
def test_shapes_that_cannot_be(make, said):
    with pytest.raises(tt.ModelError, match=said):
        make()


def test_solids_in_model_files(tmp_path):
    path = tmp_path / "craft.yaml"
    (tmp_path / "brick.obj").write_text(obj())
    text = "{kind: polyhedron, file: %s, scale: 1 km, density: 2 g/cm^3}"
    path.write_text(FILE % ("planet", text % "brick.obj"))
    model = tt.load(path)
    assert model.environment.gravity.surface.volume == pytest.approx(6e9)
    save(model, path)
    assert tt.load(path) == model
    for name, said in (("none.obj", "none.obj"), ("../brick.obj", "beside the model")):
        path.write_text(FILE % ("planet", text % name))
        with pytest.raises(tt.ModelError, match=said):
            tt.load(path)
    (tmp_path / "brick.obj").write_text(obj(FACES[:-2]))
    path.write_text(FILE % ("planet", text % "brick.obj"))
    with pytest.raises(tt.ModelError, match=r":3: .*environment\.gravity\.file.*not closed"):
        tt.load(path)


def test_a_shape_off_its_mass_centre_is_worth_a_word():
    from treetop.checks.summary import warnings

    given = tt.Planet(gravity=tt.Polyhedron(CORNERS, FACES, density=2000))
    assert any("is put at the inertial origin" in each for each in warnings(craft(given)))
    centred = tt.Polyhedron(CORNERS - [1.5, 1.0, 0.5], FACES, density=2000)
    found = list(warnings(craft(tt.Planet(gravity=centred))))
    assert not any("inertial origin" in each for each in found)


def test_relativity_and_what_it_needs():
    assert tt.Earth(relativity=True) == tt.Earth(relativity="schwarzschild")
    assert tt.Earth(relativity=False) == tt.Earth()
    with pytest.raises(tt.ModelError, match="unknown relativity 'some'"):
        tt.Earth(relativity="some")
    with pytest.raises(tt.ModelError, match="there is no Sun"):
        craft(tt.Earth(relativity="full")).build()
    with pytest.raises(tt.ModelError, match="angular momentum of this planet is not known"):
        craft(tt.Mars(relativity="full", sun=True)).build()
