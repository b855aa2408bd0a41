"""Devices, sensors and controllers with their quantities."""

import treetop as tt
from controlled import WHEELS, hub, with_gyro, with_wheels
from fuelled import craft
from treetop.view.playback.scene import scene


def parts(model):
    system = model.build()
    made = scene(tt.simulate(system, system.state(), duration=0.5, every=0.25))
    names = [quantity["name"] for quantity in made["quantities"]]
    units = {quantity["name"]: quantity["unit"] for quantity in made["quantities"]}
    return {each["name"]: each for each in made["telemetry"]}, names, units


def test_what_each_part_does_is_there_to_be_read():
    model = with_gyro(with_wheels(hub()))
    model.add_sensor("tracker", tt.StarTracker("bus", every=0.25))
    values = {"attitude": "tracker", "rate": "gyro", "stiffness": 1, "damping": 5}
    model.add_controller("slew", tt.QuaternionFeedback(every=0.25, to=WHEELS, **values))
    told, names, units = parts(model)
    words = {name: [names[k] for k in part["quantities"]] for name, part in told.items()}
    ports = ("speed", "motor_torque", "motor_power", "momentum", "torque")
    assert words["wheel_x"] == [f"wheel_x.{port}" for port in ports]
    assert words["gyro"] == ["gyro.rate"]
    assert words["slew"] == ["slew.torque", *(f"{wheel}.torque" for wheel in WHEELS)]
    assert told["slew"]["section"] == "controllers"
    assert told["gyro"]["kind"] == "gyro, every 0.25 s"
    assert units["wheel_x.speed"] == "rad/s"
    assert units["gyro.rate"] == "rad/s"
    assert units["wheel_x.motor_power"] == "W"


def test_fuel_what_left_and_what_sloshes():
    told, names, units = parts(craft())
    words = {name: [names[k] for k in part["quantities"]] for name, part in told.items()}
    assert words["sphere"] == ["sphere.mass"]
    ports = ("slide", "slide_rate")
    assert words["slosh"] == [f"slosh {k}.{port}" for k in (1, 2) for port in ports]
    assert {"main.thrust", "main.flow", "main.throttle"} <= set(words["main"])
    assert words["exhaust"][0] == "exhaust.mass"
    assert units["exhaust.momentum"] == "N·s"


def test_a_model_without_devices_has_none():
    assert parts(hub())[0] == {}


def plotted(model):
    system = model.build()
    made = scene(tt.simulate(system, system.state(), duration=0.5, every=0.25))
    return [made["quantities"][k]["name"] for k in made["plotted"]]


def test_a_page_opens_with_what_moves_and_what_is_done_about_it():
    model = with_wheels(hub())
    assert plotted(model) == ["flight.attitude", "wheel_x.speed"]
    relay = tt.OnOff(input="bus.angular_velocity.x", every=0.25, on=0.1, to=["wheel_y.torque"])
    model.add_controller("relay", relay)
    assert plotted(model) == ["flight.attitude", "wheel_y.torque"]
    arm = model.add_body("arm", 1.0, [1, 1, 1])
    model.add_joint("hinge", tt.Revolute([0, 0, 1]), "bus", arm)
    assert plotted(model)[0] == "hinge.angle"
    assert plotted(hub()) == ["flight.attitude", "flight.position"]
