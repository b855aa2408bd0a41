import numpy as np
import xarray as xr

import treetop as tt
from treetop.topology.mechanism import mechanism_of
from treetop.view.flight.planet import planet


def around(mu, distance):
    model = tt.Model()
    model.add_force("pull", tt.CentralGravity(mu))
    places = np.array([[[distance, 0, 0], [0, 0, 2 * distance]]], float)
    return planet(mechanism_of(model), xr.Dataset({"position": (("time", "body", "axis"), places)}))


def test_planets_are_known_by_what_they_attract_with():
    assert around(3.986e14, 6.7e6)[:2] == ("Earth", 6378137.0)
    assert around(4.9028e12, 1.8e6).name == "Moon"
    assert around(4.2828e13, 1e7).name == "Mars"


def test_others_are_smaller_than_the_orbit_and_said_to_be_unknown():
    other = around(1.0e5, 3000.0)
    assert 0 < other.radius < 3000 and not other.name
    assert "is not known" in other.note
    within = around(3.986e14, 1000.0)  # inside the Earth
    assert within.radius < 1000


def test_without_central_gravity_there_is_none(model):
    assert planet(mechanism_of(model), xr.Dataset()) is None


def test_the_planet_of_the_environment():
    model = tt.Model()
    model.set_environment(tt.Mars())
    found = planet(mechanism_of(model), xr.Dataset())
    assert found[:5] == ("Mars", 3396190.0, 4.282837362e13, 1.0 / 169.894447223612, "")
