"""A small spacecraft in low orbit, as a model."""

import treetop as tt


def two_bodies() -> tt.Model:
    """Two bodies in orbit on a boom that slides."""
    m = tt.Model("two bodies")
    bus = m.add_body("bus", mass=2200, inertia=[2300, 4500, 3600])
    tug = m.add_body("tug", mass=1200, inertia=[1700, 2000, 600])
    m.add_joint("orbit", tt.Free(), m.ground, bus)
    port, tail = bus.frame("port", at=[1, 0, 1]), tug.frame("tail", at=[-1, 0, 1])
    m.add_joint("boom", tt.Cylindrical([1, 0, 0]), port, tail)
    m.add_force("earth", tt.CentralGravity(3.986e14))
    m.add_force("spring", tt.SpringDamper(port, tail, length=2, stiffness=25, damping=0.2))
    m.set_start("orbit", position=[6678100, 0, 0], velocity=[0, 7725.8, 0])
    m.set_start("boom", slide=2)
    return m
