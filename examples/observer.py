"""An observer satellite slews by 90 degrees with wheels, star tracker, gyro and sampled control."""

import numpy as np

import treetop as tt
from treetop.flexible import Modes, PanelSection, Shell, normal_modes

TURN = [np.sqrt(0.5), 0.0, 0.0, np.sqrt(0.5)]  # 90 degrees about z
REACH, SPAN, CHORD = 0.9, 6.0, 2.0  # of the wings: root from the middle of the bus, size, m


def wing(side: float) -> Modes:
    """Three modes of a honeycomb wing in the plane of y and z, held at two nodes of its root."""
    panel = PanelSection.sandwich(
        face=0.2e-3,
        core=0.02,
        E=70e9,
        nu=0.33,
        density=2700,
        core_shear=80e6,
        core_density=32,
        extra_mass=1.2,
    )
    root, tip = REACH * side, (REACH + SPAN) * side
    corners = [[0, root, -CHORD / 2], [0, tip, -CHORD / 2], [0, tip, CHORD / 2]]
    shell = Shell()
    shell.add_panel([*corners, [0, root, CHORD / 2]], (12, 4), panel)
    shell.name_node("root", [0, root, 0])
    shell.name_node("yoke", [0, root, CHORD / 2])
    shell.name_node("tip", [0, tip, 0])
    return normal_modes(shell.structure(), fixed=["root", "yoke"], count=3)


def observer(noise: bool = True, target=TURN) -> tt.Model:
    """The satellite; without `noise`, sensors have none."""
    model = tt.Model("observer")
    looks = [
        tt.looks.Box([1.4, 1.4, 2.2], colour="gold"),
        tt.looks.Cylinder(radius=0.45, length=0.8, at=[0, 0, 1.5], colour="grey"),
    ]
    bus = model.add_body("bus", mass=750, inertia=[900, 800, 600], looks=looks)
    model.add_joint("flight", tt.Free(), model.ground, bus)
    for name, side in (("left", 1.0), ("right", -1.0)):
        panel = model.add_flexible_body(name, wing(side), damping=0.005)
        panel.add_look(tt.looks.Rod([0, 0.7 * side, 0], [0, REACH * side, 0], radius=0.04))
        panel.frame("tip", node="tip")
        model.add_joint(f"{name} mount", tt.Fixed(), bus, panel)
    wheels = [f"wheel_{axis}" for axis in "xyz"]
    for name, axis in zip(wheels, np.eye(3), strict=True):
        wheel = tt.Wheel(bus, axis, inertia=0.159, torque="0.4 N*m", speed="6000 rpm", viscous=1e-5)
        model.add_device(name, wheel)
    tracker, walks = ("5 arcsec", ("0.07 deg/h^0.5", 1e-9)) if noise else (0, (0, 0))
    model.add_sensor("tracker", tt.StarTracker(bus, every="500 ms", noise=tracker))
    gyro = tt.Gyro(bus, every="500 ms", walk=walks[0], bias_walk=walks[1])
    model.add_sensor("gyro", gyro)
    feedback = tt.QuaternionFeedback(
        attitude="tracker",
        rate="gyro",
        every="500 ms",
        target=target,
        stiffness=[7, 2.6, 6],
        damping=[168, 62, 142],
        to=wheels,
    )
    model.add_controller("slew", feedback)
    return model


def main() -> None:
    system = observer().build()
    run = tt.simulate(system, system.state(), duration=600, every=2, seed=1)
    q = run["flight.attitude"].values[-1]
    error = 2 * np.arccos(min(1.0, abs(q @ TURN)))
    print(run.audit())
    print(f"pointing error in the end: {np.degrees(error) * 3600:.1f} arcsec")
    print(f"fastest wheel: {abs(run['wheel_z.speed']).max().item() * 60 / (2 * np.pi):.0f} rpm")


if __name__ == "__main__":
    main()
