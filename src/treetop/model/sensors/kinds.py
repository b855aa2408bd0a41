"""The kinds of sensors, by their words in files."""

from __future__ import annotations

from treetop.model.sensors.accelerometer import Accelerometer
from treetop.model.sensors.base import SampledSensor
from treetop.model.sensors.encoder import Encoder
from treetop.model.sensors.gps import Gps
from treetop.model.sensors.gyro import Gyro
from treetop.model.sensors.magnetometer import Magnetometer
from treetop.model.sensors.sensor import Sensor
from treetop.model.sensors.star_tracker import StarTracker
from treetop.model.sensors.sun_sensor import SunSensor

__all__ = [
    "Accelerometer", "Encoder", "Gps", "Gyro", "Magnetometer", "Sensor", "StarTracker", "SunSensor",
]  # fmt: skip

_SENSORS: tuple[type[SampledSensor], ...] = (
    *(Sensor, Gyro, StarTracker, SunSensor, Magnetometer, Accelerometer, Encoder, Gps),
)
SENSORS: dict[str, type[SampledSensor]] = {each.kind: each for each in _SENSORS}
