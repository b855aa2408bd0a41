"""Hub spinning about z with a ball in a tube along z: stable about the greatest axis only.

Eigenvalues of the equations linearised about the steady spin, the hub's own inertia given.
"""

import numpy as np

import treetop as tt
from treetop.validation.case import Check
from treetop.validation.numerics import TIGHT, jacobian

SPIN = 1.0
# Hub inertia, and for each of the two oscillations, the faster first, growth and frequency.
SPINS = {
    "greatest axis": (
        [90.0, 100.0, 120.0],
        [(-0.094363426957985, 0.48582607442038), (-0.0080365730420148, 0.2339164299667)],
    ),
    "least axis": (
        [120.0, 110.0, 80.0],
        [(-0.12985833083734, 0.45894582926959), (0.027640149019155, 0.33829564160456)],
    ),
}


def checks() -> list[Check]:
    found = []
    for axis, (inertia, expected) in SPINS.items():
        roots = eigenvalues(craft(inertia))
        for name, root, (growth, rate) in zip(("fast", "slow"), roots, expected, strict=True):
            found += [
                Check(f"{axis}, {name} growth", float(root.real), growth, 1e-11, "1/s"),
                Check(f"{axis}, {name} frequency", float(root.imag), rate, 1e-11, "rad/s"),
            ]
    return [*found, momentum_kept(craft([90.0, 100.0, 120.0]))]


def craft(inertia: list[float]) -> tt.System:
    model = tt.Model("spinning hub with a nutation damper")
    hub, ball = model.add_body("hub", 500.0, inertia), model.add_body("ball", 2.0)
    model.add_joint("flight", tt.Free(), model.ground, hub)
    model.add_joint("tube", tt.Prismatic([0, 0, 1]), hub.frame("tube", at=[1, 0, 0]), ball)
    model.add_force("spring", tt.JointSpring("tube", stiffness=0.5, damping=0.4))
    return model.build()


def state(system: tt.System, x: np.ndarray) -> tt.State:
    """Body rates, slide of the ball and its rate; the hub not moving along."""
    return system.state(
        flight={"angular_velocity": x[:3]}, tube={"slide": x[3], "slide_rate": x[4]}
    )


def eigenvalues(system: tt.System) -> list[complex]:
    """The eigenvalues of the two oscillations, faster first, upper half-plane."""
    rows = [system.speed_labels.index(f"flight.angular_velocity.{axis}") for axis in "xyz"]
    slide = system.speed_labels.index("tube.slide_rate")

    def rates(x: np.ndarray) -> np.ndarray:
        speed_rates = system.evaluate(state(system, x)).speed_rates
        return np.array([*speed_rates[rows], x[4], speed_rates[slide]])

    roots = np.linalg.eigvals(jacobian(rates, [0, 0, SPIN, 0, 0], 0.01))
    return sorted((r for r in roots if r.imag > 0.1), key=lambda r: -r.imag)


def momentum_kept(system: tt.System) -> Check:
    start = state(system, np.array([0.1, 0.0, SPIN, 0.05, 0.0]))
    run = tt.simulate(system, start, duration=100.0, every=5.0, **TIGHT)
    momentum = run.data.angular_momentum_about_centre
    change = float(abs(momentum - momentum[0]).max())
    return Check("change of angular momentum", change, 0.0, 1e-9, "N m s")
