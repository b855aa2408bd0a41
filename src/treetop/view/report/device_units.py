"""The SI units of what devices, sensors and controllers are described by, for each kind."""

from __future__ import annotations

_WHEEL = {
    "inertia": "kg*m^2",
    "torque": "N*m",
    "coulomb": "N*m",
    "viscous": "N*m*s/rad",
    "speed": "rad/s",
    "start": "rad/s",
    "static": "kg*m",
    "dynamic": "kg*m^2",
}
_GYRO = {
    "gimbal_inertia": "kg*m^2",
    "transverse": "kg*m^2",
    "mass": "kg",
    "gimbal_torque": "N*m",
    "gimbal_viscous": "N*m*s/rad",
}
_LINE = {
    "mass_per_length": "kg/m",
    "total_length": "m",
    "stiffness": "N*m^2",
    "damping": "s",
    "angles": "rad",
    "rates": "rad/s",
    "tip_mass": "kg",
    "brake": "N",
    "brake_by_length": "N/m",
    "brake_by_square": "N/m^2",
    "brake_by_rate": "N*s/m",
    "start_length": "m",
    "start_rate": "m/s",
    "greatest_speed": "m/s",
    "width": "m",
}
_REEL = {"radius": "m", "inertia": "kg*m^2", "torque": "N*m", "friction": "N*m", "creep": "rad/s"}
_TIMES = dict.fromkeys(("every", "offset", "delay"), "s")
_FEEDBACK = (
    _TIMES
    | {"stiffness": "N*m", "damping": "N*m*s/rad", "target_rate": "rad/s"}
    | {"inertia": "kg*m^2", "limit": "N*m"}
)

DEVICE_UNITS: dict[str, dict[str, str]] = {
    "wheel": _WHEEL,
    "control-moment-gyro": _WHEEL | _GYRO,
    "thruster": {
        "thrust": "N",
        "isp": "s",
        "mass_flow": "kg/s",
        "rise": "s",
        "fall": "s",
        "misalignment": "rad",
        "shortest": "s",
    },
    "tank": {
        "fuel": "kg",
        "density": "kg/m^3",
        "residual": "kg",
        "pressure": "Pa",
        "volume": "m^3",
    },
    "slosh": {
        "acceleration": "m/s^2",
        "mass": "kg",
        "length": "m",
        "stiffness": "N/m",
        "at": "m",
    },
    "stored-momentum": {"momentum": "N*m*s"},
    "motor": {"torque": "N*m", "torque_constant": "N*m/A", "current": "A"},
    "magnetorquer": {"field": "T", "dipole": "A*m^2"},
    "deployer": _LINE,
    "reel": _LINE | _REEL,
    "tether": {
        "length": "m",
        "stiffness": "N/m",
        "damping": "N*s/m",
        "rate": "1/s",
        "speed": "m/s",
        "target": "m",
        "tension": "N",
        "tension_by_length": "N/m",
        "tension_by_square": "N/m^2",
        "tension_by_rate": "N*s/m",
    },
    "nutation-damper": {"mass": "kg", "stiffness": "N/m", "damping": "N*s/m"},
    "actuator": {},
    "thermal-node": {
        "capacity": "J/K",
        "temperature": "K",
        "area": "m^2",
        "sink": "K",
        "sink_conductance": "W/K",
        "power": "W",
    },
    "thermal-deformation": {"expansion": "1/K", "temperature": "K", "reference": "K"},
    "magnetic-dipole": {"moment": "A*m^2"},
    "eddy-currents": {"tensor": "S*m^4"},
    "conductor": {"resistance": "ohm", "voltage": "V", "current": "A"},
    "sensor": _TIMES,
    "gyro": _TIMES
    | {
        "walk": "rad/s^0.5",
        "bias_walk": "rad/s^1.5",
        "bias": "rad/s",
        "misalignment": "rad",
        "quantum": "rad",
        "limit": "rad/s",
    },
    "accelerometer": _TIMES
    | {
        "walk": "m/s^1.5",
        "bias_walk": "m/s^2.5",
        "bias": "m/s^2",
        "misalignment": "rad",
        "quantum": "m/s",
        "limit": "m/s^2",
    },
    "star-tracker": _TIMES
    | {"noise": "rad", "misalignment": "rad", "exclusion": "rad", "fastest": "rad/s"}
    | {"planet_exclusion": "rad", "moon_exclusion": "rad"},
    "sun-sensor": _TIMES | {"noise": "rad", "view": "rad"},
    "magnetometer": _TIMES | dict.fromkeys(("field", "noise", "bias", "quantum", "limit"), "T"),
    "encoder": _TIMES,
    "gps": _TIMES | {"position_noise": "m", "velocity_noise": "m/s"},
    "user-controller": _TIMES,
    "quaternion-feedback": _FEEDBACK,
    "mrp-feedback": _FEEDBACK,
    "momentum-unloading": _TIMES
    | {"gain": "1/s", "on": "N*m*s", "off": "N*m*s", "target": "N*m*s"},
    "bdot": _TIMES | {"gain": "A*m^2*s/T", "limit": "A*m^2"},
    "phase-plane": _TIMES | {"slope": "s"},
    "pwpf": _TIMES | {"lag": "s"},
    "pulse-width": _TIMES,
    "set-point": _TIMES | {"begin": "s", "duration": "s"},
    "pid": _TIMES,
    "on-off": _TIMES,
    "allocation": _TIMES,
    "linear-controller": _TIMES,
}
