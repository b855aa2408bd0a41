"""An observer satellite slews by 90 degrees with wheels, star tracker, gyro and sampled control."""

import numpy as np

import treetop as tt
from treetop.flexible import BeamFrame, Section, normal_modes

TURN = [np.sqrt(0.5), 0.0, 0.0, np.sqrt(0.5)]  # 90 degrees about z


def wing(model: tt.Model, name: str, bus, side: float) -> None:
    """A wing of 6 m, 40 kg, clamped to a side of the bus."""
    frame = BeamFrame()
    frame.add_node("root", [0, 0, 0])
    frame.add_node("tip", [0, 6 * side, 0])
    section = Section.tube(outer=0.16, inner=0.157, E=7e10, G=2.7e10, density=8900)
    frame.add_beam("panel", "root", "tip", section, elements=8)
    modes = normal_modes(frame.structure(), held="root", count=2)
    panel = model.add_flexible_body(name, modes, damping=0.005)
    port = bus.frame(name, at=[0, 0.6 * side, 0])
    model.add_joint(f"{name} mount", tt.Fixed(), port, panel.frame("root", node="root"))


def observer() -> tt.Model:
    model = tt.Model("observer")
    bus = model.add_body("bus", mass=750, inertia=[900, 800, 600])
    model.add_joint("flight", tt.Free(), model.ground, bus)
    wing(model, "left", bus, 1.0)
    wing(model, "right", bus, -1.0)
    for name, axis in zip("xyz", np.eye(3), strict=True):
        wheel = tt.Wheel(bus, axis, inertia=0.159, torque="0.4 N*m", speed="6000 rpm", viscous=1e-5)
        model.add_device(f"wheel_{name}", wheel)
    model.add_sensor("tracker", tt.StarTracker(bus, every="500 ms", noise="5 arcsec"))
    model.add_sensor("gyro", tt.Gyro(bus, every="500 ms", walk="0.07 deg/h^0.5", bias_walk=1e-9))
    feedback = tt.QuaternionFeedback(
        attitude="tracker",
        rate="gyro",
        every="500 ms",
        target=TURN,
        stiffness=12,
        damping=140,
        to=["wheel_x", "wheel_y", "wheel_z"],
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
