"""Heavy top, 150 rad/s about an axis that starts level: the usual test of Lie-group integrators."""

import treetop as tt
from treetop.validation.case import Check, componentwise
from treetop.validation.numerics import TIGHT

CENTRE = {
    0.2: (0.60555056137712, 0.59895768179492, -0.52398302743000),
    1.0: (0.17334396409839, 0.64008859207057, -0.74849079113358),
}


def checks() -> list[Check]:
    model = tt.Model("heavy top")
    top = model.add_body("top", 15.0, [0.234375, 0.46875, 0.234375])
    model.add_joint("tip", tt.Spherical(), model.ground, top.frame("tip", at=[0, -1, 0]))
    model.add_force("weight", tt.UniformGravity([0, 0, -9.81]))
    system = model.build()
    start = system.state(tip={"angular_velocity": [0, 150.0, -4.61538]})
    run = tt.simulate(system, start, duration=1.0, at=list(CENTRE), **TIGHT)
    return [
        check
        for t, expected in CENTRE.items()
        for check in componentwise(
            f"mass centre at {t:g} s,",
            "xyz",
            run.data.position.sel(body="top", time=t).values,
            expected,
            1e-11,
            "m",
        )
    ]
