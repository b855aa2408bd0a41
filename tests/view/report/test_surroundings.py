import treetop as tt
from flights import satellite
from pages_read import Read
from treetop.view.report.surroundings import environment_part


def test_environment_and_surfaces_with_units():
    air = tt.ExponentialAtmosphere(4e-12, "400 km", "60 km")
    model = satellite(tt.Earth(gravity=("EGM2008", 8), sun=True, moon=True, atmosphere=air))
    model.add_surface("hull", tt.Box("bus", [2, 1, 1], drag=2.2))
    read = Read(environment_part(model))
    rows = {row["part"].text: row["what it is, SI"].text for row in read.tables["environment"]}
    assert rows["kind"] == "earth"
    assert rows["gravity"] == "harmonics; field EGM2008; degree 8"
    assert rows["radius"] == "6378137 m"
    assert "density 4×10⁻¹² kg/m³; height 400000 m" in rows["atmosphere"]
    assert rows["moon"] == "third-body; body moon"
    assert "tides" not in rows and "magnetic" not in rows
    (hull,) = read.tables["surfaces"]
    assert hull["surface"].text == "hull" and hull["kind"].text == "box"
    assert "size (2, 1, 1) m" in hull["numbers, SI"].text
    assert "drag 2.2" in hull["numbers, SI"].text


def test_nothing_without_an_environment(model):
    assert environment_part(model) == ""
