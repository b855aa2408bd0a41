"""Environments and epochs, there and back from files."""

import pytest

import treetop as tt
from brick import CORNERS, FACES
from treetop.formats.yaml.load import dumps, loads

ENVIRONMENTS = [
    tt.Earth(
        gravity=("EGM2008", 8),
        sun=True,
        moon=tt.ThirdBody("moon", mu=4.902801076e12),
        planets=["jupiter"],
        ephemeris="DE440",
        tides=True,
        relativity=True,
        atmosphere=tt.HarrisPriester(lag="20 deg"),
        magnetic="IGRF-14",
        albedo=0.3,
        infrared="237 W/m^2",
        span="30 days",
    ),
    tt.Planet(
        mu="4e5 km^3/s^2",
        radius="6000 km",
        flattening=0.01,
        gravity=tt.ZonalField([1e-3, 1e-6], radius="6000 km", bodies_degree=2),
        gradient=False,
        rotation=tt.UniformRotation("1 deg/min", pole=[0, 1, 1], angle="3 deg"),
        sun=tt.Sun(position=["1e8 km", 0, 0], attracts=False),
        atmosphere=tt.ExponentialAtmosphere(1e-12, "400 km", "50 km", wind=[10, 0, 0]),
        magnetic=tt.MagneticDipoleField([0, 0, 8e22]),
        eclipse="cylinder",
        shadow_radius="6100 km",
    ),
    tt.Moon(gravity=("GRGM900C", 20)),
    tt.Mars(atmosphere=tt.TabulatedAtmosphere([1e5, 2e5], [1e-8, 1e-11])),
    tt.Earth(atmosphere=tt.MSIS(f107=150, ap=4)),
    tt.Earth(relativity="full", sun=True),
    tt.Planet(gravity=tt.Mascons(["1e10 kg", 2e10], [["1 km", 0, 0], [0, 0, 0]], at_bodies=False)),
    tt.Planet(gravity=tt.Polyhedron(CORNERS, FACES, density="2 g/cm^3")),
]


@pytest.mark.parametrize("environment", ENVIRONMENTS)
def test_an_environment_comes_back(environment):
    model = tt.Model("craft", epoch="2026-07-01T06:30:00 UTC")
    bus = model.add_body("bus", 100, [10, 10, 10])
    model.add_joint("flight", tt.Free(), model.ground, bus)
    model.set_environment(environment)
    again = loads(dumps(model))
    assert again.environment == environment
    assert again.epoch == model.epoch
    assert again == model


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("environment: {kind: venus}", "unknown kind 'venus'"),
        ("environment: {kind: earth, gravty: 1}", "unknown key 'gravty'"),
        ("environment: {kind: earth, atmosphere: {kind: msiss}}", "unknown atmosphere 'msiss'"),
        ("epoch: soon", "soon"),
        ("epoch: {time: 2026-07-01T06:30:00 UTC, dut: 1}", "dut"),
    ],
)
def test_what_cannot_be_has_its_line(text, said):
    with pytest.raises(tt.ModelError, match=said) as error:
        loads(f"treetop: 1\n{text}\nbodies:\n  bus: {{mass: 1}}\n")
    assert "line 2" in str(error.value)
