"""A solar sail on four flexible booms passes the shadow of the Earth."""

import numpy as np

import treetop as tt
from treetop.flexible import BeamFrame, Modes, Section, normal_modes

LENGTH, LINEAR, TIP = 7.0, 0.05, 0.1  # of a boom: m, kg/m, and a mass at its end, kg
STIFFNESS = 40.0  # E I, N m²
HUB, AREA = 6.0, 98.0  # kg, and of the square sail that the booms span, m²
SUN = np.array([149597870700.0, 0.0, 0.0])


def boom() -> Modes:
    """Two modes of a boom along x that is held at its root."""
    frame = BeamFrame()
    frame.add_node("root", [0, 0, 0])
    frame.add_node("tip", [LENGTH, 0, 0])
    section = Section(1e6, STIFFNESS, STIFFNESS, STIFFNESS, LINEAR)
    frame.add_beam("boom", "root", "tip", section, elements=6)
    frame.add_body("end", "tip", mass=TIP)
    return normal_modes(frame.structure(), fixed=["root"], count=2)


def sail(lit: bool = True, damping: float = 0.0) -> tt.Model:
    """The sail looks at the Sun.

    A membrane of four triangles hands a third of its load to each of its corners: a third of the
    whole to the hub, a sixth to the end of each boom.
    """
    model = tt.Model("solar sail")
    hub = model.add_body("hub", HUB, [0.3, 0.3, 0.3], looks=[tt.looks.Box([0.4, 0.4, 0.4])])
    model.add_joint("flight", tt.Free(), model.ground, hub)
    sun = tt.Sun(position=SUN.tolist(), attracts=False)
    model.set_environment(tt.Earth(rotation=None, sun=sun, gradient=False))
    finish = {"absorption": 0.1, "specular": 0.9} if lit else {"drag": 0.0}
    model.add_surface("middle", tt.surfaces.Plate(hub, area=AREA / 3, **finish))
    for k in range(4):
        c, s = np.cos(k * np.pi / 2), np.sin(k * np.pi / 2)
        port = hub.frame(f"port{k}", attitude=[[c, -s, 0], [s, c, 0], [0, 0, 1]])
        arm = model.add_flexible_body(f"boom{k}", boom(), damping=damping)
        tip = arm.frame("tip", node="tip")
        model.add_joint(f"mount{k}", tt.Fixed(), port, arm)
        model.add_surface(f"corner{k}", tt.surfaces.Plate(tip, area=AREA / 6, **finish))
    facing = [np.sqrt(0.5), 0, np.sqrt(0.5), 0]  # z along the inertial x axis
    orbit = tt.Orbit(height="1000 km", inclination="20 deg", true_anomaly="90 deg")
    model.set_start("flight", orbit=orbit, attitude=facing)
    return model


def main() -> None:
    system = sail().build()
    run = tt.simulate(system, system.start(), duration=900, every=1, rtol=1e-9, atol=1e-10)
    print(run.audit())
    print("light, least:", float(run["environment.sunlight"].min()))


if __name__ == "__main__":
    main()
