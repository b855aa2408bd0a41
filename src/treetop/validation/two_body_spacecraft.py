"""Two bodies that slide along and turn about a common line, with a spring and a dashpot on it.

The spacecraft of Schutte & Udwadia (2011), section 3.2, over three orbits at the tolerances given
there. Their damper follows the inertial rate of the vector between the ends and so exerts a couple;
here it acts along the line. Stretch and angle were computed for Treetop by projecting the equations
of both bodies, relative to a circular reference orbit, on the eight speeds (tolerance 1e-12).
"""

import numpy as np

import treetop as tt
from treetop.validation.case import Check

MU, R = 3.986e14, 6678.1e3
DURATION = 16293.0
STRETCH = {
    1000.0: 5.17674171e-4,
    5431.0: -2.88230e-6,
    10862.0: 9.26004889e-4,
    16293.0: 1.60490693e-4,
}
ANGLE = {
    1000.0: 0.412620670793,
    5431.0: 2.211689295464,
    10862.0: 2.330705455412,
    16293.0: 4.0623655006,
}


def checks() -> list[Check]:
    run = three_orbits("recursive")
    audit = run.audit()
    return [
        *(
            Check(f"drift of {name}", audit[name].relative, 0.0, 1e-9)
            for name in ("energy", "energy about the mass centre")
        ),
        *(
            Check(f"stretch at {t:g} s", float(run["boom.slide"].sel(time=t)) - 2.0, s, 1e-9, "m")
            for t, s in STRETCH.items()
        ),
        *(
            Check(f"angle at {t:g} s", float(run["boom.angle"].sel(time=t)), angle, 1e-8, "rad")
            for t, angle in ANGLE.items()
        ),
    ]


def three_orbits(formulation: str) -> tt.Run:
    system = craft(formulation)
    start = system.state(
        orbit={"position": [R, 0, 0], "velocity": [0, np.sqrt(MU / R), 0]}, boom={"slide": 2.0}
    )
    times = np.union1d(np.arange(0.0, DURATION, 10.0), list(STRETCH))
    return tt.simulate(system, start, duration=DURATION, at=times, rtol=1e-10, atol=1e-13)


def craft(formulation: str) -> tt.System:
    model = tt.Model("two-body spacecraft")
    bus = model.add_body("bus", 2200.0, [2300.0, 4500.0, 3600.0])
    tug = model.add_body("tug", 1200.0, [1700.0, 2000.0, 600.0])
    port, tail = bus.frame("port", at=[1, 0, 1]), tug.frame("tail", at=[-1, 0, 1])
    model.add_joint("orbit", tt.Free(), model.ground, bus)
    model.add_joint("boom", tt.Cylindrical([1, 0, 0]), port, tail)
    model.add_force("earth", tt.CentralGravity(MU, gradient=False))
    spring = tt.SpringDamper(port, tail, length=2.0, stiffness=25.0, cubic=1.0, damping=0.2)
    model.add_force("spring", spring)
    return model.build(formulation)
