"""Contact against closed forms: bounces, a stone that leaves a hill, a rod that strikes the floor.

Impacts of a ball come at T (1 + 2 e + 2 e² + ...), T = √(2 h/g).  A stone that slides from the top
of a sphere with speed v leaves it where cos θ = (2 + v²/g R)/3.  A ball that gives by the law of
Hunt and Crossley comes back with v₁, c v₀ - ln(1 + c v₀) = -c v₁ - ln(1 - c v₁).  A rod that
strikes the floor with its tip slips, stops and slips back, or sticks, by the formulas of Routh for
a plane.
"""

import numpy as np
from scipy.optimize import brentq

import treetop as tt
from treetop.validation.case import Check
from treetop.validation.numerics import TIGHT

G = 9.81
RODS = ((0.1, 2.0, "slips on"), (0.2, 0.2, "slips and turns back"), (0.5, 0.2, "slips and sticks"))


def checks() -> list[Check]:
    found = bounces() + compliant_ball()
    for formulation in ("recursive", "newton-euler"):
        found += stone_on_a_hill(formulation)
    for friction, speed, how in RODS:
        found += rod(friction, speed, how)
    return found


def falling(body: str, inertia: list[float], mass: float = 2.0) -> tt.Model:
    model = tt.Model(body)
    model.add_joint("fall", tt.Free(), model.ground, model.add_body(body, mass, inertia))
    model.add_force("weight", tt.UniformGravity([0, 0, -G]))
    return model


def bounces() -> list[Check]:
    model, e, T = falling("ball", [1, 1, 1]), 0.5, np.sqrt(2.0 / G)
    floor = tt.RigidContact(tt.Plane("ground"), tt.Sphere("ball", 0.1), restitution=e)
    model.add_force("floor", floor)
    system = model.build()
    start = system.state(fall={"position": [0, 0, 1.1]})
    log = tt.simulate(system, start, duration=2.0, every=1.0).events
    times = {k: T * (1 + 2 * sum(e**j for j in range(1, k))) for k in (1, 2, 5, 10)}
    found = [
        Check(f"time of blow {k}", log[k - 1].time, t, 1e-9, "s", "relative")
        for k, t in times.items()
    ]
    lost = sum(record.energy_lost for record in log)
    rest = log[-1]
    return [
        *found,
        Check("time at which it rests", rest.time, T * (1 + e) / (1 - e), 1e-5, "s", "relative"),
        Check("energy lost by then", lost, 2.0 * G, 1e-9, "J", "relative"),
    ]


def compliant_ball() -> list[Check]:
    model, damping, speed = falling("ball", [1, 1, 1]), 0.4, 1.5
    del model.forces["weight"]
    law = {"stiffness": 1e5, "damping": damping}
    model.add_force("floor", tt.Contact(tt.Plane("ground"), tt.Sphere("ball", 0.1), **law))
    system = model.build()
    start = system.state(fall={"position": [0, 0, 0.101], "velocity": [0, 0, -speed]})
    run = tt.simulate(system, start, duration=0.4, every=0.2, **TIGHT)

    def taken(v: float) -> float:
        return damping * v - float(np.log1p(damping * v))

    expected = brentq(lambda v: taken(-v) - taken(speed), 0.0, speed, xtol=1e-15)
    back = float(run["fall.velocity.z"][-1])
    return [Check("speed back from a floor that gives", back, expected, 1e-9, "m/s", "relative")]


def stone_on_a_hill(formulation: str) -> list[Check]:
    model, radius, speed = falling("stone", [1, 1, 1]), 2.0, 0.7
    model.add_force("hill", tt.RigidContact(tt.Sphere("ground", radius), "stone"))
    system = model.build(formulation)
    start = system.state(fall={"position": [0, 0, radius], "velocity": [speed, 0, 0]})
    run = tt.simulate(system, start, duration=1.5, every=0.5, **TIGHT)
    left = next(record.time for record in run.events if record.note == "lets go")
    height = float(run["fall.position.z"].sel(time=left, method="nearest"))
    expected = (2 + speed**2 / (G * radius)) / 3
    name = f"cosine at which a stone leaves a sphere, {formulation}"
    return [Check(name, height / radius, expected, 1e-9, "", "relative")]


def rod(friction: float, speed: float, how: str) -> list[Check]:
    """A rod that strikes the floor with its tip, at 50°, as it moves backward and down."""
    mass, inertia, restitution, angle = 2.0, 0.3, 0.4, np.radians(50.0)
    model = tt.Model("rod")
    body = model.add_body("rod", mass, [0.001, inertia, inertia])
    body.frame("tip", at=[0.5, 0, 0])
    model.add_joint("fall", tt.Free(), model.ground, body)
    law = {"restitution": restitution, "friction": friction}
    model.add_force("floor", tt.RigidContact(tt.Plane("ground"), "rod.tip", **law))
    system = model.build()
    x, z = 0.5 * np.cos(angle), 0.5 * np.sin(angle)  # how far the tip is ahead, and below
    attitude = [np.cos(angle / 2), 0.0, np.sin(angle / 2), 0.0]
    start = {"attitude": attitude, "position": [0, 0, z + 0.3], "velocity": [-speed, 0, -3.0]}
    run = tt.simulate(system, system.state(fall=start), duration=0.2, every=0.1)
    W = 1 / mass + z**2 / inertia, x * z / inertia, 1 / mass + x**2 / inertia
    along, up = routh(W, speed, 3.0, friction, restitution)
    found = {
        "speed along": (run["fall.velocity.x"], -speed + along / mass, "m/s"),
        "speed upward": (run["fall.velocity.z"], -3.0 + up / mass, "m/s"),
        "turning": (run["fall.angular_velocity.y"], -(z * along + x * up) / inertia, "rad/s"),
    }
    return [
        Check(f"rod that {how}, {name}", float(history[-1]), expected, 1e-12, unit)
        for name, (history, expected, unit) in found.items()
    ]


def routh(
    W: tuple[float, float, float], slip: float, fall: float, friction: float, restitution: float
) -> tuple[float, float]:
    """Impulse along and up on a point that slips backward: until the slip has stopped, and then."""
    tangent, coupled, normal = W
    stopped = slip / (coupled + friction * tangent)
    then = -min(friction, coupled / tangent)  # of the normal impulse: slips forward, or sticks
    first, last = normal + friction * coupled, normal + then * coupled
    compressed = fall / first
    if compressed > stopped:
        compressed = stopped + (fall - first * stopped) / last
    p = (1 + restitution) * compressed
    return friction * min(p, stopped) + then * max(0.0, p - stopped), p
