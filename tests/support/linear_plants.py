"""Systems whose linear models are known."""

import numpy as np

import treetop as tt
import treetop.flexible as fx
from treetop.validation.numerics import quaternion

# Forward, against the orbit normal and down, at the start on the inertial x axis going along y.
LOCAL = quaternion(np.array([[0, 0, -1], [1, 0, 0], [0, -1, 0]]))
MU = 3.986004418e14


def proportional_derivative(t, z, x, p, u):
    u[0] = p[0] * z[0] + p[1] * z[1]


def one_axis(stiffness=4.0, damping=30.0, period=0.5, delay=0.0, **more):
    """J = 100 about an axle, turned by a wheel whose torque on the body is -K θ - D θ'."""
    m = tt.Model("one axis")
    bus = m.add_body("bus", mass=10, inertia=[100, 100, 100.1])
    m.add_joint("axle", tt.Revolute([0, 0, 1]), m.ground, bus)
    m.add_device("wheel", tt.Wheel(bus, [0, 0, 1], inertia=0.1))
    pd = tt.UserController(
        proportional_derivative,
        every=period,
        delay=delay,
        inputs=["axle.angle", "axle.rate"],
        to=["wheel"],
        parameters=[stiffness, damping],
        **more,
    )
    m.add_controller("pd", pd)
    return m


def hub_beam_hub(elements=40, count=12):
    """Planar and free: a beam clamped to a hub, with another hub at its end."""
    frame = fx.BeamFrame()
    frame.add_node("root", [0, 0, 0])
    frame.add_node("tip", [10, 0, 0])
    section = fx.Section(axial=1e12, bending_y=1e10, bending_z=1500, torsion=1e10, mass=0.8)
    frame.add_beam("beam", "root", "tip", section, elements=elements)
    frame.add_body("hub1", "tip", mass=20, inertia=[5, 5, 5])
    modes = fx.normal_modes(frame.structure(), "root", count=count)
    m = tt.Model("hub, beam, hub")
    hub = m.add_body("hub0", mass=200, inertia=[150, 150, 150])
    m.add_joint("plane", tt.Planar([0, 0, 1]), m.ground, hub)
    beam = m.add_flexible_body("beam", modes, stiffening="none")
    m.add_joint("clamp", tt.Fixed(), hub, beam)
    m.add_joint("seat", tt.Fixed(), beam.frame("tip", node="tip"), m.add_body("hub1", mass=0))
    return m.build()


def earth_pointing(momentum, wheel_inertia=1e-9, rate=1e-3):
    """A craft that points at the Earth, with a wheel along the orbit normal."""
    radius = (MU / rate**2) ** (1 / 3)
    m = tt.Model("gravity gradient")
    bus = m.add_body("bus", mass=100, inertia=[120, 130, 40])
    m.add_joint("orbit", tt.Free(), m.ground, bus)
    m.add_force("earth", tt.CentralGravity(MU))
    start = momentum / wheel_inertia
    m.add_device("wheel", tt.Wheel(bus, [0, -1, 0], inertia=wheel_inertia, start=start))
    system = m.build()
    orbit = {
        "position": [radius, 0, 0],
        "velocity": [0, rate * radius, 0],
        "attitude": LOCAL,
        "angular_velocity": [0, -rate, 0],
    }
    return system, system.state(orbit=orbit)


def gimballed_engine(thrust=2e6, lever=20.0, mass=2500.0, arm=1.1, inertia=4200.0):
    """A rocket that turns about its mass centre, its engine on a gimbal; inertia about that."""
    m = tt.Model("rocket")
    rocket = m.add_body("rocket", mass=1e5, inertia=[1e6, 1e7, 1e7])
    m.add_joint("pitch", tt.Revolute([0, 0, 1]), m.ground, rocket)
    own = inertia - mass * arm**2
    engine = m.add_body("engine", mass=mass, inertia=[own, own, own], centre=[-arm, 0, 0])
    m.add_joint("gimbal", tt.Revolute([0, 0, 1]), rocket.frame("aft", at=[-lever, 0, 0]), engine)
    m.add_device("main", tt.Thruster(engine, thrust=thrust, throttle=1.0))
    return m.build()


def flexible_craft_with_wheels():
    """Three wheels that spin, a boom that bends and is damped."""
    frame = fx.BeamFrame()
    frame.add_node("root", [0, 0, 0])
    frame.add_node("tip", [4, 0, 0])
    tube = fx.Section.tube(outer=0.05, inner=0.047, E=7e10, G=2.7e10, density=2700)
    frame.add_beam("wing", "root", "tip", tube, elements=4)
    frame.add_body("end", "tip", mass=2, inertia=[0.1, 0.1, 0.1])
    m = tt.Model("craft")
    bus = m.add_body("bus", mass=50, inertia=[10, 12, 8])
    m.add_joint("flight", tt.Free(), m.ground, bus)
    wing = m.add_flexible_body("wing", fx.normal_modes(frame.structure(), "root", count=4), 0.01)
    m.add_joint("clamp", tt.Fixed(), bus.frame("port", at=[0.5, 0.1, 0]), wing)
    for name, axis, speed in zip("xyz", np.eye(3), (50, 100, -80), strict=True):
        m.add_device(f"wheel_{name}", tt.Wheel(bus, axis, inertia=0.02, viscous=0.0, start=speed))
    return m.build()


def with_many_states(booms=5, modes=8, wheels=10):
    """A craft for timing: 12 rigid states, two for each mode, one for each wheel."""
    frame = fx.BeamFrame()
    frame.add_node("root", [0, 0, 0])
    frame.add_node("tip", [5, 0, 0])
    tube = fx.Section.tube(outer=0.05, inner=0.046, E=7e9, G=2.7e9, density=2700)
    frame.add_beam("boom", "root", "tip", tube, elements=8)
    found = fx.normal_modes(frame.structure(), "root", count=modes)
    m = tt.Model("many states")
    bus = m.add_body("bus", mass=500, inertia=[100, 120, 80])
    m.add_joint("flight", tt.Free(), m.ground, bus)
    for k in range(booms):
        turn = 2 * np.pi * k / booms
        port = bus.frame(f"port{k}", attitude=[np.cos(turn / 2), 0, 0, np.sin(turn / 2)])
        boom = m.add_flexible_body(f"boom{k}", found, damping=0.005)
        m.add_joint(f"clamp{k}", tt.Fixed(), port, boom)
    for k in range(wheels):
        axis = np.random.default_rng(k).normal(size=3)
        m.add_device(f"wheel{k}", tt.Wheel(bus, axis / np.linalg.norm(axis), inertia=0.02))
    return m.build()
