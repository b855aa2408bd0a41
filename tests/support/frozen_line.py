"""A craft with a line that does not move through its mouth, twice: as a deployer has it, and as
rods on hinges, which all formulations know."""

import numpy as np

import treetop as tt

DENSITY, ROD, ELEMENTS, TIP = 0.1, 3.0, 4, 3.0
MOUTH = [0.5, 0.2, 0]


def _craft():
    m = tt.Model("craft with a line")
    m.add_force("weight", tt.UniformGravity([0.3, -0.2, 0.1]))
    hub = m.add_body("hub", mass=20, inertia=[1, 2, 3])
    m.add_joint("flight", tt.Free(), m.ground, hub)
    return m, hub


def paid_out(length):
    """By a deployer whose length is a number."""
    m, hub = _craft()
    law = {"mass_per_length": DENSITY, "total_length": ROD * ELEMENTS, "elements": ELEMENTS}
    own = {"length": length, "tip_mass": TIP, "second": [0, 1, 0]}
    m.add_device("line", tt.Deployer(hub.frame("mouth", at=MOUTH), **law, **own))
    return m.build()


def hinged(length, formulation):
    """By rods of the lengths that are outside, on universal joints; what is stored is a mass."""
    m, hub = _craft()
    whole = int(length / ROD - 0.1)
    stored = m.add_body("stored", mass=DENSITY * (ROD * ELEMENTS - length))
    carrier = hub.frame("mouth", at=MOUTH)
    m.add_joint("store", tt.Fixed(), carrier, stored)
    for k, s in enumerate([length - whole * ROD] + [ROD] * whole, start=1):
        rod, tip = DENSITY * s, TIP if k == whole + 1 else 0.0
        mass = rod + tip
        centre = (0.5 * rod + tip) * s / mass
        across = rod * s**2 / 3 + tip * s**2 - mass * centre**2
        body = m.add_body(f"rod {k}", mass=mass, centre=[centre, 0, 0], inertia=[0, across, across])
        joint = tt.Universal(np.cross([0, 1, 0], [1, 0, 0]), [0, 1, 0])
        m.add_joint(f"hinge {k}", joint, carrier, body)
        carrier = body.frame("outer", at=[s, 0, 0])
    return m.build(formulation)
