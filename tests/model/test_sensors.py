"""Sensors as a person describes them."""

import math

import numpy as np
import pytest

import treetop as tt
from controlled import hub, with_gyro
from treetop.errors import ModelError
from treetop.formats.yaml.load import dumps, loads

DEG, HOUR, ARCSEC = math.pi / 180, 3600.0, math.pi / 648000


def test_units_of_noise():
    gyro = tt.Gyro(
        "bus", "500 ms", walk="0.07 deg/h^0.5", bias_walk="3 deg/h^1.5", quantum="1 arcsec"
    )
    assert float(gyro.walk) == pytest.approx(0.07 * DEG / 60)
    assert float(gyro.bias_walk) == pytest.approx(3 * DEG / HOUR**1.5)
    assert float(gyro.quantum) == pytest.approx(ARCSEC)
    tracker = tt.StarTracker("bus", every=0.5, noise=["5 arcsec", "5 arcsec", "40 arcsec"])
    assert np.allclose(tracker.noise, [5 * ARCSEC, 5 * ARCSEC, 40 * ARCSEC])
    meter = tt.Magnetometer("bus", every=1, field=["20 uT", 0, "-0.3 G"], noise="10 nT")
    assert np.allclose([*meter.field, meter.noise], [2e-5, 0, -3e-5, 1e-8])
    assert float(tt.Accelerometer("bus", 1, walk="0.06 m/s/h^0.5").walk) == pytest.approx(0.001)


@pytest.mark.parametrize(
    ("kind", "fields", "where"),
    [
        (tt.Gyro, {"walk": "0.07 deg/h"}, "Gyro.walk"),
        (tt.Gyro, {"walk": -1.0}, "Gyro.walk"),
        (tt.Gyro, {"quantum": "1 s"}, "Gyro.quantum"),
        (tt.Gyro, {"delay": "3 m"}, "Gyro.delay"),
        (tt.Gyro, {"every": 0}, "Gyro.every"),
        (tt.StarTracker, {"noise": "5 m"}, "StarTracker.noise"),
        (tt.StarTracker, {"noise": [1, 2]}, "StarTracker.noise"),
        (tt.SunSensor, {"sun": [0, 0, 0]}, "SunSensor.sun"),
        (tt.SunSensor, {"sun": [0, 0, 1], "view": "200 deg"}, "SunSensor.view"),
        (tt.Magnetometer, {"field": [1, 2, "3 N"]}, "Magnetometer.field[2]"),
        (tt.Gps, {"position_noise": "5 arcsec"}, "Gps.position_noise"),
        (tt.Accelerometer, {"limit": "5 m/s"}, "Accelerometer.limit"),
    ],
)
def test_values_that_do_not_fit(kind, fields, where, problems_of):
    (problem,) = problems_of(kind, **{"at": "bus", "every": 0.5} | fields)
    assert problem.where == where
    assert problem.what


def test_readings_have_names_and_units():
    assert list(tt.Gyro("bus", 1).outputs) == ["rate.x", "rate.y", "rate.z"]
    assert tt.StarTracker("bus", 1).outputs["attitude.w"].start == 0.0  # none before a reading
    assert list(tt.Sensor(["a", "b"], 1).outputs) == ["value.0", "value.1"]
    assert list(tt.Encoder("hinge.angle", 1).outputs) == ["value", "rate"]


def test_sensors_in_files():
    model = with_gyro(hub())
    model.add_sensor("tracker", tt.StarTracker("bus.imu", every="0.5 s", noise="5 arcsec"))
    model.add_sensor("sun", tt.SunSensor("bus", every=1, sun=[1, 0, 0], view="60 deg"))
    model.add_sensor("field", tt.Magnetometer("bus", every=1, field=[0, 0, "30 uT"]))
    model.add_sensor("accelerometer", tt.Accelerometer("bus.imu", every=1, bias=[0, 0, 1e-3]))
    model.add_sensor("gps", tt.Gps("bus", every=1, delay="0.2 s", position_noise="5 m"))
    model.add_sensor("height", tt.Sensor("bus.position.z", every=1, noise="2 m"))
    model.run = tt.RunSettings(duration=10, seed=5)
    text = dumps(model)
    assert "noise: 2 m" in text
    assert loads(text) == model
    assert loads(text).run.seed == 5


@pytest.mark.parametrize("seed", [-1, 1.5, True, 2**32, "one"])
def test_seeds_that_are_none(seed):
    with pytest.raises(ModelError, match="seed"):
        tt.RunSettings(seed=seed)


def test_a_name_is_taken_once(problems_of):
    model = with_gyro(hub())
    (problem,) = problems_of(model.add_device, "gyro", tt.Wheel("bus", [1, 0, 0], 0.1))
    assert problem.what == "'gyro' is a sensor already"
    (problem,) = problems_of(model.add_joint, "gyro", tt.Free(), model.ground, "bus")
    assert problem.what == "'gyro' is a sensor already"
    (problem,) = problems_of(model.add_sensor, "other", tt.Wheel("bus", [1, 0, 0], 0.1))
    assert "is not a sensor" in problem.what
