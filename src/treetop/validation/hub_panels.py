"""Hub with two panels on sprung hinges, flying free: energy goes round between hub and panels."""

import numpy as np

import treetop as tt
from treetop.validation.case import Check
from treetop.validation.numerics import TIGHT

ANGLES_AT_10 = {"right": -0.0281678709502, "left": 0.1063748316881}


def checks() -> list[Check]:
    system = craft()
    start = system.state(
        flight={"angular_velocity": [0.1, -0.1, 0.1]},
        right={"angle": np.radians(5.0)},
    )
    run = tt.simulate(system, start, duration=10.0, every=1.0, **TIGHT)
    energy = run.data.kinetic_energy + run.data.potential_energy
    momentum = run.data.angular_momentum_about_centre
    return [
        *(
            Check(f"{name} panel at 10 s", float(run[f"{name}.angle"][-1]), angle, 1e-11, "rad")
            for name, angle in ANGLES_AT_10.items()
        ),
        Check("change of energy", float(abs(energy / energy[0] - 1).max()), 0.0, 1e-11),
        Check(
            "change of angular momentum",
            float(abs(momentum - momentum[0]).max()),
            0.0,
            1e-10,
            "N m s",
        ),
    ]


def craft() -> tt.System:
    model = tt.Model("hub with two panels")
    hub = model.add_body("hub", 750.0, [900.0, 800.0, 600.0], centre=[0, 0, 1])
    model.add_joint("flight", tt.Free(), model.ground, hub)
    for name, at, attitude in (("right", 0.5, [0, 0, 0, 1]), ("left", -0.5, [1, 0, 0, 0])):
        panel = model.add_body(f"{name} panel", 100.0, [100.0, 50.0, 50.0], centre=[-1.5, 0, 0])
        hinge = hub.frame(name, at=[at, 0, 1], attitude=attitude)
        model.add_joint(name, tt.Revolute([0, 1, 0]), hinge, panel)
        model.add_force(f"{name} spring", tt.JointSpring(name, stiffness=100.0))
    return model.build()
