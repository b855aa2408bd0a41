"""Spacecraft with sensors and controllers."""

import numpy as np

import treetop as tt


def hub(name: str = "hub") -> tt.Model:
    """A free body of 100 kg m² about each axis with a wheel about x."""
    model = tt.Model(name)
    body = model.add_body("bus", 50.0, [100.0, 100.0, 100.0])
    body.frame("imu", at=[0.5, 0.0, 0.0], attitude=[np.sqrt(0.5), 0.0, 0.0, np.sqrt(0.5)])
    model.add_joint("flight", tt.Free(), model.ground, body)
    return model


def with_wheels(model: tt.Model, inertia: float = 0.1, **more) -> tt.Model:
    """Wheels about the three axes of the bus."""
    for name, axis in zip("xyz", np.eye(3), strict=True):
        model.add_device(f"wheel_{name}", tt.Wheel("bus", axis, inertia, **more))
    return model


WHEELS = ["wheel_x", "wheel_y", "wheel_z"]


def with_gyro(model: tt.Model, **more) -> tt.Model:
    given = {"every": 0.25, "walk": "0.07 deg/h^0.5", "bias_walk": 1e-7} | more
    model.add_sensor("gyro", tt.Gyro("bus", **given))
    return model
