"""One axis under sampled proportional and derivative control by a wheel, commands at once or late.

The exact sequence of a double integrator whose torque is held.
"""

import treetop as tt
from treetop.validation.case import Check
from treetop.validation.numerics import TIGHT

PERIOD = 0.5
# Delay in samples: angle and rate after 60 s.
ENDS = {
    0.0: (1.2438696982849e-5, -6.1954043053573e-6),
    0.3: (5.4601197491038e-6, -4.3780204376050e-6),
    1.0: (-2.5891454595306e-6, -1.3330425248860e-6),
}


def checks() -> list[Check]:
    found = []
    for late, (angle, rate) in ENDS.items():
        system = axis(late * PERIOD).build()
        start = system.state(hinge={"angle": 0.3, "rate": -0.01})
        run = tt.simulate(system, start, duration=60.0, every=60.0, **TIGHT)
        word = f"{late:g} samples late"
        found += [
            Check(f"angle, {word}", float(run["hinge.angle"][-1]), angle, 1e-17, "rad"),
            Check(f"rate, {word}", float(run["hinge.rate"][-1]), rate, 1e-17, "rad/s"),
        ]
    return found


def axis(delay: float) -> tt.Model:
    model = tt.Model("one axis")
    bus = model.add_body("bus", 10.0, [100.1, 100.1, 100.1])
    model.add_joint("hinge", tt.Revolute([0, 0, 1]), model.ground, bus)
    model.add_device("wheel", tt.Wheel(bus, [0, 0, 1], inertia=0.1))
    gains = {"proportional": -4.0, "derivative": -30.0}  # a wheel turns its body the other way
    law = tt.Pid("hinge.angle", PERIOD, rate="hinge.rate", to="wheel", delay=delay, **gains)
    model.add_controller("hold", law)
    return model
