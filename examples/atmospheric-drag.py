"""A force of your own: the drag of an exponential atmosphere brings a satellite down."""

import math

import treetop as tt

EARTH_RADIUS = 6378.1e3
PARAMETERS = {
    "drag_area": 2.2 * 4.0,  # drag coefficient times area, m²
    "density": 1.0e-10,  # at the reference height, kg/m³
    "height": 250e3,  # reference height, m
    "scale_height": 45e3,  # m
}


def drag(t, motion, p):
    """½ ρ v² C A against the velocity; `p` are the values of `PARAMETERS` in their order."""
    drag_area, density, height, scale_height = p[0], p[1], p[2], p[3]
    x, y, z = motion.position
    vx, vy, vz = motion.velocity
    altitude = math.sqrt(x * x + y * y + z * z) - EARTH_RADIUS
    speed = math.sqrt(vx * vx + vy * vy + vz * vz)
    thickness = density * math.exp((height - altitude) / scale_height)
    strength = -0.5 * thickness * speed * drag_area
    force = tt.Vec3(strength * vx, strength * vy, strength * vz)
    return tt.Wrench(force, tt.Vec3(0.0, 0.0, 0.0))


def satellite() -> tt.Model:
    """500 kg on a circular orbit 250 km up."""
    mu, radius = 3.986004418e14, EARTH_RADIUS + 250e3
    model = tt.Model("satellite with drag")
    box = tt.looks.Box([1.2, 1.0, 0.8], colour="gold")
    wings = tt.looks.Plate([1.0, 4.0], 0.03, colour="navy")
    body = model.add_body("satellite", mass=500, inertia=[80, 100, 120], looks=[box, wings])
    model.add_joint("orbit", tt.Free(), model.ground, body)
    model.add_force("earth", tt.CentralGravity(mu))
    model.add_force("air", tt.UserForce(drag, on=body, parameters=list(PARAMETERS.values())))
    model.set_start("orbit", position=[radius, 0, 0], velocity=[0, math.sqrt(mu / radius), 0])
    return model


def main() -> None:
    system = satellite().build()
    run = tt.simulate(system, system.start(), duration=86400, every=60, rtol=1e-11)
    fall = (run["mass_centre"] ** 2).sum("axis") ** 0.5 - EARTH_RADIUS
    print(
        f"height after a day: {float(fall[-1]) / 1e3:.3f} km, work of the drag: "
        f"{float(run['work'][-1]) / 1e6:.1f} MJ"
    )


if __name__ == "__main__":
    main()
