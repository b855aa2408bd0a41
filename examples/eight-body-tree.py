"""Eight bodies in a tree, each with all six freedoms, held together by struts."""

import math

import numpy as np

import treetop as tt

L = (0, 1, 2, 1, 2, 1, 1, 7)  # the lower neighbour of each body, 0 for the ground

# Which way each body stands out from its lower neighbour, in that one's axes.
OUTWARD = [
    [0, 0, 0],
    [1, 0, 0],
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
    [0, -1, 0],
    [-1, 0, 0],
    [-1, 0, 0],
]
MASS = [400.0, 80.0, 40.0, 50.0, 30.0, 50.0, 80.0, 40.0]  # kg

REACH = 0.8  # m from the origin of a body to where a mount stands on it
HEIGHT = 0.5  # m, of a mount at rest
RING = 0.4  # m, radius of the three points at either end of a mount
LENGTH = math.hypot(RING, HEIGHT)  # m, of a strut at rest
STRUTS = [(0, 0), (0, 2), (1, 1), (1, 0), (2, 2), (2, 1)]  # from which foot to which head
STIFFNESS, DAMPING = 400.0, 3.0  # N/m and N s/m, of each of the six struts of a mount


def model() -> tt.Model:
    """A free-flying tree; body K is called ``bodyK`` and hangs on ``jointK``."""
    m = tt.Model("eight-body tree")
    bodies = [m.ground]
    for K, lower in enumerate(L, start=1):
        side = 0.9 * (MASS[K - 1] / 400) ** (1 / 3)
        J = MASS[K - 1] * side**2 / 6 * np.array([0.8, 1.0, 1.1])
        body = m.add_body(f"body{K}", mass=MASS[K - 1], inertia=J.tolist(), centre=centre(K))
        Q = bodies[lower].frame(f"Q{K}", at=reference(K))
        m.add_joint(f"joint{K}", tt.Free(), Q, body)
        if lower:
            add_mount(m, K)
        m.set_start(f"joint{K}", **start(K))
        bodies.append(body)
    return m


def reference(K: int) -> list[float]:
    """The point Q of the lower neighbour from which the place of body K is measured."""
    return [REACH * n for n in OUTWARD[K - 1]]


def centre(K: int) -> list[float]:
    """The mass centre of body K, from its origin."""
    return [0.2 * n + 0.05 * math.sin(K + k) for k, n in enumerate(OUTWARD[K - 1])]


def add_mount(m: tt.Model, K: int) -> None:
    """Six struts from three points around Q to three points around the origin of body K."""
    lower, body = m.bodies[f"body{L[K - 1]}"], m.bodies[f"body{K}"]
    feet = [lower.frame(f"foot{K}{k}", at=p + reference(K)) for k, p in enumerate(ring(K, 0.0))]
    heads = [body.frame(f"head{k}", at=p) for k, p in enumerate(ring(K, math.pi / 3))]
    for i, k in STRUTS:
        strut = tt.SpringDamper(feet[i], heads[k], LENGTH, stiffness=STIFFNESS, damping=DAMPING)
        m.add_force(f"strut{K}{i}{k}", strut)


def ring(K: int, turn: float) -> np.ndarray:
    """Three points around the line on which body K stands out."""
    n = np.array(OUTWARD[K - 1])
    x, y = np.roll(n, 1), np.cross(n, np.roll(n, 1))
    angles = turn + 2 * math.pi / 3 * np.arange(3)
    return RING * (np.outer(np.cos(angles), x) + np.outer(np.sin(angles), y))


def start(K: int) -> dict[str, list[float]]:
    """All bodies pushed off their places, turned, and in motion; the whole turns about z."""
    n = np.array(OUTWARD[K - 1])
    phases = K + np.arange(3)
    turn = np.array([1.0, *0.15 * np.cos(2 * phases)])
    return {
        "position": (HEIGHT * n + 0.08 * np.sin(3 * phases)).tolist(),
        "attitude": (turn / np.linalg.norm(turn)).tolist(),
        "velocity": (0.1 * np.cos(5 * phases)).tolist(),
        "angular_velocity": (0.2 * np.sin(7 * phases) + [0, 0, 0.5 * (K == 1)]).tolist(),
    }


def main() -> None:
    system = model().build()
    run = tt.simulate(system, system.start(), duration=10, every=0.05, rtol=1e-10)
    print(run.audit())


if __name__ == "__main__":
    main()
