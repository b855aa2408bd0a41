"""What is refused of an environment, with one message each."""

import pytest

import treetop as tt
from brick import CENTRE, CORNERS, FACES
from treetop.checks.summary import warnings

EPOCH = "2026-07-01T06:30:00 UTC"
ORBIT = tt.Orbit(height="500 km")


def craft(environment=None, epoch=EPOCH):
    model = tt.Model("craft", epoch=epoch)
    bus = model.add_body("bus", 100, [10, 10, 10])
    model.add_joint("flight", tt.Free(), model.ground, bus)
    model.set_environment(environment)
    return model


@pytest.mark.parametrize(
    ("environment", "epoch", "said"),
    [
        (tt.Earth(), None, "its rotation depends on the date, and there is no epoch"),
        (tt.Planet(), EPOCH, "'mu' is missing"),
        (
            tt.Planet(mu=1e14, sun=tt.Sun(position=[1e11, 0, 0])),
            EPOCH,
            "'radius' is missing, which its sun needs",
        ),
        (tt.Planet(mu=1e14, radius=6e6, sun=True), EPOCH, "where this planet is"),
        (tt.Earth(gravity=("GMM-3", 8)), EPOCH, "GMM-3 is a gravity field of Mars"),
        (tt.Moon(gravity=("EGM2008", 8)), EPOCH, "EGM2008 is a gravity field of the Earth"),
        (tt.Mars(magnetic="IGRF-14"), EPOCH, "environment.magnetic: it is of the Earth"),
        (tt.Moon(rotation="IAU 2006"), EPOCH, "environment.rotation: it is of the Earth"),
        (tt.Earth(tides=True), EPOCH, "nothing raises tides"),
        (tt.Earth(infrared=237), EPOCH, "shines by the Sun, and there is none"),
        (tt.Earth(atmosphere=tt.HarrisPriester()), EPOCH, "follows the Sun, and there is none"),
        (tt.Earth(rotation="IAU 2015"), EPOCH, "a rotation of the Moon and of Mars"),
        (tt.Moon(moon=True), EPOCH, "the Moon does not attract itself"),
        (tt.Earth(moon="jupiter"), EPOCH, "'jupiter' is not the Moon"),
        (tt.Earth(planets=["earth"]), EPOCH, "'earth' does not attract itself"),
        (tt.Earth(moon=True, planets=["moon"]), EPOCH, "'moon' attracts already"),
        (tt.Earth(sun=True, planets=["venus", "sun"]), EPOCH, "'sun' attracts already"),
        (tt.Moon(planets=["earth", "earth"]), EPOCH, "'earth' attracts already"),
        (tt.Earth(gravity=("EGM2008", 700)), EPOCH, "EGM2008 has no degree 700"),
        (tt.Earth(gravity=("EGM2007", 8)), EPOCH, "there is no gravity field 'EGM2007'"),
        (tt.Earth(magnetic="WMM2025"), "2019-01-01T00:00:00 UTC", "2019"),
    ],
)
def test_messages(environment, epoch, said):
    with pytest.raises(tt.ModelError, match=said):
        craft(environment, epoch).build()


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda: tt.Earth(magnetic="IGRF-13"), "unknown magnetic field 'IGRF-13'"),
        (lambda: tt.Earth(rotation="IAU 2000"), "unknown rotation"),
        (lambda: tt.Earth(planets=["pluto"]), "unknown celestial body 'pluto'"),
        (lambda: tt.Earth(gravity=("EGM2008", 8.5)), "is not a whole number"),
        (lambda: tt.Earth(gravity=8), "is not a gravity field"),
        (lambda: tt.ZonalField([], radius=1), "no coefficients are given"),
        (lambda: tt.Earth(albedo=2), "2 is more than 1"),
        (lambda: tt.Sun(position=[1, 0, 0]), "give a position in m, not a direction"),
        (lambda: tt.Model("m", epoch="tomorrow"), "tomorrow"),
        (lambda: craft().set_environment("earth"), "is not an environment"),
        (lambda: craft().add_device("environment", tt.Wheel("bus", [1, 0, 0], 1)), "environment"),
    ],
)
def test_specifications_that_cannot_be(make, said):
    with pytest.raises(tt.ModelError, match=said):
        make()


def test_gravity_twice():
    model = craft(tt.Earth())
    model.add_force("earth", tt.CentralGravity(3.986e14))
    with pytest.raises(tt.ModelError, match="has the planet's gravity already"):
        model.build()


@pytest.mark.parametrize(
    "device",
    [
        tt.Magnetorquer("bus", [1, 0, 0]),
        tt.MagneticDipole("bus", [1, 0, 0]),
        tt.EddyCurrents("bus", 1.0),
    ],
)
def test_devices_without_a_field(device):
    model = craft(tt.Earth())
    model.add_device("device", device)
    with pytest.raises(tt.ModelError, match="there is no magnetic field"):
        model.build()


def test_sensors_without_what_they_see():
    model = craft(tt.Earth())
    model.add_sensor("compass", tt.Magnetometer("bus", every=1.0))
    with pytest.raises(tt.ModelError, match="has no 'magnetic_field'"):
        model.build()
    model = craft()
    model.add_sensor("eye", tt.SunSensor("bus", every=1.0))
    with pytest.raises(tt.ModelError, match="there is no environment"):
        model.build()


def test_surfaces_without_an_environment():
    model = craft()
    model.add_surface("hull", tt.Cannonball("bus", 1.0, drag=2.2))
    assert "there are surfaces, and no environment that would press on them" in warnings(model)


def test_runs_beyond_the_tables_and_starts_in_the_ground():
    system = craft(tt.Earth(span="1 day")).build()
    with pytest.raises(tt.ModelError, match="the run ends at 2 days"):
        tt.simulate(system, system.state(flight=ORBIT), duration="2 days")
    deep = system.state(flight={"position": [6e6, 0, 0]})
    with pytest.raises(tt.ModelError, match="below the surface"):
        tt.simulate(system, deep, duration=1.0)


def test_solids_are_not_entered():
    solid = tt.Polyhedron((CORNERS - CENTRE) * 1000.0, FACES, density=2000)
    system = craft(tt.Planet(gravity=solid, rotation=tt.UniformRotation(1e-4)), None).build()
    with pytest.raises(tt.ModelError, match="'bus' starts below the surface of the planet"):
        tt.simulate(system, system.state(flight={"position": [100, 0, 300]}), duration=1.0)
    falling = system.state(flight={"position": [100, 0, 800], "velocity": [0, 0, -5]})
    with pytest.warns(UserWarning, match="'bus' is below the surface of the planet at 60 s"):
        tt.simulate(system, falling, duration=100.0, every=10.0)


def test_runs_before_the_epoch_and_beyond_the_coefficients():
    system = craft(tt.Earth()).build()
    with pytest.raises(tt.ModelError, match="before the epoch"):
        tt.simulate(system, system.state(-10.0, flight=ORBIT), duration=1.0)
    system = craft(tt.Earth(magnetic="IGRF-14"), "2029-12-30T00:00:00 UTC").build()
    with pytest.raises(tt.ModelError, match="1900 to 2030"):
        tt.simulate(system, system.state(flight=ORBIT), duration="3 days")


def test_warnings_of_surfaces_that_feel_nothing():
    model = craft(tt.Earth())
    model.add_surface("hull", tt.Cannonball("bus", 1.0, drag=2.2, light=1.3))
    found = list(warnings(model))
    assert "surface 'hull' would feel air, and the environment has no atmosphere" in found
    assert "surface 'hull' would feel light, and the environment has no Sun" in found
