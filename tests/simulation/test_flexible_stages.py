"""Structure that changes while bodies bend: momentum and energy across locks and releases."""

import numpy as np
import pytest

import treetop as tt
from flexible_craft import craft

pytestmark = pytest.mark.compiled


@pytest.mark.parametrize("formulation", ["recursive", "kane", "newton-euler"])
def test_locks_and_releases_keep_momentum_and_tell_what_is_lost(formulation):
    m = craft((), True, None, True)
    for k in (1, 2, 3):
        m.add_event(f"t{k}", tt.time.rises(0.05 * k))
    m.add_stage("fly", until="t1")
    m.add_stage("locked", lock="hinge", until="t2")
    m.add_stage("parted", release="gimbal", until="t3")
    m.add_stage("apart", release="hinge", unlock="hinge")
    m.set_start("free", angular_velocity=[0.1, 0.2, 0.3])
    m.set_start("hinge", rate=0.5)
    m.set_start("gimbal", rate1=0.2)
    m.set_start("boom", mode1=0.05, mode2_rate=0.3)
    system = m.build(formulation)
    run = tt.simulate(system, system.start(), duration=0.2, every=0.01, rtol=1e-11, atol=1e-13)
    for name in ("linear_momentum", "angular_momentum"):
        values = run.data[name].values
        assert np.abs(values - values[0]).max() < 1e-11 * np.abs(values).max()
    energy = run.data.kinetic_energy + run.data.potential_energy - run.data.work
    assert np.abs(energy - energy[0]).max() < 1e-10 * abs(energy[0])
    assert run.events[0].energy_lost == pytest.approx(0.19213968034, rel=1e-7)
    assert [event.energy_lost for event in run.events[1:]] == [0.0, 0.0]


@pytest.mark.parametrize("held", ["root", ()])
def test_a_boom_that_flies_docks_with_its_tip(held):
    m = craft(held, True, None, False)
    port = m.ground.frame("port", at=[0.5 + 5 * np.cos(0.4), 0.1, 0.2 - 5 * np.sin(0.4)])
    m.add_joint("dock", tt.Spherical(), port, m.bodies["boom"].frame("tip", node="tip"))
    for k in (1, 2):
        m.add_event(f"t{k}", tt.time.rises(0.05 * k))
    m.add_stage("fly", release="dock", until="t1")
    m.add_stage("docked", engage="dock", until="t2")
    m.add_stage("left", release="hinge")
    m.set_start("free", position=[0, -0.005, 0], velocity=[0, 0.1, 0])
    system = m.build()
    run = tt.simulate(system, system.start(), duration=0.15, every=0.01, rtol=1e-11, atol=1e-13)
    there = run["boom tip.position"].values[run.time > 0.05]
    assert there == pytest.approx(np.tile(port.at, (len(there), 1)), abs=1e-10)
    energy = run.data.kinetic_energy + run.data.potential_energy - run.data.work
    assert np.abs(energy - energy[0]).max() < 1e-9 * energy[0]
    assert 0 < run.events[0].energy_lost < energy[0]
