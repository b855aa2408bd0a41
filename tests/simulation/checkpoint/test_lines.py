"""A run goes on to the same bits across rods that are cut off and merged."""

import pytest

import treetop as tt
from pausing import died, resumed
from staged_flight import same
from treetop.simulation.hybrid import HybridSimulation

pytestmark = pytest.mark.compiled


GIVEN = {"length": "2 + 5*smoothstep(t/2) - 5*smoothstep((t - 2.5)/2)"}
WOUND = {"radius": 0.1, "inertia": 0.02, "start_length": 2, "start_rate": 4, "torque": -1.2}


@pytest.mark.parametrize(("kind", "own", "spin"), [(tt.Deployer, GIVEN, 2), (tt.Reel, WOUND, 0.5)])
def test_the_same_to_the_bit_while_elements_come_and_go(kind, own, spin, tmp_path, monkeypatch):
    m = tt.Model("line out and in")
    hub = m.add_body("hub", mass=20, inertia=[1, 2, 3])
    m.add_joint("flight", tt.Free(), m.ground, hub)
    law = {"mass_per_length": 0.1, "total_length": 8, "elements": 4, "tip_mass": 3}
    m.add_device("line", kind(hub.frame("mouth", at=[0.5, 0, 0]), **law, **own))
    system = m.build()
    start = system.state(flight={"angular_velocity": [0.1, 0.2, spin]})
    settings = {"duration": 4.5, "every": 0.1, "rtol": 1e-8, "atol": 1e-9}
    whole = tt.simulate(system, start, **settings)
    rods = whole["line.rods"].values
    assert rods[0] == 1 and rods.max() >= 3 and rods[-1] == 1
    audit = whole.audit()
    for name in ("energy", "linear momentum", "angular momentum"):
        assert audit[name].relative < 1e-9
    advance = HybridSimulation.advance
    name = f"{HybridSimulation.__module__}.HybridSimulation.advance"
    monkeypatch.setattr(name, lambda self, steps: advance(self, min(steps, 3)))
    died(system, start, tmp_path / "run.part", **settings)
    run, times = resumed(tmp_path / "run.part", 5)
    assert times >= 4
    assert same(run, whole)
