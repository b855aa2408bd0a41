"""Motions whose events are known in closed form, or by brute force."""

import math

import numpy as np

import treetop as tt
from treetop.model.run.methods import METHODS

MU = 3.986004418e14


def settings(method, step):
    return {"method": method} | ({"step": step} if METHODS[method].fixed else {})


def rotor(rate=10.0, radius=1.0):
    """A tip that goes round, as (cos, sin) of rate t, and crosses x = 0."""
    m = tt.Model("rotor")
    hub = m.add_body("hub", mass=1, inertia=[0.1, 0.1, 0.1])
    tip = m.add_body("tip", mass=0.1, inertia=[0.01, 0.01, 0.01])
    m.add_joint("axle", tt.Revolute([0, 0, 1]), m.ground, hub)
    m.add_joint("weld", tt.Fixed(), hub.frame("end", at=[radius, 0, 0]), tip)
    m.add_event("cross", tt.quantity("tip.position.x").crosses(0))
    m.set_start("axle", rate=rate)
    return m


def two_spheres(offset, velocity, radii, contact, spin=(0, 0, 0)):
    """Two free spheres of 1 kg; the second is at an offset and has a velocity."""
    m = tt.Model("two spheres")
    for name, radius in zip("ab", radii, strict=True):
        body = m.add_body(name, mass=1, inertia=[0.4 * radius**2] * 3)
        m.add_joint(f"free {name}", tt.Free(), m.ground, body)
    if contact:
        m.add_force("contact", contact(tt.Sphere("a", radii[0]), tt.Sphere("b", radii[1])))
    m.set_start("free a", angular_velocity=list(spin))
    m.set_start("free b", position=list(offset), velocity=list(velocity))
    return m


def rigid(a, b):
    return tt.RigidContact(a, b, restitution=1.0)


def compliant(a, b):
    return tt.Contact(a, b, stiffness=1e6)


def giving(speed, depth):
    """A contact by which two spheres of 1 kg that meet at a speed sink in as deep as is said."""
    stiffness = 2.5 * 0.25 * speed**2 / depth**2.5
    return lambda a, b: tt.Contact(a, b, stiffness=stiffness)


def meeting_time(offset, velocity, radius):
    """When a sphere of a radius is first met along a straight line; None if it is not."""
    p, v = np.asarray(offset, float), np.asarray(velocity, float)
    a, b, c = v @ v, p @ v, p @ p - radius**2
    root = b * b - a * c
    return (-b - math.sqrt(root)) / a if root > 0 and b < 0 else None


def orbiting_pair(distance, speed, radius=1.0):
    """Two spacecraft in low orbit that meet head-on."""
    m = tt.Model("orbiting pair")
    for name in "ab":
        body = m.add_body(name, mass=100, inertia=[40, 40, 40])
        m.add_joint(f"free {name}", tt.Free(), m.ground, body)
    m.add_force("earth", tt.CentralGravity(mu=MU))
    m.add_force("contact", rigid(tt.Sphere("a", radius), tt.Sphere("b", radius)))
    r = 6.778e6
    v = math.sqrt(MU / r)
    m.set_start("free a", position=[r, 0, 0], velocity=[0, v, 0])
    m.set_start("free b", position=[r, distance, 0], velocity=[0, v - speed, 0])
    return m


def thrown_ball(distance, height, speed, contact=rigid):
    """A ball of 5 cm thrown at a post, a capsule of 5 cm, which it meets."""
    m = tt.Model("thrown ball")
    ball = m.add_body("ball", mass=1, inertia=[0.001] * 3)
    m.add_joint("flight", tt.Free(), m.ground, ball)
    m.add_force("weight", tt.UniformGravity())
    low, high = (m.ground.frame(n, at=[distance, 0, z]) for n, z in (("low", -500), ("high", 500)))
    m.add_force("post", contact(tt.Sphere("ball", 0.05), tt.Capsule(low, high, 0.05)))
    m.set_start("flight", position=[0, 0, height], velocity=[speed, 0, 5])
    return m


def arm_and_post(rate, contact=None):
    """An arm of 1 m that goes round and meets a post at 0.7 m once a turn."""
    m = tt.Model("arm and post")
    arm = m.add_body("arm", mass=1, inertia=[0.1, 0.1, 0.1])
    m.add_joint("axle", tt.Revolute([0, 0, 1]), m.ground, arm)
    ends = arm.frame("root", at=[0.1, 0, 0]), arm.frame("end", at=[1, 0, 0])
    post = [m.ground.frame(n, at=[0, 0.7, z]) for n, z in (("low", -1), ("high", 1))]
    shapes = tt.Capsule(*ends, 0.01), tt.Capsule(*post, 0.01)
    if contact:
        m.add_force("post", contact(*shapes))
    else:
        m.add_event("passes", tt.clearance(*shapes).falls(0))
    m.set_start("axle", rate=rate)
    return m


def simulated(model, duration, **own):
    system = model.build()
    return tt.simulate(system, system.start(), duration, **({"every": duration} | own))
