"""Linear models against closed forms: a sampled loop, a beam between two hubs, a craft with a pitch
wheel in orbit, and an engine on a gimbal.

Two hubs and a beam: frequencies and responses of the continuous beam, whose finite elements miss
them by (β h)⁴ / 720.  The torque of a gimballed engine vanishes at ω² = T l / (m a l + I), with the
thrust T, the lever l, and the engine's mass m, arm a and inertia I about the gimbal.
"""

from typing import Any

import numpy as np

import treetop as tt
from treetop.structures import BeamFrame, Section, normal_modes
from treetop.validation.case import Check
from treetop.validation.numerics import quaternion

SAMPLED = 0.9225 + 0.0631961232988227j  # pole of the sampled loop
FREQUENCIES = (1.0, 5.0)
THETA0 = (2.33713495293535e-3, -2.29920132573342e-4)  # rad/(N m), of the first hub at these
THETA1 = (-2.27617107279184e-3, 4.75886478988690e-4)  # of the second
POLES = (1.72479064215753, 6.38595200100107, 15.5602748677968)  # rad/s
ZEROS = (0.478183251486344, 6.10922313468452)
CLOSED = (  # with the torque -40 θ - 90 θ' on the first hub
    -0.0180439625300881 + 0.130111827865951j,
    -0.24989700685287 + 1.76567939520516j,
    -0.0268785429198829 + 6.3853410576325j,
)
LIBRATIONS = {  # rad/s, by the momentum of the wheel
    0.0: (4.838680708339e-4, 1.358732440974e-3, 1.789796549898e-3),
    5.0: (1.0259677455e-3, 1.358732440974e-3, 0.07290325706157),
}
GIMBAL_ZERO = 25.9937622455018  # rad/s
# Forward, against the orbit normal and down, at the start on the inertial x axis going along y.
LOCAL = quaternion(np.array([[0, 0, -1], [1, 0, 0], [0, -1, 0]]))
MU = 3.986004418e14


def checks() -> list[Check]:
    return [*sampled_loop(), *beam(), *librations(), gimbal()]


def sampled_loop() -> list[Check]:
    loop = tt.linearise(one_axis().build()).loop("pd")
    margin = loop.margins()
    return [
        Check("pole of the sampled loop, real part", loop.poles[0].real, SAMPLED.real, 1e-12),
        Check("pole of the sampled loop, imaginary part", loop.poles[0].imag, SAMPLED.imag, 1e-12),
        Check("gain margin of the sampled loop", margin.gain, 40 / 3, 1e-10, "", "relative"),
    ]


def beam() -> list[Check]:
    system = hub_beam_hub()
    outputs = ["plane.angle", "plane.rate", "hub1.attitude.z"]
    linear = tt.linearise(system, system.state(), ["hub0.torque.z"], outputs)
    theta0, _, half_theta1 = linear.response(FREQUENCIES).values[:, 0].real
    closed = linear.A - linear.B @ (40.0 * linear.C[:1] + 90.0 * linear.C[1:2])
    found = [
        Check(f"greatest difference of {what}", off, 0.0, 2e-7, "of each")
        for what, off in (
            ("responses of the first hub", np.abs(theta0 / THETA0 - 1.0).max()),
            ("responses of the second hub", np.abs(2 * half_theta1 / THETA1 - 1.0).max()),
            ("poles", farthest(linear.poles.imag, POLES)),
            ("zeros", farthest(linear.part(outputs="plane.angle").zeros.imag, ZEROS)),
            ("poles with feedback", farthest(np.linalg.eigvals(closed), CLOSED)),
        )
    ]
    return found


def librations() -> list[Check]:
    return [
        Check(
            f"greatest difference of librations, wheel of {momentum:g} N m s",
            farthest(tt.linearise(*earth_pointing(momentum)).poles.imag, rates),
            *(0.0, 1e-10, "of each"),
        )
        for momentum, rates in LIBRATIONS.items()
    ]


def gimbal() -> Check:
    linear = tt.linearise(gimballed_engine(), None, ["gimbal.effort"], ["pitch.angle"])
    what = "zero of a gimballed engine"
    return Check(what, linear.zeros[0].imag, GIMBAL_ZERO, 1e-12, "rad/s", "relative")


def farthest(values: np.ndarray, expected: Any) -> float:
    """How far expected values are from the nearest found, as parts of each."""
    return max(float(np.abs(values - x).min() / abs(x)) for x in expected)


def proportional_derivative(t, z, x, p, u):  # type: ignore[no-untyped-def]
    """The torque on the wheel, of an angle and a rate."""
    u[0] = p[0] * z[0] + p[1] * z[1]


def one_axis(
    stiffness: float = 4.0,
    damping: float = 30.0,
    period: float = 0.5,
    delay: float = 0.0,
    **more: Any,
) -> tt.Model:
    """J = 100 about an axle, turned by a wheel whose torque on the body is -K θ - D θ'."""
    m = tt.Model("one axis")
    bus = m.add_body("bus", mass=10, inertia=[100, 100, 100.1])
    m.add_joint("axle", tt.Revolute([0, 0, 1]), m.ground, bus)
    m.add_device("wheel", tt.Wheel(bus, [0, 0, 1], inertia=0.1))
    pd = tt.Controller(
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


def hub_beam_hub(elements: int = 40, count: int = 12) -> tt.System:
    """Planar and free: a beam clamped to a hub, with another hub at its end."""
    frame = BeamFrame()
    frame.add_node("root", [0, 0, 0])
    frame.add_node("tip", [10, 0, 0])
    section = Section(axial=1e12, bending_y=1e10, bending_z=1500, torsion=1e10, mass=0.8)
    frame.add_beam("beam", "root", "tip", section, elements=elements)
    frame.add_body("hub1", "tip", mass=20, inertia=[5, 5, 5])
    modes = normal_modes(frame.structure(), "root", count=count)
    m = tt.Model("hub, beam, hub")
    hub = m.add_body("hub0", mass=200, inertia=[150, 150, 150])
    m.add_joint("plane", tt.Planar([0, 0, 1]), m.ground, hub)
    beam = m.add_flexible_body("beam", modes, stiffening="none")
    m.add_joint("clamp", tt.Fixed(), hub, beam)
    m.add_joint("seat", tt.Fixed(), beam.frame("tip", node="tip"), m.add_body("hub1", mass=0))
    return m.build()


def earth_pointing(
    momentum: float, wheel_inertia: float = 1e-9, rate: float = 1e-3
) -> tuple[tt.System, tt.State]:
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


def gimballed_engine() -> tt.System:
    """A rocket that turns about its mass centre, its engine on a gimbal; inertia about that."""
    thrust, lever, mass, arm, inertia = 2e6, 20.0, 2500.0, 1.1, 4200.0
    m = tt.Model("rocket")
    rocket = m.add_body("rocket", mass=1e5, inertia=[1e6, 1e7, 1e7])
    m.add_joint("pitch", tt.Revolute([0, 0, 1]), m.ground, rocket)
    central = inertia - mass * arm**2
    engine = m.add_body(
        "engine", mass=mass, inertia=[central, central, central], centre=[-arm, 0, 0]
    )
    m.add_joint("gimbal", tt.Revolute([0, 0, 1]), rocket.frame("aft", at=[-lever, 0, 0]), engine)
    m.add_device("main", tt.Thruster(engine, thrust=thrust, throttle=1.0))
    return m.build()
