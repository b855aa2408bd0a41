"""Laws of sensors and controllers: one compiled function that tells them apart.

A law is run at a sample: of what it reads z, remembers x, and its parameters p, it makes what it
writes, u.  What it writes into x it finds there at the next sample.
"""

import functools

import numpy as np

from treetop.core.compiler import entry, function_like, inlinable
from treetop.core.compiler.user_functions import read_only
from treetop.core.control.laws.allocation import allocation
from treetop.core.control.laws.bdot import bdot
from treetop.core.control.laws.linear import linear
from treetop.core.control.laws.momentum_unloading import momentum_unloading
from treetop.core.control.laws.mrp_feedback import mrp_feedback
from treetop.core.control.laws.on_off import on_off
from treetop.core.control.laws.phase_plane import phase_plane
from treetop.core.control.laws.pid import pid
from treetop.core.control.laws.pulse_width import pulse_width
from treetop.core.control.laws.pwpf import pwpf
from treetop.core.control.laws.quaternion_feedback import quaternion_feedback
from treetop.core.control.laws.set_point import set_point
from treetop.core.sensors.accelerometer import accelerometer
from treetop.core.sensors.encoder import encoder
from treetop.core.sensors.errors import sensor
from treetop.core.sensors.gps import gps
from treetop.core.sensors.gyro import gyro
from treetop.core.sensors.magnetometer import magnetometer
from treetop.core.sensors.star_tracker import star_tracker
from treetop.core.sensors.sun_sensor import sun_sensor
from treetop.core.tables.user_laws import chosen_by_number

# (law, t, sample number, z, x, p, u) -> 0
LAW = (0, 0, 0.0, 0, *(np.zeros(0),) * 4)
LAW_TYPE = function_like(*LAW)

PASS_ON = 0  # what takes effect later
(
    SENSOR, GYRO, ACCELEROMETER, STAR_TRACKER, SUN_SENSOR, MAGNETOMETER, ENCODER, GPS,
    PID, QUATERNION_FEEDBACK, MRP_FEEDBACK, ON_OFF, PHASE_PLANE, PWPF, BDOT, SET_POINT,
    MOMENTUM_UNLOADING, LINEAR, ALLOCATION, PULSE_WIDTH,
) = range(1, 21)  # fmt: skip
NUMBERS = {
    "sensor": SENSOR, "gyro": GYRO, "accelerometer": ACCELEROMETER, "star-tracker": STAR_TRACKER,
    "sun-sensor": SUN_SENSOR, "magnetometer": MAGNETOMETER, "encoder": ENCODER, "gps": GPS,
    "pid": PID, "quaternion-feedback": QUATERNION_FEEDBACK, "mrp-feedback": MRP_FEEDBACK,
    "on-off": ON_OFF, "phase-plane": PHASE_PLANE, "pwpf": PWPF, "bdot": BDOT,
    "set-point": SET_POINT, "momentum-unloading": MOMENTUM_UNLOADING, "linear-controller": LINEAR,
    "allocation": ALLOCATION, "pulse-width": PULSE_WIDTH,
}  # fmt: skip  # by their words in files
USER = 100  # functions of the user's, from here on


@entry(*LAW)
def sensor_laws(law, t, sample, z, x, p, u):
    """The laws of sensors."""
    if law == SENSOR:
        sensor(sample, z, p, u)
    elif law == GYRO:
        gyro(sample, z, x, p, u)
    elif law == ACCELEROMETER:
        accelerometer(sample, z, x, p, u)
    elif law == STAR_TRACKER:
        star_tracker(sample, z, p, u)
    elif law == SUN_SENSOR:
        sun_sensor(sample, z, p, u)
    elif law == MAGNETOMETER:
        magnetometer(sample, z, p, u)
    elif law == ENCODER:
        encoder(sample, z, x, p, u)
    elif law == GPS:
        gps(sample, z, p, u)
    return 0


@entry(*LAW)
def control_laws(law, t, sample, z, x, p, u):
    """The laws of controllers."""
    if law == PASS_ON:
        for k in range(u.size):
            u[k] = z[k]
    elif law == PID:
        pid(z, x, p, u)
    elif law == QUATERNION_FEEDBACK:
        quaternion_feedback(z, p, u)
    elif law == MRP_FEEDBACK:
        mrp_feedback(z, p, u)
    elif law == ON_OFF:
        on_off(z, x, p, u)
    elif law == PHASE_PLANE:
        phase_plane(z, x, p, u)
    elif law == PWPF:
        pwpf(z, x, p, u)
    elif law == BDOT:
        bdot(z, x, p, u)
    elif law == SET_POINT:
        set_point(t, p, u)
    elif law == MOMENTUM_UNLOADING:
        momentum_unloading(z, x, p, u)
    elif law == LINEAR:
        linear(z, x, p, u)
    elif law == ALLOCATION:
        allocation(z, p, u)
    elif law == PULSE_WIDTH:
        pulse_width(z, p, u)
    return 0


def laws_with(functions):
    """One compiled function that runs these functions of the user's."""
    return _compiled(tuple(functions)) if functions else None


@functools.lru_cache(maxsize=64)
def _compiled(functions):
    def none(law, t, sample, z, x, p, u):
        return 0

    return chosen_by_number(none, _or_else, enumerate(map(inlinable, functions), USER), LAW)


def _or_else(number, function, others):
    def choose(law, t, sample, z, x, p, u):
        if law == number:
            function(t, read_only(z), x, read_only(p), u)
            return 0
        return others(law, t, sample, z, x, p, u)

    return choose
