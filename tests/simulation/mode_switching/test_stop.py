"""Stops that do not give, where nothing moves yet."""

import pytest

import treetop as tt


@pytest.mark.parametrize(("stop", "pull"), [({"lower": 0.5}, -9.81), ({"upper": 0.5}, 9.81)])
def test_what_starts_at_a_limit_stays_there(stop, pull):
    m = tt.Model("stowed")
    m.add_joint("rail", tt.Prismatic([0, 0, 1]), m.ground, m.add_body("b", 1, [1, 1, 1]))
    m.add_force("pull", tt.UniformGravity([0, 0, pull]))
    m.add_force("stop", tt.RigidStop("rail", restitution=0.5, **stop))
    system = m.build()
    run = tt.simulate(system, system.state(rail={"slide": 0.5}), duration=0.01, every=0.01)
    assert "rests" in run.events[-1].note
    assert run["rail.slide"][-1] == pytest.approx(0.5, abs=1e-12)
