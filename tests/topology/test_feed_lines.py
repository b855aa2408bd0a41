"""Lines from tanks to thrusters, where parts separate."""

import numpy as np
import pytest

import treetop as tt

SEPARATION, THRUST, VELOCITY = 2.0, 100.0, 1000.0


def craft(tanks, **stages):
    """A hub with the thruster, and a module with the outer tank."""
    m = tt.Model("craft")
    hub, module = m.add_body("hub", 100.0, [9.0] * 3), m.add_body("module", 50.0, [5.0] * 3)
    m.add_joint("flight", tt.Free(), m.ground, hub)
    m.add_joint("clamp", tt.Fixed(), hub.frame("fore", at=[1, 0, 0]), module)
    places = {"outer": module, "inner": hub}
    for name in tanks:
        m.add_device(name, tt.Tank(places[name], fuel=10.0))
    feed = {"isp": f"{VELOCITY} m/s", "tank": list(tanks), "throttle": 1.0}
    m.add_device("jet", tt.Thruster(hub.frame("aft", at=[-1, 0, 0]), THRUST, **feed))
    m.add_event("apart", tt.time.rises(SEPARATION))
    m.add_event("again", tt.time.rises(2 * SEPARATION))
    m.add_stage("whole", until={"apart": "two"})
    m.add_stage("two", release=["clamp"], **stages)
    return m


def flown(model, formulation="recursive"):
    system = model.build(formulation)
    settings = {"every": 1.0, "rtol": 1e-10, "atol": 1e-12}
    return tt.simulate(system, system.state(), duration=5.0, **settings)


@pytest.mark.compiled
@pytest.mark.parametrize("formulation", ["recursive", "newton-euler"])
def test_thrust_ends_where_the_tank_is_left_behind(formulation):
    run = flown(craft(["outer"]), formulation)
    used = SEPARATION * THRUST / VELOCITY
    assert run["outer.mass"].values[-1] == pytest.approx(10.0 - used, abs=1e-9)
    assert run["jet.thrust"].values[-1] == 0.0
    gained = VELOCITY * np.log(160.0 / (160.0 - used))
    assert run["hub.velocity"].values[-1, 0] == pytest.approx(gained, abs=1e-8)
    assert run["module.velocity"].values[-1, 0] == pytest.approx(gained, abs=1e-8)


@pytest.mark.compiled
def test_a_module_leaves_the_tank_that_fed_it():
    m = craft(["inner"])
    feed = {"isp": f"{VELOCITY} m/s", "tank": "inner", "throttle": 1.0}
    m.add_device("other", tt.Thruster("module", THRUST, **feed))
    run = flown(m)
    used = (SEPARATION + 5.0) * THRUST / VELOCITY
    assert run["inner.mass"].values[-1] == pytest.approx(10.0 - used, abs=1e-9)
    assert run["other.thrust"].values[-1] == 0.0


@pytest.mark.compiled
def test_the_next_tank_feeds_from_then_on():
    run = flown(craft(["outer", "inner"]))
    used = np.array([SEPARATION, 5.0 - SEPARATION]) * THRUST / VELOCITY
    masses = [run[f"{name}.mass"].values[-1] for name in ("outer", "inner")]
    assert masses == pytest.approx((10.0 - used).tolist(), abs=1e-9)
    assert run.audit()["linear momentum"].relative < 1e-12


@pytest.mark.compiled
def test_a_line_is_whole_again_after_docking():
    m = craft(["outer"], until={"again": "docked"})
    m.add_stage("docked", engage=["clamp"])
    run = flown(m)
    used = (5.0 - SEPARATION) * THRUST / VELOCITY
    assert run["outer.mass"].values[-1] == pytest.approx(10.0 - used, abs=1e-9)


@pytest.mark.compiled
def test_two_craft_that_never_were_one_may_have_a_hose():
    m = tt.Model("tanker")
    hub, tanker = m.add_body("hub", 100.0, [9.0] * 3), m.add_body("tanker", 50.0, [5.0] * 3)
    m.add_joint("flight", tt.Free(), m.ground, hub)
    m.add_joint("beside", tt.Free(), m.ground, tanker)
    m.add_device("tank", tt.Tank(tanker, fuel=10.0))
    m.add_device("jet", tt.Thruster(hub, THRUST, isp="1000 m/s", tank="tank", throttle=1.0))
    run = flown(m)
    assert run["tank.mass"].values[-1] == pytest.approx(9.5, abs=1e-9)
    assert run.audit()["linear momentum"].relative < 1e-12
    assert "linear momentum of 'hub'" not in run.audit()
