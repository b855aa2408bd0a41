"""A satellite unfolds two wings of three panels each, geared, on torsion springs, which latch.

With equal wings the bus only gives way along z, and the angle φ of the roots determines everything:
yokes and outer panels are at φ, inner ones at -φ.  Energy gives its rate and so, by quadrature, the
time at which the hinges are straight and latch; all that moves then stops, and what the springs
gave is lost.
"""

import numpy as np

import treetop as tt
from treetop.validation.case import Check
from treetop.validation.stages import SETTINGS, momenta

BUS = 400.0  # kg
PARTS = {"yoke": (4.0, 0.4), "inner": (8.0, 0.8), "outer": (8.0, 0.8)}  # kg, kg m²; all 1 m long
# Hinges: start and rest, rad, and stiffness, N m/rad.
HINGES = {
    "root": (np.pi / 2, -np.pi / 6, 1.0),
    "elbow": (-np.pi, np.pi / 3, 0.4),
    "wrist": (np.pi, -np.pi / 3, 0.4),
}
END = 6.0


def checks() -> list[Check]:
    even, run = deployment(1.0), deployment(0.8)
    lost = sum(event.energy_lost for event in even.events)
    return [
        *(
            Check(f"{event.event}, equal wings", event.time, latch_time(), 1e-9, "s", "relative")
            for event in even.events
        ),
        Check("energy lost", lost, 2.0 * spring_energy(), 1e-9, "J", "relative"),
        *momenta(run),
    ]


def deployment(left: float) -> tt.Run:
    """With the springs of the left wing so much as stiff as those of the right."""
    model = tt.Model("two wings")
    bus = model.add_body("bus", BUS, [120.0, 90.0, 110.0])
    model.add_joint("flight", tt.Free(), model.ground, bus)
    for wing, y, about in (("right", 0.6, [1, 0, 0, 0]), ("left", -0.6, [0, 0, 0, 1])):
        at = bus.frame(wing, at=[0, y, 0], attitude=about)
        for (part, (mass, inertia)), (hinge, (angle, rest, stiffness)) in zip(
            PARTS.items(), HINGES.items(), strict=True
        ):
            body = model.add_body(
                f"{wing} {part}", mass, [inertia, inertia, inertia], centre=[0, 0.5, 0]
            )
            name = f"{wing} {hinge}"
            model.add_joint(name, tt.Revolute([1, 0, 0]), at, body)
            k = stiffness * (left if wing == "left" else 1.0)
            model.add_force(f"{name} spring", tt.JointSpring(name, stiffness=k, rest=rest))
            model.add_force(f"{name} latch", tt.Latch(name, place=0.0))
            model.set_start(name, angle=angle)
            at = body.frame("tip", at=[0, 1, 0])
        root, elbow, wrist = (f"{wing} {hinge}.angle" for hinge in HINGES)
        model.add_constraint(f"{wing} first gear", tt.Coupling({root: 2.0, elbow: 1.0}))
        model.add_constraint(f"{wing} second gear", tt.Coupling({elbow: 1.0, wrist: 1.0}))
    system = model.build()
    return tt.simulate(system, system.start(), duration=END, every=0.5, **SETTINGS)


# --- one coordinate by hand -----------------------------------------------------------------


def inertia_at(angle: np.ndarray) -> np.ndarray:
    """What the rate of the roots moves, of both wings and the bus: T = ½ m(φ) φ'²."""
    c, s = np.cos(angle), np.sin(angle)
    # Slopes of the places of mass centres, outward and up.
    slopes = {"yoke": (-s / 2, c / 2), "inner": (-3 * s / 2, c / 2), "outer": (-5 * s / 2, c / 2)}
    one_wing = sum(
        mass * (slopes[part][0] ** 2 + slopes[part][1] ** 2) + inertia
        for part, (mass, inertia) in PARTS.items()
    )
    up = sum(mass * slopes[part][1] for part, (mass, _) in PARTS.items())
    whole = BUS + 2.0 * sum(mass for mass, _ in PARTS.values())
    return 2.0 * one_wing - (2.0 * up) ** 2 / whole


def potential(angle: np.ndarray) -> np.ndarray:
    """Potential of the springs of one wing."""
    turns = {"root": angle, "elbow": -2.0 * angle, "wrist": 2.0 * angle}
    each = [k / 2.0 * (turns[hinge] - rest) ** 2 for hinge, (_, rest, k) in HINGES.items()]
    return np.sum(each, axis=0)


def spring_energy() -> float:
    """What the springs of one wing give until it is straight, J."""
    return float(potential(np.array(np.pi / 2)) - potential(np.array(0.0)))


def latch_time() -> float:
    """∫ √(m / 2E) dφ from folded to straight, s; φ = π/2 - x² takes the singular start away."""
    x, weight = np.polynomial.legendre.leggauss(60)
    half = np.sqrt(np.pi / 2) / 2
    x, weight = half * (x + 1.0), half * weight
    angle = np.pi / 2 - x**2
    energy = 2.0 * (potential(np.array(np.pi / 2)) - potential(angle))
    return float(weight @ (2.0 * x * np.sqrt(inertia_at(angle) / (2.0 * energy))))
