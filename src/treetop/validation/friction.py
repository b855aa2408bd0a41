"""A block that sticks and slips on a belt, and Painlevé's rod.

A spring k holds the block back, which the belt carries along with the speed V until k x = S, the
friction at rest.  Then it swings about C / k, C being the friction of slip, from S / k and V on.
It is as fast as the belt again after ω t = 2 π - 2 atan((S - C) ω / (k V)), ω² = k/m, where it is
at (2 C - S) / k, and is carried for 2 (S - C) / (k V): a cycle that repeats itself.

The tip of a rod, tilted by θ, slides along a rail with friction μ: docs/theory/friction.md.  A run
cannot go on where 3 μ sin θ |cos θ| = 1 + 3 cos² θ.
"""

import math

import treetop as tt
from treetop.errors import RunError
from treetop.validation.case import Check
from treetop.validation.numerics import TIGHT

MASS, STIFFNESS, REST, SLIP, SPEED = 2.0, 50.0, 6.0, 4.0, 0.1
DURATION = 8.0
ROD, HALF, GRAVITY, TILT, RATE = 3.0, 1.0, 9.81, 0.6, 0.3
FORMULATIONS = ("recursive", "newton-euler", "udwadia")


def checks() -> list[Check]:
    found = []
    for formulation in FORMULATIONS:
        system = belt().build(formulation)
        start = system.state(drum={"slide_rate": SPEED})
        run = tt.simulate(system, start, duration=DURATION, every=0.1, **TIGHT)
        for k, (event, time) in enumerate(zip(run.events, changes(), strict=True)):
            what = f"{'stick' if k % 2 else 'slip'} {k // 2 + 1} on the belt, {formulation}"
            found.append(Check(what, event.time, time, 1e-9, "s", "relative"))
        energy = run.audit()["energy"].relative
        found.append(Check(f"change of energy, {formulation}", energy, 0.0, 1e-9))
    return [*found, *(load(speed) for speed in (2.0, -2.0)), jam()]


def belt() -> tt.Model:
    model = tt.Model("belt")
    carrier, block = (model.add_body(name, MASS, [1, 1, 1]) for name in ("belt", "block"))
    model.add_joint("drum", tt.Prismatic([1, 0, 0]), model.ground, carrier)
    model.add_joint("contact", tt.Prismatic([1, 0, 0]), carrier, block)
    model.add_constraint("drive", tt.Prescribed("drum.slide", f"{SPEED}*t"))
    wall = model.ground.frame("wall", at=[-5, 0, 0])
    model.add_force("spring", tt.SpringDamper(wall, block, length=5, stiffness=STIFFNESS))
    model.add_force("friction", tt.DryFriction("contact", SLIP, REST))
    return model


def changes() -> list[float]:
    """Times at which it slips, and sticks again, in turn."""
    omega, more = math.sqrt(STIFFNESS / MASS), (REST - SLIP) / (STIFFNESS * SPEED)
    swing = (2 * math.pi - 2 * math.atan(more * omega)) / omega
    times = [REST / (STIFFNESS * SPEED)]
    while times[-1] < DURATION:
        times.append(times[-1] + (swing if len(times) % 2 else 2 * more))
    return times[:-1]


def painleve_rod(coefficient: float, weight: float = GRAVITY) -> tt.Model:
    """A rod whose tip slides along a rail, held both from above and below."""
    model = tt.Model("Painlevé's rod")
    tip, inertia = model.add_body("tip", mass=0), ROD * HALF**2 / 3
    rod = model.add_body("rod", ROD, [0, inertia, inertia], [HALF, 0, 0])
    model.add_joint("rail", tt.Prismatic([1, 0, 0]), model.ground, tip)
    model.add_joint("pin", tt.Revolute([0, -1, 0]), tip, rod)
    model.add_force("weight", tt.UniformGravity([0, 0, -weight]))
    model.add_force("rubbing", tt.DryFriction("rail", coefficient=coefficient))
    return model


def load(speed: float, coefficient: float = 1.2) -> Check:
    system = painleve_rod(coefficient).build()
    state = system.state(rail={"slide_rate": speed}, pin={"angle": TILT, "rate": RATE})
    pressed = system.evaluate(state).joint["rail"].reaction_force[2]
    s, c, d = math.sin(TILT), math.cos(TILT), math.copysign(1.0, speed)
    expected = ROD * (GRAVITY - HALF * s * RATE**2) / (1 + 3 * c**2 + 3 * d * coefficient * s * c)
    way = "dragged" if speed > 0 else "pushed"
    return Check(
        f"load at the tip of a rod, {way}", float(pressed), expected, 1e-12, "N", "relative"
    )


def jam(coefficient: float = 2.0) -> Check:
    """The tilt at which a run ends, past the vertical: tan θ is the larger root of t² - 3 μ t + 4,
    which is negative there."""
    system = painleve_rod(coefficient).build()
    start = system.state(rail={"slide_rate": -30.0}, pin={"angle": 1.45})
    try:
        end = math.nan
        tt.simulate(system, start, duration=0.3, every=0.01, **TIGHT)
    except RunError as error:
        end = float(error.run["pin.angle"][-1])
    root = 1.5 * coefficient + math.sqrt(2.25 * coefficient**2 - 4)
    return Check(
        "tilt at which the rod jams", end, math.pi - math.atan(root), 1e-9, "rad", "relative"
    )
