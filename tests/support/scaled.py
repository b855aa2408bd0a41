"""The same model with all lengths so many times as long, hung elsewhere; masses and times stay.

Angles and angular accelerations are then what they were, places so many times as far.
"""

from dataclasses import fields, replace

import numpy as np

import treetop as tt

LENGTHS = {"length", "radius", "radius_a", "radius_b", "offset"}  # of constraints


def scaled(model: tt.Model, size: float = 1.0, hung: tuple = (0.0, 0.0, 0.0)) -> tt.Model:
    """The scaled model of a tree or mechanism as random_trees, random_loops and random_constraints
    make them, but for constraints that tell functions or couple coordinates."""
    twin = model.copy()
    for body in twin.bodies.values():
        put(body, inertia=times(body.inertia, size**2), centre=times(body.centre, size))
    for body in (twin.ground, *twin.bodies.values()):
        shift = hung if body is twin.ground else (0.0, 0.0, 0.0)
        for name, frame in body.frames.items():
            at = tuple((np.array(frame.at) * size + shift).tolist())
            body.frames[name] = replace(frame, at=at)
    twin.joints = {
        name: replace(joint, kind=longer(joint.kind, size)) for name, joint in model.joints.items()
    }
    twin.forces = {name: stronger(model, force, size) for name, force in model.forces.items()}
    twin.constraints = {name: longer(c, size) for name, c in model.constraints.items()}
    return twin


def put(spec, **values):
    for name, value in values.items():
        object.__setattr__(spec, name, value)


def times(values, factor):
    if isinstance(values, tuple):
        return tuple(times(value, factor) for value in values)
    return values * factor


def longer(spec, size):
    if isinstance(spec, tt.Screw):
        return replace(spec, pitch=spec.pitch * size)
    if isinstance(spec, tt.PointOnPath):
        law = f"{size!r}*({spec.law})" if spec.law else None
        return replace(spec, curve=tt.Curve(times(spec.curve.points, size)), law=law)
    names = [each.name for each in fields(spec) if each.name in LENGTHS]
    return replace(spec, **{name: getattr(spec, name) * size for name in names}) if names else spec


def stronger(model, force, size):
    if isinstance(force, tt.UniformGravity):
        return replace(force, acceleration=times(force.acceleration, size))
    slides = is_length(model.joints[force.joint].kind, force.coordinate)
    return replace(force, effort=times(force.effort, size if slides else size**2))


def is_length(kind, name):
    for coordinate, speed in zip(kind.coordinates, kind.speeds, strict=True):
        if name in (coordinate.name, speed.name):
            return coordinate.unit == "m"
    raise KeyError(name)


def scaled_motion(model: tt.Model, motion: dict, size: float) -> dict:
    """The motion of the scaled model."""
    return {
        joint: {
            name: (np.array(value) * size).tolist()
            if is_length(model.joints[joint].kind, name)
            else value
            for name, value in values.items()
        }
        for joint, values in motion.items()
    }
