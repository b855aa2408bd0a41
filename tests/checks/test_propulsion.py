"""Wrong thrusters, tanks and slosh: one message each."""

import pytest

import flexible_craft
import treetop as tt
from refusals import refused
from treetop.checks.summary import warnings


def craft(**thruster):
    m = tt.Model("craft")
    hub = m.add_body("hub", 100.0, [10.0, 20.0, 15.0])
    m.add_joint("flight", tt.Free(), m.ground, hub)
    m.add_device("tank", tt.Tank(hub, fuel=50.0))
    given = {"thrust": 10.0, "isp": "300 s", "tank": "tank"} | thruster
    m.add_device("jet", tt.Thruster(hub, **given))
    return m


def test_an_unknown_tank():
    assert "unknown tank 'tanc'" in refused(craft(tank=["tank", "tanc"]))


def test_a_tank_that_feeds_nobody():
    m = craft()
    m.add_device("spare", tt.Tank("hub", fuel=1.0))
    assert "devices.spare: no thruster takes fuel from this tank" in refused(m)


def test_a_tank_named_twice():
    assert "'tank' feeds it already" in refused(craft(tank=["tank", "tank"]))


@pytest.mark.parametrize("isp", ["300 N", "300 kg", "300 m"])
def test_a_specific_impulse_in_another_unit(isp):
    with pytest.raises(tt.ModelError, match="give it in s or m/s"):
        craft(isp=isp)


def test_a_specific_impulse_is_taken_in_both_units():
    flows = [craft(isp=isp).devices["jet"].full_flow for isp in ("300 s", 300, "2941.995 m/s")]
    assert flows == pytest.approx([10.0 / 2941.995] * 3, rel=1e-15)


def test_a_thruster_without_tank_keeps_masses():
    m = craft(tank=())
    del m.devices["tank"]
    m.build()
    assert any("takes its fuel from no tank" in text for text in warnings(m))


def test_a_tank_needs_to_know_how_much_is_taken():
    with pytest.raises(tt.ModelError, match="needs to know how much fuel it takes"):
        craft(isp=None)
    with pytest.raises(tt.ModelError, match="both say how much"):
        craft(mass_flow=0.1)


def test_pressure_to_blow_down():
    assert "'tank' has no pressure" in refused(craft(blow_down=True))


def test_a_tank_on_the_ground():
    m = craft()
    m.devices["tank"] = tt.Tank("ground", fuel=1.0)
    assert "it acts on the ground" in refused(m)


def test_a_tank_in_the_frame_of_a_flexible_body():
    m = flexible_craft.craft()
    m.add_device("tank", tt.Tank("boom", fuel=1.0))
    m.add_device("jet", tt.Thruster("bus", thrust=1.0, isp=200, tank="tank"))
    assert "'boom' is no node of the flexible body 'boom'" in refused(m)


def test_masses_that_slosh_are_left():
    m = craft()
    m.add_device("slosh", tt.Slosh("tank", mass=[3.0, 2.0], length=0.1))
    assert "5 kg of its fuel slosh and stay" in refused(m)


def test_an_unknown_tank_that_sloshes():
    m = craft()
    m.add_device("slosh", tt.Slosh("tanks", mass=3.0, length=0.1))
    assert "unknown tank 'tanks'" in refused(m)


def test_a_name_that_is_taken():
    m = craft()
    m.add_device("exhaust", tt.Wheel("hub", [1, 0, 0], inertia=0.1))
    assert "'exhaust' is the name of what thrusters give off" in refused(m)


def test_a_body_does_not_hide_the_energy_of_the_exhaust():
    m = craft()
    nozzle = m.add_body("exhaust", 1.0, [1, 1, 1])
    m.add_joint("gimbal", tt.Revolute([0, 1, 0]), "hub", nozzle)
    assert "bodies.exhaust: 'exhaust' is the name of what thrusters give off" in refused(m)


def test_a_controller_that_is_too_quick():
    m = craft(shortest="20 ms")

    def law(t, z, x, p, u):
        u[0] = 1.0

    m.add_controller("law", tt.Controller(law, every="10 ms", inputs=["time"], to=["jet"]))
    assert "which stays on for 0.02 s at least" in refused(m)


@pytest.mark.parametrize(
    ("at", "shape", "what"),
    [
        ("hub", {}, "'hub' is no frame of a straight beam, along which fuel could be"),
        ("bow", {}, "'bow' is no frame of a straight beam"),
        ("hull", {"end": 30}, "its fuel would be from 0 m to 30 m along 'hull'"),
        ("hull", {"begin": 5, "end": 4}, "its fuel would be from 5 m to 4 m along 'hull'"),
        ("hull.s5_0", {}, "fuel is on both sides of 'hull.s5_0', where it leaves 'hull'"),
    ],
    ids=str,
)
def test_fuel_that_no_beam_could_have(at, shape, what):
    m = craft()
    line = {"length": 20, "mass_per_length": 1, "EI": [None, 1], "elements": 2}
    hull = m.add_beam("hull", tt.Beam(**line))
    hull.at(5.0)
    m.add_joint("hold", tt.Fixed(), "hub", hull)
    m.add_joint("grip", tt.Fixed(), "hub", m.add_beam("bow", tt.Beam(**line, curvature=[0, 0.01])))
    m.devices["tank"] = tt.Tank(at, fuel=50.0, shape=tt.FuelAlongBeam(**shape))
    assert what in refused(m)


def test_fuel_along_a_beam_does_not_slosh():
    m = craft()
    line = tt.Beam(length=20, mass_per_length=1, EI=[None, 1], elements=2)
    m.add_joint("hold", tt.Fixed(), "hub", m.add_beam("hull", line))
    m.devices["tank"] = tt.Tank("hull", fuel=50.0, residual=9.0, shape=tt.FuelAlongBeam())
    m.add_device("slosh", tt.Slosh("tank", mass=3.0, length=0.1))
    assert "the fuel of 'tank' is along a beam, and does not slosh" in refused(m)
