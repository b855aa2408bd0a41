"""The planet of a model."""

from types import SimpleNamespace

import treetop as tt
from treetop.model.environment.central_body import central_body


def test_central_gravity_is_a_planet_without_a_radius():
    model = tt.Model("m")
    assert central_body(model) is None
    model.add_force("earth", tt.CentralGravity(3.986e14))
    found = central_body(model)
    assert (found.mu, found.radius, found.epoch) == (3.986e14, None, None)


def test_an_environment_comes_first():
    environment = SimpleNamespace(mu=4.9e12, radius=1.7374e6)
    model = SimpleNamespace(environment=environment, epoch="now", forces={})
    for each in (model, SimpleNamespace(model=model, forces={})):  # a mechanism has its model
        found = central_body(each)
        assert (found.mu, found.radius, found.epoch) == (4.9e12, 1.7374e6, "now")
        assert found.environment is environment
