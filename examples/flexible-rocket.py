"""A flexible rocket is steered by its gimballed nozzle while its tank runs dry."""

from itertools import pairwise

import numpy as np
from scipy.signal import butter, cont2discrete, tf2ss

import treetop as tt
import treetop.flexible as fx

LENGTH, RADIUS, WALL = 30.0, 1.2, 0.003  # m
PAYLOAD, MOUNT = 3000.0, 1200.0  # kg, at the nose and at the tail
SLICES = {"slice1": 6.0, "slice2": 9.0, "slice3": 12.0, "slice4": 15.0}  # of the tank: middles, m
SLICE, FUEL = 3.0, 9900.0  # length, m; kg in each
THRUST, ISP = 900e3, 290.0  # N, s
ROD, ROD_DAMPING = 3.2e6, 3.5e4  # what holds the nozzle, N m/rad, N m s/rad
RATIO = 0.01  # damping of the modes of the dry hull
STIFFNESS, DAMPING = 0.12, 0.3  # of the autopilot, rad/rad, s
PASS = 7.5  # up to where the bending filter passes, rad/s
PERIOD = 0.02  # s


def hull(fuel: dict[str, float] | None = None) -> fx.Structure:
    """A tube from tail to nose; with ``fuel``, kg by slice, on its nodes as point masses."""
    frame = fx.BeamFrame()
    places = {"tail": 0.0, **SLICES, "imu": 27.0, "nose": LENGTH}
    for name, x in places.items():
        frame.add_node(name, [x, 0, 0])
    tube = fx.Section.tube(
        outer=2 * RADIUS, inner=2 * (RADIUS - WALL), E=7e10, G=2.7e10, density=6000
    )
    names = list(places)
    for a, b in pairwise(names):
        count = max(2, round((places[b] - places[a]) / 1.5))
        frame.add_beam(f"{a} to {b}", a, b, tube, elements=count)
    frame.add_body("payload", "nose", mass=PAYLOAD, inertia=[1500, 3000, 3000])
    frame.add_body("mount", "tail", mass=MOUNT, inertia=[600, 500, 500])
    for name, mass in (fuel or {}).items():
        across = mass * (1.15**2 / 4 + SLICE**2 / 12)
        frame.add_body(name, name, mass=mass, inertia=[mass * 1.15**2 / 2, across, across])
    return frame.structure()


def plane_modes(count: int) -> fx.Modes:
    """The lowest free-free modes in the plane of x and y: they bend, or stretch, along these."""
    structure = hull()
    modes = fx.normal_modes(structure, count=3 * count)
    aside = [
        np.abs(rows @ modes.shapes)[k]
        for name in structure.names
        for rows, k in ((structure.translation(name), 2), (structure.rotation(name), 0))
    ]
    in_plane = np.flatnonzero(np.max(aside, axis=0) < 1e-6 * np.abs(modes.shapes).max(axis=0))
    return modes.chosen(in_plane[:count])


def bending_filter() -> tuple[np.ndarray, ...]:
    """A low pass of fourth order in discrete time, by Tustin's rule."""
    low = tf2ss(*butter(4, PASS, analog=True))
    return cont2discrete(low, PERIOD, "bilinear")[:4]


def autopilot(filtered: bool, gain: float = 1.0) -> tt.LinearController:
    """Torque of the nozzle's motor from attitude and rate at the instruments, and the programme."""
    # Of the quaternion's z, which is half the angle, the rate, and the programme's angle and rate.
    row = gain * ROD * np.array([[2 * STIFFNESS, DAMPING, -STIFFNESS, -DAMPING]])
    settings = {
        "every": PERIOD,
        "inputs": ["platform.attitude.z", "gyro.rate.z", "programme.value", "programme.rate"],
        "to": ["steering"],
    }
    if not filtered:
        return tt.LinearController(D=row, **settings)
    A, B, C, D = bending_filter()
    return tt.LinearController(A=A, B=B @ row, C=C, D=D @ row, **settings)


def rocket(filtered: bool = True, gain: float = 1.0, count: int = 6) -> tt.Model:
    model = tt.Model("flexible rocket")
    ahead = [0.5**0.5, 0, 0.5**0.5, 0]  # z of a look along x
    looks = [
        tt.looks.Rod([0, 0, 0], [25, 0, 0], RADIUS, colour="white", opacity=0.4),
        tt.looks.Cylinder(RADIUS, 5, top=0.1, at=[27.5, 0, 0], attitude=ahead, colour="silver"),
    ]
    body = model.add_flexible_body("hull", plane_modes(count), damping=RATIO, looks=looks)
    model.add_joint("flight", tt.Free(), model.ground, body)
    cone = tt.looks.Cylinder(0.9, 1.4, top=0.2, at=[-0.9, 0, 0], attitude=ahead, colour="copper")
    nozzle = model.add_body("nozzle", 300, [60, 90, 90], centre=[-0.6, 0, 0], looks=[cone])
    model.add_joint("gimbal", tt.Revolute([0, 0, 1]), body.frame("tail", node="tail"), nozzle)
    model.add_force("rod", tt.JointSpring("gimbal", stiffness=ROD, damping=ROD_DAMPING))
    model.add_device("steering", tt.Motor("gimbal", torque=0.1 * ROD))
    shape = tt.CylindricalTank(radius=1.15, length=SLICE, domes=0)
    for name in SLICES:
        at = body.frame(name, node=name)
        model.add_device(name, tt.Tank(at, FUEL, shape=shape, density=800, residual=20))
    engine = tt.Thruster(
        nozzle.frame("exit", at=[-1.6, 0, 0]),
        thrust=THRUST,
        isp=ISP,
        tank=list(reversed(SLICES)),
        throttle=1,
    )
    model.add_device("engine", engine)
    imu = body.frame("imu", node="imu")
    model.add_sensor("platform", tt.StarTracker(imu, every=PERIOD))
    model.add_sensor("gyro", tt.Gyro(imu, every=PERIOD))
    programme = tt.SetPoint(every=PERIOD, end="5 deg", begin=1, duration=8)
    model.add_controller("programme", programme)
    model.add_controller("autopilot", autopilot(filtered, gain))
    model.set_equilibrium("hull")
    return model


def main() -> None:
    system = rocket().build()
    run = tt.simulate(system, system.start(), duration=120, every=0.1, rtol=1e-9, atol=1e-11)
    print(run.audit())
    q = run["hull imu.attitude"].values[-1]
    print(f"pitch in the end: {np.degrees(2 * np.arcsin(q[3])):.3f} deg")


if __name__ == "__main__":
    main()
