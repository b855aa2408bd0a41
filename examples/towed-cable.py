"""A ship tows an underwater vehicle on 500 m of cable, on a winding course through a current."""

import math

import treetop as tt
from treetop.spatial import norm

LENGTH, SPEED = 500.0, 2.0  # of the cable, m, and of the ship, m/s
VEHICLE, SINKING = 2000.0, 500.0  # kg, and N down in water
WATER, GRAVITY = 1025.0, 9.81
LEANING = math.radians(60.0)  # of the cable at the start, behind the vertical
COURSE = ["2*t", "20*(1 - cos(2*pi*t/600))", "0.5*(1 - cos(2*pi*t/12))"]  # it heaves, too


def drag(t, motion, p):
    """Of the vehicle in water at rest: p[0] v² against its velocity."""
    v = motion.velocity
    return tt.Wrench(v * (-p[0] * norm(v)), tt.Vec3(0.0, 0.0, 0.0))


def tow(current: float = 0.5, elements: int = 20, heave: bool = True) -> tt.Model:
    """The current, m/s across the course at the surface, fades out to a depth of 150 m."""
    m = tt.Model("towed cable")
    ship = m.add_body("ship", mass=1, inertia=[1, 1, 1])
    ship.add_look(tt.looks.Box([40, 10, 8]))
    m.add_joint("course", tt.Free(), m.ground, ship)
    position = [*COURSE[:2], COURSE[2] if heave else "0"]
    m.add_constraint("voyage", tt.PrescribedPose(ship, position=position, angles=["0"] * 3))
    line = tt.Cable(length=LENGTH, mass_per_length="1 kg/m", elements=elements, radius=2)
    cable = m.add_beam("cable", line)
    half = 0.5 * (math.pi / 2 + LEANING)  # about y, from x to down and backward
    aft = ship.frame("aft", attitude=[math.cos(half), 0, math.sin(half), 0])
    m.add_joint("hold", tt.Universal([0, 1, 0], [0, 0, 1]), aft, cable)
    vehicle = m.add_body("vehicle", mass=VEHICLE, inertia=[500, 1500, 1500])
    vehicle.add_look(tt.looks.Box([12, 6, 6]))
    m.add_joint("end", tt.Fixed(), cable.tip, vehicle)
    m.add_force("gravity", tt.UniformGravity([0, 0, -GRAVITY]))
    lift = [0, 0, VEHICLE * GRAVITY - SINKING]
    m.add_force("lift", tt.FrameForce(vehicle, force=lift, axes="inertial"))
    m.add_force("drag", tt.UserForce(drag, vehicle, parameters=[0.5 * WATER]))
    water = tt.FluidLoad(
        *(cable, "2 cm"), density=WATER, current=[0, current, 0], heights=[-150, 0], shares=[0, 1]
    )
    m.add_force("water", water)
    m.set_start("course", velocity=[SPEED, 0, 0])
    return m


if __name__ == "__main__":
    system = tow().build()
    run = tt.simulate(system, system.start(), duration=600, every=2)
    print(run["vehicle.position"].values[-1])
