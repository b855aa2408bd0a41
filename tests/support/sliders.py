"""A body on a rail, with one force along it."""

import treetop as tt
from treetop.model import Force

MASS = 2.0


def slider(*forces: Force) -> tt.System:
    """Forces along the joint 'rail', each under the name of its kind."""
    model = tt.Model("slider")
    body = model.add_body("body", mass=MASS, inertia=[1, 1, 1])
    model.add_joint("rail", tt.Prismatic([1, 0, 0]), model.ground, body)
    for force in forces:
        model.add_force(force.kind, force)
    return model.build()


def effort(system: tt.System, slide: float = 0.0, rate: float = 0.0) -> float:
    """Along the rail, at the state that the forces start from."""
    state = system.state(rail={"slide": slide, "slide_rate": rate})
    return MASS * system.evaluate(state).speed_rates[0]
