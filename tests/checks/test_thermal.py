"""Wrong thermal nodes and bodies that light should warm: one message each."""

import pytest

import flexible_craft
import treetop as tt
from refusals import refused
from treetop.formats.yaml.load import dumps, loads

LAG = tt.LaggedHeating(0.05, difference=20.0, time_constant=12.0)
SUN = [0, 0, 1]


def craft(**devices):
    m = tt.Model("craft")
    hub = m.add_body("hub", 100.0, [10.0, 20.0, 15.0])
    m.add_joint("flight", tt.Free(), m.ground, hub)
    boom = m.add_flexible_body("boom", flexible_craft.boom_modes())
    m.add_joint("root", tt.Fixed(), hub, boom)
    for name, device in devices.items():
        m.add_device(name, device)
    return m


def node(**given):
    return tt.ThermalNode("hub", 100.0, **given)


@pytest.mark.parametrize(
    ("devices", "says"),
    [
        ({"a": node(conduction={"b": 1.0})}, "unknown thermal node 'b'"),
        ({"a": node(conduction={"a": 1.0})}, "it exchanges no heat with itself"),
        (
            {"a": node(radiation={"b": 1.0}), "b": node(radiation={"a": 1.0})},
            "'a' gives the radiation between the two already",
        ),
        ({"a": node(area=1.0, absorptivity=0.5)}, "there is no Sun to warm it"),
        ({"a": tt.ThermalDeformation("boom", LAG, 1e-5)}, "there is no Sun to warm it"),
        ({"a": tt.ThermalDeformation("hub", LAG, 1e-5, sun=SUN)}, "'hub' is no flexible body"),
        (
            {"a": tt.ThermalDeformation("boom", LAG, 1e-5, segments=99, sun=SUN)},
            "99 segments of",
        ),
        (
            {"a": tt.ThermalDeformation("boom", LAG, 1e-5, elements="arm", sun=SUN)},
            "no element or beam is named 'arm'",
        ),
    ],
)
def test_what_cannot_be_meant(devices, says):
    assert says in refused(craft(**devices))


def test_devices_come_back_from_a_file():
    given = {
        "a": node(area="2000 cm^2", absorptivity=0.2, shape="cylinder", axis=[1, 0, 0], sun=SUN),
        "b": node(temperature="300 K", conduction={"a": "2 W/K"}, radiation={"a": 0.1}),
    }
    m = tt.Model("craft")
    hub = m.add_body("hub", 100.0, [10.0, 20.0, 15.0])
    m.add_joint("flight", tt.Free(), m.ground, hub)
    for name, device in given.items():
        m.add_device(name, device)
    assert loads(dumps(m)).devices == m.devices
