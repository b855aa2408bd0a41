"""Runs in an environment: balances, stages, checkpoints."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

import flexible_craft
import treetop as tt
from pausing import died, resumed
from treetop.validation.low_orbit_day import POSITION, VELOCITY, satellite

ORBIT = {"position": POSITION, "velocity": VELOCITY}
EPOCH = "2026-07-01T06:30:00 UTC"


def low_earth(**more):
    given = {"gravity": ("EGM2008", 4), "sun": True, "moon": True, "magnetic": "IGRF-14"}
    given["atmosphere"] = tt.HarrisPriester()
    return tt.Earth(**(given | more))


@pytest.mark.compiled
def test_energy_is_balanced_by_the_work_of_turning_fields_air_and_light():
    system = satellite(air=True, light=True).build()
    run = tt.simulate(system, system.state(orbit=ORBIT), 6000.0, every=60.0, rtol=1e-12, atol=1e-9)
    drifts = {drift.name: drift.relative for drift in run.audit().drifts}
    assert drifts["energy"] < 1e-9


@pytest.mark.compiled
def test_energy_of_a_flexible_craft_is_balanced():
    model = flexible_craft.craft(damping=0.01)
    model.epoch = tt.Epoch(EPOCH)
    model.set_environment(low_earth())
    tip = model.bodies["boom"].frames["tip"]
    model.add_surface(
        "vane", tt.Plate(tip, [3, 1], both=True, drag=2.2, absorption=0.5, diffuse=0.5)
    )
    model.add_surface("hull", tt.Box("bus", [1, 1, 1], gas="sentman", absorption=0.7, diffuse=0.2))
    system = model.build()
    start = system.state(free=ORBIT | {"angular_velocity": [0.01, 0.02, -0.01]})
    run = tt.simulate(system, start, 60.0, every=1.0, rtol=1e-11, atol=1e-12)
    drifts = {drift.name: drift.relative for drift in run.audit().drifts}
    assert drifts["energy"] < 1e-9
    assert drifts["energy about the mass centre"] < 1e-9


def two_stages():
    model = tt.Model("two stages", epoch=EPOCH)
    one = model.add_body("one", 100.0, [10.0, 12.0, 14.0])
    two = model.add_body("two", 50.0, [5.0, 6.0, 7.0])
    model.add_joint("flight", tt.Free(), model.ground, one)
    model.add_joint("clamp", tt.Fixed(), one.frame("top", at=[0, 0, 1]), two)
    model.set_environment(low_earth())
    model.add_surface("hull", tt.Box("one", [1, 1, 2], drag=2.2, absorption=0.5, specular=0.5))
    model.add_surface("sail", tt.Plate("two", [5, 5], both=True, drag=2.2, absorption=1, diffuse=0))
    model.add_event("apart", tt.time.rises(100.0))
    model.add_stage("together", until="apart")
    model.add_stage("alone", release="clamp")
    return model


@pytest.mark.compiled
def test_what_is_released_flies_as_it_would_alone():
    system = two_stages().build()
    start = system.state(flight=ORBIT | {"angular_velocity": [0.001, 0.002, 0.0]})
    run = tt.simulate(system, start, 400.0, at=[100.0, 400.0], rtol=1e-12, atol=1e-9)
    model = tt.Model("sail", epoch=EPOCH)
    body = model.add_body("two", 50.0, [5.0, 6.0, 7.0])
    model.add_joint("flight", tt.Free(), model.ground, body)
    model.set_environment(low_earth())
    model.add_surface("sail", tt.Plate("two", [5, 5], both=True, drag=2.2, absorption=1, diffuse=0))
    alone = model.build()
    names = ("position", "velocity", "attitude", "angular_velocity")
    values = {name: run[f"two.{name}"].values[0] for name in names}
    own = tt.simulate(
        alone, alone.state(100.0, flight=values), 300.0, at=[400.0], rtol=1e-12, atol=1e-9
    )
    # The one hides the other no more than that it takes some of its light.
    assert_allclose(own["two.position"].values[-1], run["two.position"].values[-1], atol=1e-3)


@pytest.mark.compiled
def test_checkpoints_are_exact(tmp_path):
    system = two_stages().build()
    start = system.state(flight=ORBIT | {"angular_velocity": [0.001, 0.002, 0.0]})
    settings = {"duration": 3000.0, "every": 100.0, "rtol": 1e-9}
    whole = tt.simulate(system, start, **settings)
    died(system, start, tmp_path / "part", **settings)
    again, deaths = resumed(tmp_path / "part")
    assert deaths > 1
    assert np.array_equal(again["two.position"].values, whole["two.position"].values)
    label = "environment.sunlight"
    assert np.array_equal(again[label].values, whole[label].values)


@pytest.mark.compiled
def test_a_run_warns_where_it_leaves_what_is_known():
    model = tt.Model("falling", epoch=EPOCH)
    body = model.add_body("one", 100.0, [10.0, 12.0, 14.0])
    other = model.add_body("two", 1.0, [1.0, 1.0, 1.0])
    model.add_joint("flight", tt.Free(), model.ground, body)
    model.add_joint("beside", tt.Free(), model.ground, other)
    model.set_environment(low_earth(magnetic=None))
    system = model.build()
    high = {"position": [6578137.0, 0, 0], "velocity": [-4000.0, 0, 0]}
    start = system.state(flight=high, beside=high | {"velocity": [-4000.0, 1000.0, 0]})
    with pytest.warns(UserWarning) as told:
        tt.simulate(system, start, 60.0, every=10.0)
    texts = " ".join(str(each.message) for each in told)
    assert "below the surface of the planet" in texts
    assert "the air is known from 100 to 1000 km" in texts
    assert "'two' is up to 59.95 km" in texts
    assert "audit" not in texts  # work on each of two craft apart is on the balance of both
